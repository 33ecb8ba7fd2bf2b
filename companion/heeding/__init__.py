"""Heeding 聞き届け: what was understood becomes requests of a person, or an answer."""

from companion.heeding.heeding import Heeding

__all__ = ["Heeding"]
