-- name: events_after
-- The next events in order, as far as thinning asks of them.
SELECT id, at, source, kind FROM events WHERE id > ? ORDER BY id LIMIT ?;

-- name: event_to_thin
-- One event with what decides whether it may go.
SELECT id, at, source, kind, evidence, payload, salt IS NULL AS erased FROM events WHERE id = ?;

-- name: looks_all
-- Results of looks, oldest first.
SELECT id, payload FROM events
WHERE source = 'action_result' AND kind GLOB ? AND source <> 'device_state' AND salt IS NOT NULL
ORDER BY id;

-- name: events_held
-- Events that something else still stands on: state, the newest revision of each row, the last plan
-- applied, questions, claimed acts, intents, and work that waits.
SELECT c.value FROM state s, json_each(s.evidence) c
UNION SELECT r.event_id FROM revisions r
  JOIN (SELECT kind, key, max(revision) AS revision FROM revisions GROUP BY kind, key)
  USING (kind, key, revision)
UNION SELECT event_id FROM applied_plans WHERE version = (SELECT max(version) FROM applied_plans)
UNION SELECT decision_event_id FROM approvals
UNION SELECT decision_event_id FROM acts
UNION SELECT decision_event_id FROM intents WHERE decision_event_id IS NOT NULL
UNION SELECT json_extract(payload, '$.event_id') FROM jobs WHERE status IN ('pending', 'running');

-- name: cited_by_others
-- Whether anything that is not among these events cites one of them.
SELECT 1 FROM event_evidence WHERE evidence_id IN (SELECT value FROM json_each(:ids))
  AND event_id NOT IN (SELECT value FROM json_each(:ids)) LIMIT 1;

-- name: held_by_now
-- Whether anything stands on one of these events by now, as `events_held` says it, or one of them
-- was erased. Of revisions those that are new since `:revision`, and those to be taken out that
-- have become the newest of their row.
WITH these AS (SELECT value AS id FROM json_each(:ids))
SELECT 1 FROM state s, json_each(s.evidence) c WHERE c.value IN these
UNION ALL SELECT 1 FROM revisions WHERE id >= :revision AND event_id IN these
  AND id NOT IN (SELECT value FROM json_each(:revisions))
UNION ALL SELECT 1 FROM revisions r JOIN json_each(:revisions) mine ON mine.value = r.id
  WHERE NOT EXISTS (SELECT 1 FROM revisions newer
    WHERE newer.kind = r.kind AND newer.key = r.key AND newer.revision > r.revision)
UNION ALL SELECT 1 FROM applied_plans
  WHERE version = (SELECT max(version) FROM applied_plans) AND event_id IN these
UNION ALL SELECT 1 FROM approvals WHERE decision_event_id IN these
UNION ALL SELECT 1 FROM acts WHERE decision_event_id IN these
UNION ALL SELECT 1 FROM intents WHERE decision_event_id IN these
UNION ALL SELECT 1 FROM jobs
  WHERE status IN ('pending', 'running') AND json_extract(payload, '$.event_id') IN these
UNION ALL SELECT 1 FROM events WHERE id IN these AND salt IS NULL
LIMIT 1;

-- name: newest_revision
-- The last id given to a revision.
SELECT coalesce(max(id), 0) FROM revisions;

-- name: chain_at
-- The chain at one event.
SELECT chain FROM events WHERE id = ?;

-- name: insert_run
-- A run of events that goes, and the event that seals it.
INSERT INTO thinned (first_id, last_id, chain, marker_id) VALUES (?, ?, ?, ?);

-- name: runs_between
-- What was thinned between two events that are there.
SELECT first_id, last_id, chain FROM thinned WHERE first_id > ? AND first_id < ? ORDER BY first_id;

-- name: events_thinned
-- How many events were thinned in all.
SELECT coalesce(sum(last_id - first_id + 1), 0) FROM thinned;

-- name: runs_all
-- Every run by the event that seals it.
SELECT marker_id, first_id, last_id, chain FROM thinned ORDER BY marker_id, first_id;

-- name: markers_of_runs
-- The events that seal runs, as they stand.
SELECT id, payload FROM events
WHERE source = 'system' AND kind = 'thinned' AND source <> 'device_state' ORDER BY id;

-- name: revisions_by_event
-- Which revision came of which event.
SELECT event_id, id FROM revisions WHERE event_id <= ?;

-- name: thin_evidence
-- What these events cited.
DELETE FROM event_evidence WHERE (evidence_id, event_id) IN
  (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?));

-- name: thin_revisions
-- What they changed, where something newer holds.
DELETE FROM revisions WHERE id IN (SELECT value FROM json_each(?));

-- name: thin_plans
-- That they were taken in.
DELETE FROM applied_plans WHERE event_id IN (SELECT value FROM json_each(?));

-- name: thin_thoughts
-- Working thoughts of decisions that go.
DELETE FROM working_thought WHERE session_id IN
  (SELECT id FROM deliberation_session
   WHERE decision_event_id IN (SELECT value FROM json_each(?)));

-- name: thin_sessions
-- Their full thoughts.
DELETE FROM deliberation_session
WHERE decision_event_id IN (SELECT value FROM json_each(?));

-- name: thin_results
-- Results of looks.
DELETE FROM action_results WHERE event_id IN (SELECT value FROM json_each(?));

-- name: thin_decisions
-- Decisions to leave all as it was.
DELETE FROM action_decisions WHERE event_id IN (SELECT value FROM json_each(?));

-- name: thin_events
-- The events themselves; their runs stand in `thinned`.
DELETE FROM events WHERE id IN (SELECT value FROM json_each(?));

-- name: size_of_file
-- Pages in all, and free ones.
SELECT (SELECT page_count FROM pragma_page_count) AS pages,
       (SELECT freelist_count FROM pragma_freelist_count) AS free;

-- name: runs_of
-- Every run of these markers.
SELECT first_id, last_id, chain, marker_id FROM thinned
WHERE marker_id IN (SELECT value FROM json_each(?)) ORDER BY first_id;

-- name: drop_runs
-- For a rescue: every run of these markers.
DELETE FROM thinned WHERE marker_id IN (SELECT value FROM json_each(?));

-- name: drop_thinned_events
-- For a rescue: events that were thinned.
DELETE FROM events WHERE
  (SELECT last_id FROM thinned WHERE first_id <= id ORDER BY first_id DESC LIMIT 1) >= id;

-- name: drop_thinned_decisions
-- For a rescue: their decisions.
DELETE FROM action_decisions WHERE
  (SELECT last_id FROM thinned WHERE first_id <= event_id ORDER BY first_id DESC LIMIT 1) >= event_id;

-- name: drop_thinned_results
-- For a rescue: their results.
DELETE FROM action_results WHERE
  (SELECT last_id FROM thinned WHERE first_id <= event_id ORDER BY first_id DESC LIMIT 1) >= event_id;

-- name: insert_run_in_doubt
-- For a rescue: a run that its marker does not seal as it stands, where no event stands in it, no
-- other run does, and the marker itself is there, or lost with what was around it.
INSERT INTO thinned (first_id, last_id, chain, marker_id)
SELECT :first_id, :last_id, :chain, :marker_id
WHERE NOT EXISTS (SELECT 1 FROM events WHERE id BETWEEN :first_id AND :last_id)
  AND coalesce((SELECT last_id FROM thinned WHERE first_id <= :last_id
                ORDER BY first_id DESC LIMIT 1), 0) < :first_id
  AND :marker_id <= (SELECT max(id) FROM events)
  AND NOT EXISTS (SELECT 1 FROM events WHERE id = :marker_id
                  AND NOT (source = 'system' AND kind = 'thinned'));
