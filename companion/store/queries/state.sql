-- name: plan_applied
-- Whether an event's plan was applied before (idempotence).
SELECT 1 FROM applied_plans WHERE event_id = ?;

-- name: insert_applied_plan
-- Mark an event's plan as applied; the row id is the state's version.
INSERT INTO applied_plans (event_id, applied_at) VALUES (?, ?);

-- name: erased_among
-- Which of these events have lost their content.
SELECT id FROM events WHERE id IN (SELECT value FROM json_each(?)) AND salt IS NULL;

-- name: state_version
-- Grows with every applied plan.
SELECT coalesce(max(version), 0) FROM applied_plans;

-- name: state_row
-- One row of state.
SELECT * FROM state WHERE kind = ? AND key = ?;

-- name: state_rows
-- All rows of one kind, by key.
SELECT * FROM state WHERE kind = ? ORDER BY key;

-- name: upsert_state
-- The row as it now stands.
INSERT INTO state (kind, key, value, confidence, trust, observed_at, since, revision, evidence,
                   checksum)
VALUES (:kind, :key, :value, :confidence, :trust, :observed_at, :since, :revision, :evidence,
        :checksum)
ON CONFLICT (kind, key) DO UPDATE SET
  value = excluded.value, confidence = excluded.confidence, trust = excluded.trust,
  observed_at = excluded.observed_at, since = excluded.since, revision = excluded.revision,
  evidence = excluded.evidence, checksum = excluded.checksum;

-- name: refresh_state
-- Seen to be so again: freshness moves, nothing else.
UPDATE state SET observed_at = ?, checksum = ? WHERE kind = ? AND key = ?;

-- name: insert_revision
-- What a change of state was, and which event led to it.
INSERT INTO revisions (kind, key, revision, value, confidence, trust, observed_at, event_id,
                       evidence, revised_at, checksum)
VALUES (:kind, :key, :revision, :value, :confidence, :trust, :observed_at, :event_id,
        :evidence, :revised_at, :checksum);

-- name: last_revision
-- The highest revision a row ever had, also where the row itself is gone.
SELECT coalesce(max(revision), 0) FROM revisions WHERE kind = ? AND key = ?;

-- name: follows_from
-- An event and all that cites it, directly or not; what was sensed is evidence of its own.
WITH RECURSIVE followed (id) AS (
  SELECT ?
  UNION
  SELECT cited.event_id FROM event_evidence AS cited
  JOIN followed ON cited.evidence_id = followed.id
  JOIN events ON events.id = cited.event_id
  WHERE events.source NOT IN ('observation', 'device_state', 'action_result')
)
SELECT id FROM followed ORDER BY id;

-- name: rows_resting_on
-- Rows of state with the first revision that rests on one of these events (a JSON list).
SELECT kind, key, min(revision) AS first FROM revisions
WHERE event_id IN (SELECT value FROM json_each(:events))
   OR EXISTS (SELECT 1 FROM json_each(revisions.evidence) AS e
              WHERE e.value IN (SELECT value FROM json_each(:events)))
GROUP BY kind, key;

-- name: delete_state
-- Nothing is held of it any more.
DELETE FROM state WHERE kind = ? AND key = ?;

-- name: revisions_of
-- Every revision of one row, oldest first.
SELECT * FROM revisions WHERE kind = ? AND key = ? ORDER BY revision;
