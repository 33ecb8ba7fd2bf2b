"""The transcript tells acts, refusals, lines and events, and shows no tag."""

from companion.rooms.stage.transcript import told_lines, told_thought
from companion.rooms.stage.world import opened
from companion.words.decision import Thought
from companion.words.language import Language
from companion.words.stage import Performance, PlayedTurn, SceneTag
from tests.twins.played import VERBS, book_of, judged

OFFICE = book_of("office")


def turn(text: str, line: str, thought: Thought | None = None, failure: str = "") -> PlayedTurn:
    done = judged(OFFICE, opened(OFFICE), "char_A", text)
    tags = tuple(tag for tag, _ in done.rulings)
    return PlayedTurn(
        number=1,
        actor="char_A",
        thought=thought,
        performance=Performance(tags=tags, line=line),
        rulings=done.rulings,
        events=done.events,
        failure=failure,
    )


def lines(one: PlayedTurn, language: Language = Language.JA) -> tuple[str, ...]:
    return told_lines(one, opened(OFFICE).state, VERBS, language)


def test_t_12_tags_are_told_in_words() -> None:
    """T-12: tags are stripped before display."""
    told = lines(turn("(GET: 冷めたコーヒー) (DRINK)", "……ひどい味だ"))
    assert told == (
        "レイモンドは冷めたコーヒーを取る。",
        "レイモンドは手に持ったものを飲む。",
        "レイモンド「……ひどい味だ」",
    )


def test_a_refusal_says_why_in_both_languages() -> None:
    refused = turn("(OPEN: 引き出し)", "")
    assert lines(refused) == (
        "レイモンドにはできない（引き出しを開ける）: 引き出しは鍵がかかっている。",
    )
    assert "is locked" in lines(refused, Language.EN)[0]


def test_who_does_nothing_waits_and_who_fails_says_so() -> None:
    assert lines(turn("", "")) == ("レイモンドは様子を見ている。",)
    assert "no model" in lines(turn("", "", failure="no model"))[0]


def test_e_031_reasoning_stands_in_the_order_of_the_design() -> None:
    """E-031, S-14: `[P] [B] [D] [I] [Action]`."""
    thought = Thought(
        personality="冷静", belief="静かだ", desires=(("飲む", "High"),), intention="コーヒーを取る"
    )
    told = told_thought(turn("(GET: 冷めたコーヒー)", "", thought)).splitlines()
    assert [line.partition(" ")[0] for line in told] == ["[P]", "[B]", "[D]", "[I]", "[Action]"]
    assert told[-1] == "[Action] (GET: 冷めたコーヒー)"
    assert told_thought(turn("", "はい")) == ""
    assert str(SceneTag("GET")) == "(GET)"
