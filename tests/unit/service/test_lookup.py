"""F24: a resolver that never answers keeps nobody who has something local to do."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from companion.engines.llm_runtime.chat_stream import ChatServer, ServerAway
from companion.links.home_assistant.hub import HubAddress
from companion.links.home_assistant.wire import open_wire
from companion.links.mqtt import BrokerAddress, MqttLink
from companion.phrases.reasons import in_both, known
from companion.service.lookup import Lookups, NameNotFound

HOST = "broker.of-my-home.example"


@pytest.fixture
def silence(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Names are asked for, and nobody ever answers; gives what was asked."""
    asked: list[str] = []
    end = threading.Event()

    def never(host: object, *more: object, **options: object) -> list[object]:
        if not str(host).endswith(".example"):
            return list(real(host, *more, **options))  # type: ignore[arg-type]
        asked.append(str(host))
        end.wait(60)
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", never)
    yield asked
    end.set()


async def test_a_name_is_asked_for_once_however_often_it_is_tried(silence: list[str]) -> None:
    lookups = Lookups()
    for _ in range(5):
        with pytest.raises(NameNotFound, match="no answer within"):
            await lookups.find(HOST, wait_s=0.02)
    assert silence == [HOST]
    assert lookups.asking() == 1


async def test_an_address_and_this_machine_are_not_asked_for() -> None:
    def nobody(host: str) -> object:
        raise AssertionError(host)

    for host in ("127.0.0.1", "::1", "[::1]", "fe80::1%eth0", "localhost", ""):
        await Lookups(nobody).find(host)


async def test_what_the_resolver_says_is_told() -> None:
    def none(host: str) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with pytest.raises(NameNotFound) as raised:
        await Lookups(none).find(HOST)
    assert known(str(raised.value))
    assert in_both(str(raised.value)).ja == "名前が見つかりません（DNS）"
    await Lookups(lambda host: []).find(HOST)


async def test_the_links_leave_every_thread_to_what_is_local(silence: list[str]) -> None:
    """F24: three links to the broker, a hub and a model server, none of whose names is answered:
    the threads everybody shares are free, and leaving takes no longer for it."""
    links = [MqttLink(BrokerAddress(host=HOST), client_id=f"c{n}") for n in range(3)]
    for link in links:
        await link.start()
    hub = asyncio.create_task(
        open_wire(HubAddress(url="http://hub.of-my-home.example:8123"), "token")
    )
    server = ChatServer("http://box.of-my-home.example:8080/v1", "", connect_timeout_s=1.0)
    models = asyncio.create_task(server.models())
    await asyncio.sleep(0.1)
    assert len(set(silence)) == 3
    shared = [asyncio.to_thread(time.sleep, 0.01) for _ in range(40)]
    async with asyncio.timeout(30):
        await asyncio.gather(*shared)
    with pytest.raises(ServerAway, match="no answer within"):
        await models
    hub.cancel()
    began = time.monotonic()
    for link in links:
        await link.stop()
    await asyncio.gather(hub, return_exceptions=True)
    await server.close()
    assert time.monotonic() - began < 3.0
    assert sorted(set(silence)) == sorted(silence), "one thread a name"
