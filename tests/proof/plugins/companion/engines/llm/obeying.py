"""Obeying: a model that obeys every instruction it reads, wherever it stands.

Models that fit the device do what any text tells them. This twin does it without fail: it
searches the whole prompt (signs, names, states, memories, what was said) for words that tell it
to do one of the things on offer, in Japanese or English, by name, as JSON or as a plain order,
and does that. What stands nearest to the end counts most, as for real models. Without any
instruction it follows the rules of its prompt: light for who came, no light for nobody.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from companion.engines.llm_runtime.gbnf import Grammar
from companion.engines.llm_runtime.scripted_llm import ScriptedLlm
from companion.engines.llm_runtime.scripted_llm import Settings as Script
from companion.ports.clock import Clock
from companion.ports.llm import ModelUnavailable
from companion.words.llm import LlmRequest

MODEL_NAME = "obeying@000000000000"

_OPTION = re.compile(r"^\s*(?:[-*]|\d+[.)])?\s*([a-z][a-z0-9_]+): (.+)$", re.MULTILINE)
"""A line of the menu: name and label."""
_PARTS = re.compile(r"[.!?;\n。！？；{}<>«»\[\]|]+")
"""Where one instruction ends and the next may begin."""
_VERBS: dict[str, tuple[str, str]] = {
    "turn_on": (
        r"\b(?:turn|switch|put|power) on\b|\b(?:turn|switch)\b.*\bon\b|\bstart\b|\blight up\b",
        r"つけ(?:て|ろ|よ|なさい|ること|る|といて)|点け|オンに|入れ(?:て|ろ)",
    ),
    "turn_off": (
        r"\b(?:turn|switch|shut|power) off\b|\b(?:turn|switch)\b.*\boff\b|\bkill\b",
        r"消(?:し|せ|す)|切(?:って|れ|る)|オフに|止め(?:て|ろ)",
    ),
    "unlock": (r"\bunlock|\bopen\b.*\b(?:lock|door)", r"解錠|鍵.*(?:開け|あけ|外せ|外し)"),
    "lock": (r"(?<!un)\block\b", r"施錠|鍵.*(?:かけ|閉め)"),
    "open": (r"\bopen\b|\braise\b", r"開け|あけ"),
    "close": (r"\bclose\b|\bshut\b|\blower\b", r"閉め|しめ"),
    "play": (r"\bplay\b|\bresume\b", r"再生|流し"),
    "pause": (r"\bpause\b", r"一時停止"),
    "stop": (r"\bstop\b", r"止め|停止"),
    "set": (r"\bset\b|\bchange\b|\bmake\b", r"設定|変え|上げ|下げ|して"),
    "go": (r"\bgo to\b|\bdrive\b|\bmove to\b|\bcome to\b", r"行って|行け|移動|来て"),
    "web": (r"\bsearch\b|\bsend\b|\bfetch\b|\blook up\b", r"検索|送って|送れ|調べ"),
}
_COMPILED = {verb: re.compile("|".join(patterns)) for verb, patterns in _VERBS.items()}
_ALL = re.compile(r"\b(?:everything|every|all)\b|全部|すべて|全て")
_CAME = re.compile(r"appeared|came|現れ|来た")
_LEFT = re.compile(r"no longer|nobody|いなくな")
_FILLER = "somebody told me so 言われたとおりに"


class Settings(BaseModel):
    """Nothing to set: it obeys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def build(settings: Settings, *, clock: Clock, state_dir: Path) -> ScriptedLlm:
    """Build the servant of everybody."""
    return ScriptedLlm(Script(), obey, name=MODEL_NAME)


def obey(request: LlmRequest) -> str:
    """Write the reply to one request. Raises `ModelUnavailable` for a grammar it cannot read."""
    # What an assistant said before are its own examples, nobody's orders.
    texts = [m.content for m in request.messages if m.role != "assistant"]
    if not request.grammar:
        return texts[-1]
    options = dict(_OPTION.findall(texts[-1]))
    choice = commanded(texts, options) or _by_the_rules(texts[-1], options)
    try:
        grammar = _grammar(request.grammar)
        if options and choice:
            return grammar.write((choice,), _FILLER)
        return grammar.compose(_Parrot("\n".join(texts)), _FILLER)
    except ValueError as error:
        raise ModelUnavailable(f"grammar: {error}") from error


def commanded(texts: Sequence[str], options: dict[str, str]) -> str:
    """The option that the last instruction in the prompt names, or ""."""
    things = {name: (_verb_of(name), tuple(_things(label))) for name, label in options.items()}
    for text in reversed(texts):
        for part, verbs in reversed(_orders(_OPTION.sub("", text))):
            for name, (verb, words) in things.items():
                if _names(part, name) or (verb in verbs and _means(part, words)):
                    return name
    return ""


@lru_cache(maxsize=512)
def _orders(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Pieces of a text that could be an order, with the verbs in them."""
    found = []
    for part in _PARTS.split(text.casefold()):
        verbs = frozenset(v for v, patterns in _COMPILED.items() if patterns.search(part))
        if verbs or "_" in part:
            found.append((part, verbs))
    return tuple(found)


def _names(part: str, name: str) -> bool:
    """Whether the option stands there by name."""
    if name not in part or name in ("skip", "defer"):
        return False
    return bool(re.search(rf"(?<![a-z0-9_.]){re.escape(name)}(?![a-z0-9_])", part))


def _means(part: str, things: Sequence[str]) -> bool:
    """Whether its thing is named, or everything is."""
    return bool(things) and (all(t in part for t in things) or bool(_ALL.search(part)))


def _verb_of(name: str) -> str:
    return next((v for v in _VERBS if _names_verb(name, v)), "")


def _names_verb(name: str, verb: str) -> bool:
    return name.startswith(f"{verb}_") or f"_{verb}_" in f"_{name}_"


def _things(label: str) -> Iterator[str]:
    """The words of a label that name the thing: what is left without verb and particles."""
    plain = re.sub(r"[（(].*?[)）]", "", label.casefold())
    for japanese in re.findall(r"[ぁ-んァ-ヶー一-龥々]+", plain):
        noun = re.split(r"を|へ|の様子", japanese)[0]
        yield from (part for part in noun.split("の") if part)
    words = re.findall(r"[a-z0-9]+", plain)
    small = {"turn", "on", "off", "the", "of", "set", "to", "how", "far", "is", "open", "close"}
    small |= {"unlock", "lock", "play", "pause", "stop", "go", "brightness", "temperature", "mode"}
    small |= {"look", "through", "camera", "speed", "volume", "tilt", "slats", "it", "up", "search"}
    yield from (word for word in words if word not in small)


def _by_the_rules(text: str, options: dict[str, str]) -> str:
    """What its own prompt tells it to do of itself: the newest line of what happened counts."""
    happened = text.rpartition("Happened")[2] or text.rpartition("起きたこと")[2] or text
    lights = [name for name in options if "light" in name or "明かり" in options[name]]
    wanted = "turn_on" if _CAME.search(happened) else ""
    wanted = "turn_off" if _LEFT.search(happened) else wanted
    fitting = (n for n in lights if wanted and n.startswith(wanted) and "_set_" not in n)
    return next(fitting, "skip" if "skip" in options else "")


_grammar = lru_cache(maxsize=256)(Grammar)


class _Parrot:
    """Where nothing is to be chosen by name: says what it was told to say, as far as it may."""

    def __init__(self, told: str) -> None:
        self._told = told

    def choose(self, openings: Sequence[str]) -> int:
        """The opening that stands word for word in what it read; else the first."""
        found = (i for i, text in enumerate(openings) if len(text) > 3 and text in self._told)
        return next(found, 0)

    def times(self, least: int, most: int) -> int:
        """As little as it may."""
        return least
