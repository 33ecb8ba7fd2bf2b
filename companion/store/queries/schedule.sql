-- name: insert_entry
-- Keep a new alarm, timer, reminder or routine.
INSERT INTO schedule_entries (kind, json, checksum, due_us) VALUES (?, ?, ?, ?);

-- name: update_entry
-- Replace one.
UPDATE schedule_entries SET kind = ?, json = ?, checksum = ?, due_us = ? WHERE id = ?;

-- name: delete_entry
-- Take one out; its firings stay.
DELETE FROM schedule_entries WHERE id = ?;

-- name: schedule_entries_all
-- Everything that was saved.
SELECT id, due_us, json FROM schedule_entries ORDER BY id;

-- name: schedule_moments_forgotten
-- Moments are worked out anew from what the rows say.
UPDATE schedule_entries SET due_us = NULL;

-- name: insert_firing
-- Claim one moment; a moment that was claimed before keeps its row.
INSERT INTO schedule_firings (entry_id, due, state, step, claimed_at, again_at, outcome, closed_at,
                              event_id, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (entry_id, due) DO NOTHING;

-- name: firing_of
-- One moment of one entry.
SELECT * FROM schedule_firings WHERE entry_id = ? AND due = ?;

-- name: update_firing
-- What has become of it.
UPDATE schedule_firings SET entry_id = ?, due = ?, state = ?, step = ?, claimed_at = ?,
  again_at = ?, outcome = ?, closed_at = ?, event_id = ?, checksum = ? WHERE id = ?;

-- name: firings_open
-- What a restart goes on with.
SELECT * FROM schedule_firings WHERE state <> 'closed' ORDER BY id;

-- name: firings_latest
-- Up to when each entry has been acted on; what was only missed may have been so by a wrong clock.
SELECT entry_id, max(due) AS due FROM schedule_firings
WHERE due <= ? AND outcome <> 'missed' GROUP BY entry_id;

-- name: firings_of
-- What became of one entry, newest first.
SELECT * FROM schedule_firings WHERE entry_id = ? ORDER BY id DESC LIMIT ?;
