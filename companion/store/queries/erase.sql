-- name: events_to_erase
-- Events that still have content, by ids and by text anywhere in them or in their JSON.
SELECT e.id, e.at FROM events e
LEFT JOIN action_decisions d ON d.event_id = e.id
LEFT JOIN action_results r ON r.event_id = e.id
WHERE e.salt IS NOT NULL AND (e.source <> 'system' OR e.kind NOT IN ('erased', 'record_rescued', 'thinned'))
  AND (:ids = '[]' OR e.id IN (SELECT value FROM json_each(:ids)))
  AND (:text = '' OR instr(e.user_text, :text) OR instr(e.assistant_text, :text)
       OR e.payload LIKE :like ESCAPE '\' OR d.json LIKE :like ESCAPE '\'
       OR r.json LIKE :like ESCAPE '\')
ORDER BY e.id;

-- name: events_never_erased
-- Events that say what is gone.
SELECT id FROM events WHERE source = 'system' AND kind IN ('erased', 'record_rescued', 'thinned')
  AND source <> 'device_state';

-- name: events_with_content
-- Of these, what still has content.
SELECT id FROM events WHERE salt IS NOT NULL AND id IN (SELECT value FROM json_each(?))
ORDER BY id;

-- name: erase_events
-- Content and salt away; the triggers let exactly this through.
UPDATE events SET user_text = '', assistant_text = '', payload = '{}', salt = NULL
WHERE id IN (SELECT value FROM json_each(?)) AND salt IS NOT NULL;

-- name: erase_decisions
-- The structure of erased decisions.
UPDATE action_decisions SET json = '{}' WHERE event_id IN (SELECT value FROM json_each(?));

-- name: erase_results
-- The structure of erased results.
UPDATE action_results SET json = '{}' WHERE event_id IN (SELECT value FROM json_each(?));

-- name: approvals_of
-- Questions that erased decisions put.
SELECT * FROM approvals WHERE decision_event_id IN (SELECT value FROM json_each(?));

-- name: erase_question
-- The two lines of a question away; nobody can be asked what is no longer known.
UPDATE approvals SET summary_ja = '', summary_en = '', impact_ja = '', impact_en = '',
  status = ?, checksum = ? WHERE id = ?;

-- name: forget_thoughts
-- Working thoughts of erased decisions.
DELETE FROM working_thought WHERE session_id IN
  (SELECT id FROM deliberation_session
   WHERE decision_event_id IN (SELECT value FROM json_each(?)));

-- name: forget_sessions
-- Full thoughts of erased decisions.
DELETE FROM deliberation_session
WHERE decision_event_id IN (SELECT value FROM json_each(?));

-- name: forget_state
-- What was held to be so on erased evidence; seen again, it is learned again.
DELETE FROM state WHERE EXISTS
  (SELECT 1 FROM json_each(state.evidence) c JOIN json_each(?) gone ON gone.value = c.value);

-- name: forget_revisions
-- How it became so.
DELETE FROM revisions WHERE (SELECT salt FROM events WHERE id = revisions.event_id) IS NULL
  OR EXISTS (SELECT 1 FROM json_each(revisions.evidence) c
             JOIN json_each(?) gone ON gone.value = c.value);

-- name: forget_jobs
-- Background work about erased events, done or not.
DELETE FROM jobs WHERE json_extract(payload, '$.event_id') IN (SELECT value FROM json_each(?));

-- name: delete_snapshots
-- The blackboard may quote anything; the next one comes within a minute.
DELETE FROM runtime_snapshots;

-- name: ids_without_content
-- Events whose content was erased; the events that say so have theirs.
SELECT id FROM events WHERE salt IS NULL;

-- name: ids_with_content
-- Events that still have content.
SELECT id FROM events WHERE salt IS NOT NULL;

-- name: links_of_events
-- Id and link of the chain of each event: by both, an event of two records is the same.
SELECT id, chain FROM events;

-- name: keys_of_kind
-- Keys of all state of one kind.
SELECT key FROM state WHERE kind = ?;
