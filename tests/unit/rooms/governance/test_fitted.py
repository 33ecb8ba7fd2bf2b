"""Tests of plans that are fitted to the sorts of tasks that their purpose wants."""

from datetime import timedelta

import pytest

from companion.rooms.governance.draft import Draft, Proposal, ask, bring, guard, tell, watch
from companion.rooms.governance.fitted import fitted
from companion.rooms.governance.sorts import Wanted
from companion.words.device import Domain
from companion.words.language import Bilingual
from tests.unit.rooms.governance.samples import NOW, home

HOME = home()[1]
LAMP = tuple(bring(HOME, Domain.LIGHT, "turn_on"))
PLAIN = (tell("あ", "a"), ask("い", "b"))


def fit(
    purpose: str,
    drafts: tuple[Draft, ...],
    yes: tuple[str, ...] = (),
    no: tuple[str, ...] = (),
    likest: tuple[Draft, ...] = (),
) -> list[str]:
    wants = Wanted(yes=frozenset(yes), no=frozenset(no))
    name = Bilingual("目標", "a goal")
    whole = Proposal(name=name, judgment=name, drafts=drafts, wanted=wants, likest=likest)
    return [draft.kind for draft in fitted(purpose, drafts, whole, HOME, NOW)]


def test_a_plan_that_was_not_read_stays_as_it_is() -> None:
    """C-003: the rules decide."""
    assert fit("tidy up", (*LAMP, *PLAIN)) == ["device", "tell", "ask"]


def test_acts_and_guards_that_are_not_wanted_are_left_out() -> None:
    """C-003: a lamp, a routine of it, and a guard; words stay."""
    routine = Draft(kind="routine", slots={**LAMP[0].slots, "at": "07:00"})
    door = watch(HOME, Domain.LOCK, "unlocked", (), at=NOW, until=NOW + timedelta(hours=1))
    drafts = (*LAMP, routine, *door, *PLAIN)
    assert fit("talk with me", drafts, no=("device", "watch", "remind")) == ["tell", "ask"]


def test_what_its_words_order_stays_whatever_is_read_by_likeness() -> None:
    """C-003: another lamp goes, the ordered one is switched on."""
    name, two = Bilingual("目標", "a goal"), tuple(bring(HOME, Domain.LIGHT, "turn_on", most=2))
    no = Wanted(no=frozenset({"device"}))
    whole = Proposal(name=name, judgment=name, drafts=two, wanted=no, ordered=two[:1])
    assert fitted("the lamp on at five", two, whole, HOME, NOW) == two[:1]


def test_who_orders_or_wants_to_be_told_is_asked_nothing() -> None:
    """C-003: unless the purpose asks for a question."""
    guarded = guard([HOME.house.devices()[0]], NOW + timedelta(hours=1), is_="on")
    assert "ask" not in fit("the door again", (*guarded, *PLAIN))
    assert "ask" in fit("ask me how it went when the door opens", (*guarded, *PLAIN))
    assert "ask" in fit("the door again", PLAIN)


@pytest.mark.parametrize(
    ("purpose", "sort", "kinds"),
    [
        ("the back door again", "watch", ["watch", "look"]),
        ("うちの玄関の扉のこと", "watch", ["watch", "look"]),
        ("the insurance papers", "remind", ["tell"]),
        ("the spare fuses are in the tin", "remember", ["remember"]),
    ],
)
def test_what_is_wanted_and_missing_is_put_in(purpose: str, sort: str, kinds: list[str]) -> None:
    """C-003: by the things and the time that the purpose names; of what is watched also how it is
    now."""
    assert fit(purpose, PLAIN, yes=(sort,)) == [*kinds, "tell", "ask"]


def test_the_likest_acts_are_put_in_where_the_plan_has_none() -> None:
    """C-003: and no second time."""
    assert fit("nicer here", PLAIN, yes=("device",), likest=LAMP) == ["device", "tell", "ask"]
    assert fit("nicer here", LAMP, yes=("device",), likest=LAMP) == ["device"]


def test_words_in_time_are_no_words_at_once() -> None:
    """C-003: a purpose without a time is brought to mind the next morning."""
    name = Bilingual("目標", "a goal")
    wants = Wanted(yes=frozenset({"remind"}))
    whole = Proposal(name=name, judgment=name, drafts=PLAIN, wanted=wants)
    first = fitted("the insurance papers", PLAIN, whole, HOME, NOW)[0]
    assert first.at is not None
    assert first.at > NOW


def test_what_the_home_cannot_notice_is_said() -> None:
    """C-003: no guard over something else in its place."""
    assert fit("the well in the field", PLAIN, yes=("watch",)) == ["tell", "tell", "ask"]


def test_who_only_wants_to_be_told_is_asked_nothing() -> None:
    """C-003: unless the purpose asks for a question."""
    yes, no = ("watch",), ("device",)
    assert fit("tell me when the back door opens", PLAIN, yes, no) == ["watch", "look", "tell"]
    assert "ask" in fit("ask him at six whether the back door is shut", PLAIN, yes, no)
