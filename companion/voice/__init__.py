"""Voice: brings a recorded message to the speaker; listening joins in its own step."""
