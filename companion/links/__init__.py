"""Links: connect the house to MQTT, Home Assistant and other programs of the home."""
