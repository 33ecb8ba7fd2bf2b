-- name: garden_state
-- The garden as it was saved last.
SELECT json FROM garden_state WHERE id = 1;

-- name: save_garden_state
-- Replace it.
INSERT INTO garden_state (id, json) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json;

-- name: add_action_history
-- One line of what a character did; the same event is written once.
INSERT OR IGNORE INTO action_history
  (event_id, day, character_id, started, action, target, minutes, reason)
VALUES (?, ?, ?, ?, ?, ?, ?, ?);

-- name: add_history_episode
-- What happened beside an action, told later.
UPDATE action_history SET episode = ?, stat_changes = ? WHERE event_id = ?;

-- name: history_of_day
-- The lines of one day of the garden.
SELECT * FROM action_history WHERE day = ? ORDER BY event_id;

-- name: add_garden_event
-- An event of the garden belongs to this day.
INSERT OR IGNORE INTO garden_events (event_id, day) VALUES (?, ?);

-- name: garden_events_of_day
-- The events of one day of the garden.
SELECT event_id FROM garden_events WHERE day = ? ORDER BY event_id;

-- name: garden_events_recalled
-- The newest few of the garden, older than one, whose words of recall hold one of a JSON list.
SELECT e.id FROM events e
WHERE e.searchable = 1 AND e.id < :before
  AND EXISTS (SELECT 1 FROM json_each(:words) w WHERE instr(e.user_text, w.value) > 0)
  AND e.origin = 'garden'
ORDER BY e.id DESC LIMIT 20;

-- name: drop_garden_events
-- Notes of days that are over; the list names those that stay.
DELETE FROM garden_events WHERE day NOT IN (SELECT value FROM json_each(?));

-- name: drop_action_history
-- Lines of days long gone; their events stay.
DELETE FROM action_history WHERE day < ?;
