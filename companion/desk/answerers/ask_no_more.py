"""Ask no more: takes a person's word that something may be done for a time without being asked."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from companion.desk.answerers.yes_no import NOT_AS_SHOWN
from companion.desk.grant_sentences import GrantSentence, grant_sentence
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.approvals import ApprovalAlreadyAnswered, ApprovalBook, NotAsShown
from companion.ports.clock import Clock
from companion.ports.grants import Granted, Grants, GrantScope, MayNotGrant
from companion.ports.house import House
from companion.ports.record import Record
from companion.words.approval import ApprovalQuestion
from companion.words.capability import RiskTier
from companion.words.event import Event, EventSource
from companion.words.facts import fact_of
from companion.words.ids import ApprovalId
from companion.words.language import Bilingual
from companion.words.place import Place
from companion.words.trust import Authority, authority_of

MEANT_WITHIN = timedelta(minutes=15)
"""So long after a question "don't ask again" is meant for it."""
_GRANTED = Bilingual(
    "分かりました。{until}までは聞かずにします: {what}。{tier}"
    "取り消すときは「その他」の「任されていること」から。",
    "All right, until {until} I do this without asking: {what}. {tier}You can take it back under "
    "More, “Allowed ahead”.",
)
_TIER_ONE = Bilingual(
    "大事なことは、これまでどおり持ち主に聞きます。", "What matters more I still ask the owner. "
)
FOR_HOW_LONG = Bilingual(
    "どのくらいの間でしょうか。「一時間」や「今日は」のように言ってください。",
    "For how long? Say for example “for an hour” or “today”.",
)
WHICH = Bilingual(
    "どのことか分かりませんでした。部屋や機器の名前を入れて言ってください。",
    "I do not know which matter that is: please name a room or a device.",
)
TOO_LONG = Bilingual("任せていただけるのは一日までです。", "A day is the longest that I take.")
SAID_NO = Bilingual(
    "それはしないことになったので、任されたとは受け取りません。"
    "任せてくださるなら、部屋や機器の名前を入れて言ってください。",
    "That is not to be done, so I do not take it as allowed. If I may do it, please name the "
    "room or the device.",
)
ASKED_EACH_TIME = Bilingual("それは毎回、持ち主にお聞きします。", "That I ask the owner each time.")
NOT_YOURS = Bilingual(
    "それを決められるのは家の人だけです。", "Only people of the house can decide that."
)


@dataclass(frozen=True, kw_only=True)
class AskNoMore:
    """Gives a grant in the words of the person."""

    grants: Grants
    approvals: ApprovalBook
    answer_it: Callable[[ApprovalId, bool, str], Awaitable[object]]
    """Of the front desk: a yes to the question that waits."""
    record: Record
    house: House
    places: tuple[Place, ...]
    clock: Clock

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """None where the sentence allows nothing ahead."""
        said = grant_sentence(heard.text, self.house.devices(), self.places)
        if said is None:
            return None
        if authority_of(heard.event.trust) is not Authority.USER:
            return Answer(words=NOT_YOURS)
        if not said.has_time:
            return Answer(words=FOR_HOW_LONG, asks=True)
        return Answer(work=partial(self._give, said, heard.event))

    async def _give(self, said: GrantSentence, event: Event) -> Bilingual:
        asked = await self._asked_last()
        until = said.until(self.clock.now())
        try:
            if said.about:
                granted = await self._for_things(said, until, event)
            elif asked is not None:
                granted = await self.grants.give_for(asked.id, until, event.channel)
            else:
                return WHICH
        except MayNotGrant:
            return ASKED_EACH_TIME
        except NotAsShown:
            return NOT_AS_SHOWN
        except ApprovalAlreadyAnswered:
            return SAID_NO
        except ValueError:
            return TOO_LONG if said.devices or not said.about else WHICH
        if said.is_yes and asked is not None and not said.about:
            await self._say_yes(asked, event)
        return self._told(granted)

    async def _for_things(self, said: GrantSentence, until: datetime, event: Event) -> Granted:
        label = _label(said)
        scope = GrantScope(devices=said.devices, label=label)
        return await self.grants.give(scope, until, event.channel, event.id)

    async def _asked_last(self) -> ApprovalQuestion | None:
        """The question that was put last, answered or not, where it was put lately."""
        since = self.clock.now() - MEANT_WITHIN
        events = await self.record.recent(limit=20, sources=(EventSource.APPROVAL_QUESTION,))
        for event in events:
            question = fact_of(event, ApprovalQuestion)
            if question is not None and event.at >= since:
                return await self.approvals.get(question.id)
        return None

    async def _say_yes(self, question: ApprovalQuestion, event: Event) -> None:
        try:
            await self.answer_it(question.id, True, event.channel)
        except (PermissionError, ApprovalAlreadyAnswered, NotAsShown):
            return

    def _told(self, granted: Granted) -> Bilingual:
        tier = _TIER_ONE if granted.max_risk < RiskTier.ASK else Bilingual("", "")
        until = f"{granted.until.astimezone(self.clock.now().tzinfo):%H:%M}"
        if until == "00:00":
            both = Bilingual("今日の終わり", "the end of the day")
        else:
            both = Bilingual(until, until)
        return _GRANTED.filled(until=both, what=granted.label, tier=tier)


def _label(said: GrantSentence) -> Bilingual:
    """The devices that are meant, by name; more than a few are counted."""
    names = [device.name for device in said.devices]
    if len(names) > _NAMED_MOST:
        return Bilingual(f"{said.about}の機器{len(names)}台", f"{said.about}: {len(names)} devices")
    return Bilingual.joined(names, "、", ", ")


_NAMED_MOST = 5
