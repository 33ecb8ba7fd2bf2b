"""Step 7: beside each saved entry stands when it is due, where no rule has a say in it.

A timer and what is for once have one moment, whatever the clock, the zone or a holiday says: the
row's own text gives it, and this column only saves reading that text. Ten thousand timers are
armed at a start without being decoded. NULL, as all rows of before are: it must be worked out.
`verify` compares it with the text; no checksum covers it.
"""

SCHEMA = """
ALTER TABLE schedule_entries ADD COLUMN due_us INTEGER;
"""
