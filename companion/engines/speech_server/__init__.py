"""Speech servers: ask a program on another machine of the home to hear or to speak."""
