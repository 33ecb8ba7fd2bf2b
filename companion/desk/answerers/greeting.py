"""The greeter answers hello, goodbye, "how are you?" and a person's own news by code, at once.

They are the most of what is said beside orders, and the language model takes seconds to minutes for
them on a small device. News of the home in them ("I'm home", "good night", "I'm worn out") is
thought over as before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.phrases.greetings import greeting
from companion.phrases.manner import Manner
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.clock import Clock
from companion.ports.state import StateReader
from companion.rooms.conversation.prompt import feeling
from companion.rooms.understanding.greetings import Greeting, greeting_in, parts_of
from companion.rooms.understanding.own_news import news_in
from companion.rooms.understanding.preference import liked_of, pair_in
from companion.words.language import Bilingual
from companion.words.mood import MOOD, MOOD_KEY, mood_of
from companion.words.persona import Saying
from companion.words.table import in_both_languages, table

_SAYING = {
    Greeting.MORNING: Saying.MORNING,
    Greeting.NIGHT: Saying.NIGHT,
    Greeting.HOME: Saying.WELCOME,
    Greeting.LEAVING: Saying.GOODBYE,
    Greeting.PRAISE: Saying.PRAISE,
    Greeting.SCOLDED: Saying.SCOLDED,
    Greeting.THERE: Saying.THERE,
    Greeting.EFFORT: Saying.EFFORT,
    Greeting.FESTIVE: Saying.FESTIVE,
}
_USUAL: Mapping[Saying, Bilingual] = {
    Saying(key): words
    for key, words in in_both_languages(table("companion.desk.answerers", "greeting.toml")).items()
}
"""The usual words for a greeting, and for each sort of news that people tell of themselves."""
_LIGHT = frozenset({Greeting.HELLO, Greeting.EFFORT, Greeting.PRAISE})
"""Greetings that need no answer beside another one."""
TWO = 2


@dataclass(frozen=True, kw_only=True)
class Greeter:
    """Answers for one persona."""

    name: Bilingual
    state: StateReader
    clock: Clock
    manner: Manner = field(default_factory=Manner)
    """How the persona words it."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """A greeting is answered, and what it tells of the home is thought over beside it."""
        names = (self.name.ja, self.name.en)
        greeting = greeting_in(heard.text, names)
        if greeting is not None:
            return Answer(words=await self.words_for(greeting), think=True)
        if (words := await self._in_parts(heard.text, names)) is not None:
            return Answer(words=words, think=True)
        if (news := news_in(heard.text)) is not None:
            return Answer(words=self.manner.own(news, _USUAL[news]), think=True)
        if (pair := pair_in(heard.text)) is not None:
            liked = Bilingual(*(liked_of(pair, self.name.ja),) * 2)
            usual = Bilingual(f"{liked.ja}です。", f"{liked.en}, I think.")
            return Answer(words=self.manner.own(Saying.PREFER, usual, {"choice": liked}))
        return None

    async def _in_parts(self, text: str, names: tuple[str, str]) -> Bilingual | None:
        """An answer to a sentence whose every part is a greeting or news: the weightiest greeting,
        and the news."""
        parts = parts_of(text)
        read = [(greeting_in(part, names), news_in(part)) for part in parts]
        greetings = sorted((g for g, _ in read if g is not None), key=lambda g: g in _LIGHT)
        if len(parts) < TWO or not greetings or not all(g or n for g, n in read):
            return None
        said = _SAYING.get(greetings[0])
        news = next((n for g, n in read if g is None and n is not None and n is not said), None)
        words = await self.words_for(greetings[0], brief=news is not None)
        if news is None:
            return words
        more = self.manner.own(news, _USUAL[news], brief=True)
        return Bilingual(f"{words.ja}{more.ja}", f"{words.en} {more.en}")

    async def words_for(self, heard: Greeting, *, brief: bool = False) -> Bilingual:
        """The answer, in both languages; `brief`: more is said behind it."""
        if heard is Greeting.HELLO:
            words = greeting(self.clock.now().hour)
            usual = Bilingual(f"{words.ja}。", f"{words.en}.")
            return self.manner.own(Saying.HELLO, usual, {"greeting": words})
        if heard is Greeting.HOW:
            mood = feeling(mood_of(await self.state.row(MOOD, MOOD_KEY)))
            usual = Bilingual(
                f"今の気分は、{mood.ja}といったところです。", f"I feel {mood.en} just now."
            )
            return self.manner.own(Saying.MOOD, usual, {"mood": mood})
        if heard is Greeting.NAME:
            return Bilingual(
                f"{self.name.ja}です。家のことを手伝います。「何ができる？」と聞いてみてください。",
                f"I am {self.name.en}, the companion of this home. Ask me “what can you do?”.",
            )
        if heard is Greeting.MEETING:
            return Bilingual(
                f"{self.name.ja}です。こちらこそ、よろしくお願いします。",
                f"I am {self.name.en}. Nice to meet you too.",
            )
        saying = _SAYING[heard]
        return self.manner.own(saying, _USUAL[saying], brief=brief)
