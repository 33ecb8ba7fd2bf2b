"""Story patterns 物語の型一覧: the stories that the sifter knows, as data."""

from datetime import timedelta

from companion.rooms.sifting.pattern import NOBODY, Pattern, Step, Unless
from companion.words.language import Bilingual
from companion.words.story import StoryVerb

_A_DAY = timedelta(hours=28)
"""From an action of one day to the same of the next, a late evening included."""
_SAME_DAY = timedelta(hours=16)
_WEEK = timedelta(days=7)
_MONTH = timedelta(days=31)
_SEASON = timedelta(days=92)
_YEAR = timedelta(days=365)
_HABIT_DAYS = 5
"""So many days in a row make a habit."""


def _again_next_day(who: str, what: str) -> Step:
    """Step of the same action on the next day."""
    return Step(
        verb=StoryVerb.DID, who=who, what=what, at_least=timedelta(hours=16), at_most=_A_DAY
    )


_HABIT = (
    Step(verb=StoryVerb.DID, who="?a", what="?w"),
    *(_again_next_day("?a", "?w") for _ in range(_HABIT_DAYS - 1)),
)
_NOT_BETWEEN = tuple(
    Unless(fact=Step(verb=StoryVerb.DID, who="?a", what="?w"), after=n, before=n + 1)
    for n in range(_HABIT_DAYS)
)

PATTERNS = (
    Pattern(
        name="promise_kept",
        label=Bilingual("果たされた約束", "a promise kept"),
        line=Bilingual("{a}は{b}との約束を守った。", "{a} kept the promise to {b}."),
        steps=(
            Step(verb=StoryVerb.PROMISED, who="?a", whom="?b", what="?w"),
            Step(verb=StoryVerb.KEPT, who="?a", whom="?b", what="?w"),
        ),
        within=_MONTH,
        weight=0.5,
    ),
    Pattern(
        name="promise_broken",
        label=Bilingual("破られた約束", "a promise broken"),
        line=Bilingual("{a}は{b}との約束を守らなかった。", "{a} broke the promise to {b}."),
        steps=(
            Step(verb=StoryVerb.PROMISED, who="?a", whom="?b", what="?w"),
            Step(verb=StoryVerb.DUE, who="?a", whom="?b", what="?w"),
        ),
        unless=(
            Unless(
                fact=Step(verb=StoryVerb.KEPT, who="?a", whom="?b", what="?w"),
                after=0,
                before=1,
            ),
        ),
        within=_MONTH,
        weight=0.8,
    ),
    Pattern(
        name="waited_in_vain",
        label=Bilingual("待ちぼうけ", "waited in vain"),
        line=Bilingual(
            "{a}は{p}で{b}を待ったが、{b}は来なかった。",
            "{a} waited for {b} at {p}, and {b} did not come.",
        ),
        steps=(
            Step(verb=StoryVerb.WAITED, who="?a", whom="?b", where="?p"),
            Step(verb=StoryVerb.LEFT, who="?a", where="?p"),
        ),
        unless=(
            Unless(
                fact=Step(verb=StoryVerb.MET, who="?a", whom="?b", either_way=True),
                after=0,
                before=1,
            ),
        ),
        within=_SAME_DAY,
        weight=0.8,
    ),
    Pattern(
        name="came_late",
        label=Bilingual("遅れて来た人", "came late"),
        line=Bilingual(
            "{p}で待っていた{a}のところに、{b}が遅れてやって来た。",
            "{a} waited at {p}, and {b} came late.",
        ),
        steps=(
            Step(verb=StoryVerb.WAITED, who="?a", whom="?b", where="?p"),
            Step(
                verb=StoryVerb.MET,
                who="?a",
                whom="?b",
                where="?p",
                either_way=True,
                at_least=timedelta(minutes=15),
            ),
        ),
        unless=(
            Unless(fact=Step(verb=StoryVerb.LEFT, who="?a", where="?p"), after=0, before=1),
            Unless(
                fact=Step(verb=StoryVerb.MET, who="?a", whom="?b", either_way=True),
                after=0,
                before=1,
            ),
        ),
        within=_SAME_DAY,
        weight=0.4,
    ),
    Pattern(
        name="made_up_after_a_quarrel",
        label=Bilingual("仲直り", "made up after a quarrel"),
        line=Bilingual("{a}と{b}が仲直りした。", "{a} and {b} made up after their quarrel."),
        steps=(
            Step(verb=StoryVerb.QUARRELLED, who="?a", whom="?b"),
            Step(verb=StoryVerb.MADE_UP, who="?a", whom="?b", either_way=True),
        ),
        unless=(
            Unless(
                fact=Step(verb=StoryVerb.QUARRELLED, who="?a", whom="?b", either_way=True),
                after=0,
                before=1,
            ),
        ),
        within=_SEASON,
        weight=0.9,
    ),
    Pattern(
        name="quarrelled_again",
        label=Bilingual("またけんか", "quarrelled again"),
        line=Bilingual(
            "仲直りしたばかりの{a}と{b}が、またけんかした。",
            "{a} and {b}, who had only just made up, quarrelled again.",
        ),
        steps=(
            Step(verb=StoryVerb.QUARRELLED, who="?a", whom="?b"),
            Step(verb=StoryVerb.MADE_UP, who="?a", whom="?b", either_way=True),
            Step(verb=StoryVerb.QUARRELLED, who="?a", whom="?b", either_way=True, at_most=_WEEK),
        ),
        within=_MONTH,
        weight=0.7,
    ),
    Pattern(
        name="lost_and_found",
        label=Bilingual("なくし物が見つかる", "lost and found"),
        line=Bilingual("{a}がなくした{w}が見つかった。", "{a} found the lost {w} again."),
        steps=(
            Step(verb=StoryVerb.LOST, who="?a", what="?w"),
            Step(verb=StoryVerb.FOUND, who="?a", what="?w"),
        ),
        within=_SEASON,
        weight=0.6,
    ),
    Pattern(
        name="found_by_another",
        label=Bilingual("届けられたなくし物", "a lost thing brought back"),
        line=Bilingual(
            "{b}が{a}のなくした{w}を見つけて、返してくれた。",
            "{b} found the {w} that {a} had lost, and brought it back.",
        ),
        steps=(
            Step(verb=StoryVerb.LOST, who="?a", what="?w"),
            Step(verb=StoryVerb.FOUND, who="?b", what="?w"),
            Step(verb=StoryVerb.GAVE_BACK, who="?b", whom="?a", what="?w", at_most=_WEEK),
        ),
        differ=(("a", "b"),),
        within=_SEASON,
        weight=0.9,
    ),
    Pattern(
        name="first_time",
        label=Bilingual("はじめての場所", "a place for the first time"),
        line=Bilingual("{a}は初めて{p}へ行った。", "{a} went to {p} for the first time."),
        steps=(Step(verb=StoryVerb.VISITED, who="?a", where="?p"),),
        never_before=(Step(verb=StoryVerb.VISITED, who="?a", where="?p"),),
        within=_SAME_DAY,
        weight=0.5,
    ),
    Pattern(
        name="new_friend",
        label=Bilingual("新しい友だち", "a new friend"),
        line=Bilingual("{a}と{b}が友だちになった。", "{a} and {b} became friends."),
        steps=(Step(verb=StoryVerb.BEFRIENDED, who="?a", whom="?b"),),
        never_before=(Step(verb=StoryVerb.BEFRIENDED, who="?a", whom="?b", either_way=True),),
        within=_SAME_DAY,
        weight=0.8,
    ),
    Pattern(
        name="habit_broken",
        label=Bilingual("途切れた習慣", "a habit broken"),
        line=Bilingual(
            "{a}は毎日していた「{w}」を、今日はしなかった。",
            "{a} did not do {w} today, after doing it every day.",
        ),
        steps=(
            *_HABIT,
            Step(
                verb=StoryVerb.ENDED_DAY, who="?a", at_least=timedelta(hours=20), at_most=2 * _A_DAY
            ),
        ),
        unless=_NOT_BETWEEN,
        within=(_HABIT_DAYS + 2) * _A_DAY,
        weight=0.5,
    ),
    Pattern(
        name="same_place_a_year_ago",
        label=Bilingual("一年前と同じ場所", "same place a year ago"),
        line=Bilingual(
            "一年前に{b}と会った{p}に、{a}がまた来た。",
            "{a} came again to {p}, where {a} had met {b} a year ago.",
        ),
        steps=(
            Step(verb=StoryVerb.MET, who="?a", whom="?b", where="?p"),
            Step(
                verb=StoryVerb.VISITED,
                who="?a",
                where="?p",
                at_least=_YEAR - timedelta(hours=12),
                at_most=_YEAR + timedelta(hours=12),
            ),
        ),
        within=_YEAR + timedelta(hours=12),
        weight=0.7,
    ),
    Pattern(
        name="unexpected_gift",
        label=Bilingual("思いがけない贈り物", "an unexpected gift"),
        line=Bilingual(
            "{b}が思いがけず{a}に{w}をくれた。", "{b} gave {a} a {w}, which nobody expected."
        ),
        steps=(Step(verb=StoryVerb.GAVE, who="?b", whom="?a", what="?w"),),
        never_before=(
            Step(verb=StoryVerb.GAVE, who="?b", whom="?a"),
            Step(verb=StoryVerb.PROMISED, who="?b", whom="?a", what="?w"),
        ),
        within=_SAME_DAY,
        weight=0.8,
    ),
    Pattern(
        name="gift_returned",
        label=Bilingual("お返し", "a gift in return"),
        line=Bilingual(
            "{a}は{b}に、いつかの贈り物のお返しをした。", "{a} gave {b} a gift in return."
        ),
        steps=(
            Step(verb=StoryVerb.GAVE, who="?b", whom="?a"),
            Step(verb=StoryVerb.GAVE, who="?a", whom="?b"),
        ),
        unless=(Unless(fact=Step(verb=StoryVerb.GAVE, who="?b", whom="?a"), after=0, before=1),),
        within=_MONTH,
        weight=0.6,
    ),
    Pattern(
        name="rival_at_work",
        label=Bilingual("仕事のライバル", "a rival at work"),
        line=Bilingual(
            "{w}で{b}に二度負けていた{a}が、ついに勝った。",
            "{a}, twice beaten by {b} at {w}, was better at last.",
        ),
        steps=(
            Step(verb=StoryVerb.OUTDID, who="?b", whom="?a", what="?w"),
            Step(verb=StoryVerb.OUTDID, who="?b", whom="?a", what="?w"),
            Step(verb=StoryVerb.OUTDID, who="?a", whom="?b", what="?w"),
        ),
        unless=(
            Unless(
                fact=Step(verb=StoryVerb.OUTDID, who="?b", whom="?a", what="?w"), after=0, before=1
            ),
            Unless(
                fact=Step(verb=StoryVerb.OUTDID, what="?w", who="?a", whom="?b", either_way=True),
                after=1,
                before=2,
            ),
        ),
        within=_MONTH,
        weight=0.7,
    ),
    Pattern(
        name="friend_moved_away",
        label=Bilingual("去っていった友だち", "a friend moved away"),
        line=Bilingual("{a}の友だちの{b}が町を出ていった。", "{b}, a friend of {a}, moved away."),
        steps=(
            Step(verb=StoryVerb.BEFRIENDED, who="?b", whom="?a", either_way=True),
            Step(verb=StoryVerb.MOVED_AWAY, who="?b"),
        ),
        unless=(
            Unless(
                fact=Step(verb=StoryVerb.BEFRIENDED, who="?b", whom="?a", either_way=True),
                after=0,
                before=1,
            ),
        ),
        within=3 * _YEAR,
        weight=1.0,
    ),
    Pattern(
        name="alone_after_company",
        label=Bilingual("ひとりの食事", "a meal alone after company"),
        line=Bilingual(
            "{b}と食べた次の食事は、{a}ひとりだった。",
            "After the meal with {b}, {a} ate alone.",
        ),
        steps=(
            Step(verb=StoryVerb.ATE, who="?a", whom="?b"),
            Step(verb=StoryVerb.ATE, who="?a", whom=NOBODY),
        ),
        unless=(Unless(fact=Step(verb=StoryVerb.ATE, who="?a"), after=0, before=1),),
        within=_A_DAY,
        weight=0.3,
    ),
    Pattern(
        name="rain_spoilt_the_plan",
        label=Bilingual("雨で流れた予定", "rain spoilt the plan"),
        line=Bilingual(
            "{a}の予定「{w}」は、雨でだめになった。", "The rain spoilt the plan of {a}: {w}."
        ),
        steps=(
            Step(verb=StoryVerb.PLANNED, who="?a", what="?w"),
            Step(verb=StoryVerb.RAINED),
            Step(verb=StoryVerb.CANCELLED, who="?a", what="?w", at_most=_SAME_DAY),
        ),
        unless=(
            Unless(fact=Step(verb=StoryVerb.CANCELLED, who="?a", what="?w"), after=0, before=1),
            Unless(fact=Step(verb=StoryVerb.RAINED), after=1, before=2),
        ),
        within=_WEEK,
        weight=0.6,
    ),
    Pattern(
        name="debt_repaid",
        label=Bilingual("返された借り", "a debt repaid"),
        line=Bilingual("{b}は{a}に借りた{w}を返した。", "{b} gave {a} back the borrowed {w}."),
        steps=(
            Step(verb=StoryVerb.LENT, who="?a", whom="?b", what="?w"),
            Step(verb=StoryVerb.GAVE_BACK, who="?b", whom="?a", what="?w"),
        ),
        within=_SEASON,
        weight=0.4,
    ),
    Pattern(
        name="debt_not_repaid",
        label=Bilingual("返らない借り", "a debt not repaid"),
        line=Bilingual(
            "{b}は{a}に借りた{w}を、期日になっても返していない。",
            "{b} has not given {a} the borrowed {w} back in time.",
        ),
        steps=(
            Step(verb=StoryVerb.LENT, who="?a", whom="?b", what="?w"),
            Step(verb=StoryVerb.DUE, who="?b", whom="?a", what="?w"),
        ),
        unless=(
            Unless(
                fact=Step(verb=StoryVerb.GAVE_BACK, who="?b", whom="?a", what="?w"),
                after=0,
                before=1,
            ),
        ),
        within=_SEASON,
        weight=0.6,
    ),
    Pattern(
        name="secret_kept",
        label=Bilingual("守られた秘密", "a secret kept"),
        line=Bilingual(
            "{b}は{c}に聞かれても、{a}の秘密を話さなかった。",
            "{b} did not tell {c} the secret of {a}, though asked.",
        ),
        steps=(
            Step(verb=StoryVerb.CONFIDED, who="?a", whom="?b", what="?w"),
            Step(verb=StoryVerb.ASKED_ABOUT, who="?c", whom="?b", what="?w"),
            Step(verb=StoryVerb.KEPT_SILENT, who="?b", whom="?c", what="?w", at_most=_SAME_DAY),
        ),
        differ=(("a", "c"),),
        within=_SEASON,
        weight=0.8,
    ),
    Pattern(
        name="secret_told",
        label=Bilingual("漏れた秘密", "a secret told"),
        line=Bilingual("{b}は{a}の秘密を{c}に話してしまった。", "{b} told {c} the secret of {a}."),
        steps=(
            Step(verb=StoryVerb.CONFIDED, who="?a", whom="?b", what="?w"),
            Step(verb=StoryVerb.CONFIDED, who="?b", whom="?c", what="?w"),
        ),
        differ=(("a", "c"), ("b", "c")),
        within=_SEASON,
        weight=0.9,
    ),
    Pattern(
        name="met_again_after_long",
        label=Bilingual("久しぶりの再会", "met again after a long time"),
        line=Bilingual(
            "{a}は{b}とひと月ぶりに会った。", "{a} met {b}, for the first time in a month."
        ),
        steps=(
            Step(verb=StoryVerb.MET, who="?a", whom="?b"),
            Step(
                verb=StoryVerb.MET,
                who="?a",
                whom="?b",
                either_way=True,
                at_least=timedelta(days=30),
            ),
        ),
        unless=(
            Unless(
                fact=Step(verb=StoryVerb.MET, who="?a", whom="?b", either_way=True),
                after=0,
                before=1,
            ),
        ),
        within=_YEAR,
        weight=0.6,
    ),
    Pattern(
        name="managed_at_last",
        label=Bilingual("ついに成功", "managed at last"),
        line=Bilingual(
            "二度失敗した{w}に、{a}がついに成功した。",
            "{a} managed {w} at last, after two failures.",
        ),
        steps=(
            Step(verb=StoryVerb.FAILED, who="?a", what="?w"),
            Step(verb=StoryVerb.FAILED, who="?a", what="?w"),
            Step(verb=StoryVerb.MANAGED, who="?a", what="?w"),
        ),
        unless=(
            Unless(fact=Step(verb=StoryVerb.FAILED, who="?a", what="?w"), after=0, before=1),
            Unless(fact=Step(verb=StoryVerb.FAILED, who="?a", what="?w"), after=1, before=2),
            Unless(fact=Step(verb=StoryVerb.MANAGED, who="?a", what="?w"), after=0, before=1),
            Unless(fact=Step(verb=StoryVerb.GAVE_UP, who="?a", what="?w"), after=0, before=1),
            Unless(fact=Step(verb=StoryVerb.GAVE_UP, who="?a", what="?w"), after=1, before=2),
        ),
        within=_MONTH,
        weight=0.8,
    ),
    Pattern(
        name="gave_up",
        label=Bilingual("あきらめ", "gave up"),
        line=Bilingual("{a}は{w}をあきらめた。", "{a} gave up {w}."),
        steps=(
            Step(verb=StoryVerb.FAILED, who="?a", what="?w"),
            Step(verb=StoryVerb.GAVE_UP, who="?a", what="?w"),
        ),
        unless=(
            Unless(fact=Step(verb=StoryVerb.FAILED, who="?a", what="?w"), after=0, before=1),
            Unless(fact=Step(verb=StoryVerb.MANAGED, who="?a", what="?w"), after=0, before=1),
        ),
        within=_WEEK,
        weight=0.6,
    ),
    Pattern(
        name="help_returned",
        label=Bilingual("恩返し", "help returned"),
        line=Bilingual(
            "前に助けられた{b}が、今度は{a}を助けた。",
            "{b}, once helped by {a}, helped {a} in turn.",
        ),
        steps=(
            Step(verb=StoryVerb.HELPED, who="?a", whom="?b"),
            Step(verb=StoryVerb.HELPED, who="?b", whom="?a"),
        ),
        unless=(
            Unless(
                fact=Step(verb=StoryVerb.HELPED, who="?a", whom="?b", either_way=True),
                after=0,
                before=1,
            ),
        ),
        within=_MONTH,
        weight=0.7,
    ),
    Pattern(
        name="nursed_back_to_health",
        label=Bilingual("看病", "nursed back to health"),
        line=Bilingual(
            "病気の{a}は、{b}に看病されて元気になった。",
            "{a} was ill; {b} looked after {a}, and {a} is well again.",
        ),
        steps=(
            Step(verb=StoryVerb.FELL_ILL, who="?a"),
            Step(verb=StoryVerb.CARED_FOR, who="?b", whom="?a"),
            Step(verb=StoryVerb.RECOVERED, who="?a"),
        ),
        unless=(
            Unless(fact=Step(verb=StoryVerb.RECOVERED, who="?a"), after=0, before=1),
            Unless(fact=Step(verb=StoryVerb.CARED_FOR, who="?b", whom="?a"), after=1, before=2),
        ),
        within=_MONTH,
        weight=0.9,
    ),
    Pattern(
        name="open_at_last",
        label=Bilingual("出直し", "open at last"),
        line=Bilingual(
            "この前は閉まっていた{p}に、{a}がやっと入れた。",
            "{a} got into {p}, which had been closed the last time.",
        ),
        steps=(
            Step(verb=StoryVerb.FOUND_CLOSED, who="?a", where="?p"),
            Step(verb=StoryVerb.VISITED, who="?a", where="?p"),
        ),
        unless=(
            Unless(fact=Step(verb=StoryVerb.FOUND_CLOSED, who="?a", where="?p"), after=0, before=1),
            Unless(fact=Step(verb=StoryVerb.VISITED, who="?a", where="?p"), after=0, before=1),
        ),
        within=_WEEK,
        weight=0.4,
    ),
)
"""Each is told once for each set of events that makes it up."""
_PROMISES = frozenset({StoryVerb.PROMISED, StoryVerb.WAITED})
OF_PROMISES = frozenset(
    one.name for one in PATTERNS if any(step.verb in _PROMISES for step in one.steps)
)
"""Names of the patterns that are about a promise."""
