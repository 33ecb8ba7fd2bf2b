"""Routes: pages for people, JSON for the command line, the live stream, the camera, the door."""
