-- Step 2, after its rows were sealed: what may still be changed.

CREATE TRIGGER events_keep_update BEFORE UPDATE ON events
WHEN NOT (NEW.salt IS NULL AND NEW.user_text = '' AND NEW.assistant_text = ''
  AND NEW.payload = '{}' AND NEW.id = OLD.id AND NEW.at = OLD.at AND NEW.source = OLD.source
  AND NEW.kind = OLD.kind AND NEW.trust = OLD.trust AND NEW.authority = OLD.authority
  AND NEW.channel = OLD.channel AND NEW.searchable = OLD.searchable
  AND NEW.evidence = OLD.evidence AND NEW.origin = OLD.origin AND NEW.digest = OLD.digest
  AND NEW.chain = OLD.chain)
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER action_decisions_keep_update BEFORE UPDATE ON action_decisions
WHEN NOT (NEW.json = '{}' AND NEW.event_id = OLD.event_id AND NEW.action_type = OLD.action_type
  AND NEW.decision_outcome = OLD.decision_outcome AND NEW.decided_by = OLD.decided_by
  AND (SELECT salt FROM events WHERE id = OLD.event_id) IS NULL)
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
CREATE TRIGGER action_results_keep_update BEFORE UPDATE ON action_results
WHEN NOT (NEW.json = '{}' AND NEW.event_id = OLD.event_id
  AND NEW.decision_event_id = OLD.decision_event_id AND NEW.capability = OLD.capability
  AND NEW.operation = OLD.operation AND NEW.status = OLD.status
  AND (SELECT salt FROM events WHERE id = OLD.event_id) IS NULL)
BEGIN SELECT RAISE(ABORT, 'results are append-only'); END;
CREATE TRIGGER revisions_keep_update BEFORE UPDATE ON revisions
BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END;
CREATE TRIGGER revisions_keep_delete BEFORE DELETE ON revisions
WHEN (SELECT salt FROM events WHERE id = OLD.event_id) IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM json_each(OLD.evidence) AS cited
                  JOIN events ON events.id = cited.value WHERE events.salt IS NULL)
BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END;
