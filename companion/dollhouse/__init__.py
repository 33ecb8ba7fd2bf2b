"""Doll's house: the simulated household, which is the default home and the test bed."""
