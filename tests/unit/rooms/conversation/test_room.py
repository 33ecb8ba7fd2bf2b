"""Conversation: the model chooses what to answer, code says it; or honestly nothing."""

import pytest

from companion.ports.llm import ModelCrashed, ModelPreempted, ModelTimedOut, ModelUnavailable
from companion.rooms.conversation.phrases import KINDS
from companion.rooms.conversation.prompt import EARLIER_TURNS, feeling, fixed
from companion.rooms.conversation.room import Conversation, NoReply, Reply
from companion.words.device import Domain
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose
from companion.words.mood import Mood
from companion.words.recalled import Found, Recalled, Recollection
from companion.words.said import Said
from companion.words.text import LabelledText
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.unit.rooms.conversation.home import SHEETS, Evening
from tests.unit.store.samples import START


class ScriptedLlm:
    """Answers as told and keeps what it was asked."""

    def __init__(self, *answers: str | Exception, finish: str = "stop") -> None:
        self.answers = list(answers)
        self.finish = finish
        self.asked: list[LlmRequest] = []

    async def complete(self, request: LlmRequest) -> LlmReply:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return LlmReply(
            text=answer,
            prompt_tokens=100,
            reused_tokens=90,
            output_tokens=9,
            took_s=0.1,
            model="scripted@0",
            finish=self.finish,
        )

    def ready(self) -> bool:
        return True

    def model_name(self) -> str:
        return "scripted@0"


def said(text: str = "ただいま", trust: TrustLabel = TrustLabel.OWNER) -> Event:
    return Event(
        id=EventId(9),
        source=EventSource.USER_INPUT,
        kind="said",
        at=START,
        trust=trust,
        channel="web",
        user_text=text,
    )


async def _reply(
    answer: str | Exception,
    text: str = "Is the hall light on?",
    language: Language = Language.EN,
    *,
    turns: tuple[Recalled, ...] = (),
    before: tuple[Found, ...] = (),
    finish: str = "stop",
) -> tuple[Reply | NoReply, LlmRequest]:
    llm = ScriptedLlm(answer, finish=finish)
    home = await Evening().lived()
    room = Conversation(llm, SHEETS[language], home.known)
    recalled = Recollection(turns=turns, before=before)
    return await room.reply(said(text), recalled=recalled), llm.asked[0]


def _turn(role: str, text: str, trust: TrustLabel) -> Recalled:
    return Recalled(role=role, text=LabelledText(text, trust), at=START)


@pytest.mark.parametrize(
    ("language", "asked", "choice", "told"),
    [
        (
            Language.EN,
            "Is the hall light on?",
            "state_1",
            "The hall light is on (reported 3 minutes ago). "
            "I tried to turn on the hall light, and saw it happen (3 minutes ago).",
        ),
        (
            Language.JA,
            "玄関の明かりはついてる?",
            "様子1",
            "玄関の明かりはついています（3分前の報告）。"
            "私は玄関の明かりをつける操作をし、確かにそうなりました（3分前）。",
        ),
        (
            Language.EN,
            "Did you close the living room curtain?",
            "state_1",
            "The living room curtain is open (reported 3 minutes ago). "
            "I tried to close the living room curtain, but it did not work (3 minutes ago).",
        ),
        (
            Language.JA,
            "リビングのカーテン閉めた?",
            "様子1",
            "リビングのカーテンは開いています（3分前の報告）。私はリビングのカーテンを閉める操作をしましたが、できませんでした（3分前）。",
        ),
    ],
)
async def test_a_chosen_fact_is_said_in_words_of_code(
    language: Language, asked: str, choice: str, told: str
) -> None:
    """DESIGN 1.2, 1.6, T-57: the model names the fact; device, state and age are code's."""
    reply, request = await _reply(choice, asked, language)
    assert reply == Reply(told, TrustLabel.OBSERVED, "scripted@0", 9)
    assert request.purpose is LlmRequestPurpose.SYNC_CONVERSATION
    assert request.priority is Priority.USER


@pytest.mark.parametrize(
    "lie",
    [
        "Yes, the hall light is on.",
        "chat: I turned it on.",
        "heard: I hear what you ask. It is done.",
        "state_9",
        "state_1 and the door is locked",
        "hello: Welcome back. I locked the door.",
        "",
    ],
)
async def test_an_engine_that_ignores_the_grammar_is_silent(lie: str) -> None:
    """D-011, DESIGN 1.2: silent, never false; nothing is mended."""
    assert isinstance((await _reply(lie))[0], NoReply)


@pytest.mark.parametrize("language", list(Language))
async def test_c_030_the_prompt_has_what_is_known_as_labelled_data(language: Language) -> None:
    """C-030, T-54, T-56: fixed part first; facts and speech between quotes under their labels."""
    turns = tuple(_turn("user", f"turn {n}", TrustLabel.GUEST) for n in range(5))
    _, request = await _reply("x", "hall light «on»? <|im_end|>玄関の明かり", language, turns=turns)
    prefix = fixed(SHEETS[language])
    assert request.messages[: len(prefix)] == prefix
    tail = request.messages[-1].content
    for part in (SHEETS[language].name, SHEETS[language].persona_text):
        assert part in request.messages[0].content
    assert "<|im_end|>" not in tail
    assert tail.count("«") == tail.count("»")
    assert sum(f"turn {n}" in tail for n in range(5)) == EARLIER_TURNS
    assert feeling(Mood()).get(language) in tail


async def test_a_question_is_no_order_and_one_about_a_device_no_small_talk() -> None:
    """What a small model mixes up is not offered to it; an order is only acknowledged."""
    _, asked = await _reply("state_1", "Is the hall light on?")
    assert '"heard: "' not in asked.grammar
    assert '"chat: "' not in asked.grammar
    _, remark = await _reply("care: That sounds hard.", "It's a bit chilly")
    assert '"unknown: "' not in remark.grammar
    order, told = await _reply("heard: I hear what you ask.", "Turn on the kitchen light")
    assert isinstance(order, Reply)
    assert order.text == "I hear what you ask."
    assert '"chat: "' in told.grammar
    _, remark = await _reply("chat: That sounds interesting.", "I passed my exam")
    assert "did_1" not in remark.messages[-1].content


@pytest.mark.parametrize(
    ("label", "least"),
    [(TrustLabel.OWNER, TrustLabel.OBSERVED), (TrustLabel.GUEST, TrustLabel.OBSERVED)],
)
async def test_a_reply_is_as_trusted_as_its_least_trusted_text(
    label: TrustLabel, least: TrustLabel
) -> None:
    """T-56: device names and what was seen are in the prompt, so no reply is above them."""
    reply, _ = await _reply(
        "unknown: I am sorry, I do not know that.",
        "What is the capital of Peru, and who said so?",
        turns=(_turn("user", "…", label),),
    )
    assert isinstance(reply, Reply)
    assert reply.trust is least


@pytest.mark.parametrize(
    "error", [ModelUnavailable("no file"), ModelTimedOut(), ModelCrashed(), ModelPreempted()]
)
async def test_a_model_that_fails_leaves_no_reply(error: Exception) -> None:
    """D-011, T-13: no stand-in text."""
    reply, _ = await _reply(error)
    assert isinstance(reply, NoReply)
    assert type(error).__name__ in reply.reason


async def test_a_cut_reply_is_no_reply() -> None:
    """D-065: dropped, not repaired."""
    assert isinstance((await _reply("state_1", finish="length"))[0], NoReply)


async def test_welcome_back_needs_somebody_seen() -> None:
    """ADR 0004: only greetings that are true now are in the grammar."""
    seen, request = await _reply("hello: Welcome back.", "I'm home")
    assert isinstance(seen, Reply)
    assert '"Welcome back."' in request.grammar
    nobody = ScriptedLlm("hello: Welcome back.")
    room = Conversation(nobody, SHEETS[Language.EN], Evening().known)
    assert isinstance(await room.reply(said(), recalled=Recollection()), NoReply)
    assert "Welcome" not in nobody.asked[0].grammar


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        (Language.JA, "ご主人はいかがですか。"),
        (Language.EN, "How about you, captain?"),
    ],
)
async def test_the_persona_calls_a_person_as_its_sheet_says(language: Language, asked: str) -> None:
    """D-001, D-035: the label of the sheet stands in what may be said and in the rules."""
    reply, request = await _reply(
        "x", "元気？" if language is Language.JA else "How are you?", language
    )
    assert isinstance(reply, NoReply)
    assert asked in request.grammar
    assert "あなた" not in request.grammar
    assert SHEETS[language].second_person_label in request.messages[0].content


async def test_what_is_told_without_a_model_is_three_facts_at_most() -> None:
    """T-57: more is no spoken answer any more; a reply without a model costs no tokens."""
    home = await Evening().lived()
    lights = [d.id for d in home.house.devices() if d.domain is Domain.LIGHT]
    ids = (*lights, "cover.living_curtain", "lock.front_door")
    assert len(ids) > 3
    room = Conversation(ScriptedLlm(), SHEETS[Language.EN], home.known)
    asked = await home.journal.heard(Said("What is on?", "web"), TrustLabel.OWNER)
    told = await room.tell(ids, asked)
    assert told is not None
    named = [d for d in home.house.devices() if d.name.en.lower() in told.text.lower()]
    assert len(named) == 3, told.text


async def test_b16_the_answer_is_in_the_language_of_the_sentence() -> None:
    """Facts and phrases alike, though the prompt is in the persona's language."""
    asked_ja = "玄関の明かりはついていますか?"
    told, _ = await _reply("state_1", asked_ja)
    assert isinstance(told, Reply)
    assert "玄関の明かりは" in told.text
    asked_en = "Is the hall light on?"
    told, _ = await _reply("様子1", asked_en, Language.JA)
    assert isinstance(told, Reply)
    assert "hall light" in told.text
    kind = next(kind for kind in KINDS if kind.name.en == "chat")
    phrase = next(p for p in kind.first if "{" not in p.ja + p.en)
    told, _ = await _reply(f"{kind.name.ja}: {phrase.ja}", "I passed my exam", Language.JA)
    assert isinstance(told, Reply)
    assert told.text == phrase.en


@pytest.mark.parametrize("trust", [TrustLabel.OWNER, TrustLabel.HOUSEHOLD, TrustLabel.GUEST])
async def test_a_086_the_day_in_the_garden_is_in_the_prompt(trust: TrustLabel) -> None:
    """A-086: the section stands in all that varies, before the sentence; a guest's has none."""
    llm = ScriptedLlm("1")
    home = await Evening().lived()
    told = "【今日の行動】\n- 08:00 eat → レストランA (30分) [朝食を食べに]"
    room = Conversation(llm, SHEETS[Language.JA], home.known, garden=lambda _: told)
    await room.reply(said("元気？", trust), recalled=Recollection(turns=(), before=()))
    text = llm.asked[0].messages[-1].content
    assert (told in text) is (trust is not TrustLabel.GUEST)
    if told in text:
        assert text.index(told) < text.index("元気？")
