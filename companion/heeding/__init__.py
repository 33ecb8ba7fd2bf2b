"""Heeding 聞き届け: what was understood becomes requests of a person, or an answer (T-57)."""

from companion.heeding.heeding import Heeding

__all__ = ["Heeding"]
