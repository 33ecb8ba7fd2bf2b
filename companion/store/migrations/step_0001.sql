-- Step 1: the first schema.
--
-- - `events`, append-only, with `event_evidence` for walking causes; a row checksum, because
--   SQLite has no page checksums and bit-rot is otherwise silent (limits 2.9).
-- - `action_decisions` and `action_results`, 1:1 with their events.
-- - `deliberation_session` and `working_thought` with an end of life.
-- - `state`, `revisions`, `applied_plans`.
-- - `jobs`, `approvals`, `runtime_snapshots`.
-- - `goals`, `tasks`, `intents`, `plans`: laid out, first used by the plan cycle.
-- - `meta`: facts about the file itself.
--
-- In tables WITHOUT ROWID the key's columns stand first and in the key's order: otherwise
-- `quick_check` of SQLite 3.40 (Debian 12) reports NULLs that are not there.

CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  source TEXT NOT NULL,
  kind TEXT NOT NULL,
  trust TEXT NOT NULL CHECK (trust IN ('self','owner','household','guest','observed')),
  authority TEXT NOT NULL CHECK (authority IN ('user','public','system')),
  channel TEXT NOT NULL,
  user_text TEXT NOT NULL,
  assistant_text TEXT NOT NULL,
  searchable INTEGER NOT NULL CHECK (searchable IN (0, 1)),
  evidence TEXT NOT NULL,
  payload TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('home','garden')),
  checksum BLOB NOT NULL,
  CHECK (NOT (source = 'deliberation_decision' AND searchable = 1))
);
CREATE INDEX events_by_source ON events (source, id);
CREATE INDEX events_to_recall ON events (id) WHERE searchable = 1;

CREATE TABLE event_evidence (
  evidence_id INTEGER NOT NULL REFERENCES events (id),
  event_id INTEGER NOT NULL REFERENCES events (id),
  PRIMARY KEY (evidence_id, event_id)
) WITHOUT ROWID;

CREATE TABLE action_decisions (
  event_id INTEGER PRIMARY KEY REFERENCES events (id),
  decision_outcome TEXT NOT NULL CHECK (decision_outcome IN ('do_action','skip','defer')),
  action_type TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  json TEXT NOT NULL
);

CREATE TABLE action_results (
  event_id INTEGER PRIMARY KEY REFERENCES events (id),
  decision_event_id INTEGER NOT NULL REFERENCES action_decisions (event_id),
  capability TEXT NOT NULL,
  operation TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('success','partial','failed','no_effect')),
  json TEXT NOT NULL
);
CREATE INDEX action_results_by_decision ON action_results (decision_event_id);

CREATE TRIGGER events_keep_update BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_keep_delete BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER event_evidence_keep_update BEFORE UPDATE ON event_evidence
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER event_evidence_keep_delete BEFORE DELETE ON event_evidence
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER action_decisions_keep_update BEFORE UPDATE ON action_decisions
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
CREATE TRIGGER action_decisions_keep_delete BEFORE DELETE ON action_decisions
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
CREATE TRIGGER action_results_keep_update BEFORE UPDATE ON action_results
BEGIN SELECT RAISE(ABORT, 'results are append-only'); END;
CREATE TRIGGER action_results_keep_delete BEFORE DELETE ON action_results
BEGIN SELECT RAISE(ABORT, 'results are append-only'); END;

CREATE TABLE deliberation_session (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  decision_event_id INTEGER NOT NULL UNIQUE REFERENCES action_decisions (event_id),
  thought TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE TABLE working_thought (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id INTEGER REFERENCES deliberation_session (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('hypothesis','candidate','rejected','next_action')),
  text TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE INDEX working_thought_by_session ON working_thought (session_id);

CREATE TABLE state (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  confidence REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  trust TEXT NOT NULL,
  observed_at TEXT NOT NULL,
  since TEXT NOT NULL,
  revision INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  PRIMARY KEY (kind, key)
) WITHOUT ROWID;
CREATE TABLE revisions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  revision INTEGER NOT NULL,
  value TEXT NOT NULL,
  confidence REAL NOT NULL,
  trust TEXT NOT NULL,
  observed_at TEXT NOT NULL,
  event_id INTEGER NOT NULL REFERENCES events (id),
  evidence TEXT NOT NULL,
  revised_at TEXT NOT NULL,
  UNIQUE (kind, key, revision)
);
CREATE TRIGGER revisions_keep_update BEFORE UPDATE ON revisions
BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END;
CREATE TRIGGER revisions_keep_delete BEFORE DELETE ON revisions
BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END;
CREATE TABLE applied_plans (
  version INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id INTEGER NOT NULL UNIQUE REFERENCES events (id),
  applied_at TEXT NOT NULL
);

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending','running','done','failed')),
  attempts INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  claimed_at TEXT,
  finished_at TEXT,
  error TEXT NOT NULL DEFAULT ''
);
CREATE INDEX jobs_open ON jobs (status, id) WHERE status IN ('pending', 'running');

CREATE TABLE approvals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  decision_event_id INTEGER NOT NULL REFERENCES action_decisions (event_id),
  summary_ja TEXT NOT NULL,
  summary_en TEXT NOT NULL,
  impact_ja TEXT NOT NULL,
  impact_en TEXT NOT NULL,
  risk INTEGER NOT NULL,
  asked_at TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending','granted','denied')),
  answered_by TEXT NOT NULL,
  answered_at TEXT
);

CREATE TABLE goals (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active','done')),
  purpose TEXT NOT NULL,
  created_at TEXT NOT NULL,
  done_at TEXT
);
CREATE TABLE tasks (
  id TEXT PRIMARY KEY,
  goal_id TEXT NOT NULL REFERENCES goals (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending','active','done','fail')),
  cause TEXT NOT NULL DEFAULT '',
  UNIQUE (goal_id, position)
);
CREATE TABLE intents (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  status TEXT NOT NULL
    CHECK (status IN ('proposed','queued','running','blocked','done','dropped')),
  blocked_on TEXT NOT NULL DEFAULT '',
  dropped_reason TEXT NOT NULL DEFAULT '',
  priority INTEGER NOT NULL,
  decision_event_id INTEGER REFERENCES action_decisions (event_id),
  task_id TEXT REFERENCES tasks (id),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  CHECK (status <> 'dropped' OR dropped_reason <> ''),
  CHECK (status <> 'blocked' OR blocked_on <> '')
);
CREATE TABLE plans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  intent_id INTEGER NOT NULL REFERENCES intents (id),
  position INTEGER NOT NULL,
  action_type TEXT NOT NULL,
  payload TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending','active','done','fail')),
  UNIQUE (intent_id, position)
);

CREATE TABLE runtime_snapshots (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at TEXT NOT NULL,
  json TEXT NOT NULL
);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
