-- name: insert_intent
-- Write down what was put off; a decision that stands there already stays as it is.
INSERT INTO intents (status, blocked_on, priority, decision_event_id, created_at, updated_at)
SELECT ?1, ?2, ?3, ?4, ?5, ?6
WHERE NOT EXISTS (SELECT 1 FROM intents i WHERE i.decision_event_id = ?4);

-- name: move_intent
-- It is in another status now.
UPDATE intents SET status = ?, dropped_reason = ?, updated_at = ? WHERE id = ?;

-- name: intent_by_id
-- One intent.
SELECT * FROM intents WHERE id = ?;

-- name: intent_of_decision
-- The intent of a decision.
SELECT * FROM intents WHERE decision_event_id = ?;

-- name: intents_open
-- All that may still be taken up.
SELECT * FROM intents WHERE status IN ('proposed','blocked','queued','running') ORDER BY id;
