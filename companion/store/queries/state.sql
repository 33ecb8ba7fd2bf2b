-- name: plan_applied
-- Whether an event's plan was applied before (idempotence).
SELECT 1 FROM applied_plans WHERE event_id = ?;

-- name: insert_applied_plan
-- Mark an event's plan as applied; the row id is the state's version.
INSERT INTO applied_plans (event_id, applied_at) VALUES (?, ?);

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
-- What a change of state was, and which event led to it (B-105).
INSERT INTO revisions (kind, key, revision, value, confidence, trust, observed_at, event_id,
                       evidence, revised_at, checksum)
VALUES (:kind, :key, :revision, :value, :confidence, :trust, :observed_at, :event_id,
        :evidence, :revised_at, :checksum);

-- name: revisions_of
-- Every revision of one row, oldest first.
SELECT * FROM revisions WHERE kind = ? AND key = ? ORDER BY revision;
