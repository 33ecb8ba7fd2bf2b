-- name: insert_event
-- Append one event; triggers forbid changing it afterwards.
INSERT INTO events (id, at, source, kind, trust, authority, channel, user_text, assistant_text,
                    searchable, evidence, payload, origin, salt, digest, chain)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: chain_end
-- Where the chain ends, for the next event to be chained to.
SELECT id, chain FROM events ORDER BY id DESC LIMIT 1;

-- name: ids_given
-- The highest id ever given in one table; above its highest row, a tail was cut off.
SELECT seq FROM sqlite_sequence WHERE name = ?;

-- name: note_ids_given
-- It is written down with each FULL commit; never back.
UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'events';

-- name: insert_evidence
-- One row per cited event, so that the why-chain can be walked from cause to effect.
INSERT OR IGNORE INTO event_evidence (event_id, evidence_id) VALUES (?, ?);

-- name: insert_decision
-- The structured decision, 1:1 with its event, without its thought.
INSERT INTO action_decisions (event_id, decision_outcome, action_type, decided_by, json)
VALUES (?, ?, ?, ?, ?);

-- name: insert_result
-- The structured result, 1:1 with its event, naming its decision.
INSERT INTO action_results (event_id, decision_event_id, capability, operation, status, json)
VALUES (?, ?, ?, ?, ?, ?);

-- name: insert_deliberation_session
-- The full thought of a deliberation, short-lived.
INSERT INTO deliberation_session (decision_event_id, thought, created_at, expires_at, checksum)
VALUES (?, ?, ?, ?, ?);

-- name: insert_working_thought
-- One hypothesis, candidate or rejected option of a deliberation, short-lived.
INSERT INTO working_thought (session_id, kind, text, created_at, expires_at, checksum)
VALUES (?, ?, ?, ?, ?, ?);

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
-- Newest first between two ids, of the sources in a JSON list ([] = all) and of an origin ('' = all).
SELECT * FROM events
WHERE id < :before AND id > :after
  AND (:sources = '[]' OR source IN (SELECT value FROM json_each(:sources)))
  AND (:origin = '' OR origin = :origin)
ORDER BY id DESC LIMIT :limit;

-- name: events_recent_of
-- The same for sources that are indexed (all but device reports): each one's newest by its index,
-- so that a rare one does not read through a million reports.
SELECT * FROM events WHERE id IN (
  SELECT found.id FROM json_each(:sources) s JOIN events found
  WHERE found.id IN (SELECT e.id FROM events e
                     WHERE e.source = s.value AND e.source <> 'device_state'
                       AND e.id < :before AND e.id > :after
                       AND (:origin = '' OR e.origin = :origin)
                     ORDER BY e.id DESC LIMIT :limit)
  ORDER BY found.id DESC LIMIT :limit)
ORDER BY id DESC;

-- name: events_recallable
-- Conversation recall, newest first: searchable and never a decision; what was imported, read,
-- seen or done is no turn of the talk that goes on.
SELECT * FROM events
WHERE searchable = 1 AND source NOT IN ('deliberation_decision', 'observation', 'action_result', 'system')
  AND channel <> 'import' AND salt IS NOT NULL
ORDER BY id DESC LIMIT ?;

-- name: episodes_after
-- The next events in order that may hold an episode, for the index of memory.
SELECT * FROM events
WHERE searchable = 1 AND source <> 'deliberation_decision' AND id > ? ORDER BY id LIMIT ?;

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

-- name: events_sealed
-- Events after an id with all that their seals are made of: header and content (`seal.py`).
SELECT e.id, e.salt, e.digest, e.chain,
       printf('%s' || char(31) || '%s' || char(31) || '%s' || char(31) || '%s' || char(31) || '%s'
              || char(31) || '%s' || char(31) || '%s' || char(31) || '%s' || char(31) || '%s'
              || char(31) || '%s' || char(31) || '%s' || char(31) || '%s' || char(31) || '%s'
              || char(31) || '%s' || char(31) || '%s' || char(31) || '%s',
              e.at, e.source, e.kind, e.trust, e.authority, e.channel, e.searchable, e.evidence,
              e.origin, d.decision_outcome, d.action_type, d.decided_by, r.decision_event_id,
              r.capability, r.operation, r.status),
       e.user_text, e.assistant_text, e.payload, coalesce(d.json, ''), coalesce(r.json, ''),
       CASE WHEN e.source = 'system' AND e.kind IN ('erased', 'record_rescued') THEN e.kind
            ELSE '' END
FROM events e
LEFT JOIN action_decisions d ON d.event_id = e.id
LEFT JOIN action_results r ON r.event_id = e.id
WHERE e.id > ? ORDER BY e.id;

-- name: evidence_differs
-- Where the walkable form of evidence is not what the events say.
SELECT e.id, c.value FROM events e, json_each(e.evidence) c
WHERE e.evidence <> '[]' AND NOT EXISTS
  (SELECT 1 FROM event_evidence v WHERE v.evidence_id = c.value AND v.event_id = e.id)
  AND EXISTS (SELECT 1 FROM events cited WHERE cited.id = c.value)
UNION ALL
SELECT v.event_id, v.evidence_id FROM event_evidence v
WHERE NOT EXISTS
  (SELECT 1 FROM events e, json_each(e.evidence) c WHERE e.id = v.event_id AND c.value = v.evidence_id);

-- name: evidence_from_events
-- The walkable form made anew from what the events say, of what is still there.
INSERT OR IGNORE INTO event_evidence (evidence_id, event_id)
SELECT c.value, e.id FROM events e, json_each(e.evidence) c
WHERE e.evidence <> '[]' AND EXISTS (SELECT 1 FROM events cited WHERE cited.id = c.value);
