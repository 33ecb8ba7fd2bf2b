-- Step 9: expired events may be thinned, and leave a mark (ADR 0034).
--
-- - `thinned`: each run of events that was taken out, with the chain where it ended, so that the event
--   after it still verifies; `marker_id` is the event (`system`/`thinned`) that seals these rows.
-- - Two indexes go that cost each job three pages and each decision two: jobs that are done stay an
--   hour, thoughts a day, and so little is looked through sooner than an index is kept.
-- - The triggers of the append-only tables let rows of such a run go, and nothing else.

CREATE TABLE thinned (
  first_id INTEGER PRIMARY KEY,
  last_id INTEGER NOT NULL,
  chain BLOB NOT NULL,
  marker_id INTEGER NOT NULL,
  CHECK (last_id >= first_id AND marker_id > last_id)
);
CREATE INDEX thinned_by_marker ON thinned (marker_id);
DROP INDEX jobs_open;
DROP INDEX working_thought_by_session;
CREATE TRIGGER thinned_keep_update BEFORE UPDATE ON thinned
BEGIN SELECT RAISE(ABORT, 'marks of what was thinned are append-only'); END;
CREATE TRIGGER thinned_keep_delete BEFORE DELETE ON thinned
BEGIN SELECT RAISE(ABORT, 'marks of what was thinned are append-only'); END;
DROP TRIGGER events_keep_delete;
CREATE TRIGGER events_keep_delete BEFORE DELETE ON events
WHEN coalesce((SELECT last_id FROM thinned WHERE first_id <= OLD.id ORDER BY first_id DESC LIMIT 1), 0) < OLD.id
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
DROP TRIGGER event_evidence_keep_delete;
CREATE TRIGGER event_evidence_keep_delete BEFORE DELETE ON event_evidence
WHEN coalesce((SELECT last_id FROM thinned WHERE first_id <= OLD.event_id ORDER BY first_id DESC LIMIT 1), 0) < OLD.event_id
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
DROP TRIGGER action_decisions_keep_delete;
CREATE TRIGGER action_decisions_keep_delete BEFORE DELETE ON action_decisions
WHEN coalesce((SELECT last_id FROM thinned WHERE first_id <= OLD.event_id ORDER BY first_id DESC LIMIT 1), 0) < OLD.event_id
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
DROP TRIGGER action_results_keep_delete;
CREATE TRIGGER action_results_keep_delete BEFORE DELETE ON action_results
WHEN coalesce((SELECT last_id FROM thinned WHERE first_id <= OLD.event_id ORDER BY first_id DESC LIMIT 1), 0) < OLD.event_id
BEGIN SELECT RAISE(ABORT, 'results are append-only'); END;
DROP TRIGGER acts_keep_delete;
CREATE TRIGGER acts_keep_delete BEFORE DELETE ON acts
WHEN coalesce((SELECT last_id FROM thinned WHERE first_id <= OLD.decision_event_id ORDER BY first_id DESC LIMIT 1), 0) < OLD.decision_event_id
BEGIN SELECT RAISE(ABORT, 'acts are append-only'); END;
DROP TRIGGER revisions_keep_delete;
CREATE TRIGGER revisions_keep_delete BEFORE DELETE ON revisions
WHEN (SELECT salt FROM events WHERE id = OLD.event_id) IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM json_each(OLD.evidence) AS cited
                  JOIN events ON events.id = cited.value WHERE events.salt IS NULL)
  AND coalesce((SELECT last_id FROM thinned WHERE first_id <= OLD.event_id ORDER BY first_id DESC LIMIT 1), 0) < OLD.event_id
BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END;
