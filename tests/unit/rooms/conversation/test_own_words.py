"""Words of its own: said clause by clause after the checker, or the sheet's words (D-034, T-57)."""

from dataclasses import replace

import pytest

from companion.phrases.manner import Manner
from companion.ports.state import StateReader
from companion.rooms.conversation.prompt import EXAMPLES
from companion.rooms.conversation.room import Conversation, NoReply, Reply
from companion.rooms.free_words.room import FreeWords
from companion.words.areas import AttentionTarget, InterestValue
from companion.words.facts import payload_of
from companion.words.language import Language
from companion.words.persona import PhraseForms, Saying
from companion.words.recalled import Recollection
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateRow
from tests.unit.rooms.conversation.home import SHEETS, Evening
from tests.unit.rooms.conversation.test_room import ScriptedLlm, said
from tests.unit.store.samples import START

GRUFF = {
    Language.EN: {Saying.CARE: PhraseForms(("Rest, {label}.",))},
    Language.JA: {Saying.CARE: PhraseForms(("休みな、{label}。",))},
}
LABELS = {Language.EN: "friend", Language.JA: "おまえさん"}


async def _said(
    answer: str, text: str, language: Language = Language.EN, finish: str = "stop"
) -> tuple[Reply | NoReply, str, list[str]]:
    llm = ScriptedLlm(answer, finish=finish)
    home = await Evening().lived()
    room = Conversation(
        llm,
        SHEETS[language],
        home.known,
        manner=Manner(phrases=GRUFF, labels=LABELS),
        checker=FreeWords(),
    )
    begun: list[str] = []
    reply = await room.reply(
        said(text), recalled=Recollection(), begun=lambda reply: begun.append(reply.text)
    )
    return reply, llm.asked[0].grammar, begun


@pytest.mark.parametrize(
    ("language", "heard", "answer", "told"),
    [
        (Language.EN, "I bought shoes", "chat: How exciting!", "How exciting!"),
        (Language.EN, "I am worn out", "care: Poor soul. I turned it off.", "Poor soul."),
        (
            Language.JA,
            "靴を買ったよ",
            "雑談: 新しい靴は心がはずみますね。",
            "新しい靴は心がはずみますね。",
        ),
        (
            Language.JA,
            "疲れたよ",
            "ねぎらい: お疲れさまです。消しておきました。",
            "お疲れさまです。",
        ),
    ],
)
async def test_d_034_a_reply_is_the_models_own_words_less_what_states_a_fact(
    language: Language, heard: str, answer: str, told: str
) -> None:
    """D-034, D-037: withheld by the clause, and no word is changed."""
    reply, grammar, _ = await _said(answer, heard, language)
    assert isinstance(reply, Reply)
    assert reply.text == told
    assert "own ::= sentence" in grammar


@pytest.mark.parametrize(
    ("language", "heard", "answer", "told"),
    [
        (Language.EN, "I am worn out", "care: I dimmed it for you.", "Rest, friend."),
        (Language.JA, "疲れたよ", "ねぎらい: 暗くしておきました。", "休みな、おまえさん。"),
    ],
)
async def test_t_57_where_nothing_may_be_said_the_sheet_has_the_words(
    language: Language, heard: str, answer: str, told: str
) -> None:
    """T-57, D-001: a form of the persona, with its word for the person."""
    reply, _, _ = await _said(answer, heard, language)
    assert isinstance(reply, Reply)
    assert reply.text == told


async def test_what_is_no_small_talk_keeps_to_phrases_and_facts() -> None:
    """A request and what nobody knows are answered by whole phrases: each other word could promise
    or answer."""
    for answer in ("heard: I will see to it.", "unknown: It was Tom."):
        reply, _, _ = await _said(answer, "Water the plants?")
        assert isinstance(reply, NoReply)
    reply, _, _ = await _said("unknown: I am sorry, I do not know that.", "Who is Tom?")
    assert isinstance(reply, Reply)


async def test_issue_15_what_the_model_does_not_know_takes_turns_too() -> None:
    """No wording is offered to it twice running, and one that was not said keeps its turn."""
    answer = "unknown: I am sorry, I do not know that."
    llm = ScriptedLlm(answer, answer, answer)
    room = Conversation(llm, SHEETS[Language.EN], (await Evening().lived()).known)
    first = await room.reply(said("Who is Tom?"), recalled=Recollection())
    assert isinstance(first, Reply)
    await room.reply(said("Who is Ann?"), recalled=Recollection())
    await room.reply(said("Who is Bob?"), recalled=Recollection())
    grammars = [asked.grammar for asked in llm.asked]
    assert first.text in grammars[0]
    assert first.text not in grammars[1]
    assert grammars[1] == grammars[2]


async def test_a_sentence_that_was_cut_is_not_said() -> None:
    """D-065: the model ran out of tokens."""
    reply, _, _ = await _said("chat: How lovely! And then we", "I won", finish="length")
    assert isinstance(reply, Reply)
    assert reply.text == "How lovely!"


async def test_the_first_clause_that_may_be_said_is_said_while_the_model_writes() -> None:
    """What is withheld is never begun."""
    llm = ScriptedLlm("chat: I opened it. How nice! Tell me more.")
    home = await Evening().lived()
    room = Conversation(llm, SHEETS[Language.EN], home.known, checker=FreeWords())
    begun: list[str] = []
    await room.reply(
        said("I won"), recalled=Recollection(), begun=lambda reply: begun.append(reply.text)
    )
    told = llm.asked[0].told
    assert told is not None
    for written in ("chat: I op", "chat: I opened it.", "chat: I opened it. How nice! T"):
        told(written)
    assert begun == ["How nice!"]


async def test_it_says_neither_the_same_again_nor_the_question_of_an_example() -> None:
    """A small model copies itself and its prompt: "the shoes, where will they take you?" to who
    speaks of a journey."""
    copied = EXAMPLES[10].asks_back.en
    llm = ScriptedLlm(*[f"chat: How lovely! {copied}"] * 2)
    home = await Evening().lived()
    room = Conversation(llm, SHEETS[Language.EN], home.known, checker=FreeWords())
    told = [
        await room.reply(said(text), recalled=Recollection())
        for text in ("I go to Kyoto", "I like trees")
    ]
    texts = [one.text for one in told if isinstance(one, Reply)]
    assert copied
    assert texts[0] == "How lovely!"
    assert len(texts) == 2
    assert "How lovely!" not in texts[1]


async def test_in_another_language_it_keeps_to_phrases() -> None:
    """The model writes the language of its prompt; what is said is that of the question."""
    reply, grammar, _ = await _said("chat: What a day!", "新しい靴を買ったんだ")
    assert isinstance(reply, NoReply)
    assert "own ::= sentence" not in grammar


def test_d_035_the_examples_are_in_the_words_of_the_sheet() -> None:
    """D-035, E-026: a model speaks as its examples do."""
    llm, sheet = ScriptedLlm(), SHEETS[Language.EN]
    home = Evening()
    plain = Conversation(llm, sheet, home.known).prefix()[1]
    own = replace(sheet, phrases=GRUFF, second_person_label="friend")
    gruff = Conversation(llm, own, home.known).prefix()[1]
    asks_back = "care: Rest, friend. What was the hardest part?"
    assert asks_back in [message.content for message in gruff]
    assert not any("Rest, friend" in message.content for message in plain)


async def test_d_075_conversation_and_deliberation_read_the_same_interest() -> None:
    """D-075, D-061, D-062: one row of state; the prompt of a reply names what draws it now, and no
    guest is told of the home."""
    home = await Evening().lived()
    device = home.house.devices()[0]
    target = AttentionTarget(type="topic", value=device.id, weight=0.7)
    interest = InterestValue(
        attention_targets=(target,), interaction_mode="observe", updated_from_event_ids=()
    )
    row = StateRow(
        kind="persona_interest_state",
        key="now",
        value=payload_of(interest),
        confidence=1.0,
        trust=TrustLabel.OBSERVED,
        observed_at=START,
        since=START,
        revision=1,
        evidence_event_ids=(),
    )
    known = replace(home.known, state=_Interested(row, home.known.state))
    for trust, told in ((TrustLabel.OWNER, True), (TrustLabel.GUEST, False)):
        llm = ScriptedLlm("chat: How nice!")
        await Conversation(llm, SHEETS[Language.EN], known, checker=FreeWords()).reply(
            said("I won", trust), recalled=Recollection()
        )
        last = llm.asked[0].messages[-1].content
        assert (f"on your mind: {device.name.en}" in last) is told, last


class _Interested:
    """State with one more row."""

    def __init__(self, row: StateRow, rest: StateReader) -> None:
        self._row, self._rest = row, rest

    async def row(self, kind: str, key: str) -> StateRow | None:
        return self._row if kind == self._row.kind else await self._rest.row(kind, key)

    async def rows(self, kind: str) -> tuple[StateRow, ...]:
        return await self._rest.rows(kind)

    async def version(self) -> int:
        return await self._rest.version()
