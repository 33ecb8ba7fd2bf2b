"""Benchmark from a person's text to the state that was asked for, as an independent subscriber sees
it.

Ours is the whole service in a process of its own, asked through the page's own API: the sentence is
recorded, understood, ruled, judged, claimed on the disk and sent. What is timed ends where an
independent subscriber, which also set the light up beforehand, is told the new state.

- At a hub: each sentence once to us and once to Home Assistant's conversation API, in random order,
  on the same lights of the testbed's real Home Assistant; both over an HTTP connection kept open.
- Over MQTT: a lamp on a broker that takes `DEVICE_S` to obey; in turns with what such a command
  costs at least: two durable rows, a bare aiomqtt publish, and the lamp's own time.
"""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiomqtt

from companion.links.broker import Broker, BrokerKind, find_mosquitto, free_port, start_broker
from companion.links.home_assistant.hub import HubAddress
from companion.links.home_assistant.wire import open_wire
from companion.links.mqtt import NODELAY
from tests.proof.bench.append import INSERT_RAW, raw_database, raw_row
from tests.proof.bench.crash_service import Service
from tests.proof.bench.door import Door
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.testbed import Testbed, bring_up, is_up
from tests.proof.bench.whole import CONFIG, child, line_of
from tests.proof.bench.witness import Lit, Witness, at_the_broker, at_the_hub, command_of

IDS = ("I4-hub", "I4-mqtt")
HUB_TIMES, MQTT_TIMES = 2.0, 1.5
"""Limits of the two."""
SENTENCES = {Effort.SHORT: 12, Effort.LONG: 50}
AGAIN = 6
"""Of them said a second time, for the detail: Home Assistant remembers what it understood."""
WARM = 6
"""Sentences to each before any counts: both read their tables with the first ones."""
DEVICE_S = 0.015
"""What a bulb's answer takes over the air in the testbed's virtual Zigbee radio."""
KNOWS_S = 30.0
REST_S = 0.25
"""Between sentences, so that what one leaves behind is not the next one's."""

LIGHTS = (
    "kitchen light",
    "kitchen counter",
    "living room light",
    "bedroom light",
    "bedroom lamp",
    "porch light",
)
DIMMABLE = ("kitchen light", "living room light")
LAMPS = (
    "desk lamp",
    "hall lamp",
    "bath lamp",
    "attic lamp",
    "porch lamp",
    "study lamp",
    "bed lamp",
)
_ON = ("turn on the {}", "switch on the {}", "turn the {} on", "switch {} on")
_OFF = ("turn off the {}", "switch off the {}", "turn the {} off", "switch {} off")
_LEVEL = "set {} brightness to {} percent"


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence and what has to become of it."""

    text: str
    light: str
    wanted: Lit


Way = Callable[[Said], Awaitable[object]]


@dataclass(slots=True)
class Took:
    """Milliseconds to the state seen, sentence by sentence."""

    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Both, one after the other."""
    if find_mosquitto() is None:
        return tuple(NotMeasured(id=goal, why="mosquitto is not installed") for goal in IDS)
    return (await _hub(SENTENCES[effort]), await over_mqtt(SENTENCES[effort]))


async def _hub(count: int) -> Figure | NotMeasured:
    """On the testbed, which is left as it was found: up or down."""
    was_up = is_up()
    try:
        home = await asyncio.to_thread(bring_up, fresh=not was_up)
    except RuntimeError as error:
        return NotMeasured(id="I4-hub", why=f"the testbed's Home Assistant: {error}")
    try:
        return await beside_hub(home, count)
    finally:
        if not was_up:
            await asyncio.to_thread(home.down)


async def beside_hub(home: Testbed, count: int) -> Figure:
    """Ours and Home Assistant's own conversation, on the lights of its home."""
    warm, asked = _drawn([*_switching(LIGHTS), *_dimming(DIMMABLE)], count)
    headers = {"Authorization": f"Bearer {home.token}"}
    with tempfile.TemporaryDirectory() as name:
        token = Path(name) / "hub.token"
        token.touch(0o600)
        token.write_text(home.token, encoding="ascii")
        links = f"links: {{home_assistant: {{url: '{home.url}', token_file: hub.token}}}}"
        async with (
            at_the_hub(home.url, home.token, tuple(map(_id, LIGHTS))) as witness,
            Door(home.url, "/api/conversation/process", headers) as hub,
            _service(Path(name), links, len(LIGHTS)) as us,
        ):

            async def theirs(said: Said) -> None:
                await hub.post({"text": said.text, "language": "en"})

            await _forgetful(home)
            await _in_turns(witness, warm, us, theirs)
            took = await _in_turns(witness, asked, us, theirs)
            again = await _in_turns(witness, asked[:AGAIN], us, theirs)
    against = f"Home Assistant {home.version}'s own conversation API, same lights and sentences"
    return _figure("I4-hub", took, HUB_TIMES, against, said_again=again)


async def _forgetful(home: Testbed) -> None:
    """Home Assistant keeps the last 128 sentences it understood, and would not read one anew that
    an earlier run said: forget them, and have it read its tables now."""
    wire = await open_wire(HubAddress(url=home.url), home.token)
    reading = asyncio.create_task(wire.read(), name="forgetful")
    try:
        await wire.call("call_service", domain="conversation", service="reload")
        await wire.call("conversation/prepare", language="en")
    finally:
        await wire.close()
        await asyncio.gather(reading, return_exceptions=True)


async def over_mqtt(count: int) -> Figure:
    """Ours and the least that such a command costs, on lamps of a broker of their own."""
    warm, asked = _drawn(_switching(LAMPS), count)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        broker = await start_broker(None, folder, kind=BrokerKind.MOSQUITTO)
        words = (broker.port, DEVICE_S, *map(_id, LAMPS))
        mqtt = f"mqtt: {{host: 127.0.0.1, port: {broker.port}}}"
        try:
            async with child("tests.proof.bench.lamps", words) as lamps:
                assert await line_of(lamps) == "ready"
                async with (
                    at_the_broker(broker) as witness,
                    _least(folder, broker) as bare,
                    _service(folder, mqtt, len(LAMPS)) as us,
                ):
                    await _in_turns(witness, warm, us, bare)
                    took = await _in_turns(witness, asked, us, bare)
        finally:
            await broker.stop()
    against = f"two durable rows, a bare aiomqtt publish and the lamp's own {DEVICE_S * 1e3:.0f} ms"
    return _figure("I4-mqtt", took, MQTT_TIMES, against)


@asynccontextmanager
async def _least(folder: Path, broker: Broker) -> AsyncIterator[Way]:
    """What a command costs that lasts: a row of what was said, a row of what is done, the wire."""
    with raw_database(folder, "FULL") as rows:
        async with aiomqtt.Client(broker.host, broker.port, socket_options=NODELAY) as client:

            async def bare(said: Said) -> None:
                for number in range(2):
                    rows.execute(INSERT_RAW, raw_row(number))
                await client.publish(*command_of(_id(said.light), said.wanted), qos=1)

            yield bare


@asynccontextmanager
async def _service(folder: Path, home: str, lights: int) -> AsyncIterator[Way]:
    """The companion as it is installed, awake, with this home; the way of an owner's sentence."""
    port = free_port()
    config = folder / "config.yaml"
    sheet = CONFIG.parent / "personas" / "koto.yaml"
    config.write_text(
        f"state_dir: state\navatar: {{sheet: {sheet}}}\nllm: {{engine: scripted}}\n"
        f"home: {{kind: mqtt, places: [{{id: room, name: {{ja: 部屋, en: room}}}}]}}\n"
        f"capabilities: {{device_control: , speak: }}\nweb: {{port: {port}}}\n{home}\n",
        encoding="utf-8",
    )
    service = Service(config, port)
    try:
        service.start(real=True)
        await asyncio.to_thread(_awake, service, lights)
        token = (service.state_dir / "web" / "token").read_text(encoding="ascii").strip()
        async with Door(
            f"http://127.0.0.1:{port}", "/api/say", {"X-Companion-Token": token}
        ) as door:

            async def say(said: Said) -> None:
                await door.post({"text": said.text})

            yield say
    finally:
        service.close()


def _awake(service: Service, lights: int) -> None:
    """Until it has answered and knows its home. Raises `TimeoutError`."""
    service.wait_ready()
    end = time.monotonic() + KNOWS_S
    while len(service.get("/api/devices")["devices"]) < lights:
        if time.monotonic() > end:
            raise TimeoutError(f"it does not know its home: {service.get('/api/health')}")
        time.sleep(0.2)


async def _in_turns(witness: Witness, asked: Sequence[Said], ours: Way, theirs: Way) -> Took:
    """Each sentence to both, in random order."""
    took, chance = Took(), random.Random(len(asked))
    for said in asked:
        turns = [(ours, took.ours), (theirs, took.theirs)]
        for way, times in chance.sample(turns, 2):
            times.append(await _one(witness, said, way))
    return took


async def _one(witness: Witness, said: Said, way: Way) -> float:
    """Milliseconds from the text to the state. Raises `TimeoutError` where it never came."""
    light = _id(said.light)
    await witness.set_up(light, said.wanted.otherwise())
    await asyncio.sleep(REST_S)
    began = time.perf_counter()
    answering = asyncio.ensure_future(way(said))
    try:
        await witness.until(light, said.wanted)
        took_ms = (time.perf_counter() - began) * 1000
        await answering
    except TimeoutError as error:
        raise TimeoutError(f"{said.text!r} led to nothing") from error
    finally:
        answering.cancel()
    return took_ms


def _figure(
    goal: str, took: Took, limit: float, against: str, said_again: Took | None = None
) -> Figure:
    ours, theirs = statistics.median(took.ours), statistics.median(took.theirs)
    again = {}
    if said_again is not None:
        again["ours_again_p50_ms"] = round(statistics.median(said_again.ours), 1)
        again["theirs_again_p50_ms"] = round(statistics.median(said_again.theirs), 1)
    return Figure(
        id=goal,
        what=f"text to the state seen by somebody else, median of {len(took.ours)} sentences",
        value=ours / theirs,
        limit=limit,
        sense=Sense.AT_MOST,
        against=against,
        detail={
            "ours_p50_ms": round(ours, 1),
            "theirs_p50_ms": round(theirs, 1),
            "ours_p95_ms": round(_p95(took.ours), 1),
            "theirs_p95_ms": round(_p95(took.theirs), 1),
            "ours_ms": [round(ms, 1) for ms in took.ours],
            "theirs_ms": [round(ms, 1) for ms in took.theirs],
            **again,
        },
    )


def _p95(times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=20, method="inclusive")[-1]


def _switching(lights: Sequence[str]) -> list[Said]:
    return [
        Said(form.format(light), light, Lit(on))
        for light in lights
        for on, forms in ((True, _ON), (False, _OFF))
        for form in forms
    ]


def _dimming(lights: Sequence[str]) -> list[Said]:
    return [
        Said(_LEVEL.format(light, percent), light, Lit(True, percent))
        for light in lights
        for percent in (15, 35, 55, 75, 90)
    ]


def _drawn(every: list[Said], count: int) -> tuple[list[Said], list[Said]]:
    """`WARM` to warm up with and `count` to measure, no sentence twice."""
    shuffled = random.Random(count).sample(every, WARM + count)
    return shuffled[:WARM], shuffled[WARM:]


def _id(light: str) -> str:
    return light.replace(" ", "_")
