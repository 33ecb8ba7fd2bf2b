"""Habits 習慣の言い方: words a habit and its end in one sentence with its days."""

from companion.words.habit import Habit
from companion.words.language import Bilingual

_PROPOSED = Bilingual(
    "{when}{does}（最近の{of}日のうち{hits}日、手でしていた）。これからは自分でしてよいか",
    "{does} {when}, as was done by hand on {hits} of the last {of} such days: do it by itself",
)
_ENDED = Bilingual(
    "決まりごと「{name}」は、もういらないようなのでやめる（{why}）",
    "take out the routine “{name}”, which seems not to be wanted any more ({why})",
)
_TAKEN_BACK = Bilingual(
    "最近の{of}日のうち{hits}日、元に戻された", "set back on {hits} of the last {of} days"
)
_NOT_COME = Bilingual("{}日の間、その場面がなかった", "its occasion did not come for {} days")


def proposal_said(habit: Habit, when: Bilingual, particle: str) -> Bilingual:
    """`玄関に人が来たら、リビングの明かりをつける（最近の16日のうち14日...）`."""
    return Bilingual(
        _PROPOSED.ja.format(
            when=f"{when.ja}{particle}", does=habit.label.ja, hits=habit.hits, of=habit.of
        ),
        _PROPOSED.en.format(when=when.en, does=habit.label.en, hits=habit.hits, of=habit.of),
    )


def end_said(name: str, why: Bilingual) -> Bilingual:
    """That a routine be taken out, and why."""
    return Bilingual(
        _ENDED.ja.replace("{name}", name).replace("{why}", why.ja),
        _ENDED.en.replace("{name}", name).replace("{why}", why.en),
    )


def taken_back_said(hits: int, of: int) -> Bilingual:
    """On how many days it was set back."""
    return _TAKEN_BACK.filled(hits=hits, of=of)


def not_come_said(days: int) -> Bilingual:
    """That the occasion does not come any more."""
    return _NOT_COME.filled(days)
