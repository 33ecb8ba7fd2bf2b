"""Tests of the planner that lets the model choose among the aims of a home."""

from collections.abc import Sequence

import pytest

from companion.engines.llm.scripted import ScriptedLlm
from companion.engines.llm_runtime.scripted_llm import Rule, Settings
from companion.engines.worker.e5 import SIZE
from companion.ports.embedder import EmbedderUnavailable, Vector
from companion.rooms.governance.aim_planner import AimPlanner, grammar, read
from companion.rooms.governance.aims import every_aim
from companion.rooms.governance.room import Governance, PlannedGoal
from companion.rooms.governance.sorts import sorts
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.plan import OwnerPurpose
from tests.proof.plans.absent import Absent
from tests.unit.rooms.governance.samples import NOW, home

STARS = "今夜は流星群を見たい"


class Embedder:
    """A twin for which a text is near to the examples that share its words."""

    size = 5

    def __init__(self, *, away: bool = False) -> None:
        self.away = away
        self.asked = 0
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str], *, stored: bool = False) -> tuple[Vector, ...]:
        """The share of some words."""
        self.asked += 1
        self.texts += texts
        if self.away:
            raise EmbedderUnavailable("it is away")
        return tuple(self._vector(text) for text in texts)

    @staticmethod
    def _vector(text: str) -> Vector:
        said = (("星",), ("コーヒー",), ("鍵",), ("呼び鈴",))
        hit = [any(word in text for word in words) for words in said]
        return (*(float(one) for one in hit), 0.1)

    async def forget(self) -> None:
        """Nothing is kept."""

    async def close(self) -> None:
        """Nothing runs."""


async def test_the_first_purpose_waits_for_no_example() -> None:
    """Made ready, the planner asks the embedder for the words of the purpose alone."""
    embedder = Embedder()
    ready = planner(Absent(), embedder)
    await ready.make_ready()
    examples = {text for aim in every_aim() for text in aim.like}
    assert examples <= {*embedder.texts}
    embedder.texts.clear()
    assert await ready.propose(STARS, home()[1], NOW) is not None
    assert STARS in embedder.texts
    assert not examples & {*embedder.texts}
    await planner(Absent(), None).make_ready()
    await planner(Absent(), Embedder(away=True)).make_ready()


async def scripted(answer: str = "", fails: str | None = None) -> ScriptedLlm:
    rule = Rule(fails=fails) if fails else Rule(answer=answer)
    llm = ScriptedLlm(Settings(rules=(rule,)))
    await llm.start()
    return llm


def planner(llm: object, embedder: Embedder | None, *, may_call: bool = True) -> AimPlanner:
    async def at_once() -> None: ...

    return AimPlanner(
        llm=llm,  # type: ignore[arg-type]  # the scripted twin, or none
        embedder=embedder,
        language=Language.JA,
        may_call=lambda: may_call,
        leisure=at_once,
    )


async def planned(chooser: AimPlanner, text: str) -> PlannedGoal:
    governance = Governance(home=home()[1], planner=chooser)
    purpose = OwnerPurpose(text=text, by=EventId(1), since=NOW)
    made = await governance.goal_for(purpose, 1, NOW)
    assert isinstance(made, PlannedGoal)
    return made


def acts(made: PlannedGoal) -> set[str]:
    return {t.slots["operation"] for t in made.goal.tasks if t.kind == "device"}


async def test_c_012_the_model_chooses_among_the_nearest_aims_and_code_composes() -> None:
    """C-012: it cannot name anything that was not offered."""
    llm = await scripted("run_fan @any")
    made = await planned(planner(llm, Embedder()), STARS)
    assert made.planner == "nearest"
    llm = await scripted("soften_light @any")
    made = await planned(planner(llm, Embedder()), STARS)
    assert made.planner.startswith("scripted")
    assert acts(made) == {"set_brightness", "close"}
    llm = await scripted("darken @any")
    made = await planned(planner(llm, Embedder()), STARS)
    assert acts(made) == {"turn_off", "close"}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("呼び鈴のボタンとエアコン", {"watch"}), ("呼び鈴のボタン", set())],
)
async def test_what_is_like_a_watch_is_one_where_the_home_has_the_thing(
    text: str, kinds: set[str]
) -> None:
    """C-003: by its likeness to examples; of a thing that is not there nothing is watched."""
    made = await planned(planner(Absent(), Embedder()), text)
    assert {task.kind for task in made.goal.tasks} & {"watch"} == kinds


@pytest.mark.parametrize("fails", ["timed_out", "crashed", "preempted", "unavailable"])
async def test_where_the_model_is_away_the_nearest_aim_is_taken(fails: str) -> None:
    """It is away, fails, or has no call left in this hour."""
    embedder = Embedder()
    for chooser in (
        planner(await scripted(fails=fails), embedder),
        planner(Absent(), embedder),
        planner(await scripted("only_remind @any"), embedder, may_call=False),
    ):
        made = await planned(chooser, STARS)
        assert made.planner == "nearest"
        assert acts(made) == {"turn_off", "close"}


async def test_with_neither_the_rules_ask_and_operate_nothing() -> None:
    """The plan of the rules for a purpose that they cannot read, and for one whose words name a
    part of a plan."""
    for embedder in (None, Embedder(away=True)):
        made = await planned(planner(Absent(), embedder), "将棋が強くなりたい")
        assert made.planner == "rules"
        assert acts(made) == set()
        made = await planned(planner(Absent(), embedder), STARS)
        assert (made.planner, acts(made)) == ("rules", {"turn_off", "close"})


async def test_what_the_rules_read_asks_no_model() -> None:
    """Their plans were judged; the examples are read once, a purpose for its sorts and its
    likeness."""
    embedder = Embedder()
    made = await planned(planner(await scripted("darken @any"), embedder), "電気代を抑えて")
    assert (made.planner, embedder.asked) == ("rules", 1)
    chooser = planner(Absent(), embedder)
    await planned(chooser, STARS)
    first = embedder.asked
    await planned(chooser, STARS)
    assert embedder.asked == first + 2


class Leaning(Embedder):
    """A twin that reads every text as one that wants a sort of tasks, or does not."""

    def __init__(self, sort: str, way: float) -> None:
        super().__init__()
        weights = sorts()[sort].weights[:SIZE]
        length = sum(one * one for one in weights) ** 0.5
        self.vector = tuple(way * one / length for one in weights)

    async def embed(self, texts: Sequence[str], *, stored: bool = False) -> tuple[Vector, ...]:
        """The same for all."""
        return (self.vector,) * len(texts)


async def test_c_003_a_purpose_that_wants_the_homes_doing_gets_it_and_no_other() -> None:
    """C-003: by the trained model, also where no word of the rules stands in it."""
    chess = "将棋が強くなりたい"
    made = await planned(planner(Absent(), Leaning("device", 1.0)), chess)
    assert acts(made)
    made = await planned(planner(Absent(), Leaning("device", -1.0)), "寝室を暗くして休みたい")
    assert acts(made) == set()


async def test_who_wants_to_know_gets_a_look_and_no_act() -> None:
    """Without asking the model."""
    made = await planned(planner(Absent(), Embedder()), "find out why it is so cold here")
    assert acts(made) == set()
    assert "look" in {task.kind for task in made.goal.tasks}


def test_only_what_was_offered_is_read() -> None:
    """A model without a grammar may write anything."""
    aims, rooms = ("darken", "only_remind"), ("hall",)
    assert read("darken @hall", aims, rooms) is not None
    for text in (
        "unlock @hall",
        "darken @cellar",
        "darken",
        "darken hall",
        "",
        "darken @hall\nx y",
    ):
        assert read(text, aims, rooms) is None, text
    assert '"darken" | "only_remind"' in grammar(aims, rooms)


class OfKnowing(Embedder):
    """A twin for the words of facts and questions."""

    @staticmethod
    def _vector(text: str) -> Vector:
        return (*(float(word in text) for word in ("保証", "ワイン", "星", "コーヒー")), 0.1)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("保証は来年までらしいよ", "remember"), ("ワインのしみにはまいった", "research")],
)
async def test_what_is_like_a_fact_or_a_question_is_kept_or_looked_up(text: str, kind: str) -> None:
    """C-003: by its likeness alone, where no rule reads it."""
    made = await planned(planner(Absent(), OfKnowing()), text)
    assert made.planner == "nearest"
    assert kind in {task.kind for task in made.goal.tasks}
    assert not any(task.kind == "device" for task in made.goal.tasks)
