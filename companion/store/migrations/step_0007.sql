-- Step 7: a column for the moment at which a saved entry is due, where no rule has a say in it.
--
-- A timer and an entry that is due once have one moment, in every zone and on every holiday: the
-- row's own text gives it, and this column only saves reading that text. Ten thousand timers are
-- armed at a start without being decoded. NULL, as all rows of before are: it must be worked out.
-- `verify` compares it with the text; no checksum covers it.

ALTER TABLE schedule_entries ADD COLUMN due_us INTEGER;
