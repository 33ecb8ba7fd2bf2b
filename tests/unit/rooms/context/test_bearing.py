"""B12: chat is no feature of a decision; what bears on the home is, whoever chats around it."""

from datetime import timedelta
from importlib import resources

import pytest

from companion.rooms.context.bearing import bearing
from companion.service.yaml_text import load
from companion.words.event import EventSource
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.observation import Change
from companion.words.trust import TrustLabel
from tests.proof.evaluation.choosing.chat import chat_lines
from tests.twins.clock import EVENING
from tests.twins.facts import seen_facts
from tests.twins.home import trigger
from tests.unit.rooms.context.home import Home

NAMES = frozenset({"hall", "玄関", "living room", "リビング"})
both = pytest.mark.parametrize("language", list(Language))


@both
def test_a_hundred_lines_of_chat_bear_on_nothing(language: Language) -> None:
    lines = chat_lines(language)
    assert len(set(lines)) == 100
    assert [line for line in lines if bearing(line, NAMES, language)] == []


@pytest.mark.parametrize(
    "line",
    [
        "Leave the hall light off tonight, it wakes the dog.",
        "The baby is asleep, no noise please.",
        "I am late, bye!",
        "Good night.",
        "I have a call in the lounge at two.",
        "It is so dark in here.",
        "Could you keep it quiet for an hour?",
        "No, leave it as it is.",
        "I turned that off myself just now, I already did it myself.",
        "Everybody is out.",
        "玄関の明かりはつけないで。",
        "やっと寝てくれた。",
        "いってきます。帰りは六時すぎ。",
        "映画だから居間は暗くしておいて。",
        "もうすぐお客さんが来るよ",
        "ここ、寒いね。",
        "そのままでいいよ。",
        "少し静かにしてくれる？",
    ],
)
def test_what_bears_on_the_home_stays(line: str) -> None:
    assert bearing(line, NAMES, Language.JA) == line.replace("。帰り", "。 帰り")


@pytest.mark.parametrize(
    "line",
    [
        "Is the hall light on?",
        "Which lights are on",
        "The film last night was wonderful.",
        "It was so cold at the station.",
        "I wonder what a new lamp costs.",
        "玄関の明かりはついてる？",
        "電気はついていますか",
        "昨日の映画はよかったな。",
        "会社が寒くてね。",
        "新しいテレビはいくらするのかな",
    ],
)
def test_questions_and_tales_of_another_time_or_place_do_not(line: str) -> None:
    """They name things of a home, and nothing of them is so here and now."""
    assert bearing(line, NAMES, Language.JA) == ""


def test_of_a_text_only_the_sentences_that_bear_stay() -> None:
    said = "Good morning! What a day. Leave the hall light off, please. Thanks a lot."
    assert bearing(said, NAMES, Language.EN) == "Leave the hall light off, please."
    assert bearing("おはよう！玄関は暗いままで。ありがとう。", NAMES, Language.JA) == (
        "玄関は暗いままで。"
    )


@both
def test_what_the_ranker_was_taught_by_is_not_lost(language: Language) -> None:
    """The lists are closed: of the phrases of which most are said at home, most get through. The
    lists were written with them in sight, so this guards them; it does not measure them."""
    meanings = (
        "asleep",
        "rest",
        "film",
        "focus",
        "leave_it",
        "keep_on",
        "keep_off",
        "wants_dark",
        "wants_light",
        "wants_quiet",
        "dark",
        "hot",
        "cold",
        "still_there",
        "save",
        "ask_first",
    )
    room, who, device = (
        ("リビング", "ゆき", "掃除機")
        if language is Language.JA
        else ("living room", "Yuki", "vacuum")
    )
    said = [
        phrase.replace("{room}", room).replace("{who}", who).replace("{device}", device)
        for file in ("phrases", "phrases_more", "phrases_wide")
        for meaning, lines in _phrases(file).items()
        if meaning in meanings
        for phrase in lines[language.value]
    ]
    kept = sum(bool(bearing(phrase, NAMES, language)) for phrase in said)
    assert kept / len(said) >= 0.8, (kept, len(said))


def _phrases(file: str) -> dict[str, dict[str, list[str]]]:
    path = resources.files("tests.proof.evaluation.training") / f"{file}.yaml"
    found: dict[str, dict[str, list[str]]] = load(path.read_text(encoding="utf-8"))
    return found


async def _chat(home: Home, language: Language) -> None:
    for line in chat_lines(language):
        said = await home.event(
            EventSource.USER_INPUT, kind="said", user_text=line, trust=TrustLabel.OWNER
        )
        await home.event(
            EventSource.CONVERSATION_REPLY,
            kind="replied",
            assistant_text="I left the hall light on for you.",
            evidence_event_ids=(EventId(said),),
        )


@both
async def test_chat_leaves_no_line_and_pushes_nothing_out(language: Language) -> None:
    """A hundred lines and their replies: what was asked for before them still stands."""
    home = Home(language)
    ago = EVENING - timedelta(minutes=20)
    wish = "Leave the hall light off."
    asked = await home.event(
        EventSource.USER_INPUT, kind="said", user_text=wish, at=ago, trust=TrustLabel.OWNER
    )
    await home.event(
        EventSource.CONVERSATION_REPLY,
        kind="replied",
        assistant_text="I will.",
        at=ago,
        evidence_event_ids=(EventId(asked),),
    )
    gone = seen_facts(change=Change.GONE, value="absent")
    await home.event(EventSource.OBSERVATION, payload=gone, at=ago)
    before = await home.room.gather(trigger())
    assert [line.text[6:] for line in before.recent][:2] == [wish, "I will."]
    await _chat(home, language)
    after = await home.room.gather(trigger())
    assert after.recent == before.recent
    assert after.menu == before.menu
