"""Answers 返し: what is said back where nothing can be done yet, in both languages."""

from collections.abc import Sequence

from companion.rooms.understanding.acts import Act
from companion.rooms.understanding.frame import Group
from companion.rooms.understanding.home import Home, Thing
from companion.rooms.understanding.wishes import NUMBERS
from companion.words.language import Bilingual

MOST_NAMED = 4
WHAT_OF_IT = Bilingual("それをどうしますか？", "What shall I do with it?")
WHAT_TO_CHANGE = Bilingual("何を変えますか？", "What shall I change?")
WHICH = Bilingual("どれのことですか？", "Which one do you mean?")
HOW_LONG = Bilingual("何分のタイマーにしますか？", "For how long?")
AT_WHAT_TIME = Bilingual("何時にしますか？", "At what time?")
CLEAN_EVERYWHERE = Bilingual(
    "掃除機に部屋は選ばせられません。家じゅうを掃除させますか？",
    "I cannot tell the vacuum cleaner which rooms to leave out. Shall it clean everywhere?",
)
CLEANS_EVERYWHERE = Bilingual(
    "部屋は選べないので、家じゅうを掃除します。", "I cannot choose its rooms: it cleans everywhere."
)
FROM_LATER = Bilingual(
    "先の日からの変更はまだできません。その日になったら言ってください。",
    "I cannot yet change a plan from a later day on. Please tell me when it is that day.",
)
SOME_DAYS = Bilingual(
    "何日かの間だけの予定は、まだ入れられません。毎日の決まりごとにして、あとで消してください。",
    "I cannot set that for some days only. Make it every day, and take it out afterwards.",
)
NO_CHANNELS = Bilingual(
    "チャンネルや番組は選べません。つける、消す、音量を変えることはできます。",
    "I cannot choose a channel or a station. I can switch it on and off and set the volume.",
)
NEVER_HEARD_OF = Bilingual(
    "すみません、それに当たるものが家に見つかりません。",
    "Sorry, I find nothing like that in the home.",
)


def none_such(thing: str) -> Bilingual:
    """For a thing that is named and is not in the home."""
    return Bilingual(
        f"すみません、「{thing}」は家に見つかりません。", f"Sorry, I find no “{thing}” in the home."
    )


def out_of_range(act: Act) -> Bilingual | None:
    """For degrees that no device of a room is set to; None for any other order."""
    _, _, least, most, _ = NUMBERS["set_temperature"]
    degrees = act.value if act.does == "set_temperature" else None
    if not isinstance(degrees, float | int) or least <= degrees <= most:
        return None
    return Bilingual(
        f"温度は{least:g}度から{most:g}度の間で言ってください。",
        f"Please give me a temperature from {least:g} to {most:g} °C.",
    )


def did_you_mean(order: str) -> Bilingual:
    """For what may be an order and may be told: it is done after a yes."""
    return Bilingual(f"「{order}」ということですか？", f"Did you mean “{order}”?")


def not_all_there(groups: Sequence[Group], home: Home) -> Bilingual:
    """Of several places or things one has not what was named: which."""
    rooms = [room.names for g in groups for i in g.areas if (room := home.room(i)) is not None]
    things = [t.names for g in groups for ids in g.names for i in ids if (t := home.thing(i))]
    named = rooms or things
    if not named:
        return NEVER_HEARD_OF
    ja, en = ([_called(names, ascii_=a) for names in named] for a in (False, True))
    return Bilingual(
        f"{'、'.join(ja)}には、それができるものが見つかりません。",
        f"I find nothing for that at {', '.join(en)}.",
    )


def cannot_wait() -> Bilingual:
    """For what nobody can be told of: the end of a meeting."""
    return Bilingual(
        "すみません、それがいつ終わるかは分かりません。時刻か「何分後」で言ってください。",
        "Sorry, I cannot know when that will be. Please give me a time, or say in how long.",
    )


def nothing_tells(words: str) -> Bilingual:
    """For what no device of the home reports."""
    return Bilingual(
        f"すみません、「{words}」を知る手段が家に見つかりません。",
        f"Sorry, I find nothing in the home that would tell me that “{words}”.",
    )


def which_of(things: Sequence[Thing], home: Home) -> Bilingual:
    """One question back: which room where they are of several, else which of them."""
    rooms = [room for t in things if (room := home.room(t.area)) is not None]
    by_room = len({room.id for room in rooms}) > 1 and len(rooms) == len(things)
    named = [room.names for room in rooms] if by_room else [t.names for t in things]
    ja, en = (list(dict.fromkeys(_called(n, ascii_=a) for n in named)) for a in (False, True))
    more_ja, more_en = ("など", " ...") if len(ja) > MOST_NAMED else ("", "")
    told = en[:MOST_NAMED]
    either = f"{', '.join(told[:-1])} or {told[-1]}" if len(told) > 1 else told[0]
    which = ("どの部屋", "Which room") if by_room else ("どれ", "Which one")
    return Bilingual(
        f"{which[0]}ですか？（{'、'.join(ja[:MOST_NAMED])}{more_ja}）",
        f"{which[1]}: {either}{more_en}?",
    )


def _called(names: Sequence[str], *, ascii_: bool) -> str:
    """The name in the letters of the language; its first where it has none in them."""
    return next((name for name in names if name.isascii() is ascii_), names[0])
