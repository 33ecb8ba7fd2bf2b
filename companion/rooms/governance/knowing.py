"""Plans for a purpose that asks to keep a fact in memory, or to look something up beyond the
home."""

from collections.abc import Sequence

from companion.rooms.governance.draft import Draft, Proposal, ask, every, find, report, tell
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import research
from companion.rooms.governance.needs import watched_in
from companion.rooms.governance.wish import Wish, says
from companion.words.language import Bilingual
from companion.words.plan import REMEMBER
from companion.words.text import short

QUOTED_CHARS = 60
"""Of the purpose, in the words of a task."""
_KEPT = Bilingual("覚えておくことと読みました", "I read it as something to remember")
_KEPT_NAME = Bilingual("覚えておく", "remember it")
_ASKED = Bilingual("調べることと読みました", "I read it as something to look up")
_ASKED_NAME = Bilingual("調べる", "look it up")
_MORE = Bilingual("ほかにも知りたいことはありますか", "Is there more that you want to know?")
_ASK = Bilingual("お尋ねするように言われています: 「{}」", "I was told to ask you: “{}”")


def knowing(purpose: str, wish: Wish, home: HomeView) -> Proposal | None:
    """The whole plan, where the purpose asks for nothing else; None for any other purpose."""
    logged = wish.logs and watched_in(purpose, home)
    if wish.only_remembers and not logged:
        return remembering(purpose)
    return researching(purpose, home) if wish.only_asks and looked_up(wish, home) else None


def remembering(purpose: str) -> Proposal:
    """Keep the fact, and say so."""
    return _plan(
        *(_KEPT_NAME, _KEPT),
        every(
            Draft(kind=REMEMBER, slots={"words": purpose}),
            tell(f"覚えておきます: 「{_said(purpose)}」", f"I keep it in mind: “{_said(purpose)}”"),
            tell("いつでも聞いてください", "Ask me for it whenever you need it"),
            report(),
        ),
    )


def researching(purpose: str, home: HomeView) -> Proposal:
    """Put the question to the source, or say that there is none; where it is about what to do,
    people are asked what more bears on it."""
    return _plan(
        *(_ASKED_NAME, _ASKED),
        every(
            look_up(purpose, home),
            [ask(_MORE.ja, _MORE.en)] if says("advice", purpose) else [],
            tell(
                "大事なことは、決める前に詳しい人にも確かめてください",
                "Before you decide, please check what matters with somebody who knows",
            ),
            report(),
        ),
    )


def _said(purpose: str) -> str:
    return short(purpose.strip().rstrip("。.!！"), QUOTED_CHARS)


def beside(purpose: str, wish: Wish, drafts: Sequence[Draft], home: HomeView) -> Sequence[Draft]:
    """Tasks that keep a fact or look something up beside a plan that does more."""
    kinds = {draft.kind for draft in drafts}
    keeps = (wish.remembers or wish.logs) and REMEMBER not in kinds
    asks = bool(looked_up(wish, home)) and "research" not in kinds
    last = max((draft.at for draft in drafts if draft.at is not None), default=None)
    said = _said(" ".join(part for part in wish.asked if says("asks", part)))
    return every(
        [ask(_ASK.ja.format(said), _ASK.en.format(said), last)]
        if wish.asks and "ask" not in kinds
        else [],
        [Draft(kind=REMEMBER, slots={"words": purpose})] if keeps else [],
        look_up(purpose, home) if asks else [],
    )


def looked_up(wish: Wish, home: HomeView) -> Sequence[str]:
    """The parts that ask for what the home's own things do not tell; advice they never do."""
    return [
        part
        for part in wish.questions
        if says("advice", part) or not (home.room_in(part) or watched_in(part, home, by_name=False))
    ]


def look_up(purpose: str, home: HomeView) -> Sequence[Draft]:
    """The question to the source, and words that say so, or that there is none."""
    said = _said(purpose)
    if research.missing(home) is not None:
        return [
            tell(
                f"「{said}」は調べられません。{research.NOT_YET.ja}",
                f"I cannot look this up, {research.NOT_YET.en}: “{said}”",
            )
        ]
    return [
        tell(f"調べます: 「{said}」", f"I look it up: “{said}”"),
        find(purpose),
    ]


def _plan(name: Bilingual, judgment: Bilingual, drafts: tuple[Draft, ...]) -> Proposal:
    return Proposal(name=name, judgment=judgment, drafts=drafts, serves=frozenset(), goes_on=False)
