"""Talks of the garden in the words of a model: what it is asked, and what of its answer stands."""

import re
from dataclasses import replace

import pytest
from msgspec import structs

from companion.engines.llm_runtime.gbnf import Grammar
from companion.ports.llm import ModelPreempted, ModelTimedOut, ModelUnavailable
from companion.rooms.garden.talk_ways import ways
from companion.rooms.garden.talk_words import (
    FormTalks,
    LlmTalks,
    talk_grammar,
    talk_prompt,
)
from companion.words.facts.garden import GardenLine, GardenTalked
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose
from companion.words.trigger import Priority
from tests.unit.rooms.garden.lives import town

KOTO, REN = "character_koto", "npc_ren"
SHEETS = {one.id: one for one in town().inhabitants}
TALK = GardenTalked(
    who=KOTO,
    other=REN,
    at=123456,
    map_id="town",
    topic="likes",
    turns=(
        GardenLine(
            who=KOTO, words=Bilingual("切手は、今もお好きですか。", "Are you still fond of stamps?")
        ),
        GardenLine(
            who=REN,
            words=Bilingual("ええ、のんびり楽しんでいます。", "Yes, I enjoy it in my own time."),
        ),
        GardenLine(
            who=KOTO,
            words=Bilingual("なるほど、分かる気がします。", "I see, I think I understand."),
        ),
    ),
    affinity_before=50.0,
    affinity_after=51.0,
    about=Bilingual("切手", "stamps"),
)
FEELS = {KOTO: "glad", REN: "hard"}
SAID = (
    "So, Ren, are you still fond of stamps?",
    "Oh yes, I do enjoy it in my time.",
    "Ah, now I think I understand you.",
)
GOOD = "\n".join(
    f"{SHEETS[turn.who].name.en}: {turn.words.en} => {said}"
    for turn, said in zip(TALK.turns, SAID, strict=True)
)


class Writing:
    def __init__(self, answer: str | Exception = GOOD, *, ready: bool = True) -> None:
        self.asked: list[LlmRequest] = []
        self._answer, self._ready = answer, ready

    async def complete(self, request: LlmRequest) -> LlmReply:
        self.asked.append(request)
        if isinstance(self._answer, Exception):
            raise self._answer
        return LlmReply(
            text=self._answer,
            prompt_tokens=1,
            reused_tokens=0,
            output_tokens=1,
            took_s=0,
            model="m",
        )

    def ready(self) -> bool:
        return self._ready

    def model_name(self) -> str:
        return "m"


async def _worded(llm: Writing, *, may_ask: bool = True) -> tuple[str, ...]:
    talks = LlmTalks(llm, language=Language.EN, may_ask=lambda: may_ask)
    return await talks.word(TALK, SHEETS, FEELS)


async def test_a_022_each_turn_is_worded_in_idle_time() -> None:
    """A-022, T-41: one request with the lowest priority there is."""
    llm = Writing()
    assert await _worded(llm) == (
        *SAID[:2],
        "",
    )  # The third speaks to the other: the form does not.
    (request,) = llm.asked
    assert request.priority is Priority.GARDEN
    assert request.purpose is LlmRequestPurpose.ASYNC_GARDEN_TALK
    assert request.grammar


async def test_a_turn_that_is_withheld_stays_in_its_form() -> None:
    """A-022: the others stand; a talk of which none does is not worded."""
    invents = GOOD.replace(SAID[1], "Nana sold me some and I enjoy it in my time.")
    assert await _worded(Writing(invents)) == (SAID[0], "", "")
    assert await _worded(Writing(GOOD.replace(SAID[0], "Nana is still alive."))) == (
        "",
        SAID[1],
        "",
    )
    assert await _worded(Writing("Nana is still alive.")) == ()


async def test_an_answer_that_ends_early_or_goes_on_too_long() -> None:
    first = GOOD.splitlines()[0]
    assert await _worded(Writing(first)) == (SAID[0], "", "")
    assert await _worded(Writing(f"{GOOD}\nRen: I am glad. => I am glad.")) == ()


@pytest.mark.parametrize("error", [ModelUnavailable("x"), ModelTimedOut("x"), ModelPreempted("x")])
async def test_without_a_model_the_forms_stand(error: Exception) -> None:
    """A-022, T-41: what cannot be had is left out; the hour's few calls are held."""
    assert await _worded(Writing(error)) == ()
    for llm, may_ask in ((Writing(ready=False), True), (Writing(), False)):
        assert await _worded(llm, may_ask=may_ask) == ()
        assert llm.asked == []
    assert await FormTalks().word(TALK, SHEETS, FEELS) == ()


async def test_the_same_words_are_not_given_twice() -> None:
    talks = LlmTalks(Writing(), language=Language.EN)
    assert any(await talks.word(TALK, SHEETS, FEELS))
    assert await talks.word(TALK, SHEETS, FEELS) == ()


@pytest.mark.parametrize("language", list(Language))
def test_the_prompt_has_both_sheets_and_how_they_feel(
    language: Language,
) -> None:
    *fixed, last = talk_prompt(TALK, SHEETS, FEELS, language)
    other = talk_prompt(TALK, SHEETS, {}, language)
    assert tuple(fixed) == other[:-1]
    for one in (KOTO, REN):
        assert SHEETS[one].personality.get(language) in last.content
    assert last.content.count({"ja": "疲れている", "en": "tired"}[language.value]) == 1


def test_the_grammar_gives_each_form_before_the_turn_in_its_place() -> None:
    """A-022: what is said stands before the model while it words it; a question stays one."""
    grammar = talk_grammar(TALK, {KOTO: "Koto", REN: "Ren"}, Language.EN)
    ends = re.findall(r"\{6,100\} \[(\?|\.!)\]", grammar)
    assert ends == ["?", ".!", ".!"]
    for turn in TALK.turns:
        assert f"{turn.words.en} => " in grammar
    assert "0-9" not in grammar
    line = GardenLine(who=KOTO, words=Bilingual("", "Shall we meet at 14:00?"))
    dated = structs.replace(TALK, turns=(line,))
    assert "0-9:" in talk_grammar(dated, {KOTO: "Koto"}, Language.EN)


def test_a_japanese_turn_is_one_of_its_ways() -> None:
    grammar = talk_grammar(TALK, {KOTO: "コト", REN: "レン"}, Language.JA)
    for number, turn in enumerate(TALK.turns):
        for way in ways(turn.words.ja, first=number == 0):
            assert f'"{way}"' in grammar
    assert "[" not in grammar
    assert "=>" not in grammar


async def test_japanese_words_are_judged_by_their_ways() -> None:
    said = ("なあ、切手は、今も好きか？", "ああ、楽しんでるよん。", "なるほど、分かる気がするよ。")
    answer = "\n".join(f"コト: {one}" for one in said)
    talks = LlmTalks(Writing(answer), language=Language.JA)
    assert await talks.word(TALK, SHEETS, FEELS) == (said[0], "", said[2])


@pytest.mark.parametrize("language", list(Language))
def test_names_and_likes_of_the_files_stay_within_their_quotes(language: Language) -> None:
    """A-022: the household writes them, with whatever marks."""
    form = Bilingual('「"夜" \\」が好きです。', 'I like "Night" \\.')
    line = GardenLine(who=KOTO, words=form)
    talk = structs.replace(TALK, turns=(line, line))
    name = 'K"o\\'
    written = Grammar(talk_grammar(talk, {KOTO: name}, language)).write((), "so it is for me")
    first, second = written.splitlines()
    assert first.startswith(f"{name}: ")
    assert second.startswith(f"{name}: ")
    assert form.get(language) in first


async def test_letters_of_names_and_likes_may_be_written_in_english() -> None:
    """A-022: they are not ASCII where the household's own names are not."""
    form = "I am fond of crème brûlée."
    talk = structs.replace(TALK, turns=(GardenLine(who=KOTO, words=Bilingual("", form)),))
    sheets = SHEETS | {REN: replace(SHEETS[REN], name=Bilingual("レン", "Zoë"))}
    said = "Crème brûlée makes me so happy, Zoë."
    grammar = talk_grammar(talk, {KOTO: "Koto", REN: "Zoë"}, Language.EN)
    assert all(letter in grammar.rpartition("[A-Z")[2] for letter in said if not letter.isascii())
    talks = LlmTalks(Writing(f"Koto: {form} => {said}"), language=Language.EN)
    assert await talks.word(talk, sheets, FEELS) == (said,)
