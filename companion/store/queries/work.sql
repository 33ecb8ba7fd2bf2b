-- name: insert_job
-- Queue one job.
INSERT INTO jobs (kind, payload, status, attempts, created_at, checksum)
VALUES (?, ?, 'pending', 0, ?, ?);

-- name: claim_job
-- Take a pending job that may run now: by the priority of its kind, then the oldest.
UPDATE jobs SET status = 'running', attempts = attempts + 1, claimed_at = :now
WHERE id = (
  SELECT id FROM jobs
  WHERE status = 'pending' AND (claimed_at IS NULL OR claimed_at <= :now)
  ORDER BY coalesce((SELECT value FROM json_each(:priorities) WHERE key = jobs.kind), 1000), id
  LIMIT 1)
RETURNING *;

-- name: job_again
-- It has more to do, or is tried again: not before this moment.
UPDATE jobs SET status = 'pending', claimed_at = :at, error = :error,
  attempts = CASE WHEN :error = '' THEN 0 ELSE attempts END
WHERE id = :id AND status = 'running';

-- name: jobs_due
-- Running, or pending and allowed to run now.
SELECT count(*) FROM jobs
WHERE status = 'running' OR (status = 'pending' AND (claimed_at IS NULL OR claimed_at <= ?));

-- name: next_job_at
-- When the first of the jobs that wait for a moment may run.
SELECT min(claimed_at) FROM jobs WHERE status = 'pending' AND claimed_at IS NOT NULL;

-- name: job_waits
-- Whether one of a kind is pending or running.
SELECT 1 FROM jobs WHERE status IN ('pending', 'running') AND kind = ? LIMIT 1;

-- name: finish_job
-- Done, or failed with the reason.
UPDATE jobs SET status = ?, error = ?, finished_at = ? WHERE id = ? AND status = 'running';

-- name: give_up_jobs
-- Interrupted a second time: it ran again exactly once, and that is the end of it.
UPDATE jobs SET status = 'failed', error = 'interrupted twice', finished_at = ?
WHERE status = 'running' AND error = 'interrupted';

-- name: requeue_jobs
-- What was running when the power went runs again.
UPDATE jobs SET status = 'pending', claimed_at = NULL, error = 'interrupted'
WHERE status = 'running';

-- name: job_backlog
-- Pending and running.
SELECT count(*) FROM jobs WHERE status IN ('pending', 'running');

-- name: delete_old_jobs
-- Finished jobs are kept a while for the page, then go.
DELETE FROM jobs WHERE status IN ('done', 'failed') AND finished_at <= ?;

-- name: insert_approval
-- Write a question down before anyone sees it.
INSERT INTO approvals (decision_event_id, summary_ja, summary_en, impact_ja, impact_en, risk,
                       asked_at, status, answered_by, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: approval_by_id
-- One question, with the hash that stands in the decision, which is append-only.
SELECT q.*, coalesce(json_extract(d.json, '$.shown_hash'), '') AS shown_hash
FROM approvals q LEFT JOIN action_decisions d ON d.event_id = q.decision_event_id WHERE q.id = ?;

-- name: approvals_pending
-- Unanswered questions, oldest first.
SELECT q.*, coalesce(json_extract(d.json, '$.shown_hash'), '') AS shown_hash
FROM approvals q LEFT JOIN action_decisions d ON d.event_id = q.decision_event_id
WHERE q.status = 'pending' ORDER BY q.id;

-- name: answer_approval
-- The first answer holds.
UPDATE approvals SET status = ?, answered_by = ?, answered_at = ?
WHERE id = ? AND status = 'pending';

-- name: insert_snapshot
-- The blackboard as it is now.
INSERT INTO runtime_snapshots (created_at, json, checksum) VALUES (?, ?, ?);

-- name: trim_snapshots
-- Only the newest few are of use after a restart.
DELETE FROM runtime_snapshots WHERE id NOT IN
  (SELECT id FROM runtime_snapshots ORDER BY id DESC LIMIT ?);

-- name: latest_snapshot
-- The newest.
SELECT json FROM runtime_snapshots ORDER BY id DESC LIMIT 1;

-- name: set_meta
-- Facts about the file itself.
INSERT INTO meta (key, value) VALUES (?, ?)
ON CONFLICT (key) DO UPDATE SET value = excluded.value;

-- name: get_meta
-- One fact about the file itself.
SELECT value FROM meta WHERE key = ?;
