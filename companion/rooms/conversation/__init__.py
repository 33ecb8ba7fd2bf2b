"""Conversation 会話: the reply to who spoke."""
