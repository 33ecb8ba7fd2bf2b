"""The doll house: a simulated household, the embedded default and test bed."""
