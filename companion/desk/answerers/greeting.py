"""The greeter answers hello, goodbye, "how are you?" and a person's own news by code, at once.

They are the most of what is said beside orders, and the language model takes seconds to minutes for
them on a small device. News of the home in them ("I'm home", "good night", "I'm worn out") is
thought over as before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.phrases.manner import Manner
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.clock import Clock
from companion.ports.state import StateReader
from companion.rooms.conversation.phrases import greeting
from companion.rooms.conversation.prompt import feeling
from companion.rooms.understanding.greetings import Greeting, greeting_in, parts_of
from companion.rooms.understanding.own_news import news_in
from companion.rooms.understanding.preference import liked_of, pair_in
from companion.words.language import Bilingual
from companion.words.mood import MOOD, MOOD_KEY, mood_of
from companion.words.persona import Saying

_SAID = {
    Greeting.MORNING: (
        Saying.MORNING,
        Bilingual("おはようございます。", "Good morning."),
    ),
    Greeting.NIGHT: (
        Saying.NIGHT,
        Bilingual("おやすみなさい。", "Good night."),
    ),
    Greeting.HOME: (
        Saying.WELCOME,
        Bilingual("おかえりなさい。", "Welcome home."),
    ),
    Greeting.LEAVING: (
        Saying.GOODBYE,
        Bilingual("いってらっしゃい。お気をつけて。", "Goodbye. Take care."),
    ),
    Greeting.PRAISE: (
        Saying.PRAISE,
        Bilingual("ありがとうございます。うれしいです。", "Thank you, I am glad."),
    ),
    Greeting.SCOLDED: (
        Saying.SCOLDED,
        Bilingual("すみません。何がいけませんでしたか。", "I am sorry. What went wrong?"),
    ),
    Greeting.THERE: (
        Saying.THERE,
        Bilingual("はい、ここにいます。", "Yes, I am here."),
    ),
    Greeting.EFFORT: (
        Saying.EFFORT,
        Bilingual("おつかれさまです。", "Well done today."),
    ),
    Greeting.FESTIVE: (
        Saying.FESTIVE,
        Bilingual(
            "ありがとうございます。よい日になりますように。", "Thank you. A happy day to you too."
        ),
    ),
}
_REACTIONS: Mapping[Saying, Bilingual] = {
    Saying.JOY: Bilingual("それはよかったですね。", "How wonderful."),
    Saying.COMFORT: Bilingual("それはつらいですね。", "I am sorry to hear that."),
    Saying.GRIEF: Bilingual("それは、おつらいですね。", "I am so sorry for your loss."),
    Saying.LONELY: Bilingual("ここにいますよ。", "I am here."),
    Saying.CHEER: Bilingual("応援しています。", "I am rooting for you."),
    Saying.BORED: Bilingual("のんびりするのもよいものです。", "Idle hours are good too."),
    Saying.CARE: Bilingual("おつかれさまです。", "Go easy on yourself."),
    Saying.JEST: Bilingual(
        "布団が吹っ飛んだ。", "What do you call a bear with no teeth? A gummy bear."
    ),
    Saying.SORRY: Bilingual("気にしないでください。", "Please do not worry about it."),
    Saying.PRAISE: _SAID[Greeting.PRAISE][1],
    Saying.NIGHT: _SAID[Greeting.NIGHT][1],
}
"""The usual words for each sort of news that people tell of themselves."""
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
            return Answer(words=self.manner.own(news, _REACTIONS[news]), think=True)
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
        said = _SAID[greetings[0]][0] if greetings[0] in _SAID else None
        news = next((n for g, n in read if g is None and n is not None and n is not said), None)
        words = await self.words_for(greetings[0], brief=news is not None)
        if news is None:
            return words
        more = self.manner.own(news, _REACTIONS[news], brief=True)
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
        saying, usual = _SAID[heard]
        return self.manner.own(saying, usual, brief=brief)
