"""Sifting 物語探し: finds stories in the log of a lived world."""
