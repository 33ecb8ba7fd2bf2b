"""Conversation: persona, mood and memory go in; a reply comes out, or honestly nothing."""

import pytest

from companion.conversation.prompt import examples, feeling
from companion.conversation.room import Conversation, NoReply, Reply
from companion.ports.llm import ModelCrashed, ModelPreempted, ModelTimedOut, ModelUnavailable
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose
from companion.words.mood import Mood, Vad
from companion.words.persona import PersonaSheet
from companion.words.recalled import Recalled
from companion.words.text import LabelledText
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.unit.store.samples import START

SHEETS = {
    Language.JA: PersonaSheet(
        name="コト",
        language=Language.JA,
        persona_text="おだやかで世話好き。",
        addon_text="星の話が好き。",
        second_person_label="ご主人",
    ),
    Language.EN: PersonaSheet(
        name="Koto",
        language=Language.EN,
        persona_text="Gentle and caring.",
        addon_text="Loves the stars.",
        second_person_label="captain",
    ),
}


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


def _turn(role: str, text: str, trust: TrustLabel) -> Recalled:
    return Recalled(role=role, text=LabelledText(text, trust), at=START)


@pytest.mark.parametrize("language", list(Language))
async def test_persona_mood_and_memory_shape_the_request(language: Language) -> None:
    """D-001, D-002, B-020, T-54: what never changes stands first, the mood last."""
    llm, sheet = ScriptedLlm("お帰り。 "), SHEETS[language]
    room = Conversation(llm, sheet)
    mood = Mood(long_mood_state=Vad(0.5, 0.0, -0.4))
    recalled = (_turn("assistant", "行ってらっしゃい", TrustLabel.OBSERVED),)
    reply = await room.reply(said(), mood=mood, recalled=recalled)
    assert reply == Reply("お帰り。", TrustLabel.OBSERVED, "scripted@0", 9)
    (request,) = llm.asked
    assert request.purpose is LlmRequestPurpose.SYNC_CONVERSATION
    assert request.priority is Priority.USER
    system, *shown, earlier, now = request.messages
    assert tuple(shown) == examples(language)
    for part in (sheet.name, sheet.persona_text, sheet.addon_text, sheet.second_person_label):
        assert part in system.content
    assert earlier.content == "行ってらっしゃい"
    assert now.content.startswith("ただいま\n")
    assert feeling(mood, language) in now.content
    other = await Conversation(ScriptedLlm("x"), sheet).reply(said(), mood=Mood(), recalled=())
    assert isinstance(other, Reply)


async def test_the_fixed_part_does_not_move_with_mood_or_memory() -> None:
    """T-54: the prefix is reused."""
    llm = ScriptedLlm("a", "b")
    room = Conversation(llm, SHEETS[Language.JA])
    await room.reply(said(), mood=Mood(), recalled=())
    await room.reply(
        said("寒い"),
        mood=Mood(long_mood_state=Vad(-0.9, 0.9, 0.9)),
        recalled=(_turn("user", "ねえ", TrustLabel.GUEST),),
    )
    first, second = llm.asked
    fixed = 1 + len(examples(Language.JA))
    assert first.messages[:fixed] == second.messages[:fixed]
    assert first.messages[fixed:] != second.messages[fixed:]


@pytest.mark.parametrize(
    ("labels", "least"),
    [
        ((), TrustLabel.OWNER),
        ((TrustLabel.GUEST,), TrustLabel.GUEST),
        ((TrustLabel.HOUSEHOLD, TrustLabel.OBSERVED), TrustLabel.OBSERVED),
    ],
)
async def test_a_reply_is_as_trusted_as_its_least_trusted_text(
    labels: tuple[TrustLabel, ...], least: TrustLabel
) -> None:
    """T-56: computed by code."""
    recalled = tuple(_turn("user", "…", label) for label in labels)
    reply = await Conversation(ScriptedLlm("うん"), SHEETS[Language.JA]).reply(
        said(), mood=Mood(), recalled=recalled
    )
    assert isinstance(reply, Reply)
    assert reply.trust is least


@pytest.mark.parametrize(
    "error", [ModelUnavailable("no file"), ModelTimedOut(), ModelCrashed(), ModelPreempted()]
)
async def test_a_model_that_fails_leaves_no_reply(error: Exception) -> None:
    """D-011, T-13: no stand-in text."""
    room = Conversation(ScriptedLlm(error), SHEETS[Language.JA])
    reply = await room.reply(said(), mood=Mood(), recalled=())
    assert isinstance(reply, NoReply)
    assert type(error).__name__ in reply.reason


@pytest.mark.parametrize(("text", "finish"), [("  \n", "stop"), ("そして", "length")])
async def test_nothing_and_half_a_sentence_are_no_replies(text: str, finish: str) -> None:
    """D-065: dropped, not repaired."""
    room = Conversation(ScriptedLlm(text, finish=finish), SHEETS[Language.JA])
    assert isinstance(await room.reply(said(), mood=Mood(), recalled=()), NoReply)


@pytest.mark.parametrize("language", list(Language))
def test_a_mood_has_words_in_both_languages(language: Language) -> None:
    """B-025: calm near neutral, else each felt axis."""
    calm = feeling(Mood(), language)
    stirred = feeling(Mood(long_mood_state=Vad(0.5, 0.5, -0.5)), language)
    assert calm != stirred
    assert len({calm, stirred, feeling(Mood(long_mood_state=Vad(-0.5)), language)}) == 3
