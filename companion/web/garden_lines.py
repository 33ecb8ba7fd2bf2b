"""Garden lines: words an event of the companion's own life for the log."""

from companion.words.event import Event
from companion.words.facts import (
    GardenActed,
    GardenBond,
    GardenDayEnded,
    GardenDiary,
    GardenEpisode,
    GardenInjected,
    GardenMet,
    GardenPlanned,
    GardenTalked,
    GardenWorded,
    fact_of,
)
from companion.words.garden import STATS, clock_of
from companion.words.language import Bilingual

_TURNS = {
    "promised": Bilingual("約束をした", "made a promise"),
    "kept": Bilingual("約束を守った", "kept a promise"),
    "broken": Bilingual("約束が果たされなかった", "a promise was broken"),
    "quarrelled": Bilingual("けんかをした", "quarrelled"),
    "made_up": Bilingual("仲直りした", "made up"),
    "gave": Bilingual("贈り物があった", "a gift was given"),
}


def garden_line(event: Event, name: Bilingual) -> Bilingual | None:
    """The line of an event of the garden; None for every other event. `name`: the companion's."""
    if event.origin != "garden":
        return None
    if (told := fact_of(event, GardenEpisode)) is not None:
        return _episode(told, name)
    lines = (words(event) for words in _LINES)
    return next((line for line in lines if line is not None), None)


def _of_act(event: Event) -> Bilingual | None:
    act = fact_of(event, GardenActed)
    return None if act is None else _acted(act)


def _of_talk(event: Event) -> Bilingual | None:
    talk = fact_of(event, GardenTalked)
    if talk is None:
        return None
    words = Bilingual(f"{talk.about.ja}の話をした", f"a talk: {talk.about.en}")
    return _at(talk.at, words)


def _of_words(event: Event) -> Bilingual | None:
    worded = fact_of(event, GardenWorded)
    if worded is None:
        return None
    said = "".join(f"「{one}」" for one in worded.turns if one)
    quoted = " ".join(f"“{one}”" for one in worded.turns if one)
    return _at(worded.at, Bilingual(f"会話: {said}", f"words of the talk: {quoted}"))


def _of_bond(event: Event) -> Bilingual | None:
    bond = fact_of(event, GardenBond)
    return None if bond is None else _at(bond.at, bond_words(bond))


def bond_words(bond: GardenBond) -> Bilingual:
    """A turn in how two of the garden stand with each other."""
    turn = _TURNS.get(bond.turn, Bilingual(bond.turn, bond.turn))
    return Bilingual(f"{turn.ja}: {bond.about.ja}", f"{turn.en}: {bond.about.en}")


def _of_meeting(event: Event) -> Bilingual | None:
    met = fact_of(event, GardenMet)
    words = Bilingual("町の人に会った", "met somebody of the town")
    return None if met is None else _at(met.at, words)


def _of_injection(event: Event) -> Bilingual | None:
    brought = fact_of(event, GardenInjected)
    return None if brought is None else _at(brought.at, brought.words)


def _of_plan(event: Event) -> Bilingual | None:
    plan = fact_of(event, GardenPlanned)
    return None if plan is None else _at(plan.at, _planned(plan))


def _of_page(event: Event) -> Bilingual | None:
    page = fact_of(event, GardenDiary)
    if page is None:
        return None
    ja = "".join(one.words.ja for one in page.sentences)
    en = " ".join(one.words.en for one in page.sentences)
    return Bilingual(f"{page.day}の日記: {ja}", f"Diary of {page.day}: {en}")


def _of_day(event: Event) -> Bilingual | None:
    ended = fact_of(event, GardenDayEnded)
    if ended is None:
        return None
    counts = f"{ended.done}/{ended.done + ended.changed + ended.missed}"
    words = Bilingual(f"庭の一日が終わった（予定 {counts}）", f"a garden day ended (plan {counts})")
    return _at(ended.at, words)


_LINES = (
    *(_of_act, _of_talk, _of_words, _of_bond, _of_meeting),
    *(_of_injection, _of_plan, _of_page, _of_day),
)


def _acted(act: GardenActed) -> Bilingual:
    minutes = act.ended - act.began
    return Bilingual(
        f"{clock_of(act.began)} {act.action.value} → {act.place.ja} ({minutes}分) "
        f"[{act.reason.ja}]",
        f"{clock_of(act.began)} {act.action.value} → {act.place.en} ({minutes} min) "
        f"[{act.reason.en}]",
    )


def _episode(told: GardenEpisode, name: Bilingual) -> Bilingual:
    changes = [
        f"{stat.value}{change:+.0f}"
        for stat in STATS
        if round(change := told.after.need(stat) - told.before.need(stat))
    ]
    tail = f" ({', '.join(changes)})" if changes else ""

    def line(who: str) -> str:
        return f"[{clock_of(told.at)}] {who} ✨ {told.episode}{tail}"

    return Bilingual(line(name.ja), line(name.en))


def _planned(plan: GardenPlanned) -> Bilingual:
    if plan.because is None:
        return Bilingual(
            f"一日の予定を立てた（{len(plan.items)}件）", f"a plan of {len(plan.items)} things"
        )
    return Bilingual(f"予定を変えた: {plan.because.ja}", f"the plan changed: {plan.because.en}")


def _at(minute: int, words: Bilingual) -> Bilingual:
    return Bilingual(f"{clock_of(minute)} {words.ja}", f"{clock_of(minute)} {words.en}")
