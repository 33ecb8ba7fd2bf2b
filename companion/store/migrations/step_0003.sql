-- Step 3: alarms, timers, reminders and routines.
--
-- - `schedule_entries`: what the owner saved, the whole word as JSON.
-- - `schedule_firings`: each moment at which one was due, claimed before anything rings; one row for
--   one moment, so that nothing rings twice. History stays when its entry goes.

CREATE TABLE schedule_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  json TEXT NOT NULL,
  checksum BLOB NOT NULL
);
CREATE TABLE schedule_firings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entry_id INTEGER NOT NULL,
  due TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('claimed','running','snoozed','closed')),
  step INTEGER NOT NULL DEFAULT 0,
  claimed_at TEXT NOT NULL,
  again_at TEXT,
  outcome TEXT NOT NULL DEFAULT '',
  closed_at TEXT,
  event_id INTEGER NOT NULL DEFAULT 0,
  checksum BLOB NOT NULL,
  UNIQUE (entry_id, due)
);
CREATE INDEX schedule_firings_open ON schedule_firings (id) WHERE state <> 'closed';
