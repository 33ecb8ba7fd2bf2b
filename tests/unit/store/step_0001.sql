BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'companion','0001 first schema','2026-11-22 02:08:49.409150+00:00');
CREATE TABLE action_decisions (
  event_id INTEGER PRIMARY KEY REFERENCES events (id),
  decision_outcome TEXT NOT NULL CHECK (decision_outcome IN ('do_action','skip','defer')),
  action_type TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  json TEXT NOT NULL
);
INSERT INTO "action_decisions" VALUES(2,'do_action','device_control.turn_on','llm','{"decision_outcome":"do_action","action_type":"device_control.turn_on","action_payload":{"device_id":"light.hall","brightness":180},"reason":"someone came home in the dark","persona_influence":"likes to welcome","mood_influence":"calm","evidence_event_ids":[1],"console_delivery":{"kind":"chat","message_kind":"report"},"decided_by":"llm","judgment":"someone is in the dark hall","intent":"light the hall","summary":{"ja":"玄関の明かりをつける","en":"Turn on the hall light"},"impact":{"ja":"玄関の明かり","en":"hall light"},"trust":"observed","risk":1,"action_tags":[],"object_id":"","menu":["turn_on_hall_light","skip"],"thought":null,"model":"tiny@0123456789ab"}');
INSERT INTO "action_decisions" VALUES(6,'do_action','device_control.turn_on','llm','{"decision_outcome":"do_action","action_type":"device_control.turn_on","action_payload":{"device_id":"light.hall","brightness":180},"reason":"someone came home in the dark","persona_influence":"likes to welcome","mood_influence":"calm","evidence_event_ids":[5],"console_delivery":{"kind":"chat","message_kind":"report"},"decided_by":"llm","judgment":"someone is in the dark hall","intent":"light the hall","summary":{"ja":"玄関の明かりをつける","en":"Turn on the hall light"},"impact":{"ja":"玄関の明かり","en":"hall light"},"trust":"observed","risk":1,"action_tags":[],"object_id":"","menu":["turn_on_hall_light","skip"],"thought":null,"model":"tiny@0123456789ab"}');
INSERT INTO "action_decisions" VALUES(10,'do_action','device_control.turn_on','llm','{"decision_outcome":"do_action","action_type":"device_control.turn_on","action_payload":{"device_id":"light.hall","brightness":180},"reason":"someone came home in the dark","persona_influence":"likes to welcome","mood_influence":"calm","evidence_event_ids":[9],"console_delivery":{"kind":"chat","message_kind":"report"},"decided_by":"llm","judgment":"someone is in the dark hall","intent":"light the hall","summary":{"ja":"玄関の明かりをつける","en":"Turn on the hall light"},"impact":{"ja":"玄関の明かり","en":"hall light"},"trust":"observed","risk":1,"action_tags":[],"object_id":"","menu":["turn_on_hall_light","skip"],"thought":null,"model":"tiny@0123456789ab"}');
INSERT INTO "action_decisions" VALUES(14,'do_action','device_control.turn_on','llm','{"decision_outcome":"do_action","action_type":"device_control.turn_on","action_payload":{"device_id":"light.hall","brightness":180},"reason":"someone came home in the dark","persona_influence":"likes to welcome","mood_influence":"calm","evidence_event_ids":[13],"console_delivery":{"kind":"chat","message_kind":"report"},"decided_by":"llm","judgment":"someone is in the dark hall","intent":"light the hall","summary":{"ja":"玄関の明かりをつける","en":"Turn on the hall light"},"impact":{"ja":"玄関の明かり","en":"hall light"},"trust":"observed","risk":1,"action_tags":[],"object_id":"","menu":["turn_on_hall_light","skip"],"thought":null,"model":"tiny@0123456789ab"}');
INSERT INTO "action_decisions" VALUES(18,'do_action','device_control.turn_on','llm','{"decision_outcome":"do_action","action_type":"device_control.turn_on","action_payload":{"device_id":"light.hall","brightness":180},"reason":"someone came home in the dark","persona_influence":"likes to welcome","mood_influence":"calm","evidence_event_ids":[17],"console_delivery":{"kind":"chat","message_kind":"report"},"decided_by":"llm","judgment":"someone is in the dark hall","intent":"light the hall","summary":{"ja":"玄関の明かりをつける","en":"Turn on the hall light"},"impact":{"ja":"玄関の明かり","en":"hall light"},"trust":"observed","risk":1,"action_tags":[],"object_id":"","menu":["turn_on_hall_light","skip"],"thought":null,"model":"tiny@0123456789ab"}');
INSERT INTO "action_decisions" VALUES(22,'do_action','device_control.turn_on','llm','{"decision_outcome":"do_action","action_type":"device_control.turn_on","action_payload":{"device_id":"light.hall","brightness":180},"reason":"someone came home in the dark","persona_influence":"likes to welcome","mood_influence":"calm","evidence_event_ids":[21],"console_delivery":{"kind":"chat","message_kind":"report"},"decided_by":"llm","judgment":"someone is in the dark hall","intent":"light the hall","summary":{"ja":"玄関の明かりをつける","en":"Turn on the hall light"},"impact":{"ja":"玄関の明かり","en":"hall light"},"trust":"observed","risk":1,"action_tags":[],"object_id":"","menu":["turn_on_hall_light","skip"],"thought":null,"model":"tiny@0123456789ab"}');
CREATE TABLE action_results (
  event_id INTEGER PRIMARY KEY REFERENCES events (id),
  decision_event_id INTEGER NOT NULL REFERENCES action_decisions (event_id),
  capability TEXT NOT NULL,
  operation TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('success','partial','failed','no_effect')),
  json TEXT NOT NULL
);
INSERT INTO "action_results" VALUES(3,2,'device_control','turn_on','success','{"capability":"device_control","operation":"turn_on","status":"success","summary_text":"light.hall is on","observed_at":"2026-11-21T18:00:00+00:00","result_payload":{"device_id":"light.hall","before":"off","after":"on"},"failure_class":"","inverse":null,"decision_event_id":2}');
INSERT INTO "action_results" VALUES(7,6,'device_control','turn_on','success','{"capability":"device_control","operation":"turn_on","status":"success","summary_text":"light.hall is on","observed_at":"2026-11-21T18:00:00+00:00","result_payload":{"device_id":"light.hall","before":"off","after":"on"},"failure_class":"","inverse":null,"decision_event_id":6}');
INSERT INTO "action_results" VALUES(11,10,'device_control','turn_on','success','{"capability":"device_control","operation":"turn_on","status":"success","summary_text":"light.hall is on","observed_at":"2026-11-21T18:00:00+00:00","result_payload":{"device_id":"light.hall","before":"off","after":"on"},"failure_class":"","inverse":null,"decision_event_id":10}');
INSERT INTO "action_results" VALUES(15,14,'device_control','turn_on','success','{"capability":"device_control","operation":"turn_on","status":"success","summary_text":"light.hall is on","observed_at":"2026-11-21T18:00:00+00:00","result_payload":{"device_id":"light.hall","before":"off","after":"on"},"failure_class":"","inverse":null,"decision_event_id":14}');
INSERT INTO "action_results" VALUES(19,18,'device_control','turn_on','success','{"capability":"device_control","operation":"turn_on","status":"success","summary_text":"light.hall is on","observed_at":"2026-11-21T18:00:00+00:00","result_payload":{"device_id":"light.hall","before":"off","after":"on"},"failure_class":"","inverse":null,"decision_event_id":18}');
INSERT INTO "action_results" VALUES(23,22,'device_control','turn_on','success','{"capability":"device_control","operation":"turn_on","status":"success","summary_text":"light.hall is on","observed_at":"2026-11-21T18:00:00+00:00","result_payload":{"device_id":"light.hall","before":"off","after":"on"},"failure_class":"","inverse":null,"decision_event_id":22}');
CREATE TABLE applied_plans (
  version INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id INTEGER NOT NULL UNIQUE REFERENCES events (id),
  applied_at TEXT NOT NULL
);
INSERT INTO "applied_plans" VALUES(1,1,'2026-11-21T18:00:00+00:00');
INSERT INTO "applied_plans" VALUES(2,5,'2026-11-21T18:00:00+00:00');
INSERT INTO "applied_plans" VALUES(3,9,'2026-11-21T18:00:00+00:00');
INSERT INTO "applied_plans" VALUES(4,13,'2026-11-21T18:00:00+00:00');
INSERT INTO "applied_plans" VALUES(5,17,'2026-11-21T18:00:00+00:00');
INSERT INTO "applied_plans" VALUES(6,21,'2026-11-21T18:00:00+00:00');
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
INSERT INTO "approvals" VALUES(1,2,'開ける','open','影響','touches',2,'2026-11-21T18:00:00+00:00','pending','',NULL);
INSERT INTO "approvals" VALUES(2,14,'開ける','open','影響','touches',2,'2026-11-21T18:00:00+00:00','pending','',NULL);
CREATE TABLE deliberation_session (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  decision_event_id INTEGER NOT NULL UNIQUE REFERENCES action_decisions (event_id),
  thought TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
INSERT INTO "deliberation_session" VALUES(1,2,'{"personality":"","belief":"the owner is back","desires":[["be useful","High"]],"intention":""}','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "deliberation_session" VALUES(2,6,'{"personality":"","belief":"the owner is back","desires":[["be useful","High"]],"intention":""}','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "deliberation_session" VALUES(3,10,'{"personality":"","belief":"the owner is back","desires":[["be useful","High"]],"intention":""}','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "deliberation_session" VALUES(4,14,'{"personality":"","belief":"the owner is back","desires":[["be useful","High"]],"intention":""}','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "deliberation_session" VALUES(5,18,'{"personality":"","belief":"the owner is back","desires":[["be useful","High"]],"intention":""}','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "deliberation_session" VALUES(6,22,'{"personality":"","belief":"the owner is back","desires":[["be useful","High"]],"intention":""}','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
CREATE TABLE event_evidence (
  evidence_id INTEGER NOT NULL REFERENCES events (id),
  event_id INTEGER NOT NULL REFERENCES events (id),
  PRIMARY KEY (evidence_id, event_id)
) WITHOUT ROWID;
INSERT INTO "event_evidence" VALUES(1,2);
INSERT INTO "event_evidence" VALUES(2,3);
INSERT INTO "event_evidence" VALUES(3,4);
INSERT INTO "event_evidence" VALUES(5,6);
INSERT INTO "event_evidence" VALUES(6,7);
INSERT INTO "event_evidence" VALUES(7,8);
INSERT INTO "event_evidence" VALUES(9,10);
INSERT INTO "event_evidence" VALUES(10,11);
INSERT INTO "event_evidence" VALUES(11,12);
INSERT INTO "event_evidence" VALUES(13,14);
INSERT INTO "event_evidence" VALUES(14,15);
INSERT INTO "event_evidence" VALUES(15,16);
INSERT INTO "event_evidence" VALUES(17,18);
INSERT INTO "event_evidence" VALUES(18,19);
INSERT INTO "event_evidence" VALUES(19,20);
INSERT INTO "event_evidence" VALUES(21,22);
INSERT INTO "event_evidence" VALUES(22,23);
INSERT INTO "event_evidence" VALUES(23,24);
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
INSERT INTO "events" VALUES(1,'2026-11-21T18:00:00+00:00','observation','person_appeared','observed','public','system','person 0 玄関','',0,'[]','{"count":1,"名前":"玄関"}','home',X'57DFC88BDD85AA665DD02AA8DFC769A0');
INSERT INTO "events" VALUES(2,'2026-11-21T18:00:00+00:00','deliberation_decision','person_appeared','observed','public','system','','',0,'[1]','{"count":1,"名前":"玄関"}','home',X'56DE11DB28B8F643FEFA5D442352B917');
INSERT INTO "events" VALUES(3,'2026-11-21T18:00:00+00:00','action_result','person_appeared','observed','public','system','','',0,'[2]','{"count":1,"名前":"玄関"}','home',X'8A6E449416E52F424ED593389E307FAA');
INSERT INTO "events" VALUES(4,'2026-11-21T18:00:00+00:00','autonomy_message','report','observed','public','system','','',1,'[3]','{"count":1,"名前":"玄関"}','home',X'809D262D436A7D71749ADFCF8EF02A8F');
INSERT INTO "events" VALUES(5,'2026-11-21T18:00:00+00:00','observation','person_appeared','observed','public','system','person 1 玄関','',0,'[]','{"count":1,"名前":"玄関"}','home',X'416CB0DC57A8B10CE1E718379BFE4D82');
INSERT INTO "events" VALUES(6,'2026-11-21T18:00:00+00:00','deliberation_decision','person_appeared','observed','public','system','','',0,'[5]','{"count":1,"名前":"玄関"}','home',X'F15799CB8EFB38D962D96265EBFC6A1B');
INSERT INTO "events" VALUES(7,'2026-11-21T18:00:00+00:00','action_result','person_appeared','observed','public','system','','',0,'[6]','{"count":1,"名前":"玄関"}','home',X'772673B06A18C9A20DA6779D3E03666D');
INSERT INTO "events" VALUES(8,'2026-11-21T18:00:00+00:00','autonomy_message','report','observed','public','system','','',1,'[7]','{"count":1,"名前":"玄関"}','home',X'538A91227311A6E22B46AAE631D12B7C');
INSERT INTO "events" VALUES(9,'2026-11-21T18:00:00+00:00','observation','person_appeared','observed','public','system','person 2 玄関','',0,'[]','{"count":1,"名前":"玄関"}','home',X'0E46335E5B781AD35356642AA8F3A323');
INSERT INTO "events" VALUES(10,'2026-11-21T18:00:00+00:00','deliberation_decision','person_appeared','observed','public','system','','',0,'[9]','{"count":1,"名前":"玄関"}','home',X'6C50974B99AB66F96F621451A1293211');
INSERT INTO "events" VALUES(11,'2026-11-21T18:00:00+00:00','action_result','person_appeared','observed','public','system','','',0,'[10]','{"count":1,"名前":"玄関"}','home',X'217C6F05A9BF3C0227C35D0583764CAC');
INSERT INTO "events" VALUES(12,'2026-11-21T18:00:00+00:00','autonomy_message','report','observed','public','system','','',1,'[11]','{"count":1,"名前":"玄関"}','home',X'9808C4F14F5F337A6A18AEDF1AB914C6');
INSERT INTO "events" VALUES(13,'2026-11-21T18:00:00+00:00','observation','person_appeared','observed','public','system','person 3 玄関','',0,'[]','{"count":1,"名前":"玄関"}','home',X'99CB7174AB5E942DC43290EB4765EFDC');
INSERT INTO "events" VALUES(14,'2026-11-21T18:00:00+00:00','deliberation_decision','person_appeared','observed','public','system','','',0,'[13]','{"count":1,"名前":"玄関"}','home',X'B42A78571597F825AB38F478D04FE182');
INSERT INTO "events" VALUES(15,'2026-11-21T18:00:00+00:00','action_result','person_appeared','observed','public','system','','',0,'[14]','{"count":1,"名前":"玄関"}','home',X'B7B4F60DA5114DAA142E713E532E5923');
INSERT INTO "events" VALUES(16,'2026-11-21T18:00:00+00:00','autonomy_message','report','observed','public','system','','',1,'[15]','{"count":1,"名前":"玄関"}','home',X'0F77C586229570FBB00831BD8F14F327');
INSERT INTO "events" VALUES(17,'2026-11-21T18:00:00+00:00','observation','person_appeared','observed','public','system','person 4 玄関','',0,'[]','{"count":1,"名前":"玄関"}','home',X'476B3895CBC98B0633156C89C9FEB79B');
INSERT INTO "events" VALUES(18,'2026-11-21T18:00:00+00:00','deliberation_decision','person_appeared','observed','public','system','','',0,'[17]','{"count":1,"名前":"玄関"}','home',X'95B1D93E0DEF88291667A598DB81982D');
INSERT INTO "events" VALUES(19,'2026-11-21T18:00:00+00:00','action_result','person_appeared','observed','public','system','','',0,'[18]','{"count":1,"名前":"玄関"}','home',X'AC95C7A64C3E73C5B8C62E9EA0D0E4EC');
INSERT INTO "events" VALUES(20,'2026-11-21T18:00:00+00:00','autonomy_message','report','observed','public','system','','',1,'[19]','{"count":1,"名前":"玄関"}','home',X'65371B4D0CFD82F311920FCC5F258285');
INSERT INTO "events" VALUES(21,'2026-11-21T18:00:00+00:00','observation','person_appeared','observed','public','system','person 5 玄関','',0,'[]','{"count":1,"名前":"玄関"}','home',X'DFF7CA50A01124B658782B9BD25A4D3B');
INSERT INTO "events" VALUES(22,'2026-11-21T18:00:00+00:00','deliberation_decision','person_appeared','observed','public','system','','',0,'[21]','{"count":1,"名前":"玄関"}','home',X'4526EF2C2001C8745168A4D21BCFAC9F');
INSERT INTO "events" VALUES(23,'2026-11-21T18:00:00+00:00','action_result','person_appeared','observed','public','system','','',0,'[22]','{"count":1,"名前":"玄関"}','home',X'837617ABF96C67EC0D1CF8A1F676A66A');
INSERT INTO "events" VALUES(24,'2026-11-21T18:00:00+00:00','autonomy_message','report','observed','public','system','','',1,'[23]','{"count":1,"名前":"玄関"}','home',X'C010D259259159A426312C7C1C06F3F6');
CREATE TABLE goals (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active','done')),
  purpose TEXT NOT NULL,
  created_at TEXT NOT NULL,
  done_at TEXT
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
INSERT INTO "jobs" VALUES(1,'remember_event','{"event_id": 1}','pending',0,'2026-11-21T18:00:00+00:00',NULL,NULL,'');
INSERT INTO "jobs" VALUES(2,'remember_event','{"event_id": 5}','pending',0,'2026-11-21T18:00:00+00:00',NULL,NULL,'');
INSERT INTO "jobs" VALUES(3,'remember_event','{"event_id": 9}','pending',0,'2026-11-21T18:00:00+00:00',NULL,NULL,'');
INSERT INTO "jobs" VALUES(4,'remember_event','{"event_id": 13}','pending',0,'2026-11-21T18:00:00+00:00',NULL,NULL,'');
INSERT INTO "jobs" VALUES(5,'remember_event','{"event_id": 17}','pending',0,'2026-11-21T18:00:00+00:00',NULL,NULL,'');
INSERT INTO "jobs" VALUES(6,'remember_event','{"event_id": 21}','pending',0,'2026-11-21T18:00:00+00:00',NULL,NULL,'');
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO "meta" VALUES('flushed_at','1795313329.4912589');
CREATE TABLE plans (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  intent_id INTEGER NOT NULL REFERENCES intents (id),
  position INTEGER NOT NULL,
  action_type TEXT NOT NULL,
  payload TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending','active','done','fail')),
  UNIQUE (intent_id, position)
);
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
INSERT INTO "revisions" VALUES(1,'world_item','person@0',1,'{"value":0}',1.0,'observed','2026-11-21T18:00:00+00:00',1,'[1]','2026-11-21T18:00:00+00:00');
INSERT INTO "revisions" VALUES(2,'world_item','person@1',1,'{"value":1}',1.0,'observed','2026-11-21T18:00:00+00:00',5,'[5]','2026-11-21T18:00:00+00:00');
INSERT INTO "revisions" VALUES(3,'world_item','person@2',1,'{"value":2}',1.0,'observed','2026-11-21T18:00:00+00:00',9,'[9]','2026-11-21T18:00:00+00:00');
INSERT INTO "revisions" VALUES(4,'world_item','person@3',1,'{"value":3}',1.0,'observed','2026-11-21T18:00:00+00:00',13,'[13]','2026-11-21T18:00:00+00:00');
INSERT INTO "revisions" VALUES(5,'world_item','person@4',1,'{"value":4}',1.0,'observed','2026-11-21T18:00:00+00:00',17,'[17]','2026-11-21T18:00:00+00:00');
INSERT INTO "revisions" VALUES(6,'world_item','person@5',1,'{"value":5}',1.0,'observed','2026-11-21T18:00:00+00:00',21,'[21]','2026-11-21T18:00:00+00:00');
CREATE TABLE runtime_snapshots (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  created_at TEXT NOT NULL,
  json TEXT NOT NULL
);
INSERT INTO "runtime_snapshots" VALUES(1,'2026-11-21T18:00:00+00:00','{"created_at":"2026-11-21T18:00:00+00:00","running":["a walk"],"attention_targets":[],"latest":{},"intents":[]}');
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
INSERT INTO "state" VALUES('world_item','person@0','{"value":0}',1.0,'observed','2026-11-21T18:00:00+00:00','2026-11-21T18:00:00+00:00',1,'[1]');
INSERT INTO "state" VALUES('world_item','person@1','{"value":1}',1.0,'observed','2026-11-21T18:00:00+00:00','2026-11-21T18:00:00+00:00',1,'[5]');
INSERT INTO "state" VALUES('world_item','person@2','{"value":2}',1.0,'observed','2026-11-21T18:00:00+00:00','2026-11-21T18:00:00+00:00',1,'[9]');
INSERT INTO "state" VALUES('world_item','person@3','{"value":3}',1.0,'observed','2026-11-21T18:00:00+00:00','2026-11-21T18:00:00+00:00',1,'[13]');
INSERT INTO "state" VALUES('world_item','person@4','{"value":4}',1.0,'observed','2026-11-21T18:00:00+00:00','2026-11-21T18:00:00+00:00',1,'[17]');
INSERT INTO "state" VALUES('world_item','person@5','{"value":5}',1.0,'observed','2026-11-21T18:00:00+00:00','2026-11-21T18:00:00+00:00',1,'[21]');
CREATE TABLE tasks (
  id TEXT PRIMARY KEY,
  goal_id TEXT NOT NULL REFERENCES goals (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending','active','done','fail')),
  cause TEXT NOT NULL DEFAULT '',
  UNIQUE (goal_id, position)
);
CREATE TABLE working_thought (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id INTEGER REFERENCES deliberation_session (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('hypothesis','candidate','rejected','next_action')),
  text TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
INSERT INTO "working_thought" VALUES(1,1,'hypothesis','the owner is back','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(2,1,'next_action','light the hall','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(3,1,'candidate','turn_on_hall_light','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(4,1,'candidate','skip','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(5,2,'hypothesis','the owner is back','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(6,2,'next_action','light the hall','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(7,2,'candidate','turn_on_hall_light','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(8,2,'candidate','skip','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(9,3,'hypothesis','the owner is back','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(10,3,'next_action','light the hall','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(11,3,'candidate','turn_on_hall_light','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(12,3,'candidate','skip','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(13,4,'hypothesis','the owner is back','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(14,4,'next_action','light the hall','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(15,4,'candidate','turn_on_hall_light','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(16,4,'candidate','skip','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(17,5,'hypothesis','the owner is back','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(18,5,'next_action','light the hall','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(19,5,'candidate','turn_on_hall_light','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(20,5,'candidate','skip','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(21,6,'hypothesis','the owner is back','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(22,6,'next_action','light the hall','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(23,6,'candidate','turn_on_hall_light','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
INSERT INTO "working_thought" VALUES(24,6,'candidate','skip','2026-11-21T18:00:00+00:00','2026-11-22T18:00:00+00:00');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX events_by_source ON events (source, id);
CREATE INDEX events_to_recall ON events (id) WHERE searchable = 1;
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
CREATE INDEX working_thought_by_session ON working_thought (session_id);
CREATE TRIGGER revisions_keep_update BEFORE UPDATE ON revisions
BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END;
CREATE TRIGGER revisions_keep_delete BEFORE DELETE ON revisions
BEGIN SELECT RAISE(ABORT, 'revisions are append-only'); END;
CREATE INDEX jobs_open ON jobs (status, id) WHERE status IN ('pending', 'running');
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',24);
INSERT INTO "sqlite_sequence" VALUES('jobs',6);
INSERT INTO "sqlite_sequence" VALUES('deliberation_session',6);
INSERT INTO "sqlite_sequence" VALUES('working_thought',24);
INSERT INTO "sqlite_sequence" VALUES('approvals',2);
INSERT INTO "sqlite_sequence" VALUES('applied_plans',6);
INSERT INTO "sqlite_sequence" VALUES('revisions',6);
INSERT INTO "sqlite_sequence" VALUES('runtime_snapshots',1);
COMMIT;
