"""The form of a reply: facts by name or whole phrases; nothing else is ever said."""

from string import Formatter

import pytest

from companion.engines.llm_runtime.gbnf import Grammar
from companion.rooms.conversation.facts import Fact
from companion.rooms.conversation.form import FACTS, ReplyForm, kinds_for
from companion.rooms.conversation.phrases import BY_CUE, HEARD, KINDS, MOOD, UNKNOWN
from companion.words.language import Bilingual, Language
from companion.words.trust import TrustLabel

SLOTS = {
    slot
    for kind in KINDS
    for phrase in (*kind.first, *kind.more)
    for words in (phrase.ja, phrase.en)
    for _, slot, _, _ in Formatter().parse(words)
    if slot
}
FILLED = {slot: Bilingual(f"{slot}語", f"{slot} word") for slot in SLOTS}


def fact(number: int) -> Fact:
    words = Bilingual(f"明かり{number}は消えています", f"light {number} is off")
    name = Bilingual(f"様子{number}", f"state_{number}")
    return Fact(name, words, words, TrustLabel.OBSERVED)


def form_of(language: Language = Language.EN, said_in: Language | None = None) -> ReplyForm:
    return ReplyForm(
        language=language,
        said_in=said_in or language,
        facts=tuple(fact(n) for n in range(1, 5)),
        filled=FILLED,
    )


def test_facts_are_said_in_words_of_code_each_once() -> None:
    assert form_of().read("state_2 state_1 state_2") == "Light 2 is off. Light 1 is off."
    assert form_of(Language.JA).read("様子1") == "明かり1は消えています。"


def test_a_fact_is_said_in_the_language_of_the_question() -> None:
    assert form_of(Language.EN, Language.JA).read("state_1") == "明かり1は消えています。"


@pytest.mark.parametrize(
    "text",
    ["", "state_9", "state_1 and it is safe", "The door is locked.", "hello: The door is locked."],
)
def test_what_is_no_fact_and_no_phrase_is_not_said(text: str) -> None:
    assert form_of().read(text) is None


@pytest.mark.parametrize("language", list(Language))
def test_every_phrase_that_the_grammar_has_can_be_read(language: Language) -> None:
    form = form_of(language)
    for kind in KINDS:
        label = f"{kind.name.get(language)}: "
        for phrase in kind.first:
            words = phrase.get(language).format(
                **{slot: filled.get(language) for slot, filled in FILLED.items()}
            )
            assert form.read(label + words) == words


def test_a_reply_has_at_most_so_many_facts() -> None:
    grammar = form_of().grammar()
    assert f"{{0,{FACTS - 1}}}" in grammar
    assert form_of().read(Grammar(grammar).write(("state_1",), "")) is not None


def test_a_question_is_no_order_and_a_question_about_a_device_is_no_small_talk() -> None:
    assert kinds_for(asked=True, about_device=True) == (UNKNOWN,)
    assert HEARD not in kinds_for(asked=True, about_device=False)
    assert UNKNOWN not in kinds_for(asked=False, about_device=False)
    assert kinds_for(asked=False, about_device=False, premise=True) == (UNKNOWN,)
    assert HEARD not in kinds_for(asked=False, about_device=False, ordered=False)
    assert MOOD in kinds_for(asked=True, about_device=False)
    greets = kinds_for(asked=False, about_device=False, cues=frozenset({"hello"}))
    assert [kind.name.en for kind in BY_CUE if kind in greets] == ["hello"]
    assert MOOD not in kinds_for(asked=False, about_device=False, of_feeling=False)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("said_in", list(Language))
def test_the_first_sentence_is_known_before_the_last_letter(
    language: Language, said_in: Language
) -> None:
    """Issue 13, point 3: whatever stands there at any letter is how the whole reply begins."""
    form = form_of(language, said_in)
    gap = "" if language is Language.JA else " "
    early = 0
    texts = [
        f"{kind.name.get(language)}: " + gap.join(form._fill(p, language) for p in phrases)
        for kind in KINDS
        for first in kind.first
        for phrases in ((first,), *((first, more) for more in kind.more))
    ]
    names = [fact.name.get(language) for fact in form.facts]
    for text in (*texts, f"{names[0]} {names[1]}", f"{names[2]} {names[0]} {names[2]}"):
        whole = form.read(text)
        assert whole is not None
        begun = [form.begun(text[:n]) for n in range(len(text) + 1)]
        assert all(first is None or whole.startswith(first) for first in begun)
        assert begun[0] is None
        early += begun[len(text) * 2 // 3] is not None
    assert early >= len(texts) * 0.9


def test_what_is_of_no_form_begins_nothing() -> None:
    for text in ("The door is open", "hello: The", "greeting:", "state_9 state_1", "hello: Hellx"):
        assert form_of().begun(text) is None
