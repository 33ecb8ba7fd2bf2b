-- name: insert_event
-- Append one event; triggers forbid changing it afterwards.
INSERT INTO events (at, source, kind, trust, authority, channel, user_text, assistant_text,
                    searchable, evidence, payload, origin, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: insert_evidence
-- One row per cited event, so that the why-chain can be walked from cause to effect.
INSERT OR IGNORE INTO event_evidence (event_id, evidence_id) VALUES (?, ?);

-- name: insert_decision
-- The structured decision, 1:1 with its event (B-074), without its thought (T-33).
INSERT INTO action_decisions (event_id, decision_outcome, action_type, decided_by, json)
VALUES (?, ?, ?, ?, ?);

-- name: insert_result
-- The structured result, 1:1 with its event, naming its decision (B-079).
INSERT INTO action_results (event_id, decision_event_id, capability, operation, status, json)
VALUES (?, ?, ?, ?, ?, ?);

-- name: insert_deliberation_session
-- The full thought of a deliberation, short-lived (T-33).
INSERT INTO deliberation_session (decision_event_id, thought, created_at, expires_at)
VALUES (?, ?, ?, ?);

-- name: insert_working_thought
-- One hypothesis, candidate or rejected option of a deliberation, short-lived (B-034).
INSERT INTO working_thought (session_id, kind, text, created_at, expires_at)
VALUES (?, ?, ?, ?, ?);

-- name: delete_expired_sessions
-- End of life of full thoughts; working thoughts go with them.
DELETE FROM deliberation_session WHERE expires_at <= ?;

-- name: delete_expired_thoughts
-- End of life of working thoughts.
DELETE FROM working_thought WHERE expires_at <= ?;

-- name: event_by_id
-- One event.
SELECT * FROM events WHERE id = ?;

-- name: events_recent
-- Newest first between two ids, of the sources in a JSON list ([] = all).
SELECT * FROM events
WHERE id < :before AND id > :after
  AND (:sources = '[]' OR source IN (SELECT value FROM json_each(:sources)))
ORDER BY id DESC LIMIT :limit;

-- name: events_recallable
-- Conversation recall, newest first: searchable and never a decision (B-059, B-077).
SELECT * FROM events
WHERE searchable = 1 AND source <> 'deliberation_decision'
ORDER BY id DESC LIMIT ?;

-- name: events_citing
-- Which events name this one as evidence.
SELECT event_id FROM event_evidence WHERE evidence_id = ? ORDER BY event_id;

-- name: decision_by_event
-- The structured decision of an event, with its thought while that lives.
SELECT d.json, s.thought
FROM action_decisions d
LEFT JOIN deliberation_session s ON s.decision_event_id = d.event_id AND s.expires_at > ?
WHERE d.event_id = ?;

-- name: result_by_event
-- The structured result of an event.
SELECT json FROM action_results WHERE event_id = ?;

-- name: events_all
-- The whole record in order, for checking it.
SELECT * FROM events ORDER BY id;
