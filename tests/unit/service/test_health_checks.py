"""Health checks of what plug-ins make (F13)."""

from companion.service.health_checks import DriveCheck, KnownTroubles, SoundCheck
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.language import Bilingual


class Part:
    def __init__(self, trouble: str = "", rooms: tuple[str, ...] = ()) -> None:
        self._trouble, self._rooms = trouble, rooms

    def trouble(self) -> str:
        return self._trouble

    def rooms(self) -> tuple[str, ...]:
        return self._rooms


async def test_a_speaker_that_makes_no_sound_says_so_and_a_broken_one_has_its_own_line() -> None:
    silent = await SoundCheck(Part(), None, audible=False).findings()  # type: ignore[arg-type]
    heard = await SoundCheck(Part(), Part("gone"), audible=True).findings()  # type: ignore[arg-type]
    assert list(silent) == ["speaker"]
    assert silent["speaker"] != heard["speaker"]
    assert heard["buzzer"].status is HealthStatus.DEGRADED
    assert await SoundCheck(None, None, audible=True).findings() == {}


async def test_only_a_base_with_somewhere_to_go_is_looked_at() -> None:
    assert await DriveCheck(Part("x")).findings() == {}  # type: ignore[arg-type]
    found = await DriveCheck(Part("no link", ("hall",))).findings()  # type: ignore[arg-type]
    assert found["drive"].status is HealthStatus.DOWN


async def test_what_is_wrong_from_the_start_stays() -> None:
    trouble = {"config": Finding(HealthStatus.DEGRADED, Bilingual("誤り", "wrong"))}
    assert await KnownTroubles(trouble).findings() == trouble
