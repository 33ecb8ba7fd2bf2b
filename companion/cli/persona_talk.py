"""Talk of a persona: lets the language model answer a dozen sentences as a persona.

The home of the talk has no devices, no people and no past."""

from collections.abc import Callable, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.links.joined_house import JoinedHouse
from companion.rooms.conversation.room import Conversation, Known, Reply
from companion.rooms.free_words.room import FreeWords
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.settings import Settings, load_manner, load_persona
from companion.store.sqlite import Store
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.recalled import Recollection
from companion.words.trust import TrustLabel

SENTENCES = (
    Bilingual("ねえ、聞いて", "Guess what"),
    Bilingual("新しい靴を買ったんだ", "I bought new shoes"),
    Bilingual("来月、引っ越すんだ", "I am moving house next month"),
    Bilingual("犬を飼おうか迷ってる", "I am thinking of getting a dog"),
    Bilingual("音楽は好き？", "Do you like music?"),
    Bilingual("夢は見るの？", "Do you dream?"),
    Bilingual("海と山、どっちが好き？", "Do you prefer the sea or the mountains?"),
    Bilingual("雨の日は好きじゃない", "I do not like rainy days"),
    Bilingual("将棋を習い始めたよ", "I have taken up chess"),
    Bilingual("お腹すいた", "I am hungry"),
    Bilingual("六時に起こすって言ったよね", "You said you would wake me at six"),
)
"""Small talk that no form of the sheet answers, and at the end a false premise."""
_NONE = Bilingual("（返事なし: {}）", "(no reply: {})")


async def talk(settings: Settings, show: Callable[[str], None]) -> None:
    """Show each sentence and its reply, in both languages. Raises `PlugInBroken`."""
    clock = SystemClock(ZoneInfo(settings.time_zone))
    has: Mapping[str, object] = {"clock": clock, "state_dir": settings.state_dir}
    engine = plugins.build(plugins.FAMILIES["llm"], settings.llm.engine, settings.llm.settings, has)
    llm = LlmQueue(engine, clock)
    await llm.start()
    store = Store.in_memory(clock)
    try:
        for language in Language:
            own = settings.model_copy(update={"language": language})
            room = Conversation(
                llm,
                load_persona(own),
                Known(JoinedHouse(()), store.record, store.state, clock, ()),
                manner=load_manner(own),
                checker=FreeWords(),
            )
            for number, sentence in enumerate(SENTENCES, start=1):
                said = _said(number, sentence.get(language), clock.now())
                reply = await room.reply(said, recalled=Recollection())
                none = "" if isinstance(reply, Reply) else reply.reason
                text = reply.text if isinstance(reply, Reply) else _NONE.get(language).format(none)
                show(f"  {said.user_text} -> {text}")
    finally:
        await llm.stop()
        await store.close()


def _said(number: int, text: str, at: datetime) -> Event:
    return Event(
        id=EventId(number),
        source=EventSource.USER_INPUT,
        kind="said",
        at=at,
        trust=TrustLabel.OWNER,
        channel="cli",
        user_text=text,
    )
