"""The hub away, restarting, refusing, slow, hostile (F16, F18, T3, T7)."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from companion.links.home_assistant.house import HomeAssistantHouse
from companion.links.home_assistant.hub import Exposure, HubAddress, HubAway, TokenMissing
from companion.links.home_assistant.link import HubLink, LinkState
from companion.links.home_assistant.look import places_of
from companion.links.home_assistant.registry import Area
from companion.links.home_assistant.wire import open_wire
from companion.ports.house import CommandUnconfirmed, DeviceUnavailable, HouseUnreachable
from companion.words.device import DeviceCommand
from companion.words.ids import DeviceId
from companion.words.trust import TrustLabel
from tests.contract.house_parts import CLOCK, COVER, LIGHT, LOCK, until, until_state
from tests.contract.hub_parts import HALL, OWNER, TwinHome, furnished, twin_home
from tests.twins.hub import TwinHub

ON = DeviceCommand(device_id=LIGHT, operation="turn_on")


@pytest.fixture
async def home() -> AsyncIterator[TwinHome]:
    async with twin_home() as found:
        yield found


@contextlib.asynccontextmanager
async def house_on(
    hub: TwinHub, token: Callable[[], str] = lambda: "good", exposure: Exposure | None = None
) -> AsyncIterator[HomeAssistantHouse]:
    """A house with waits of nothing between tries."""
    house = HomeAssistantHouse(HubAddress(url=hub.url), token, OWNER, CLOCK, exposure=exposure)
    house.link._pause = _short_pause()
    await house.start()
    try:
        yield house
    finally:
        await house.stop()
        await hub.stop()


def _short_pause() -> Callable[[float], Awaitable[None]]:
    async def pause(_: float) -> None:
        await asyncio.sleep(0.01)

    return pause


async def test_a_refused_token_is_never_shown_again() -> None:
    """F16: 401 -> stop and ask for a new one; no hammering."""
    hub = furnished()
    await hub.start()
    kept = ["bad"]
    async with house_on(hub, lambda: kept[0]) as house:
        await until(lambda: house.link.state is LinkState.TOKEN_REFUSED)
        await asyncio.sleep(0.3)
        assert hub.logins == ["bad"]
        assert not house.connected()
        kept[0] = "good"
        await asyncio.sleep(0.2)
        assert hub.logins == ["bad"]  # less than a minute since
        house.link._refused_at -= 60
        await until(house.connected)
        assert hub.logins == ["bad", "good", "good"]  # two connections (F18)


async def test_a_token_revoked_while_connected_stops_the_link() -> None:
    """F16: the hub ends the connection; the same token is refused once and left alone."""
    hub = furnished()
    await hub.start()
    async with house_on(hub) as house:
        await until(house.connected)
        hub.tokens.clear()
        hub.drop()
        await until(lambda: house.link.state is LinkState.TOKEN_REFUSED)
        await asyncio.sleep(0.2)
        assert hub.logins == ["good", "good", "good"]  # the last was refused
        state = house.state(LIGHT)
        assert state is not None
        assert (state.value, state.available) == (None, False)


async def test_without_a_token_the_hub_is_not_troubled() -> None:
    hub = furnished()
    await hub.start()

    def none() -> str:
        raise TokenMissing("no file")

    async with house_on(hub, none) as house:
        await until(lambda: house.link.state is LinkState.TOKEN_MISSING)
        assert hub.logins == []


async def test_back_within_five_seconds_and_told_anew(home: TwinHome) -> None:
    """F16: back-off 1, 2, 4 s; then everything is told again, also what changed meanwhile."""
    await home.lose()
    await asyncio.sleep(3.2)
    home.hub.states[LIGHT]["state"] = "on"
    began = time.monotonic()
    await home.find()
    assert time.monotonic() - began < 5.0
    await until_state(home.house, LIGHT, "on")


async def test_what_a_restarted_hub_does_not_tell_yet_stays_unknown(home: TwinHome) -> None:
    """F16: partial states are unknown, never `off`."""
    await home.lose()
    kept = home.hub.states.pop(COVER)
    home.hub.states[LIGHT]["state"] = "unavailable"
    home.hub.states[LOCK]["state"] = "unknown"
    await home.find()
    await asyncio.sleep(0.1)
    for device_id, available in ((COVER, False), (LIGHT, False), (LOCK, True)):
        state = home.house.state(device_id)
        assert state is not None
        assert (state.value, state.available) == (None, available)
    with pytest.raises(DeviceUnavailable):
        await home.house.command(ON)
    home.hub.states[COVER] = kept
    await home.hub._tell("subscribe_entities", {"a": {COVER: {"s": "open", "a": {}}}}, COVER)
    await until_state(home.house, COVER, "open")


async def test_no_answer_is_unconfirmed_and_never_sent_again(home: TwinHome) -> None:
    """F29: the hub breaks in the middle of a call."""
    home.hub.silent = {"call_service"}
    sending = asyncio.create_task(home.house.command(ON))
    await asyncio.sleep(0.1)
    home.hub.drop()
    with pytest.raises(CommandUnconfirmed):
        await sending
    home.hub.silent = set()
    await until(home.house.connected)
    await asyncio.sleep(0.1)
    assert home.hub.called == []


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("home_assistant_error", CommandUnconfirmed),
        ("unauthorized", DeviceUnavailable),
        ("service_validation_error", ValueError),
        ("not_found", ValueError),
    ],
)
async def test_what_the_hub_answers_is_told_in_the_port_s_words(
    home: TwinHome, code: str, error: type[Exception]
) -> None:
    """B-108."""
    home.hub.refuses["call_service"] = (code, "so it is")
    with pytest.raises(error):
        await home.house.command(ON)


async def test_calls_do_not_wait_for_each_other(home: TwinHome) -> None:
    """One connection carries many calls at once: a slow one holds up none."""
    home.hub.silent = {"config/area_registry/list"}
    wire = home.hub_house.link.wire()
    assert wire is not None
    slow = asyncio.create_task(wire.call("config/area_registry/list", timeout_s=0.5))
    await asyncio.gather(*(home.house.command(ON) for _ in range(8)))
    assert not slow.done()
    with pytest.raises(HubAway):
        await slow


@pytest.mark.parametrize("greeting", ["{", "[]", '{"type": "hello"}', "\ud83d\ude00" * 3])
async def test_what_is_no_hub_is_away_and_gets_no_token(greeting: str) -> None:
    """T7: the token is shown to what asks for it in the hub's words only."""
    hub = furnished()
    hub.greeting = greeting.encode("utf-16", "surrogatepass").decode("utf-16")
    await hub.start()
    async with house_on(hub) as house:
        await until(lambda: house.link.state is LinkState.AWAY)
        assert not house.connected()
    assert not hub.called


async def test_odd_messages_are_counted_and_harm_nothing(home: TwinHome) -> None:
    """T3: unreadable, of no call of ours, of the wrong shape."""
    for socket in home.hub._hearing:
        for odd in (
            "{",
            "7",
            '[1, {"id": "x"}]',
            '{"id": 999, "type": "result"}',
            '{"id": 6, "type": "event", "event": 5}',
        ):
            await socket.send(odd)
        for event in ({"a": {LIGHT: 5}}, {"c": {LIGHT: {"+": 3, "-": {"a": 4}}}}, {"r": 7}):
            await home.hub._tell("subscribe_entities", event, LIGHT)
    await home.house.command(ON)
    await until_state(home.house, LIGHT, "on")


async def test_only_what_the_owner_exposes_is_seen() -> None:
    """S-13: exposure is the hub's own; patterns add and take away; hidden things stay hidden."""
    hub = furnished()
    hub.add("light.secret", "on", exposed=False)
    hub.add("switch.router", "on")
    hub.add("light.setting", "on", entity_category="config")
    hub.add("light.asleep", "on", disabled_by="user")
    hub.hardware = [{"id": "self", "manufacturer": "home companion"}]
    hub.add("switch.own_rule", "on", device_id="self")
    hub.add("sun.sun", "above_horizon")
    await hub.start()
    shows = Exposure(include=("light.secret",), exclude=("switch.router",))
    async with house_on(hub, exposure=shows) as house:
        await until(house.connected)
        assert [d.id for d in house.devices()] == [COVER, LIGHT, DeviceId("light.secret"), LOCK]


async def test_the_floor_of_a_device_is_told() -> None:
    """Issue 4.1: areas and floors; the configuration that the walk writes has them too."""
    hub = furnished()
    hub.floors = [{"floor_id": "up", "name": "Upstairs", "level": 1}]
    hub.areas = [{**HALL, "floor_id": "up"}]
    await hub.start()
    async with house_on(hub) as house:
        await until(lambda: house.device(LIGHT) is not None)
        light = house.device(LIGHT)
        assert light is not None
        assert light.attributes["floor"] == "Upstairs"
        area = Area(id="ent", name="玄関", floor="up", floor_name="Upstairs")
        assert places_of({"ent": area})[0]["floor"] == "Upstairs"


async def test_without_leave_to_read_the_exposure_nothing_is_seen() -> None:
    """A token of no administrator: nothing is shown rather than everything."""
    hub = furnished()
    hub.refuses["homeassistant/expose_entity/list"] = ("unauthorized", "no")
    await hub.start()
    async with house_on(hub) as house:
        await until(house.connected)
        assert house.devices() == ()
        assert house.registry is not None
        assert not house.registry.exposure_known


async def test_a_device_added_or_renamed_later_is_learned(home: TwinHome) -> None:
    new = DeviceId("light.attic")
    home.hub.add(new, "on", attributes={"friendly_name": "Attic<script>"}, aliases=["屋根裏の電気"])
    home.hub.entries[LOCK]["name"] = "表の鍵"
    await home.hub.registry_changed()
    await until_state(home.house, new, "on")
    device, lock = home.house.device(new), home.house.device(LOCK)
    assert device is not None
    assert lock is not None
    assert (device.name.ja, device.name.en) == ("屋根裏の電気", "Attic‹script›")
    assert device.name_trust is TrustLabel.OBSERVED
    assert lock.name.ja == "表の鍵"
    assert not lock.by_itself


async def test_the_token_goes_nowhere_else() -> None:
    """T7: a hub that redirects is not followed."""
    stranger = furnished()
    await stranger.start()

    async def redirect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        where = f"Location: ws://127.0.0.1:{stranger.port}/api/websocket"
        writer.write(f"HTTP/1.1 302 Found\r\n{where}\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(redirect, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(HubAway):
        await open_wire(HubAddress(url=f"http://127.0.0.1:{port}"), "good")
    server.close()
    await server.wait_closed()
    await stranger.stop()
    assert stranger.logins == []


async def test_nothing_listens_is_said_plainly() -> None:
    link = HubLink(
        HubAddress(url="http://127.0.0.1:9"), lambda: "good", on_up=_never, on_down=lambda: None
    )
    await link.start()
    await until(lambda: link.state is LinkState.AWAY)
    assert "127.0.0.1:9" in link.last_error
    await link.stop()


async def _never(wire: object, far: object) -> None:
    raise AssertionError


async def test_a_command_while_away_fails_at_once(home: TwinHome) -> None:
    """F15: nothing waits for the hub's return."""
    await home.lose()
    with pytest.raises(HouseUnreachable):
        await home.house.command(ON)
    await home.find()
    await asyncio.sleep(0.1)
    assert home.hub.called == []


async def test_it_tells_in_which_room_a_satellite_stands() -> None:
    """Issue 12.2: its own area, else its device's; a room that is none of ours is nobody's."""
    hub = furnished()
    hub.areas += [{"area_id": "shed", "name": "Shed"}]
    hub.hardware += [{"id": "d1", "area_id": "ent"}, {"id": "d2", "area_id": "shed"}, {"id": "d3"}]
    hub.add("assist_satellite.own", "idle", area_id="ent", device_id="d2", exposed=False)
    hub.add("assist_satellite.of_device", "idle", device_id="d1", exposed=False)
    hub.add("assist_satellite.nowhere", "idle", device_id="d3", exposed=False)
    await hub.start()
    async with house_on(hub) as house:
        assert house.room_of("d1") == ""  # before anything was read
        await until(lambda: house.registry is not None)
        asked = ("own", "of_device", "nowhere")
        rooms = [house.room_of(f"assist_satellite.{one}") for one in asked]
        assert rooms == ["hall", "hall", ""]
        assert [house.room_of(one) for one in ("d1", "d2", "d3", "d4")] == ["hall", "", "", ""]
