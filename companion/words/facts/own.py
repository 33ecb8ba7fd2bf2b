"""Own 自分の記録: facts about the companion itself, its parts, its record, its alarms."""

from datetime import datetime
from typing import Any

from companion.words.event import EventSource
from companion.words.facts.registry import Fact, fact, register
from companion.words.ids import EventId
from companion.words.language import Bilingual

_SYSTEM = EventSource.SYSTEM


class PartChanged(Fact, frozen=True, kw_only=True):
    """部品の変化: A part of the companion fell ill, or is well again."""

    part: str
    ja: str
    en: str


@fact(_SYSTEM, "part_ill")
class PartIll(PartChanged, frozen=True, kw_only=True):
    """部品の不調: A part fell ill."""


@fact(_SYSTEM, "part_well")
class PartWell(PartChanged, frozen=True, kw_only=True):
    """部品の回復: A part is well again."""


register(PartChanged, _SYSTEM, "part_ill", "part_well")


@fact(_SYSTEM, "moved")
class Moved(Fact, frozen=True, kw_only=True):
    """家族の出入り: A person of the household came home or left."""

    person: str
    words: Bilingual
    arrived: bool = False
    """Whether it was a coming home; false in an older record."""


@fact(_SYSTEM, "danger")
class Danger(Fact, frozen=True, kw_only=True):
    """危険: Smoke, gas or a leak was told of at once."""

    occasion: str = ""
    place: str = ""
    about: str = ""


@fact(_SYSTEM, "privacy_on")
class PrivacyOn(Fact, frozen=True, kw_only=True):
    """プライバシー開始: Every camera was closed at the source."""

    channel: str


@fact(_SYSTEM, "tool_called")
class ToolCalled(Fact, frozen=True, kw_only=True):
    """道具の呼び出し: A program outside called one of the companion's tools."""

    token: str
    """Name of its token."""
    tool: str
    arguments: str
    failed: str = ""


@fact(_SYSTEM, "grant_given")
class GrantGiven(Fact, frozen=True, kw_only=True):
    """任されたこと: A person allowed something ahead, for a time, without being asked."""

    channel: str
    words: Bilingual
    until: datetime
    max_risk: int


@fact(_SYSTEM, "grant_revoked")
class GrantRevoked(Fact, frozen=True, kw_only=True):
    """任せるのをやめたこと: A person took back what had been allowed ahead."""

    channel: str
    words: Bilingual


@fact(_SYSTEM, "privacy_off")
class PrivacyOff(Fact, frozen=True, kw_only=True):
    """プライバシー終了: The cameras may be opened again."""

    channel: str


@fact(_SYSTEM, "masks_set")
class MasksSet(Fact, frozen=True, kw_only=True):
    """隠す範囲の変更: Where a camera sees a television or a picture was changed."""

    camera: str
    count: int
    channel: str


@fact(_SYSTEM, "alarm_rung")
class AlarmRung(Fact, frozen=True, kw_only=True):
    """目覚ましの一段: A rung of the ladder that an alarm climbs was tried."""

    alarm_id: int = 0
    rung: str = ""
    worked: bool = False


@fact(_SYSTEM, "rang_in_recovery")
class RangInRecovery(Fact, frozen=True, kw_only=True):
    """起動できない間の鳴動: An alarm rang while the house could not start."""

    alarm_id: int
    due: datetime
    stopped: datetime | None
    """When somebody stopped it; None where nobody did."""


@fact(_SYSTEM, "alarm_stopped")
class AlarmStopped(Fact, frozen=True, kw_only=True):
    """目覚ましの停止: A person silenced what rang."""

    alarm_ids: tuple[int, ...]
    channel: str


@fact(_SYSTEM, "alarm_snoozed")
class AlarmSnoozed(Fact, frozen=True, kw_only=True):
    """目覚ましの先送り: A person silenced what rang, for a while."""

    alarm_ids: tuple[int, ...]
    channel: str
    snooze_s: float


@fact(_SYSTEM, "clock_set")
class ClockSet(Fact, frozen=True, kw_only=True):
    """時計合わせ: The wall clock was set."""

    step_s: float
    """By how much; negative where it was set back."""


@fact(_SYSTEM, "snoozed")
class RingSnoozed(Fact, frozen=True, kw_only=True):
    """鳴動の先送り: the alarm that rings is silent for a while."""

    entry_id: int
    again_at: str


class IntentMoved(Fact, frozen=True, kw_only=True):
    """意図の変化: An intent was put off, taken up again or dropped."""

    intent: int = 0
    waits_for: str = ""
    until: str = ""
    summary: Bilingual
    why: str = ""


@fact(_SYSTEM, "intent_put_off")
class IntentPutOff(IntentMoved, frozen=True, kw_only=True):
    """意図の先送り: A decision was put off until its condition comes true."""


@fact(_SYSTEM, "intent_taken_up")
class IntentTakenUp(IntentMoved, frozen=True, kw_only=True):
    """意図の再開: An intent is thought about again."""


@fact(_SYSTEM, "intent_dropped")
class IntentDropped(IntentMoved, frozen=True, kw_only=True):
    """意図の取り下げ: An intent is not thought about any more."""


register(IntentMoved, _SYSTEM, "intent_put_off", "intent_taken_up", "intent_dropped")


@fact(_SYSTEM, "triggers_held_back")
class TriggersHeldBack(Fact, frozen=True, kw_only=True):
    """控えたきっかけ: Counts of triggers that were not walked, since the start."""

    coalesced: int = 0
    suppressed: int = 0
    shed: int = 0
    over_budget: int = 0
    held_back: int = 0
    expired: int = 0
    gave_way: int = 0
    llm_calls: int = 0
    llm_calls_hour: int = 0


@fact(_SYSTEM, "still_not_known")
class StillNotKnown(Fact, frozen=True, kw_only=True):
    """まだ不明: A second look did not settle an act."""

    action_type: str


@fact(_SYSTEM, "cut_off")
class CutOff(Fact, frozen=True, kw_only=True):
    """中断: Tasks that ran when the process ended."""

    running: tuple[str, ...]


@fact(_SYSTEM, "act_dropped")
class ActDropped(Fact, frozen=True, kw_only=True):
    """操作の取り下げ: A decided act is not carried out after a restart."""

    why: str


@fact(_SYSTEM, "wish_dropped")
class WishDropped(Fact, frozen=True, kw_only=True):
    """頼みの取り下げ: A wish is not carried out after a restart."""

    why: str


@fact(_SYSTEM, "erased")
class ContentErased(Fact, frozen=True, kw_only=True):
    """消去: Content of events was taken away for good."""

    ids: tuple[tuple[EventId, EventId], ...] = ()
    """First and last of each run."""
    events: int = 0
    derived_rows: int = 0
    by: str = ""
    reason: str = ""


@fact(_SYSTEM, "forgotten_again")
class ForgottenAgain(Fact, frozen=True, kw_only=True):
    """再度の取り消し: Events taken back after a backup was made are taken back in the record that
    was restored from it."""

    ids: tuple[EventId, ...] = ()


@fact(_SYSTEM, "thinned")
class Thinned(Fact, frozen=True, kw_only=True):
    """間引き: Events whose days were over were taken out."""

    events: int
    first: EventId
    last: EventId
    what: str
    digest: str


@fact(_SYSTEM, "rows_settled")
class RowsSettled(Fact, frozen=True, kw_only=True):
    """保留行の決着: The owner said whether rows that another program wrote are theirs."""

    kept: bool
    by: str
    rows: int


@fact(_SYSTEM, "record_rescued")
class RecordRescued(Fact, frozen=True, kw_only=True):
    """記録の救出: A damaged record began anew with what could be read of it."""

    ids: tuple[tuple[EventId, EventId], ...] = ()
    gaps: tuple[tuple[EventId, EventId], ...] = ()
    markers: tuple[Any, ...] = ()
    aside: str = ""
    from_backup: str = ""
    events: int = 0
    lost: int = 0


@fact(_SYSTEM, "preset_changed")
class EmbedderChanged(Fact, frozen=True, kw_only=True):
    """埋め込み器の変更: The record was carried over to another embedder."""

    before: str
    now: str
    vectors: int
