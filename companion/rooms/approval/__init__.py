"""Approval room 承認: decides whether an act may be done."""
