"""Several versions of one thing are found here, and the one that holds is chosen.

A later statement of the same person takes the place of the earlier one. What another person says
differently is a second version, unless it tells of a change ("I've moved the key").
"""

import re
from collections.abc import Sequence
from datetime import timedelta

from companion.rooms.recall.asked import (
    Asked,
    asked_of,
    has_asked,
    plain,
    values_of,
    without_asking,
)
from companion.rooms.recall.forms import ASKS_WHEN, counted_in, has_form, subject_of
from companion.rooms.recall.rerank import stems
from companion.rooms.recall.whose import is_of_another, owners_in
from companion.rooms.recall.words_of import names_in, words_of
from companion.words.episode import Episode, Voice
from companion.words.language import has_japanese
from companion.words.question import is_question
from companion.words.table import compiled, table

_A_DAY = timedelta(days=1)
SAME_TALK = timedelta(minutes=30)
SOON = timedelta(days=14)
"""Within so long somebody contradicts what another one said, without naming the thing again."""
SHARED_WORDS = 0.35
"""Share of the shorter text's words that two statements of one thing have in common."""
SHARED_LEAST = 2
"""Words that two statements of one thing have in common at least."""
APART = 2
"""Words at most in which two statements of one thing differ; a name has two."""
_COMPARED_TOO = (Asked.NUMBER, Asked.TIME, Asked.COLOUR, Asked.SIDE)
"""Kinds of things in which statements differ though no such thing is asked for by name."""
_READ = compiled(table("companion.rooms.recall", "versions.toml")["read"])
_COMPARABLE = frozenset({Asked.NUMBER, Asked.TIME, Asked.COLOUR, Asked.SIDE})
"""Of others two may both be true, unless all but the value is said in the same words."""

COUNTS = _READ["counts"]
"""A word of a question that says only how much or when."""


def tells(episode: Episode) -> bool:
    """Whether a person states something here."""
    return episode.voice is Voice.PERSON and not is_question(episode.text)


def differ(asked: Asked, one: Episode, other: Episode) -> bool:
    """Whether two statements give different things of the kind asked for: two numbers, times,
    colours or sides."""
    if asked not in _COMPARABLE:
        return False
    own, others = _values(asked, one), _values(asked, other)
    # "Once a day" and "twice a day" have one value in common, and differ in the other.
    apart, others_apart = own - others, others - own
    same = any(is_part(a, b) or is_part(b, a) for a in apart for b in others_apart)
    return bool(apart and others_apart) and not same


def is_part(value: str, other: str) -> bool:
    """Whether a value stands in another: the ninth of July, the ninth; not in the nineteenth, nor
    forty in forty-six."""
    before, found, behind = other.partition(value)
    counts = _READ["numerals"].fullmatch(re.split("[ -]", value)[-1]) is not None
    goes_on = counts and _READ["numerals"].match(behind.lstrip(" -")) is not None
    return bool(found) and not goes_on and not (before and _READ["numerals"].fullmatch(before[-1]))


def differ_in_place(asked: Asked, one: Episode, other: Episode) -> bool:
    """Whether two people name two places, and neither names that of the other."""
    if asked is not Asked.PLACE or not _somebody_else(one, other):
        return False
    own, others = (
        [m[0] for m in _READ["in_place"].finditer(plain(each.text))] for each in (one, other)
    )
    words = [frozenset(stems(" ".join(places))) for places in (own, others)]
    return all(words) and words[0].isdisjoint(words[1])


def differ_in_one_place(question: str, one: Episode, other: Episode) -> bool:
    """Whether two statements say the same of what is asked, but for a word or two that the
    question does not hold: "her teacher is Mr Hill", "her teacher is Mrs Ray"."""
    asked, own, others = (set(stems(text)) for text in (question, one.text, other.text))
    if any(_values(kind, one) & _values(kind, other) for kind in _COMPARED_TOO):
        return False
    if not _say_the_same(one, other) or asked & (own ^ others):
        return False
    common = own & others
    return not _READ["adds"].search(plain(other.text + one.text)) and (
        len(common & asked) >= max(1, len(asked) - 1)
    )


def _say_the_same(one: Episode, other: Episode) -> bool:
    """Whether two statements have the same words, but for a word or two."""
    own, others = (set(stems(each.text)) for each in (one, other))
    apart, others_apart = own - others, others - own
    short = 0 < len(apart) <= APART and 0 < len(others_apart) <= APART
    return short and len(own & others) >= len(apart)


def opposes(one: Episode, other: Episode) -> bool:
    """Whether the later of two statements of one talk contradicts the earlier."""
    earlier, later = sorted((one, other), key=lambda episode: (episode.at, episode.id))
    if later.at - earlier.at > SAME_TALK:
        return False
    return _READ["opposes"].search(plain(later.text)) is not None or _addresses(later, earlier)


def _addresses(later: Episode, earlier: Episode) -> bool:
    """A short first sentence that ends with the other's name: "Battersby, Wilf."."""
    name = re.escape(earlier.speaker)
    return bool(name) and re.search(rf"^[^.!?,]{{1,40}},\s*{name}\s*[.!]", later.text) is not None


def restates(asked: Asked, one: Episode, other: Episode) -> bool:
    """Whether the later of two statements of one talk begins with another value of the kind asked
    for: "It was 2004." - "2005."."""
    earlier, later = sorted((one, other), key=lambda episode: (episode.at, episode.id))
    if later.at - earlier.at > SAME_TALK or not differ(asked, one, other) or tells_change(later):
        return False
    return values_of(asked, later.text)[0].at <= 1 or same_thing(one, other)


def heard_otherwise(asked: Asked, chosen: Episode, other: Episode) -> bool:
    """Whether another statement of the same talk gives, as heard or as thought before, another
    value of the kind asked for: "Yuka heard twenty, it seems"."""
    if abs(other.at - chosen.at) > SAME_TALK or not differ(asked, chosen, other):
        return False
    return tells_hearsay(other)


def same_thing(one: Episode, other: Episode) -> bool:
    """Whether two statements are about one thing, by their words."""
    own, others = (
        {word for word in words_of(each.text) if not COUNTS.fullmatch(word)}
        for each in (one, other)
    )
    fewer = min(len(own), len(others))
    common = (own & others).difference(*map(_words_of_time, (one, other)))
    return fewer > 0 and len(common) >= max(SHARED_LEAST, SHARED_WORDS * fewer)


def _words_of_time(episode: Episode) -> set[str]:
    """Two statements that are both of December are not of one thing by that."""
    return {w for value in values_of(Asked.TIME, episode.text) for w in words_of(value.text)}


def tells_change(episode: Episode) -> bool:
    """Whether a statement says that something is no longer as it was."""
    said = plain(episode.text)
    changes = _READ["change"].search(said) is not None and _READ["maybe"].search(said) is None
    return changes or corrects(episode)


def corrects(episode: Episode) -> bool:
    """Whether a statement says that an earlier one was wrong: "it was two kilometres, not three"."""
    return _READ["corrects"].search(plain(episode.text)) is not None


def of_one_matter(question: str, one: Episode, other: Episode) -> bool:
    """Whether two statements are both about what is asked: they hold the same half of its words,
    names not alone."""
    words = stems(without_asking(question))
    asked = frozenset(word for word in words if not COUNTS.fullmatch(word))
    own, others = asked & _held(one), asked & _held(other)
    common = own & others
    names = _names(question, one, other)
    # The later one holds all that the earlier one holds of the matter, or half of it where it tells
    # of a change itself: "I moved that key".
    if tells_change(other) and _begins_with(other, common - names):
        return True
    whole = own - names <= others or (tells_change(other) and 2 * len(common) >= len(own))
    return bool(common - names) and whole and 2 * len(common) >= len(own | others)


def _begins_with(episode: Episode, words: frozenset[str]) -> bool:
    """Whether a statement begins with one of these, so that it is about that: "Court's moved"."""
    first = stems(episode.text)[:1]
    return bool(first) and first[0] in words


def _names(question: str, *episodes: Episode) -> frozenset[str]:
    people = {*names_in(question), *(one.speaker for one in episodes)}
    return frozenset(word for name in people for word in stems(name))


def _held(episode: Episode) -> frozenset[str]:
    return frozenset(stems(f"{episode.speaker} {episode.text}"))


def puts_anew(asked: Asked, earlier: Episode, later: Episode) -> bool:
    """Whether a later statement names a value of the earlier one together with another in its
    place: "we leave on the twelfth now, not the tenth"; of a number without a word of change, where
    it speaks of the same thing: "the bike was four thousand, five thousand was the front wheel"."""
    words = frozenset(stems(earlier.text)) & frozenset(stems(later.text))
    of_it = any(not COUNTS.fullmatch(word) for word in words - _names("", earlier, later))
    counts_it = asked is Asked.NUMBER and of_it
    if asked not in _COMPARABLE or not (tells_change(later) or counts_it):
        return False
    own, others = _values(asked, earlier), _values(asked, later)
    # A day may be named in full; a number that holds another one is another.
    part = asked is Asked.TIME
    known = {a for a in others if a in own or (part and any(a in b or b in a for b in own))}
    return bool(known and others - known)


def takes_its_place(question: str, asked: Asked, earlier: Episode, later: Episode) -> bool:
    """Whether a later statement takes the place of an earlier one: the same person's with another
    value, or anybody's that tells of a change of the matter."""
    if later.at <= earlier.at or _READ["first"].search(plain(question)) or asked is Asked.REASON:
        return False
    same = later.speaker == earlier.speaker
    if same and puts_anew(asked, earlier, later):
        return True
    about = of_one_matter(question, earlier, later) or same_thing(earlier, later)
    about = about or (same and _ends_it(question, earlier, later))
    about = about or (same and _changes_it(asked, earlier, later))
    about = about or (same and _counts_it(question, asked, earlier, later))
    if about and same and corrects(later):
        return True
    if not about or (asked in _COMPARABLE and not differ(asked, earlier, later)):
        return False
    has = has_asked(asked, later.text) is not False
    if has and _asks_for_the_last(question) and not tells_hearsay(later):
        return True
    if asked in _COMPARABLE:
        anew = (same or is_news(earlier, later)) and not tells_hearsay(later)
        return anew or tells_change(later)
    return has and tells_change(later) and (same or not tells_hearsay(later))


def is_news(earlier: Episode, later: Episode) -> bool:
    """Whether so much time lies between two statements that another value is a change and no
    dispute, though nobody says so: people contradict each other within days (ADR 0143). The same
    sentence with another value stays a dispute."""
    return later.at - earlier.at > SOON and not _say_the_same(earlier, later)


def _counts_it(question: str, asked: Asked, earlier: Episode, later: Episode) -> bool:
    """Whether both tell a number of one unit, with a word of what is asked that is no name."""
    if asked is not Asked.NUMBER or not of_one_unit(asked, earlier.text, later.text):
        return False
    matter = frozenset(stems(without_asking(question))) - _names(question, earlier, later)
    held = matter & _held(earlier) & _held(later)
    return any(not COUNTS.fullmatch(word) for word in held)


def _asks_for_the_last(question: str) -> bool:
    """Whether a question is of the last that was told of the matter, by anybody."""
    said = plain(question)
    return _READ["in_the_end"].search(said) is not None or _READ["by_now"].search(said) is not None


def _changes_it(asked: Asked, earlier: Episode, later: Episode) -> bool:
    """Whether a person tells a change of what they told before, and names nothing else: it begins
    with a word of the earlier statement ("Ceramics moved to Wednesdays"), or has hardly more than
    another value of the same form ("they've changed me to Thursdays")."""
    if not tells_change(later) or not differ(asked, earlier, later):
        return False
    known = frozenset(stems(earlier.text)) - _names("", earlier, later)
    if _begins_with(later, frozenset(word for word in known if not COUNTS.fullmatch(word))):
        return True
    told = frozenset(words_of(later.text)) - _words_of_time(later)
    changed = _READ["change"].sub(" ", plain(later.text))
    return len(told & frozenset(words_of(changed))) <= 1 and _alike(asked, earlier, later)


def _ends_it(question: str, earlier: Episode, later: Episode) -> bool:
    """Whether what came of a matter in the end, or how it is by now, is asked for, and both speak
    of one thing."""
    said = plain(question)
    both = frozenset(stems(earlier.text)) & frozenset(stems(later.text))
    common = [word for word in both if not COUNTS.fullmatch(word)]
    matter = frozenset(common) - _names(question, earlier, later)
    if _READ["in_the_end"].search(said) is not None:
        return bool(matter)
    return _READ["by_now"].search(said) is not None and (
        len(common) >= SHARED_LEAST or (bool(matter) and tells_change(later))
    )


def tells_hearsay(episode: Episode) -> bool:
    """Whether somebody tells here what another one said or wrote, or what they had thought."""
    return _READ["hearsay"].search(episode.text) is not None


def newest(question: str, asked: Asked, chosen: Episode, others: Sequence[Episode]) -> Episode:
    """The statement that holds: the same person's newest, or the newest that tells of a change."""
    holds = chosen
    for one in sorted(others, key=lambda episode: (episode.at, episode.id)):
        if takes_its_place(question, asked, holds, one):
            holds = one
    return holds


def second_version(
    question: str,
    chosen: Episode,
    others: Sequence[Episode],
    near: Sequence[Episode] = (),
) -> Episode | None:
    """Another person's statement that differs and takes nothing's place; None: there is none.
    `near`: the turns beside the chosen one, where people contradict each other without naming the
    thing again."""
    asked = asked_of(question)
    for one in near:
        disputed = (
            opposes(chosen, one)
            or restates(asked, chosen, one)
            or heard_otherwise(asked, chosen, one)
        )
        if disputed and tells(one) and _somebody_else(chosen, one):
            return one
    owners = owners_in(question, (chosen.speaker, *(one.speaker for one in others)))
    for one in others:
        if not _of_another_source(chosen, one) or is_of_another(one, owners, ()):
            continue
        later = max((one, chosen), key=lambda episode: (episode.at, episode.id))
        earlier = one if later is chosen else chosen
        if is_news(earlier, later) or tells_change(later):
            continue
        if told_apart(question, chosen, one):
            return one
    return None


def told_apart(question: str, one: Episode, other: Episode) -> bool:
    """Whether two statements tell the matter that is asked about differently."""
    kind = compared_by(question, one, other)
    if disputes(question, kind, one, other):
        return True
    about = are_about_it(question, one, other)
    about = about or (kind is asked_of(question) and same_thing(one, other))
    apart = differ(kind, one, other) and of_one_unit(kind, one.text, other.text)
    if about and (apart or differ_in_place(kind, one, other)):
        return True
    return differ_in_one_place(question, one, other) or denies(question, one, other)


def disputes(question: str, kind: Asked, one: Episode, other: Episode) -> bool:
    """Whether another person gives, soon after, another value of the same form, and speaks of the
    same thing or of where they have it from: "the paper says nineteen thousand"."""
    earlier, later = sorted((one, other), key=lambda episode: (episode.at, episode.id))
    if later.at - earlier.at > SOON or not _somebody_else(one, other):
        return False
    if not differ(kind, one, other):
        return False
    if later.at - earlier.at <= _A_DAY and _begins_otherwise(kind, later):
        return of_one_unit(kind, one.text, other.text)
    if not _alike(kind, one, other):
        return False
    asked = frozenset(stems(question)) - _names(question, one, other)
    said = plain(later.text)
    answers_back = (
        _READ["points_back"].search(said) is not None or _READ["opposes"].search(said) is not None
    )
    if answers_back and later.at - earlier.at <= _A_DAY:
        return True
    return bool(asked & _held(one) & _held(other)) or _READ["source"].search(said) is not None


def _begins_otherwise(kind: Asked, episode: Episode) -> bool:
    """Whether a statement begins with a value, as an answer to another statement does: "Nineteen, I
    counted"."""
    values = values_of(kind, episode.text)
    return bool(values) and values[0].at <= 1


def _alike(kind: Asked, one: Episode, other: Episode) -> bool:
    """Whether two statements have values of one form: two sums in yen, two days of a month."""
    own, others = ({_form_of_value(v) for v in _values(kind, each)} for each in (one, other))
    return bool(own & others)


def of_one_unit(kind: Asked, one: str, other: str) -> bool:
    """Whether two statements may count the same: five centimetres are no second price."""
    if kind is not Asked.NUMBER:
        return True
    own, others = ({_form_of_value(v) for v in _values_in(kind, each)} for each in (one, other))
    bare = any(not form or form.endswith("digits") for form in own | others)
    return bool(own and others) and (bare or bool(own & others))


def _form_of_value(value: str) -> str:
    """The form of a value: its unit or its month; of a bare number in digits how many it has."""
    if re.fullmatch("[0-9]+", value):
        return f"{len(value)} digits"
    return " ".join(_READ["numerals"].sub(" ", value).split())


def compared_by(question: str, one: Episode, other: Episode) -> Asked:
    """The kind of thing in which two statements are compared: the kind asked for, or, where any
    text may be the answer, the first that both have of it."""
    asked = asked_of(question)
    if asked is not Asked.OTHER or is_yes_or_no(question):
        return asked
    both = (kind for kind in _COMPARED_TOO if differ(kind, one, other))
    return next(both, asked)


def is_yes_or_no(question: str) -> bool:
    """Whether a question asks only whether something is so."""
    said = plain(question)
    asks = _READ["whether_ja"].search(said) if has_japanese(said) else _READ["whether"].search(said)
    return asks is not None


def denies(question: str, one: Episode, other: Episode) -> bool:
    """Whether one of two statements says no where the other says yes to what is asked."""
    if not is_yes_or_no(question) or not _somebody_else(one, other):
        return False
    apart = abs(one.at - other.at)
    common = _held(one) & _held(other) & frozenset(stems(question))
    of_it = common - _names(question, one, other) if apart <= SAME_TALK else None
    if not of_it and (apart > _A_DAY or not are_about_it(question, one, other)):
        return False
    return bool(_READ["no"].search(plain(one.text))) is not bool(
        _READ["no"].search(plain(other.text))
    )


def are_about_it(question: str, one: Episode, other: Episode) -> bool:
    """Whether two statements hold the same half of what a question is about; where that is a
    person alone, the person."""
    who, what = subject_of(without_asking(question))
    names = _names(question, one, other)
    both = _held(one) & _held(other)
    about = what - names - ASKS_WHEN
    about = about - counted_in(question) or about
    about = frozenset(word for word in about if not COUNTS.fullmatch(word)) or about
    if about and not _somebody_else(one, other):
        return about | who <= both
    if about:
        return 2 * len(about & both) >= len(about)
    return bool((who | what) & both) and has_form(question, one) and has_form(question, other)


def _of_another_source(one: Episode, other: Episode) -> bool:
    """Whether two statements come from two people, though one may tell what both said."""
    return _somebody_else(one, other) or tells_hearsay(one) is not tells_hearsay(other)


def _somebody_else(one: Episode, other: Episode) -> bool:
    return bool(one.speaker and other.speaker) and one.speaker != other.speaker


def _values(asked: Asked, episode: Episode) -> frozenset[str]:
    return _values_in(asked, episode.text)


def _values_in(asked: Asked, text: str) -> frozenset[str]:
    found = values_of(asked, text)
    if asked is Asked.NUMBER:
        # The sixth of June counts nothing.
        times = [(one.at, one.at + len(one.text)) for one in values_of(Asked.TIME, text)]
        found = tuple(one for one in found if not any(a <= one.at < b for a, b in times))
    return frozenset(_READ["weekday_after"].sub("", one.text.casefold()) for one in found)
