"""Benchmark of grammars: their cost a token, and the share of answers that have the right form.

The runtime constrains lazily by itself: it samples freely, checks, and masks the vocabulary only
on a miss. So the free and the bound mode are measured side by side over the same prompt at
temperature 0, with the grammars the product uses: the answer of a deliberation and letters.
"""

import statistics
from collections.abc import Sequence

from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.engines.weights import PinnedModel, measured_models
from companion.rooms.deliberation.grammar import AnswerForm
from companion.words.language import Language
from companion.words.llm import PromptMessage
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.real_model import ask, loaded, missing, prompt, vocabularies

IDS = ("P10",)
LIMIT = 1.10
TOKENS = {Effort.SHORT: 24, Effort.LONG: 64}
ROUNDS = {Effort.SHORT: 2, Effort.LONG: 7}
DECISIONS = {Effort.SHORT: 3, Effort.LONG: 500}
LETTERS = "root ::= [a-zA-Z,.' ]{600,}"
FORM = AnswerForm(
    choices=("turn_on_hall_light", "close_curtain", "notify_resident", "skip"),
    language=Language.EN,
)
FORM_TOKENS = 96
"""The product's bound for one decision."""
_PLACES = ("hall", "kitchen", "bedroom", "bath", "garden", "cellar")
_FACTS = ("somebody came in", "it is dark", "the window is open", "nobody is there", "it is hot")


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Every installed model in turn; the goal names three vocabularies."""
    chosen = vocabularies(effort)
    if not chosen:
        return missing(IDS)
    figures: list[Figure | NotMeasured] = []
    for model, path in chosen:
        async with loaded(model, path=path) as llm:
            figures.append(await _cost(llm, model, effort))
            figures.append(await _valid(llm, model, DECISIONS[effort]))
    sizes = {model.vocabulary for model, _ in chosen}
    absent = [m for m in measured_models() if m.vocabulary not in sizes]
    if absent:
        named = " and ".join(f"{m.vocabulary // 1000}k" for m in absent)
        why = f"vocabularies of {named}: --long, after companion models fetch --measured"
        figures.append(NotMeasured(id="P10", why=why))
    return figures


async def _cost(llm: LlmQueue, model: PinnedModel, effort: Effort) -> Figure:
    """Seconds a token beyond the first, bound by free, rounds interleaved."""
    tokens = TOKENS[effort]
    messages = prompt("one", "Tell a long story of a cat in plain words.", rules=1)
    ratios, free_ms = [], []
    await ask(llm, messages)
    for _ in range(ROUNDS[effort]):
        free = await _per_token(llm, messages, "", tokens)
        bound = await _per_token(llm, messages, LETTERS, tokens)
        ratios.append(bound / free)
        free_ms.append(free * 1000)
    return Figure(
        id="P10",
        what=f"a token under a grammar ({model.key}, vocabulary {model.vocabulary:,})",
        value=round(statistics.median(ratios), 3),
        limit=LIMIT,
        sense=Sense.AT_MOST,
        against="a free token",
        detail={
            "model": model.name,
            "free_ms": round(statistics.median(free_ms), 1),
            "rounds": len(ratios),
            "worst": round(max(ratios), 3),
        },
    )


async def _per_token(
    llm: LlmQueue, messages: tuple[PromptMessage, ...], grammar: str, tokens: int
) -> float:
    one = await ask(llm, messages, grammar=grammar)
    many = await ask(llm, messages, grammar=grammar, max_tokens=tokens)
    return (many.took_s - one.took_s) / max(1, many.output_tokens - 1)


async def _valid(llm: LlmQueue, model: PinnedModel, decisions: int) -> Figure:
    valid, sizes = 0, []
    for number in range(decisions):
        place, fact = _PLACES[number % len(_PLACES)], _FACTS[number % len(_FACTS)]
        scene = f"{number % 24}:{number % 60:02}, {place}: {fact}. What now?"
        reply = await ask(
            llm,
            prompt("one", scene, rules=1),
            grammar=FORM.choice_first(),
            max_tokens=FORM_TOKENS,
        )
        valid += FORM.read_choice_first(reply.text) is not None
        sizes.append(reply.output_tokens)
    return Figure(
        id="P10",
        what=f"answers of a whole form ({model.key})",
        value=valid / decisions,
        limit=1.0,
        sense=Sense.AT_LEAST,
        unit="share",
        detail={"decisions": decisions, "output_tokens_median": statistics.median(sizes)},
    )
