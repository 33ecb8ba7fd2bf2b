"""Outcome 結果の言い方: what was observed, put into words of both languages by code.

The model never writes these words; it writes around them (ADR 0004).
"""

from dataclasses import dataclass

from companion.words.language import Bilingual
from companion.words.result import ResultStatus

NAME_CHARS = 32
"""Longest device or place name that is spoken: names come over the wire (T-56) and may try
to be a sentence."""


@dataclass(frozen=True, slots=True)
class Verb:
    """動詞: one operation in the forms that a report needs. `{x}` is the thing."""

    ja_done: str
    ja_undone: str
    ja_tried: str
    ja_plain: str
    """`{x}をつける`, before `よう伝え`."""
    en_done: str
    en_plain: str
    en_itself: str
    """What the thing itself is asked to do: `turn on`."""


_ON = Verb(
    "{x}をつけました",
    "{x}をつけられませんでした",
    "{x}をつけようとしました",
    "{x}をつける",
    "turned on {x}",
    "turn on {x}",
    "turn on",
)
_OFF = Verb(
    "{x}を消しました",
    "{x}を消せませんでした",
    "{x}を消そうとしました",
    "{x}を消す",
    "turned off {x}",
    "turn off {x}",
    "turn off",
)
_OPEN = Verb(
    "{x}を開けました",
    "{x}を開けられませんでした",
    "{x}を開けようとしました",
    "{x}を開ける",
    "opened {x}",
    "open {x}",
    "open",
)
_CLOSE = Verb(
    "{x}を閉めました",
    "{x}を閉められませんでした",
    "{x}を閉めようとしました",
    "{x}を閉める",
    "closed {x}",
    "close {x}",
    "close",
)
_LOCK = Verb(
    "{x}を施錠しました",
    "{x}を施錠できませんでした",
    "{x}を施錠しようとしました",
    "{x}を施錠する",
    "locked {x}",
    "lock {x}",
    "lock",
)
_UNLOCK = Verb(
    "{x}を解錠しました",
    "{x}を解錠できませんでした",
    "{x}を解錠しようとしました",
    "{x}を解錠する",
    "unlocked {x}",
    "unlock {x}",
    "unlock",
)
_SET = Verb(
    "{x}を調節しました",
    "{x}を調節できませんでした",
    "{x}を調節しようとしました",
    "{x}を調節する",
    "adjusted {x}",
    "adjust {x}",
    "change its setting",
)
_PLAY = Verb(
    "{x}で再生を始めました",
    "{x}で再生できませんでした",
    "{x}で再生しようとしました",
    "{x}で再生する",
    "started playback on {x}",
    "start playback on {x}",
    "start playing",
)
_HALT = Verb(
    "{x}を止めました",
    "{x}を止められませんでした",
    "{x}を止めようとしました",
    "{x}を止める",
    "stopped {x}",
    "stop {x}",
    "stop",
)
_GO = Verb(
    "{x}へ移動しました",
    "{x}へ移動できませんでした",
    "{x}へ移動しようとしました",
    "{x}へ移動する",
    "moved to {x}",
    "move to {x}",
    "be reached",
)
_DO = Verb(
    "「{x}」を行いました",
    "「{x}」を行えませんでした",
    "「{x}」を行おうとしました",
    "「{x}」を行う",
    "carried out “{x}”",
    "carry out “{x}”",
    "be done",
)

VERBS = {
    "turn_on": _ON,
    "turn_off": _OFF,
    "open": _OPEN,
    "close": _CLOSE,
    "lock": _LOCK,
    "unlock": _UNLOCK,
    "set_position": _SET,
    "set_tilt": _SET,
    "set_brightness": _SET,
    "set_temperature": _SET,
    "set_mode": _SET,
    "set_percentage": _SET,
    "set_volume": _SET,
    "play": _PLAY,
    "pause": _HALT,
    "stop": _HALT,
    "go_to": _GO,
    "go_to_room": _GO,
}
"""End of an operation's name (`light_turn_on`) -> verb. One not listed is
reported under its own label (`「…」`)."""


def spoken(name: str) -> str:
    """A name fit to be said: letters, digits, spaces and hyphens, cut to `NAME_CHARS`.

    Sentence marks are left out, so that a name cannot end our sentence and begin its own.
    """
    kept = "".join(c if c.isalnum() or c in " -・ー'" else " " for c in name)
    return " ".join(kept.split())[:NAME_CHARS].strip()


def definite(name: str) -> str:
    """English: `the hall light`; a name that is no acronym begins small inside a sentence."""
    if len(name) > 1 and name[0].isupper() and name[1].islower():
        name = name[0].lower() + name[1:]
    return f"the {name}"


UNSEEN = "outcome_unknown"
"""Failure class: it was sent, and what came of it could not be seen (F29)."""
ALREADY = "already_so"
"""Reason of a `no_effect`: it was so before."""
NOT_REACHED = "not_reached"
"""Reason of a `no_effect`: how it was before was not known either."""
CONTRADICTED = "contradicted"
"""Failure class: the device says so, and a sensor that would have felt it did not."""
STOPPED = "stopped"
"""Failure class: it was stopped on its way, and nobody looked any more."""
CRASHED = "crashed"
"""Failure class: our own mistake, which may have come after the command was sent."""

_ALREADY_SAID = Bilingual("もうその通りだと報告されていました", "it already reported so")
_UNSEEN_WORDS = Bilingual("どうなったか確かめられませんでした", "I could not see what came of it")
_BUT = {
    ResultStatus.PARTIAL: Bilingual("途中まででした", "it got only part of the way"),
    ResultStatus.NO_EFFECT: Bilingual("変化は見られませんでした", "I saw no change"),
    UNSEEN: _UNSEEN_WORDS,
    CRASHED: _UNSEEN_WORDS,
    ALREADY: Bilingual("もうその通りでした", "it was so already"),
    NOT_REACHED: Bilingual("そうなったという報告はありませんでした", "it did not report so"),
    CONTRADICTED: Bilingual(
        "できたという報告のほかに、それらしい様子はありませんでした",
        "apart from its own report I saw no sign of it",
    ),
    STOPPED: Bilingual(
        "止められたので、どうなったか見届けていません",
        "I was stopped and did not see what came of it",
    ),
}


_MANY = {
    "it reports that it has": "they report that they have",
    "it already reported so": "they already reported so",
    "it got only part of the way": "they got only part of the way",
    "it was so already": "they were so already",
    "it did not report so": "they did not report so",
    "apart from its own report I saw no sign of it": (
        "apart from their own report I saw no sign of it"
    ),
}
"""English of several things; all else reads the same for one and for many."""


def outcome_words(
    verb: Verb,
    thing: Bilingual,
    status: ResultStatus,
    why: str = "",
    *,
    own_word: bool = False,
    many: bool = False,
) -> Bilingual:
    """The clause for one observed result. `thing.en` carries its article already; `why` is
    the failure class or reason, which can change what may honestly be said. `own_word`: only
    the device's own report stands behind it, so that alone is told (ADR 0014). `many`: `thing`
    names several."""
    if status is ResultStatus.SUCCESS and own_word:
        asked = verb.ja_plain.format(x=thing.ja)
        reports = _MANY["it reports that it has"] if many else "it reports that it has"
        return Bilingual(
            f"{asked}よう伝え、その通りになったと報告がありました",
            f"I asked {thing.en} to {verb.en_itself}, and {reports}",
        )
    if status is ResultStatus.SUCCESS:
        return Bilingual(verb.ja_done.format(x=thing.ja), f"I {verb.en_done.format(x=thing.en)}")
    plain = verb.en_plain.format(x=thing.en)
    why = "" if status is ResultStatus.PARTIAL else why
    but = _ALREADY_SAID if own_word and why == ALREADY else _BUT.get(why) or _BUT.get(status)
    if but is None:
        return Bilingual(verb.ja_undone.format(x=thing.ja), f"I could not {plain}")
    tried = verb.ja_tried.format(x=thing.ja)
    said = _MANY.get(but.en, but.en) if many else but.en
    return Bilingual(f"{tried}が、{but.ja}", f"I tried to {plain}, but {said}")


def late_words(verb: Verb, thing: Bilingual, status: ResultStatus) -> Bilingual:
    """The clause for what was reported after the result had been told: a state, no cause; in
    between somebody else may have had a hand in it."""
    tried = verb.ja_tried.format(x=thing.ja)
    plain = verb.en_plain.format(x=thing.en)
    if status is ResultStatus.SUCCESS:
        return Bilingual(
            f"先ほど{tried}が、遅れてその通りになったと報告がありました",
            f"I tried to {plain} earlier, and now it reports so",
        )
    return Bilingual(
        f"先ほど{tried}が、途中までだと遅れて報告がありました",
        f"I tried to {plain} earlier, and now it reports to be part of the way",
    )


def verb_of(operation: str) -> Verb | None:
    """The verb of an operation, None where it has none of its own."""
    ends = (end for end in VERBS if operation == end or operation.endswith(f"_{end}"))
    longest = max(ends, key=len, default=None)
    return None if longest is None else VERBS[longest]


def by_label(label: Bilingual, status: ResultStatus, why: str = "") -> Bilingual:
    """The clause for an operation without a verb: its own label, quoted."""
    return outcome_words(_DO, Bilingual(spoken(label.ja), spoken(label.en)), status, why)
