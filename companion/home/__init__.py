"""Home: describes kinds of devices, their operations and goals, and conditions."""
