"""Answers 返し: what is said back where nothing can be done yet, in both languages."""

from collections.abc import Sequence

from companion.engines.understanding.home import Home, Thing
from companion.words.language import Bilingual

MOST_NAMED = 4
WHAT_OF_IT = Bilingual("それをどうしますか？", "What shall I do with it?")
WHICH = Bilingual("どれのことですか？", "Which one do you mean?")
NEVER_HEARD_OF = Bilingual(
    "すみません、それに当たるものが家に見つかりません。",
    "Sorry, I find nothing like that in the home.",
)


def cannot_wait() -> Bilingual:
    """For what nobody can be told of: the end of a meeting."""
    return Bilingual(
        "すみません、それがいつ終わるかは分かりません。時刻か「何分後」で言ってください。",
        "Sorry, I cannot know when that will be. Please give me a time, or say in how long.",
    )


def which_of(things: Sequence[Thing], home: Home) -> Bilingual:
    """One question back: which room where they are of several, else which of them."""
    rooms = [room for t in things if (room := home.room(t.area)) is not None]
    names = list(dict.fromkeys(room.names[0] for room in rooms))
    by_room = len(names) > 1 and len(rooms) == len(things)
    if not by_room:
        names = list(dict.fromkeys(t.name for t in things))
    told, more = names[:MOST_NAMED], len(names) > MOST_NAMED
    ja, en = "、".join(told), ", ".join(told[:-1]) + f" or {told[-1]}" if len(told) > 1 else told[0]
    ask_ja = f"どの部屋ですか？（{ja}{'など' if more else ''}）" if by_room else f"どれですか？（{ja}{'など' if more else ''}）"
    ask_en = f"Which room: {en}{' ...' if more else ''}?" if by_room else f"Which one: {en}?"
    return Bilingual(ask_ja, ask_en)
