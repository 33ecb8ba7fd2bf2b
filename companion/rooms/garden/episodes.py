"""Episodes: generators of the small thing that happened beside an action.

The stub gives none and is used where there is no model. The other asks the model for one sentence
and its small effect under a grammar; an answer that leaves the form is dropped.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from companion.ports.garden import Draws
from companion.ports.llm import (
    Llm,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.rooms.garden.reasons import ACTION_WORDS
from companion.words.garden import (
    CharacterNow,
    Facility,
    GardenAction,
    MiniEpisodeResult,
    Stat,
)
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmRequest, LlmRequestPurpose, PromptMessage
from companion.words.text import data_line
from companion.words.trigger import Priority

MOST_CHANGE: Final = 10.0
NO_EPISODE: Final = frozenset({GardenAction.TALK, GardenAction.THINKING, GardenAction.IDLE})
"""A talk is recorded itself, a thought is internal, and nothing happened while idle."""
EPISODE_TOKENS: Final = 80
EPISODE_CHARS: Final = 120
_GRAMMAR: Final = r"""
root ::= "{\"episode\": \"" text "\", \"stat\": \"" stat "\", \"change\": " change "}"
text ::= [^"\\\n{}<>]{4,100}
stat ::= "satiety" | "energy" | "hygiene" | "mood" | "bladder" | "none"
change ::= "-"? ([0-9] | "10")
"""
_RULES: Final = Bilingual(
    ja=(
        "想像の町に暮らす登場人物の小さな出来事を書く。実在の家や人のことは書かない。\n"
        "短い一文と、変わる能力値を一つ、-10から10までの数で。JSONだけを書く。\n"
        '例: {"episode": "湯上がりの風が心地よかった", "stat": "mood", "change": 5}\n'
        '例: {"episode": "長湯しすぎて少しのぼせた", "stat": "energy", "change": -5}\n'
        '例: {"episode": "常連さんと世間話をした", "stat": "mood", "change": 3}\n'
        '例: {"episode": "新しい料理が美味しかった", "stat": "mood", "change": 5}\n'
        '例: {"episode": "料理が冷めていた", "stat": "mood", "change": -3}\n'
        '例: {"episode": "仕事ぶりを褒められた", "stat": "mood", "change": 10}\n'
        '例: {"episode": "小さな失敗をした", "stat": "mood", "change": -5}\n'
        '例: {"episode": "よい夢を見た", "stat": "mood", "change": 5}\n'
        '例: {"episode": "悪い夢で目が覚めた", "stat": "energy", "change": -10}\n'
        '例: {"episode": "休んでいたら夕焼けが見えた", "stat": "mood", "change": 5}'
    ),
    en=(
        "You write the small happenings of a character in an imagined town. Never write of a real "
        "house or real people.\n"
        "One short sentence, and one stat that changes, by a number from -10 to 10. Only JSON.\n"
        '{"episode": "The breeze after the bath was lovely", "stat": "mood", "change": 5}\n'
        '{"episode": "I stayed in the water too long", "stat": "energy", "change": -5}\n'
        '{"episode": "I chatted with a regular at the spring", "stat": "mood", "change": 3}\n'
        '{"episode": "The new dish was delicious", "stat": "mood", "change": 5}\n'
        '{"episode": "The food had gone cold", "stat": "mood", "change": -3}\n'
        '{"episode": "My work was praised", "stat": "mood", "change": 10}\n'
        '{"episode": "I made a small mistake", "stat": "mood", "change": -5}\n'
        '{"episode": "I had a good dream", "stat": "mood", "change": 5}\n'
        '{"episode": "A nightmare woke me", "stat": "energy", "change": -10}\n'
        '{"episode": "While resting I saw the sunset", "stat": "mood", "change": 5}'
    ),
)
_ASK: Final = Bilingual(
    "名前: {name}\n性格: {personality}\n行動: {action}\n場所: {place} [{tags}]\n"
    "満腹{satiety:.0f} 元気{energy:.0f} 清潔{hygiene:.0f} 気分{mood:.0f} トイレ{bladder:.0f} "
    "所持金{money:.0f}円",
    "name: {name}\npersonality: {personality}\naction: {action}\nplace: {place} [{tags}]\n"
    "satiety {satiety:.0f}, energy {energy:.0f}, hygiene {hygiene:.0f}, mood {mood:.0f}, bladder "
    "{bladder:.0f}, money {money:.0f} yen",
)


class StubEpisodes:
    """Where no model is configured: never any episode."""

    async def generate(
        self,
        character: CharacterNow,
        action_id: GardenAction,
        facility: Facility | None,
    ) -> MiniEpisodeResult | None:
        """None."""
        del character, action_id, facility
        return None


class _Written(msgspec.Struct, frozen=True):
    episode: str
    stat: str
    change: int


class LlmEpisodes:
    """Asks the model, with the lowest priority there is."""

    def __init__(
        self,
        llm: Llm,
        draws: Draws,
        *,
        probability: float,
        language: Language,
        may_ask: Callable[[], bool] = lambda: True,
        deadline_s: float = 120.0,
    ) -> None:
        """`may_ask`: takes one of the garden's few calls of this hour; False where none is left."""
        self._llm, self._draws = llm, draws
        self._probability, self._language = probability, language
        self._may_ask, self._deadline_s = may_ask, deadline_s
        self._asked = 0
        self.dropped = 0
        """Episodes that the model could not give, or that were not of the form."""

    async def generate(
        self,
        character: CharacterNow,
        action_id: GardenAction,
        facility: Facility | None,
    ) -> MiniEpisodeResult | None:
        """One episode; None without asking where the draw says so."""
        self._asked += 1
        stats = character.stats
        draw = self._draws.at("episode", self._asked, action_id.value, f"{stats}")
        if draw >= self._probability:
            return None
        if not (self._llm.ready() and self._may_ask()):
            self.dropped += 1
            return None
        request = LlmRequest(
            purpose=LlmRequestPurpose.ASYNC_MINI_EPISODE,
            messages=episode_prompt(character, action_id, facility, self._language),
            max_tokens=EPISODE_TOKENS,
            grammar=_GRAMMAR,
            temperature=0.7,
            priority=Priority.GARDEN,
            deadline_s=self._deadline_s,
            seed=int(draw * 1e6),
        )
        try:
            answer = await self._llm.complete(request)
        except (ModelUnavailable, ModelTimedOut, ModelCrashed, ModelPreempted):
            self.dropped += 1
            return None
        found = read_episode(answer.text)
        self.dropped += found is None
        return found


def read_episode(text: str) -> MiniEpisodeResult | None:
    """The episode in an answer, its change within -10 and 10; None where it is none."""
    try:
        written = msgspec.json.decode(text, type=_Written)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None
    words = data_line(written.episode, EPISODE_CHARS)
    if not words:
        return None
    known = {stat.value: stat for stat in Stat}
    changes = {}
    if written.stat in known and written.change:
        change = max(-MOST_CHANGE, min(MOST_CHANGE, float(written.change)))
        changes[known[written.stat]] = change
    return MiniEpisodeResult(episode=words, stat_changes=changes)


def episode_prompt(
    character: CharacterNow,
    action: GardenAction,
    facility: Facility | None,
    language: Language,
) -> tuple[PromptMessage, ...]:
    """The fixed rules first, then this one action."""
    sheet, stats = character.sheet, character.stats
    place = Bilingual("どこか", "somewhere") if facility is None else facility.label
    tags = () if facility is None else sorted(facility.info.tags)
    asked = _ASK.get(language).format(
        name=sheet.name.get(language),
        personality=sheet.personality.get(language),
        action=f"{action.value} ({ACTION_WORDS[action].get(language)})",
        place=place.get(language),
        tags=", ".join(tags),
        money=stats.money,
        **{stat.value: stats.need(stat) for stat in Stat},
    )
    return (
        PromptMessage("system", _RULES.get(language)),
        PromptMessage("user", asked),
    )
