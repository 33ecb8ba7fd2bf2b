"""`companion run` runs the house, or the recovery page where the house cannot start."""

import asyncio
import contextlib
import functools
import json
import logging
import os
import signal
import sqlite3
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.app import Life, run_companion
from companion.cli.config import check_config, check_text
from companion.cli.config_said import problem_said
from companion.cli.config_secrets import secrets_finding
from companion.cli.waking import waker_of
from companion.phrases.reasons import in_both, in_full
from companion.ports.record import (
    KeyUnusable,
    MigrationFailed,
    RecordDamaged,
    RecordTooNew,
    RecordUnreadable,
)
from companion.rooms.scheduler.waker import Waker
from companion.service.plugins import PlugInBroken
from companion.service.residents import Resident
from companion.service.settings import ConfigWrong, Settings
from companion.service.supervision import BeginAgain, EssentialResidentDied
from companion.service.watchdog.pulse import Pulse
from companion.service.watchdog.systemd import Systemd
from companion.service.yaml_text import load
from companion.store.claim import StateDirUnusable, takes_writes
from companion.store.event_buffer import RECORD_TROUBLE
from companion.store.sqlite import record_path
from companion.store.verify import reading, verify
from companion.web.parts import Address
from companion.web.recovery import RecoveryPage, Trouble
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.language import Bilingual

log = logging.getLogger(__name__)

CRASHES, CRASH_WINDOW_S = 3, 300.0
"""Three quick deaths in a row bring the recovery page instead of a fourth."""
SETTLED_S = 120.0
"""A run that lasted so long was no quick death."""
LAST_GOOD = "last-good-config.yaml"
DEFAULT_PORT = 8440
WAKER_PAUSE_S = 2.0
"""Longest pause of who wakes people before it is started again."""
LOOK_EVERY_S = 1.0
"""How often it is seen whether what kept the house from starting is over."""


@dataclass(frozen=True)
class Chosen:
    """The configuration to run with, and a message about the choice."""

    settings: Settings
    concerns: Mapping[str, Finding]


def guess_state_dir(config: Path) -> Path:
    """The state folder, even of a configuration that cannot be used: systemd's, else the one it
    names, else `state` beside the default."""
    if given := os.environ.get("STATE_DIRECTORY", "").split(":")[0]:
        return Path(given)
    named = "../state"
    with contextlib.suppress(OSError, ValueError):
        document = load(config.read_text(encoding="utf-8"))
        if isinstance(document, dict) and isinstance(document.get("state_dir"), str):
            named = document["state_dir"]
    return (config.parent / named).resolve()


def choose_settings(config: Path) -> Chosen:
    """The configuration, or the last one that was good. Raises `ConfigWrong` when neither is."""
    try:
        return Chosen(check_config(config), {})
    except ConfigWrong as error:
        kept = guess_state_dir(config) / LAST_GOOD
        try:
            settings = check_text(kept.read_text(encoding="utf-8"), config)
        except (OSError, UnicodeDecodeError, ConfigWrong):
            raise error from None
        return Chosen(settings, {"config": _finding(error, kept)})


def _finding(error: ConfigWrong, kept: Path) -> Finding:
    wrong = [problem_said(problem) for problem in error.problems[:3]]
    ja, en = "; ".join(w.ja for w in wrong), "; ".join(w.en for w in wrong)
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.stat().st_mtime))
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"設定ファイルに誤りがあるので、{when} の設定で動いています: {ja}",
            f"It is wrong, so the one of {when} is in use: {en}",
        ),
        Bilingual(
            "その行を直して、再起動してください。`companion config check` で確かめられます",
            "Correct that line and restart; `companion config check` tells whether it is right",
        ),
    )


def keep_good(config: Path, settings: Settings) -> None:
    """Keep the configuration that started; written beside and renamed. Never raises."""
    with contextlib.suppress(OSError):
        beside = settings.state_dir / f".{LAST_GOOD}.new"
        beside.unlink(missing_ok=True)
        # 0600 from its first byte on: what stands there may be a secret.
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(config.read_bytes())
        beside.replace(settings.state_dir / LAST_GOOD)


class CrashLog:
    """Counts runs that never came up, or ended by an error of our own, in a row. A service that is
    killed or loses power while up simply starts again. Never raises: a folder that takes nothing
    must not keep the house from starting."""

    def __init__(self, state_dir: Path, now: Callable[[], float] = time.time) -> None:
        self._file, self._now = state_dir / "crashes.json", now

    def begin(self) -> None:
        """A run begins; until it is up it counts as a death."""
        row = {"at": self._now(), "why": "ended before it was up", "up": False}
        self._write([*self._recent(), row])

    def up(self) -> None:
        """It came up."""
        if rows := self._recent():
            self._write([*rows[:-1], {**rows[-1], "up": True}])

    def say(self, why: str) -> None:
        """An error ends it: a death, up or not."""
        if rows := self._recent():
            self._write([*rows[:-1], {**rows[-1], "why": why[:500], "up": False}])

    def settled(self) -> None:
        """It lasted, or it was asked to stop: the row is broken."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)

    def too_many(self) -> tuple[str, ...]:
        """The reasons of the last deaths when there were too many in a row, else nothing."""
        deaths = [row for row in self._recent() if not row["up"]]
        return tuple(str(row["why"]) for row in deaths) if len(deaths) >= CRASHES else ()

    def _recent(self) -> list[dict[str, object]]:
        try:
            rows = json.loads(self._file.read_text(encoding="utf-8"))
            since = self._now() - CRASH_WINDOW_S
            return [r for r in rows if since <= float(r["at"]) <= self._now() and "up" in r]
        except (OSError, ValueError, TypeError, KeyError):
            return []

    def _write(self, rows: list[dict[str, object]]) -> None:
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            # Replaced whole: who is killed while writing leaves the deaths before it readable.
            fresh = self._file.with_suffix(".new")
            fresh.write_text(json.dumps(rows[-10:]), encoding="utf-8")
            fresh.replace(self._file)


def run_service(config: Path, echo: Callable[[str], None]) -> None:
    """Run until asked to stop. A fault that a person must mend is shown on the recovery page; the
    start is tried again when the owner says so there. Raises what means that another try is no
    use."""
    systemd = Systemd.of(os.environ)
    rescue = False
    while True:
        end = _run_once(config, echo, systemd, rescue=rescue)
        if end.again is not None:
            rescue = end.again.rescue
            continue
        trouble, settings = end.trouble, end.settings
        if trouble is None:
            return
        if trouble.damaged and not rescue:
            # Whatever reading found before the page was up leads to the rescue, once.
            echo(f"{trouble.lines[0].en}; it begins anew with what can be read")
            rescue = True
            continue
        waker = waker_of(config, settings, _state_dir(config, settings))
        page = _page(config, trouble, settings, waker)
        lines = [line.en for line in trouble.lines]
        for line in (trouble.what.en, *lines, trouble.remedy.en):
            echo(line)
        if not asyncio.run(_recover(page, waker, echo, systemd)):
            return
        rescue = page.rescue.is_set()


@dataclass(frozen=True)
class _End:
    """How one life of the house ended; all None: it was asked to stop."""

    trouble: Trouble | None = None
    settings: Settings | None = None
    again: BeginAgain | None = None


def _run_once(config: Path, echo: Callable[[str], None], systemd: Systemd, *, rescue: bool) -> _End:
    """One life of the house; `rescue`: with a record begun anew."""
    try:
        chosen = choose_settings(config)
    except ConfigWrong as error:
        return _End(_config_trouble(error, config))
    settings = chosen.settings
    crashes = CrashLog(settings.state_dir)
    if reasons := crashes.too_many():
        crashes.settled()
        return _End(_crash_trouble(reasons, settings), settings)

    def begun() -> None:
        if not chosen.concerns:
            keep_good(config, settings)
        crashes.up()
        asyncio.get_running_loop().call_later(SETTLED_S, crashes.settled)

    try:
        concerns = {**chosen.concerns, **_secrets_told(config, settings)}
        life = Life(crashes.begin, begun, concerns, systemd, rescue)
        asyncio.run(run_companion(settings, echo, life))
    except (StateDirUnusable, BeginAgain, *RECORD_TROUBLE) as error:
        crashes.settled()
        return _ended(error, settings)
    except PlugInBroken as error:  # a model's: there is no house without it
        crashes.settled()
        return _End(_config_trouble(ConfigWrong((str(error),)), config), settings)
    except (EssentialResidentDied, OSError) as error:
        crashes.say(str(error))
        raise
    crashes.settled()
    return _End()


def _ended(error: Exception, settings: Settings) -> _End:
    """Exit code and message of an end that is not a mistake of ours."""
    if isinstance(error, BeginAgain):
        return _End(again=error)
    if isinstance(error, StateDirUnusable):
        return _End(_folder_trouble(error), settings)
    return _End(_record_trouble(error), settings)


def _secrets_told(config: Path, settings: Settings) -> Mapping[str, Finding]:
    """That secrets stand in the configuration: they work, and `doctor --fix` moves them."""
    found = secrets_finding(config, settings)
    return {} if found.status is HealthStatus.OK else {"secrets": found}


def _state_dir(config: Path, settings: Settings | None) -> Path:
    return settings.state_dir if settings else guess_state_dir(config)


def _page(config: Path, trouble: Trouble, settings: Settings | None, waker: Waker) -> RecoveryPage:
    return RecoveryPage(
        trouble=trouble,
        state_dir=_state_dir(config, settings),
        waking=waker,
        address=settings.web if settings else Address(port=port_of(config)),
    )


async def _recover(
    page: RecoveryPage, waker: Waker, echo: Callable[[str], None], systemd: Systemd
) -> bool:
    """Show the recovery page; True when the owner asks to try again, False when asked to stop.
    Systemd hears that it is up, and why it is not the house: killing it would show nothing."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)

    def listening(at: str) -> None:
        echo(f"recovery page: {at}")
        systemd.ready()
        systemd.status(f"recovery: {page.trouble.what.en}")

    serving = asyncio.create_task(page.serve(listening))
    pulse = asyncio.create_task(Resident("pulse", Pulse(systemd).run).live())
    # No house is needed to wake somebody (ADR 0025), and nothing may end it.
    waking = asyncio.create_task(Resident("waker", waker.run, longest_pause_s=WAKER_PAUSE_S).live())
    waits: list[asyncio.Task[Any]] = [
        asyncio.create_task(event.wait()) for event in (stopped, page.again)
    ]
    if page.trouble.mended is not None:
        look = functools.partial(_mended, page.trouble.mended, page.again)
        waits.append(
            asyncio.create_task(Resident("look at the trouble", look, finishes=True).live())
        )
    await asyncio.wait([serving, *waits], return_when=asyncio.FIRST_COMPLETED)
    for task in (serving, pulse, waking, *waits):
        task.cancel()
    ended = await asyncio.gather(serving, waking, return_exceptions=True)
    if isinstance(ended[0], OSError):
        raise ended[0]
    return page.again.is_set()


async def _mended(look: Callable[[], bool], again: asyncio.Event) -> None:
    """Until it is over by itself; then it is tried again as if the owner had asked."""
    while True:
        if await asyncio.to_thread(look):
            again.set()
            return
        await asyncio.sleep(LOOK_EVERY_S)


def port_of(config: Path) -> int:
    """The page's port, even of a configuration that cannot be used."""
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError, OverflowError):
        port = int(load(config.read_text(encoding="utf-8"))["web"]["port"])
        if 0 <= port <= 65535:
            return port
    return DEFAULT_PORT


def _config_trouble(error: ConfigWrong, config: Path) -> Trouble:
    return Trouble(
        what=Bilingual("設定ファイルが使えません", "The configuration cannot be used"),
        remedy=Bilingual(
            "上の行を直してください。直ると、自動で始まります。前に使えた設定は残っていません",
            "Correct these lines; once they are right it starts by itself. No earlier good "
            "configuration was kept",
        ),
        lines=tuple(problem_said(problem) for problem in error.problems),
        mended=_Rewritten(config).is_right,
    )


class _Rewritten:
    """Whether a wrong configuration was written anew and can be used now."""

    def __init__(self, config: Path) -> None:
        self._config, self._judged = config, _stamp(config)

    def is_right(self) -> bool:
        """Judged once each time it was written: to read it whole is no work for every second."""
        if (now := _stamp(self._config)) == self._judged:
            return False
        self._judged = now
        with contextlib.suppress(ConfigWrong, OSError, UnicodeDecodeError):
            check_config(self._config)
            return True
        return False


def _stamp(path: Path) -> tuple[int, int]:
    with contextlib.suppress(OSError):
        about = path.stat()
        return about.st_mtime_ns, about.st_size
    return 0, 0


def _folder_trouble(error: StateDirUnusable) -> Trouble:
    """The disk or card under the state folder takes nothing."""
    why, folder = in_both(error.why), error.state_dir
    return Trouble(
        what=Bilingual(
            f"状態フォルダ {folder} に書けません（{why.ja}）",
            f"The state folder {folder} cannot be written ({why.en})",
        ),
        remedy=Bilingual(
            "ディスクやカードが読み取り専用になっていないか、空きと権限があるかを確かめてください。"
            "書けるようになると、自動で始まります。機器は壁のスイッチで動かしてください",
            "See whether the disk or card has become read-only, has room, and may be written by "
            "this user; once it can be written it starts by itself. Wall switches work",
        ),
        mended=lambda: takes_writes(folder),
    )


_NO_RESCUE = (RecordTooNew, MigrationFailed, KeyUnusable)
"""The file is whole: another version, or its key, is what it needs."""


def _record_trouble(error: Exception) -> Trouble:
    rescuable = isinstance(error, RecordUnreadable) and not isinstance(error, _NO_RESCUE)
    return Trouble(
        damaged=isinstance(error, RecordDamaged),
        rescuable=rescuable,
        what=Bilingual("記録が使えません", "The record cannot be used"),
        remedy=Bilingual(
            "上の説明のとおりにするか、`companion restore` でバックアップから戻し、"
            "もう一度試してください",
            "Do as the line says, or bring a backup back with `companion restore`; then try again",
        )
        if not rescuable
        else Bilingual(
            "下のボタンで、読めるものを残して始め直せます。バックアップに戻すなら "
            "`companion restore` のあとで、もう一度試してください",
            "Press the button below to begin anew with what can be read; or bring a backup back "
            "with `companion restore` and try again",
        ),
        lines=(in_full(str(error)),),
    )


def _crash_trouble(reasons: tuple[str, ...], settings: Settings) -> Trouble:
    return Trouble(
        rescuable=_is_broken(record_path(settings.state_dir, settings.embedding_preset_id)),
        what=Bilingual(
            f"続けて{len(reasons)}回、すぐに止まりました",
            f"It ended {len(reasons)} times in a row, soon after starting",
        ),
        remedy=Bilingual(
            "上の理由を見て、直してからもう一度試してください。変えたばかりの設定や部品があれば戻してください",
            "Look at the reasons and try again; take back what was changed last, if anything was",
        ),
        lines=tuple(in_full(reason) for reason in reasons),
    )


def _is_broken(record: Path) -> bool:
    """Whether a record that is there is not what was written: it may be why the house fell."""
    if not record.exists():
        return False
    try:
        with contextlib.closing(reading(str(record))) as connection:
            return not verify(connection).sound
    except KeyUnusable:
        return False
    except (OSError, sqlite3.Error):
        return True
