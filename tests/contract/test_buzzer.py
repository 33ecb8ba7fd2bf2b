"""The port `Buzzer`: one suite over every driver found; what is not here refuses, and says so."""

from pathlib import Path

import pytest

from companion.ports.body import BuzzerUnavailable
from companion.service import plugins
from tests.contract.body_parts import body, built

FAMILY = "hardware.buzzer"
every = pytest.mark.parametrize("name", plugins.discover(FAMILY))


@every
async def test_it_sounds_until_it_is_off_or_says_that_it_cannot(name: str, tmp_path: Path) -> None:
    async with body(tmp_path) as has:
        buzzer = built(FAMILY, name, has)
        assert not buzzer.sounding()
        try:
            for _ in range(2):
                await buzzer.on()
                assert buzzer.sounding()
        except BuzzerUnavailable:
            assert not buzzer.sounding(), "it refused, and claims to sound"
        for _ in range(2):
            await buzzer.off()
            assert not buzzer.sounding()
