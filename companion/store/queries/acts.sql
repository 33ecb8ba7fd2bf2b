-- name: insert_act
-- Settle one decided act; the first word on it holds.
INSERT INTO acts (decision_event_id, status, why, settled_at, checksum) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (decision_event_id) DO NOTHING;

-- name: acts_unfinished
-- Begun and without a result: cut off by the end of a process.
SELECT a.decision_event_id FROM acts a
WHERE a.status = 'begun'
  AND NOT EXISTS (SELECT 1 FROM action_results r WHERE r.decision_event_id = a.decision_event_id)
ORDER BY a.decision_event_id DESC LIMIT ?;

-- name: decisions_unsettled
-- Decided to do and cut off before it began: see `ports/acts.py`.
SELECT newest.event_id FROM (
  SELECT event_id FROM action_decisions
  WHERE decision_outcome = 'do_action' AND json <> '{}'
    AND event_id > (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'acts_since')
  ORDER BY event_id DESC LIMIT ?) newest
WHERE NOT EXISTS (SELECT 1 FROM acts a WHERE a.decision_event_id = newest.event_id)
  AND NOT EXISTS (SELECT 1 FROM action_results r WHERE r.decision_event_id = newest.event_id)
  AND NOT EXISTS (SELECT 1 FROM approvals q
                  WHERE q.decision_event_id = newest.event_id AND q.status <> 'granted')
  AND (EXISTS (SELECT 1 FROM approvals q WHERE q.decision_event_id = newest.event_id)
       OR NOT EXISTS (SELECT 1 FROM event_evidence v JOIN events e ON e.id = v.event_id
                      WHERE v.evidence_id = newest.event_id
                        AND e.source = 'approval_question'
                        AND json_extract(e.payload, '$.id') IS NOT NULL))
  AND NOT EXISTS (SELECT 1 FROM event_evidence v JOIN events e ON e.id = v.event_id
                  WHERE v.evidence_id = newest.event_id AND
                    (e.source = 'gm_judgement' AND json_extract(e.payload, '$.allowed') = 0
                     OR e.source = 'approval_answer' AND e.kind IN ('denied', 'forbidden', 'put_off')));

-- name: wishes_unwalked
-- Asked for by a person, and nothing followed; a written question asks for nothing.
SELECT newest.id FROM (
  SELECT id, kind, user_text FROM events WHERE source = 'user_input' AND salt IS NOT NULL
    AND source <> 'device_state'
    AND id > (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'acts_since')
  ORDER BY id DESC LIMIT ?) newest
WHERE (newest.kind = 'requested' OR substr(rtrim(newest.user_text), -1) NOT IN (char(63), '？'))
  AND NOT EXISTS (SELECT 1 FROM event_evidence v JOIN events e ON e.id = v.event_id
                  WHERE v.evidence_id = newest.id
                    AND e.source IN ('deliberation_decision', 'system'))
  AND NOT EXISTS (SELECT 1 FROM events e WHERE e.id > newest.id AND e.source = 'interrupt'
                  AND e.source <> 'device_state'
                  AND newest.kind = 'said');

-- name: approval_of_decision
-- The question a decision put, if any.
SELECT q.*, coalesce(json_extract(d.json, '$.shown_hash'), '') AS shown_hash
FROM approvals q LEFT JOIN action_decisions d ON d.event_id = q.decision_event_id
WHERE q.decision_event_id = ? ORDER BY q.id DESC LIMIT 1;
