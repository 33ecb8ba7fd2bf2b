"""People of the household: a reminder for when somebody comes home; nights that stay quiet."""

import asyncio
import json
from pathlib import Path

import pytest

from companion.app import Companion
from companion.links.mqtt import MqttLink
from companion.service.settings import Person, Quiet, Words
from companion.service.supervision import until
from companion.words.activity import StreamKind
from companion.words.event import EventSource
from companion.words.ids import DeviceId
from companion.words.schedule import Entry, EntryKind
from companion.words.timing import Movement, OnMovement
from tests.story.whole_house import awake, settings_for

pytestmark = pytest.mark.real("broker", "detector")

PHONE = DeviceId("device_tracker.mika_phone")
TOPIC = "phones/mika"


async def _phone(house: Companion) -> MqttLink:
    """A phone that Home Assistant's discovery announces, and says where it is."""
    link = MqttLink(house.home.broker.address)
    await link.start()
    assert await link.wait_connected(5)
    config = {"object_id": "mika_phone", "unique_id": "p", "name": "Phone", "state_topic": TOPIC}
    await link.publish("homeassistant/device_tracker/p/config", json.dumps(config), retain=True)
    await until(lambda: house.home.house.device(PHONE) is not None)
    return link


async def _says(house: Companion, link: MqttLink, where: str) -> None:
    await link.publish(TOPIC, where, retain=True)
    await until(lambda: (s := house.home.house.state(PHONE)) is not None and s.value == where)


async def test_a_reminder_comes_when_mika_does(tmp_path: Path) -> None:
    """B-102, T-50: by a person's arriving; said once; a restart of the phone is no arrival."""
    settings = settings_for("evening_arrival", tmp_path)
    mika = Person(name=Words(ja="ミカ", en="Mika"), tracker=PHONE)
    async with awake(settings.model_copy(update={"people": {"mika": mika}})) as house:
        link = await _phone(house)
        assert house.foundations.dollhouse is not None
        await house.work.model.ready()
        await house.foundations.dollhouse.clock.start()
        saved = await house.alarms.clock.add(
            Entry(
                kind=EntryKind.REMINDER,
                timing=OnMovement(Movement.ARRIVES, "mika"),
                zone=settings.time_zone,
                created_at=house.foundations.clock.now(),
                label="give Mika the parcel",
            )
        )
        await _says(house, link, "not_home")
        assert await house.alarms.clock.history(saved.entry.id) == ()
        await _says(house, link, "home")
        async with asyncio.timeout(20):
            while not (said := await _reminded(house)):
                await asyncio.sleep(0.05)
        assert len(said) == 1
        assert len(await house.alarms.clock.history(saved.entry.id)) == 1
        await link.stop()


async def _reminded(house: Companion) -> list[str]:
    told = await house.storage.record.recent(sources=(EventSource.AUTONOMY_MESSAGE,))
    return [event.assistant_text for event in told if "parcel" in event.assistant_text]


async def test_in_quiet_hours_it_is_shown_and_not_spoken(tmp_path: Path) -> None:
    """S-22: the message is in the record and on the page, and the speaker stays silent."""
    settings = settings_for("evening_arrival", tmp_path)
    always = Quiet.model_validate({"begins": "00:00", "until": "00:00"})
    async with awake(settings.model_copy(update={"quiet": (always,)})) as house:
        spoken: list[str] = []

        async def listen() -> None:
            async for message in house.foundations.hub.watch():
                if message.kind is StreamKind.ACTIVITY and message.data.get("kind") == "spoken":
                    spoken.append(str(message.data["status"]))

        listening = asyncio.create_task(listen())
        assert house.foundations.dollhouse is not None
        await house.work.model.ready()
        await house.foundations.dollhouse.clock.start()
        await house.desk.reception.pass_on("the washing is done", "home_assistant")
        async with asyncio.timeout(20):
            while not await house.storage.record.recent(sources=(EventSource.AUTONOMY_MESSAGE,)):
                await asyncio.sleep(0.05)
        await until(lambda: bool(spoken))
        assert set(spoken) == {"quiet_hours"}
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
