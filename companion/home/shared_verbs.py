"""Shared verbs 共通の動詞: define the acts that several kinds of devices call by the same words."""

from companion.words.verb import Verb

STOP = Verb(ja="{}を止める", en="stop {}", past="stopped {}")
PAUSE = Verb(ja="{}を一時停止する", en="pause {}", past="paused {}")
SWITCHED_TO = Verb(
    ja="{}を「{v}」にする",
    en="switch {} to {v}",
    past="switched {} to {v}",
    itself="switch to {v}",
)
"""A mode is set, and the mode is named."""
