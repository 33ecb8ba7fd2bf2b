"""Telling: words the companion's own garden life for whoever asks about it.

Each sentence says that it is of the garden, so that nobody takes it for something in the house.
"""

from collections.abc import Sequence

from companion.words.facts import GardenTalked
from companion.words.garden import ActionHistoryEntry, GardenAction, clock_of
from companion.words.language import Bilingual

TOLD = 3
"""Things that are told of a day."""
_WORTH = {
    GardenAction.TALK: 3,
    GardenAction.WORK: 2,
    GardenAction.BATHE: 2,
    GardenAction.EAT: 2,
    GardenAction.MOVE: 1,
    GardenAction.REST: 1,
    GardenAction.SLEEP: 0,
    GardenAction.TOILET: -1,
}
_DID = {
    GardenAction.TALK: Bilingual("{}と話し", "talked with {}"),
    GardenAction.WORK: Bilingual("{}で働き", "worked at {}"),
    GardenAction.BATHE: Bilingual("{}でお湯につかり", "bathed at {}"),
    GardenAction.EAT: Bilingual("{}で食事をし", "ate at {}"),
    GardenAction.MOVE: Bilingual("{}まで歩き", "walked to {}"),
    GardenAction.REST: Bilingual("{}で休み", "rested at {}"),
    GardenAction.SLEEP: Bilingual("{}で眠り", "slept at {}"),
    GardenAction.TOILET: Bilingual("{}に寄り", "stopped at {}"),
}
_BEGIN = Bilingual("私の庭での話ですが、{}は", "In my own garden, {} I ")
TODAY = Bilingual("今日", "today")
_NOTHING = Bilingual(
    "私の庭では、今日はまだ何もしていません。",
    "In my own garden, I have not done anything yet today.",
)
_ABOUT = Bilingual("{}さんとは、{}の話をしました。", "With {} I talked about {}.")
_EPISODE = Bilingual("そのとき、こんなことも: {}", "One small thing there: {}")


def today_told(
    day: Sequence[ActionHistoryEntry],
    talks: Sequence[tuple[Bilingual, GardenTalked]],
    called: Bilingual = TODAY,
) -> Bilingual:
    """The day so far: the things most worth telling, in order, and what the newest talk was about.
    `talks`: each with the name of the other. `called`: the day, as it is called now."""
    done = [one for one in day if _WORTH.get(one.action, -1) >= 0]
    kinds: set[tuple[GardenAction, str]] = set()
    picked: list[ActionHistoryEntry] = []
    for one in sorted(done, key=lambda e: (-_worth(e), -e.started)):
        key = (one.action, one.target.ja)
        if key not in kinds and len(picked) < TOLD:
            kinds.add(key)
            picked.append(one)
    if not picked:
        return _NOTHING
    picked.sort(key=lambda one: one.started)
    ja = "、".join(f"{clock_of(o.started)}に{_DID[o.action].ja.format(_called(o))}" for o in picked)
    en = ", then ".join(
        f"{_DID[o.action].en.format(o.target.en)} at {clock_of(o.started)}" for o in picked
    )
    begin = _BEGIN.filled(called)
    told = [Bilingual(f"{begin.ja}{ja}ました。", f"{begin.en}{en}.")]
    if talks:
        name, talk = talks[-1]
        told.append(
            Bilingual(
                _ABOUT.ja.format(name.ja, talk.about.ja), _ABOUT.en.format(name.en, talk.about.en)
            )
        )
    if episode := next((one.episode for one in reversed(picked) if one.episode), None):
        told.append(Bilingual(_EPISODE.ja.format(episode), _EPISODE.en.format(episode)))
    return Bilingual("".join(t.ja for t in told), " ".join(t.en for t in told))


def did(action: GardenAction, what: Bilingual) -> Bilingual:
    """A clause of what the companion did. `what`: the place, or whom it talked with."""
    done = _DID[action].filled(what)
    return Bilingual(f"{done.ja}ました", f"I {done.en}")


def _called(entry: ActionHistoryEntry) -> str:
    """Japanese name of the target; a person of the town by name gets さん, 家の人 none."""
    name = entry.target.ja
    is_named = entry.action is GardenAction.TALK and not name.endswith(("人", "さん"))
    return f"{name}さん" if is_named else name


def _worth(entry: ActionHistoryEntry) -> int:
    return _WORTH[entry.action] + 2 * bool(entry.episode)
