"""Undo: takes back the last act that can be taken back, and tells the result."""

import re
from dataclasses import dataclass
from functools import partial

from companion.desk.act_history import ActHistory
from companion.desk.commands.outcome import Outcomes
from companion.desk.requests import Requests
from companion.ports.answerer import Answer, HeardSentence
from companion.rooms.expression.claims import Names
from companion.words.event import Event
from companion.words.language import Bilingual
from companion.words.table import compiled, table

_READ = table("companion.desk.answerers", "undo.toml")
_UNDO = compiled(_READ["forms"], _READ["words"], re.IGNORECASE)["undo"]
NOTHING_TO_UNDO = Bilingual(
    "最近したことで、元に戻せるものは見つかりません。",
    "I find nothing that I did lately and could take back.",
)
_FOR_GOOD = Bilingual(
    "「{}」が何をしたかは私には分からないので、元には戻せません。",
    "I cannot take back “{}”: I do not know all that it did.",
)


def asks_to_undo(text: str) -> bool:
    """Whether a sentence asks that the last act is taken back; closed vocabulary."""
    return _UNDO.fullmatch(text.strip().strip("。.!！ ")) is not None


@dataclass(frozen=True, kw_only=True)
class Undo:
    """Each way back is a wish of its own, walked and looked at like every other."""

    history: ActHistory
    names: Names
    requests: Requests
    outcomes: Outcomes

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """Take the act back and tell the outcome."""
        if not asks_to_undo(heard.text):
            return None
        return Answer(work=partial(self._take_back, heard.event))

    async def _take_back(self, event: Event) -> Bilingual:
        for_good = await self.history.last_for_good()
        if for_good is not None:
            name = self.names.device(for_good) or Bilingual("それ", "that")
            return _FOR_GOOD.filled(name)
        found = await self.history.last_undoable()
        if found is None:
            return NOTHING_TO_UNDO
        done, result = found
        told: list[Bilingual] = []
        for wish in self.requests.ways_back(result, done.id):
            asked_for = await self.requests.ask_and_walk(wish, event.channel)
            told.append(await self.outcomes.of(asked_for))
        return Bilingual.joined(told, "", " ")
