"""Referee 審判 (GM): judges whether an act is possible here."""
