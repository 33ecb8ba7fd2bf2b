"""Turn 話す番: the progress of a sentence, and the cause of its end."""

from enum import StrEnum


class Ending(StrEnum):
    """文の終わり: whether the words so far are a sentence of this home, judged by meaning."""

    WHOLE = "whole"
    """A command, question, stop or answer that lacks nothing."""
    MAY_GO_ON = "may_go_on"
    """Understood, and people often say more of it: where, when, how much."""
    OPEN = "open"
    """Begun and not finished: 電気を, "turn on the"."""
    BEGUN = "begun"
    """An order with words that are not understood; nobody can tell whether it is over: "dim the
    kitchen lamb"."""
    ASKS = "asks"
    """A request by its form whose words are not all understood: "could you ring Taro please"."""
    FREE = "free"
    """No sentence of this home's grammar: talk, or words it does not know."""


class EndedBy(StrEnum):
    """話し終わりの理由: what ended a turn, for the log."""

    MEANING = "meaning"
    """The sentence was whole."""
    TURN_MODEL = "turn_model"
    """The model of sound took it for finished."""
    SILENCE = "silence"
    """The longest wait for this sort of sentence passed."""
