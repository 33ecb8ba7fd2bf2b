"""Hardware drivers: each folder belongs to one port, each file is one driver, and one of them is
always `simulated`."""
