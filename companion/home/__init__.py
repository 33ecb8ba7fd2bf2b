"""Home: what a home is made of: kinds of devices, their operations and goals, conditions."""
