"""One ask, one answer (P16, P24, F13)."""

import asyncio

import pytest

from hardware.camera.capture.line import Line, pair


async def test_every_ask_gets_its_own_answer() -> None:
    """Also after one who asked and went: what comes for them is nobody's."""
    end, other = pair()
    line = Line(end)
    gone = asyncio.create_task(line.ask(b"1", 5.0))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    asked = asyncio.create_task(line.ask(b"2", 5.0))
    await asyncio.sleep(0)
    assert other.recv(9) == b"1"
    other.setblocking(False)
    with pytest.raises(BlockingIOError):
        other.recv(9)  # who comes next is not heard before the first is answered
    other.send(b"one")
    await asyncio.sleep(0.01)
    assert other.recv(9) == b"2"
    other.send(b"two")
    assert await asked == b"two"
    line.close()
    other.close()


async def test_no_answer_in_time_is_a_timeout_however_long_was_waited_before() -> None:
    """F13: the one timer that all waits share rings for the shortest."""
    end, other = pair()
    line = Line(end)
    first = asyncio.create_task(line.ask(b"?", 60.0))
    await asyncio.sleep(0)
    other.send(b"!")
    assert await first == b"!"
    began = asyncio.get_running_loop().time()
    with pytest.raises(TimeoutError):
        await line.ask(b"?", 0.05)
    assert asyncio.get_running_loop().time() - began < 5.0
    line.close()
    other.close()


async def test_hanging_up_is_heard_on_both_ends() -> None:
    end, other = pair()
    line = Line(end)
    asked = asyncio.create_task(line.ask(b"?", 5.0))
    await asyncio.sleep(0)
    other.close()
    with pytest.raises(ConnectionError):
        await asked
    line.close()
    end, other = pair()
    line = Line(end)
    asked = asyncio.create_task(line.ask(b"?", 5.0))
    await asyncio.sleep(0)
    line.close()
    with pytest.raises(ConnectionError):
        await asked
    assert other.recv(9) == b"?"
    assert other.recv(9) == b""
    other.close()
