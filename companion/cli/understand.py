"""`companion understand` reads the wish of a sentence, as the companion does, and prints it."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.config import check_config
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.dollhouse.home import load_home
from companion.home.kinds import kind_for
from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.answers import did_you_mean
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, Thing, home_now, home_of
from companion.rooms.understanding.plain import plain
from companion.service.settings import ConfigWrong, Settings
from companion.words.language import Language, language_of
from companion.words.place import Place
from companion.words.understood import SentenceKind

EXIT_USAGE = 2

Sentence = Annotated[str, typer.Argument(help="the sentence", metavar="[TEXT]")]
Lang = Annotated[
    Language | None, typer.Option("--lang", "-l", help="ja | en; default: as it is written")
]
HomeFile = Annotated[
    Path | None,
    typer.Option("--home", help="areas, floors, entities as JSON; default: the configured home"),
]
RoomName = Annotated[str, typer.Option("--room", help="id or name of the speaker's room")]
At = Annotated[str, typer.Option("--at", help="when it is said, ISO 8601; default: now")]
Batch = Annotated[
    Path | None, typer.Option("--jsonl", help="lines {sentence, language, room?, home?, previous?}")
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object a sentence")]


def understand(
    text: Sentence = "",
    lang: Lang = None,
    home: HomeFile = None,
    config: ConfigPath = DEFAULT_CONFIG,
    room: RoomName = "",
    at: At = "",
    jsonl: Batch = None,
    as_json: AsJson = False,
) -> None:
    """Read TEXT, or each line of a file; nothing is done about it."""
    try:
        now = datetime.fromisoformat(at) if at else datetime.now().astimezone()
        now = now if now.tzinfo is not None else now.astimezone()
        if jsonl is not None:
            for result in _each(jsonl, home, now):
                typer.echo(json.dumps(result, ensure_ascii=False))
            return
        if not text:
            raise ValueError("a sentence is needed, or --jsonl FILE")
        there = home_from(home) if home is not None else configured_home(check_config(config))
        language = lang or language_of(text, Language.EN)
        told = read_sentence(text, language, there, room, now, "")
    except (OSError, ValueError, ConfigWrong) as error:
        typer.echo(f"{error}", err=True)
        raise typer.Exit(EXIT_USAGE) from None
    typer.echo(json.dumps(told, ensure_ascii=False) if as_json else _in_short(told))


def _each(file: Path, home: Path | None, now: datetime) -> Iterator[dict[str, Any]]:
    """One result for each line, in order. A home is read once; its path is seen from the file."""
    homes: dict[str, Home] = {}
    default = home_from(home)
    for number, text in enumerate(file.read_text("utf-8").splitlines(), start=1):
        if not text.strip():
            continue
        try:
            line = json.loads(text)
            given = line.get("language") or language_of(str(line["sentence"]), Language.EN)
            language = Language(given)
            there = _home_of_line(line.get("home"), file.parent, homes, default)
            room, before = str(line.get("room") or ""), str(line.get("previous") or "")
            yield read_sentence(str(line["sentence"]), language, there, room, now, before)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{file}:{number}: {error}") from error


def _home_of_line(given: object, folder: Path, homes: dict[str, Home], default: Home) -> Home:
    if given is None:
        return default
    if isinstance(given, Mapping):
        return home_of(given)
    path = str(given)
    if path not in homes:
        beside = folder / path
        homes[path] = home_from(beside if beside.exists() else Path(path))
    return homes[path]


def home_from(file: Path | None) -> Home:
    """The home of a file; an empty one without. Raises `OSError`, `ValueError`."""
    return Home() if file is None else home_of(json.loads(file.read_text("utf-8")))


def configured_home(settings: Settings) -> Home:
    """The home of the configuration, as far as it is written down: the doll's house, or the rooms
    and the things the owner named. How they are now only the running companion knows."""
    if settings.home.kind == "dollhouse":
        plan = load_home()
        things = tuple(
            Thing(
                id=d.id,
                names=(d.name.ja, d.name.en),
                domain=d.domain.value,
                area=d.place,
                device_class=d.senses or (d.kind if kind_for(d.domain).opens else ""),
            )
            for d in plan.devices
        )
        return _laid_out(plan.places, things)
    home = settings.home
    things = tuple(
        Thing(id=i, names=(n.ja, n.en), domain=i.partition(".")[0], area=home.areas.get(i, ""))
        for i, n in home.device_names.items()
    )
    return _laid_out(tuple(place.place() for place in home.places), things)


def _laid_out(places: tuple[Place, ...], things: tuple[Thing, ...]) -> Home:
    bare = home_now((), {}, places)
    return replace(bare, things=things)


def read_sentence(
    text: str, language: Language, home: Home, room: str, now: datetime, before: str
) -> dict[str, Any]:
    """Read one sentence; gives its wishes as plain values, and how long reading it took."""
    engine = GrammarUnderstanding(lambda: home)
    engine.warm(language)
    if before:
        engine.understand(SpokenSentence(before, language, now, room))
    began = time.perf_counter()
    said = SpokenSentence(text, language, now, room)
    told = plain(engine.understand(said))
    told["proposal"], told["second_reader_down"] = None, ""
    if told["kind"] in _UNREAD and not told["wishes"]:
        told |= _proposed(engine, said)
    took_ms = (time.perf_counter() - began) * 1e3
    return {"sentence": text, **told, "took_ms": round(took_ms, 2)}


_UNREAD = (SentenceKind.UNKNOWN.value, SentenceKind.MUSING.value, SentenceKind.QUESTION.value)


def _proposed(engine: GrammarUnderstanding, said: SpokenSentence) -> dict[str, Any]:
    """The reading of the trained model: a command with the question whether it was meant, or a
    question that is answered. A person who says yes has it done; nothing is done before."""
    proposal = engine.propose(said)
    if proposal is None:
        return {"second_reader_down": engine.why_no_proposals()}
    heard = plain(engine.preview(replace(said, text=proposal.words)))
    told = {
        "source": "trained model",
        "intent": proposal.intent,
        "likelihood": round(proposal.likelihood, 2),
        "sentence": proposal.words,
        "wishes": heard["wishes"],
    }
    if proposal.asks:
        return {"proposal": told}
    question = did_you_mean(proposal.words)
    return {"proposal": told, "ask_back": {"ja": question.ja, "en": question.en}}


def _in_short(told: Mapping[str, Any]) -> str:
    """For people: the kind, then each wish."""
    lines = [f"{told['kind']}"]
    for wish in told["wishes"]:
        values = ", ".join(f"{k}={v}" for k, v in wish["parameters"].items())
        when = f"  when {wish['when']}" if wish["when"] else ""
        does = wish["operation"] or wish["intent"]
        lines.append(f"  {does}({values}) {' '.join(wish['targets'])}{when}")
    if told["proposal"] is not None:
        held = told["proposal"]
        lines.append(
            f"  {held['source']} ({held['intent']} {held['likelihood']}): {held['sentence']}"
        )
    if told["second_reader_down"]:
        lines.append(f"  the second reader is down: {told['second_reader_down']}")
    for key in ("ask_back", "refused", "not_done"):
        if told[key]:
            lines.append(f"  {key}: {told[key]['en']}")
    return "\n".join(lines)
