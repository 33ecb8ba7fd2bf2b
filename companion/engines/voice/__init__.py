"""Voice engines, text to speech: Piper, Open JTalk, eSpeak NG, and a twin that gives tones."""
