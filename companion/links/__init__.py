"""Links: what carries words to the outside (MQTT)."""
