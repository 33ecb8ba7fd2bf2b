"""Listening workers run the models of speech to text, wake word, voice activity, speaker id and
turn ends; they are no engines themselves."""
