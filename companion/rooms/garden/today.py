"""Today: the section `【今日の行動】` of prompts, and the lines of the garden's day for people."""

from collections.abc import Sequence

from companion.words.garden import STATS, ActionHistoryEntry, GardenAction, clock_of
from companion.words.language import Bilingual, Language

HEADING = Bilingual("【今日の行動】", "【今日の行動】 (what I did today, in my garden)")
LINES = 12
"""The newest lines that enter a prompt."""
_MINUTES = Bilingual("{}分", "{} min")
_MOODS = (
    (34.0, Bilingual("- 今の気分: 沈みがち", "- my mood now: low")),
    (66.0, Bilingual("- 今の気分: ふつう", "- my mood now: even")),
    (101.0, Bilingual("- 今の気分: よい", "- my mood now: good")),
)
"""Line for a mood below so much."""


def section(day: Sequence[ActionHistoryEntry], language: Language, limit: int = LINES) -> str:
    """The section with the newest actions of the day, oldest first; "" for a day without any."""
    if not day:
        return ""
    lines = [HEADING.get(language)]
    for entry in day[-limit:]:
        lines.append(action_line(entry, language))
        if entry.episode:
            lines.append(f"  ✨ {entry.episode}")
    return "\n".join(lines)


def mood_line(mood: float, language: Language) -> str:
    """The garden's mood of the moment in words, for the prompt of a conversation."""
    return next(words for below, words in _MOODS if mood < below).get(language)


def action_line(entry: ActionHistoryEntry, language: Language) -> str:
    """`- 08:00 eat → レストランA (30分) [朝食を食べに]`."""
    minutes = _MINUTES.get(language).format(entry.minutes)
    return (
        f"- {clock_of(entry.started)} {entry.action.value} → {entry.target.get(language)} "
        f"({minutes}) [{entry.reason.get(language)}]"
    )


def episode_line(entry: ActionHistoryEntry, name: str, at: int) -> str:
    """`[10:30] アリス ✨ 温泉が気持ちよかった (mood+5)`; "" for an entry without an episode."""
    if not entry.episode:
        return ""
    changes = [
        f"{stat.value}{entry.stat_changes[stat]:+.0f}"
        for stat in STATS
        if entry.stat_changes.get(stat)
    ]
    told = f" ({', '.join(changes)})" if changes else ""
    return f"[{clock_of(at)}] {name} ✨ {entry.episode}{told}"


def is_line(action: GardenAction) -> bool:
    """Whether an action stands in the history: what is internal does not."""
    return action not in (GardenAction.THINKING, GardenAction.IDLE)
