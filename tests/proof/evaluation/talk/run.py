"""Talks with the running companion: each turn goes in by its page and comes back by its log."""

import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.cli.client import Client, NoAnswer
from companion.cli.config import check_config
from companion.links.broker import free_port
from companion.service.yaml_text import load
from companion.words.language import Language
from tests.law.measures import ROOT

DATA = Path(__file__).parent
SCENARIO = ROOT / "tests" / "story" / "scenarios" / "nobody.yaml"
START_S, REPLY_S = 300.0, 120.0
"""Real seconds for the model to load, and for one reply."""
_WITHHELD = re.compile(r"not said \((\w+)\): (.+)")
RUN = (
    "import logging, runpy;"
    "logging.getLogger('companion.rooms.conversation.room').setLevel(logging.INFO);"
    "runpy.run_module('companion', run_name='__main__', alter_sys=True)"
)
"""The companion as it is, and a log that tells what the checker keeps back."""
Trap = Literal["deed", "said", "person", "unknown", "home", "future", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One sentence of a person, and what a false answer to it would claim."""

    say: str
    trap: Trap


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A turn with its reply; "" where none came."""

    turn: Turn
    reply: str
    model: str
    """The model that wrote it or chose it; "" for a reply of code."""
    withheld: tuple[tuple[str, str], ...]
    """Rule and clause of everything that the checker kept back."""


def turns_of(language: Language) -> tuple[Turn, ...]:
    """The turns of a language, in their order."""
    text = (DATA / f"{language.value}.yaml").read_text(encoding="utf-8")
    return tuple(Turn(say=one["say"], trap=one["trap"]) for one in load(text))


def talk(
    language: Language, turns: Sequence[Turn], persona: str, told: Callable[[Answered], None]
) -> list[Answered]:
    """Say every turn to a doll's house that has just begun, one after the other."""
    found = []
    with house_of(language, persona) as (client, log):
        for turn in turns:
            found.append(answered(client, log, turn))
            told(found[-1])
    return found


def answered(client: Client, log: Path, turn: Turn) -> Answered:
    """Say one turn and wait for its reply."""
    read = log.stat().st_size
    reply, model = _reply(client, turn.say)
    with log.open(encoding="utf-8") as lines:
        lines.seek(read)
        withheld = tuple((m[1], m[2].strip()) for m in _WITHHELD.finditer(lines.read()))
    return Answered(turn=turn, reply=reply, model=model, withheld=withheld)


def _reply(client: Client, text: str) -> tuple[str, str]:
    said = int(client.post("/api/say", {"text": text, "place": "living"})["event_id"])
    for row in client.follow(said, until=time.monotonic() + REPLY_S):
        if said not in row["evidence_event_ids"]:
            continue
        if row["kind"] == "reply_failed":
            return "", ""
        if row["source"] == "conversation_reply":
            return str(row["assistant_text"]), str(row["payload"].get("model", ""))
    return "", ""


@contextmanager
def house_of(
    language: Language,
    persona: str,
    *,
    scenario: Path = SCENARIO,
    prepare: Callable[[Path], None] = lambda state: None,
    run: str = RUN,
) -> Iterator[tuple[Client, Path]]:
    """A doll's house that has just begun, and its log. `prepare` is given the folder of its state
    before it begins."""
    with tempfile.TemporaryDirectory(prefix="companion-talk-") as name:
        folder = Path(name)
        config = _config(folder, language, persona, scenario)
        prepare(folder / "state")
        log = folder / "log"
        with log.open("w", encoding="utf-8") as out:
            command = [sys.executable, "-c", run, "run", "--config", str(config)]
            service = subprocess.Popen(command, stdout=out, stderr=out, cwd=ROOT)
            try:
                yield _listening(config, service), log
            finally:
                service.send_signal(signal.SIGTERM)
                service.wait(60)


def _config(folder: Path, language: Language, persona: str, scenario: Path) -> Path:
    text = (ROOT / "config" / "config.yaml").read_text(encoding="utf-8")
    for was, now in (
        ("language: en ", f"language: {language.value} "),
        ("../state", str(folder / "state")),
        ("personas/koto.yaml", str(ROOT / "config" / "personas" / f"{persona}.yaml")),
        ("scenario: first_evening", f"scenario: {scenario}"),
    ):
        if was not in text:
            raise ValueError(f"{was!r} stands in the shipped configuration no more")
        text = text.replace(was, now)
    path = folder / "config.yaml"
    path.write_text(f"{text}\nweb: {{port: {free_port()}}}\n", encoding="utf-8")
    return path


def _listening(config: Path, service: "subprocess.Popen[bytes]") -> Client:
    until = time.monotonic() + START_S
    while time.monotonic() < until and service.poll() is None:
        try:
            client = Client.of(check_config(config), REPLY_S)
            parts = {part["part"]: part["status"] for part in client.get("/api/health")["parts"]}
            if parts.get("llm") == "ok":
                return client
        except NoAnswer:
            pass
        time.sleep(1)
    raise TimeoutError("the companion did not start")
