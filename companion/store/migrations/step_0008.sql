-- Step 8: rows that were found not to be ours, out of the way until the owner says (ADR 0032).
--
-- The table and triggers of the seals are made by `companion.store.sealed`.

CREATE TABLE held_rows (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  row TEXT NOT NULL,
  found_at TEXT NOT NULL,
  checksum BLOB NOT NULL
);
