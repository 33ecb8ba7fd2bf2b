"""Travel 移動の結果: words where the wheeled base was seen to stand when it did not arrive."""

from companion.phrases.outcomes import LOST
from companion.rooms.expression.outcome import definite
from companion.words.facts import acted_of
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus

GO = "go_to_room"
_LOST = Bilingual("今どの部屋にいるのか分かりません", "I do not know which room I am in")
_STANDS = {
    "stuck": Bilingual("{}から先へ進めません", "I can get no further than {}"),
    "stopped": Bilingual("途中で停止がかかり、{}にいます", "I was stopped and am in {}"),
    "late": Bilingual(
        "処理が遅れて台車が途中で止まり、{}にいます",
        "I was too slow to steer, so the base stopped, and I am in {}",
    ),
    "offline": Bilingual(
        "台車から返事がなく、最後に分かったのは{}です",
        "the base does not answer, and was last known to be in {}",
    ),
    "busy": Bilingual("まだほかの移動の途中です", "I was still on another way"),
    "unknown_room": Bilingual("そこへの道を知りません", "I know no way there"),
}
_ELSEWHERE = Bilingual("今は{}にいます", "I am in {} now")


def is_travel(result: ActionResult) -> bool:
    """Whether this tells of a way to a room."""
    return result.operation == GO


def stands_in(result: ActionResult, room: Bilingual | None) -> Bilingual | None:
    """Why it did not arrive and where it is; None where nothing more is known. `room`: the name
    of the room it was seen in after."""
    if result.failure_class == LOST:
        return _LOST
    if result.status not in (ResultStatus.PARTIAL, ResultStatus.FAILED):
        return None
    told = _STANDS.get(result.failure_class, _ELSEWHERE)
    if "{}" not in told.ja:
        return told
    return (
        None
        if room is None
        else Bilingual(told.ja.format(room.ja), told.en.format(definite(room.en)))
    )


def arrival_known(result: ActionResult) -> bool:
    """Whether the base was seen to stand somewhere after it gave up: then it is known that it did
    not arrive, whatever ended the drive."""
    return is_travel(result) and bool(acted_of(result).after)
