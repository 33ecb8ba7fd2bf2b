"""Attention 気配り: weighs an act before it is put into words."""
