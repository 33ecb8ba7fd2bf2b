"""`companion doctor` tells which parts work, which are missing, and the remedy; it starts no part
for long."""

import asyncio
import os
import platform
import pwd
import shutil
import socket
from pathlib import Path

import psutil

from companion.cli.config import sections
from companion.cli.config_secrets import secrets_finding
from companion.cli.doctor_hub import hub_finding
from companion.cli.doctor_microphone import microphone_findings
from companion.cli.doctor_rights import Tree, every_driver, rights
from companion.engines.weights import WeightsMissing, find_model
from companion.links.broker import find_mosquitto
from companion.links.configured import configured_hub
from companion.phrases import health
from companion.service import plugins
from companion.service.settings import Settings
from companion.store.preset import present_record
from companion.store.sqlite import record_bytes
from companion.web.tls import certificate_files, fingerprint, tls_context
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.language import Bilingual

LEAST_MEMORY_GB = 2.0
"""The 1.5 B model needs 1.3-1.9 GB beside the rest (parts figure)."""
LEAST_DISK_GB = 1.0


def _finding(status: HealthStatus, ja: str, en: str, remedy: tuple[str, str] | None) -> Finding:
    return Finding(status, Bilingual(ja, en), Bilingual(*remedy) if remedy else None)


async def doctor_report(
    config: Path, settings: Settings, tree: Tree
) -> tuple[tuple[str, Finding], ...]:
    """Every check, in the order a person would want to read them. Of a staged tree only what can be
    read there: configuration, secrets, and every driver's rights."""
    written = (("secrets", secrets_finding(config, settings)), *_readable(config, tree))
    if tree.staged:
        return (*written, *rights(settings, tree), *every_driver(settings, tree))
    return (
        ("python", _python()),
        ("memory", _memory()),
        ("disk", _disk(settings.state_dir)),
        ("state folder", _state(settings.state_dir)),
        ("record", _record(settings)),
        ("page", await asyncio.to_thread(_page, settings)),
        *_https(settings),
        ("broker", await _broker(settings)),
        *await _hub(settings),
        ("language model", _model(settings)),
        *written,
        *rights(settings, tree),
        *await microphone_findings(settings),
        *_speaker(settings),
        *_plugins(settings),
    )


def _speaker(settings: Settings) -> tuple[tuple[str, Finding], ...]:
    """A real home whose speaker is the simulated one: not to be found out in the morning only."""
    if settings.home.kind == "dollhouse" or settings.speaker.driver != "simulated":
        return ()
    return (("speaker", health.no_voice()),)


def _python() -> Finding:
    version = platform.python_version()
    return _finding(HealthStatus.OK, f"Python {version}", f"Python {version}", None)


def _memory() -> Finding:
    free_gb = psutil.virtual_memory().available / 2**30
    if free_gb >= LEAST_MEMORY_GB:
        return _finding(HealthStatus.OK, f"空き {free_gb:.1f} GB", f"{free_gb:.1f} GB free", None)
    remedy = (
        "小さいモデルを使ってください: `companion models fetch --small`",
        "use the small model: `companion models fetch --small`",
    )
    what = f"{free_gb:.1f} GB free, the default model wants {LEAST_MEMORY_GB:g}"
    return _finding(HealthStatus.DEGRADED, f"空き {free_gb:.1f} GB", what, remedy)


def _disk(state_dir: Path) -> Finding:
    there = next(p for p in (state_dir, *state_dir.parents) if p.exists())
    free_gb = shutil.disk_usage(there).free / 2**30
    status = HealthStatus.OK if free_gb >= LEAST_DISK_GB else HealthStatus.DEGRADED
    remedy = None if status is HealthStatus.OK else ("空きを増やしてください", "make room")
    return _finding(status, f"空き {free_gb:.1f} GB", f"{free_gb:.1f} GB free", remedy)


def _state(state_dir: Path) -> Finding:
    there = next(p for p in (state_dir, *state_dir.parents) if p.exists())
    if os.access(there, os.W_OK):
        return _finding(HealthStatus.OK, str(state_dir), str(state_dir), None)
    remedy = (f"{there} に書けるようにしてください", f"make {there} writable for this user")
    return _finding(HealthStatus.DOWN, "書けません", f"{there} is not writable", remedy)


def _record(settings: Settings) -> Finding:
    """How much there is, and how long it stays; what is damaged is for `companion verify`."""
    record = present_record(settings.state_dir, settings.embedding_preset_id)
    kept = settings.retention
    days = kept.device_reports_days, kept.looks_days
    try:
        return health.record_kept(record_bytes(record), *days, "")
    except OSError as error:
        return _finding(HealthStatus.DOWN, "読めません", f"it cannot be read ({error})", None)


def _page(settings: Settings) -> Finding:
    port = settings.web.port
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        taken = port != 0 and probe.connect_ex(("127.0.0.1", port)) == 0
    if not taken:
        free = f"http://127.0.0.1:{port}"
        return _finding(HealthStatus.OK, f"{free} は空いています", f"{free} is free", None)
    remedy = (
        "動作中の companion ならそのままで。ちがえば web.port を変えてください",
        "fine if that is a running companion; else change web.port",
    )
    what = f"port {port} is in use"
    return _finding(HealthStatus.DEGRADED, f"ポート {port} は使用中", what, remedy)


def _https(settings: Settings) -> tuple[tuple[str, Finding], ...]:
    """The certificate's fingerprint, to compare with what the browser shows."""
    if not settings.web.https:
        return ()
    certificate, key = certificate_files(settings.web, settings.state_dir)
    if settings.web.certificate_file is None and not certificate.exists():
        ja, en = "証明書は次の起動で作ります", "a certificate is made at the next start"
        return (("https", _finding(HealthStatus.OK, ja, en, None)),)
    try:
        tls_context(settings.web, settings.state_dir)
        told = f"SHA-256 {fingerprint(certificate)}"
    except (OSError, ValueError) as error:
        remedy = (
            f"{certificate} と {key} を確かめてください。直るまでは、この機械からしか開けません",
            f"see to {certificate} and {key}; until then the page opens on this machine only",
        )
        finding = _finding(HealthStatus.DOWN, f"証明書が使えません: {error}", str(error), remedy)
    else:
        finding = _finding(HealthStatus.OK, told, told, None)
    return (("https", finding),)


async def _hub(settings: Settings) -> tuple[tuple[str, Finding], ...]:
    hub = configured_hub(settings)
    return () if hub is None else (("home assistant", await hub_finding(hub)),)


async def _broker(settings: Settings) -> Finding:
    host, port = settings.mqtt.host, settings.mqtt.port
    if host:
        try:
            async with asyncio.timeout(3.0):
                _, writer = await asyncio.open_connection(host, port)
            writer.close()
            await writer.wait_closed()
        except (OSError, TimeoutError):
            remedy = ("mqtt.host と電源を確かめてください", "check mqtt.host and that it runs")
            what = f"nothing answers at {host}:{port}"
            return _finding(HealthStatus.DOWN, f"{host}:{port} は応答なし", what, remedy)
        return _finding(HealthStatus.OK, f"{host}:{port}", f"{host}:{port} answers", None)
    program = find_mosquitto()
    if program:
        what = f"our own: {program}"
        return _finding(HealthStatus.OK, f"自前: {program}", what, None)
    remedy = ("apt-get install mosquitto で速くなります", "apt-get install mosquitto is faster")
    return _finding(HealthStatus.DEGRADED, "amqtt を使います", "using amqtt in-process", remedy)


def _model(settings: Settings) -> Finding:
    if settings.llm.engine == "scripted":
        return _finding(
            HealthStatus.DEGRADED, "台本のモデル", "a scripted twin, no real model", None
        )
    own = settings.llm.settings
    path = Path(own["model_path"]) if own.get("model_path") else None
    module = plugins.load(plugins.FAMILIES["llm"], settings.llm.engine)
    try:
        found = find_model(path, Path(module.Settings.model_validate(own).models_dir))
    except WeightsMissing as error:
        remedy = ("companion models fetch", "companion models fetch")
        return _finding(HealthStatus.DOWN, "モデルがありません", str(error), remedy)
    return _finding(HealthStatus.OK, found.name, found.name, None)


def _readable(config: Path, tree: Tree) -> tuple[tuple[str, Finding], ...]:
    """That the service's own user may read its configuration."""
    if tree.unit is None or tree.staged:
        return ()
    about = config.stat()
    try:
        own = pwd.getpwnam("companion")
    except KeyError:
        return ()
    mine, ours = about.st_uid == own.pw_uid, about.st_gid == own.pw_gid
    if about.st_mode & (0o400 if mine else 0o040 if ours else 0o004):
        return ()
    remedy = f"`sudo chgrp companion {config} && sudo chmod 640 {config}`"
    found = _finding(
        HealthStatus.DOWN,
        "サービスのユーザーが設定を読めません",
        f"the service's own user cannot read {config}",
        (remedy, remedy),
    )
    return (("configuration", found),)


def _plugins(settings: Settings) -> tuple[tuple[str, Finding], ...]:
    """How many there are, and each whose own code cannot be used."""
    count = len(settings.capabilities), len(settings.policies)
    en = f"{count[0]} capabilities, {count[1]} automation rules"
    ja = f"機能 {count[0]}、自動実行ルール {count[1]}"
    found = [("plug-ins", _finding(HealthStatus.OK, ja, en, None))]
    for place, family, name, _ in sections(settings):
        try:
            plugins.load(family, name)
        except plugins.PlugInBroken as error:
            found.append((f"plug-in {'.'.join(place)}", health.plug_in_broken(str(error))))
    return tuple(found)
