"""Step 5: sensors' reports leave the index of sources (P1, P25).

Nobody asks for them by source, and they are most of what a house writes: each wrote a page of 4 KiB
for a line that was never read. What people and the house say and do stays in it; a query that wants
the index says the same two conditions.
"""

SCHEMA = """
DROP INDEX events_by_source;
CREATE INDEX events_by_source ON events (source, id)
WHERE source <> 'device_state' AND source <> 'observation';
"""
