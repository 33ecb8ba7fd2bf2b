-- Step 11: the garden's own tables (ADR 0106).
--
-- - `garden_state`: the present state of the simulation, one row; it is no memory.
-- - `action_history`: one line for each action of the companion in its garden, with the small episode
--   that is filled in later.
-- - `garden_events`: which events belong to which day of the garden, for the diary.

CREATE TABLE garden_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  json TEXT NOT NULL
);
CREATE TABLE action_history (
  event_id INTEGER PRIMARY KEY,
  day TEXT NOT NULL,
  character_id TEXT NOT NULL,
  started INTEGER NOT NULL,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  minutes INTEGER NOT NULL,
  reason TEXT NOT NULL,
  stat_changes TEXT NOT NULL DEFAULT '{}'
);
ALTER TABLE action_history ADD COLUMN episode TEXT;
CREATE INDEX action_history_by_day ON action_history (day);
CREATE TABLE garden_events (
  event_id INTEGER PRIMARY KEY,
  day TEXT NOT NULL
);
CREATE INDEX garden_events_by_day ON garden_events (day);
