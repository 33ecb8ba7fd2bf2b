-- Step 2: a record that survives (ADR 0015).
--
-- - `events`: `salt`, `digest` (the old `checksum`, renamed) and `chain`. The triggers now let one
--   change through: content and salt taken away together, all else as it was (an erasure).
-- - `acts`: what was begun, claimed before the effect, so that no restart does it twice.
-- - `checksum` in every other table that holds what cannot be made again.
-- - Rows that come from an erased event alone may be deleted from the append-only `revisions`.

DROP TRIGGER events_keep_update;
DROP TRIGGER action_decisions_keep_update;
DROP TRIGGER action_results_keep_update;
DROP TRIGGER revisions_keep_update;
DROP TRIGGER revisions_keep_delete;

ALTER TABLE events RENAME COLUMN checksum TO digest;
ALTER TABLE events ADD COLUMN salt BLOB;
ALTER TABLE events ADD COLUMN chain BLOB NOT NULL DEFAULT x'';

CREATE TABLE acts (
  decision_event_id INTEGER PRIMARY KEY REFERENCES action_decisions (event_id),
  status TEXT NOT NULL CHECK (status IN ('begun','dropped')),
  why TEXT NOT NULL DEFAULT '',
  settled_at TEXT NOT NULL,
  checksum BLOB NOT NULL
);
CREATE TRIGGER acts_keep_update BEFORE UPDATE ON acts
BEGIN SELECT RAISE(ABORT, 'acts are append-only'); END;
CREATE TRIGGER acts_keep_delete BEFORE DELETE ON acts
BEGIN SELECT RAISE(ABORT, 'acts are append-only'); END;

ALTER TABLE state ADD COLUMN checksum BLOB NOT NULL DEFAULT x'';
ALTER TABLE revisions ADD COLUMN checksum BLOB NOT NULL DEFAULT x'';
ALTER TABLE approvals ADD COLUMN checksum BLOB NOT NULL DEFAULT x'';
ALTER TABLE jobs ADD COLUMN checksum BLOB NOT NULL DEFAULT x'';
ALTER TABLE deliberation_session ADD COLUMN checksum BLOB NOT NULL DEFAULT x'';
ALTER TABLE working_thought ADD COLUMN checksum BLOB NOT NULL DEFAULT x'';
ALTER TABLE runtime_snapshots ADD COLUMN checksum BLOB NOT NULL DEFAULT x'';
