"""Plays conversations of other authors: each in a doll's house that was set up as its setting says.

A setting is words; `settings/` holds what was told, said, done and reported before, written by
hand for the open halves, one file a set. The replies are read by people: the file of a set has a
good and a bad answer to each turn in words.
"""

import asyncio
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.cli.client import Client
from companion.rooms.journal.room import Journal
from companion.service.yaml_text import load
from companion.store.sqlite import Store, record_path
from companion.web.hub import Hub
from companion.words.device import DeviceState
from companion.words.event import Event, EventSource
from companion.words.facts import MomentCame, payload_of
from companion.words.ids import DeviceId, EventId
from companion.words.language import Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.result import ActionResult, ResultStatus
from companion.words.said import Said
from companion.words.schedule import EntryKind
from companion.words.trust import TrustLabel
from tests.proof.evaluation.talk.run import RUN, Answered, Turn, answered, house_of
from tests.unit.store.samples import SetClock, decision, draft

DATA = Path(__file__).parent / "settings"
MORE_DEVICES = """
  - {id: vacuum.living, place: living, name: {ja: リビングの掃除機, en: living room vacuum}}
  - id: binary_sensor.doorbell
    place: hall
    name: {ja: 玄関のチャイム, en: doorbell}
    senses: doorbell
"""
"""Lines behind the devices of the doll's house: what settings have and it has not."""
_RUN = (
    "import companion.dollhouse.home as home;"
    f"home.load = (lambda load: lambda text: load(text + {MORE_DEVICES!r}))(home.load);{RUN}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A turn with its reply and what a good and a bad one would be."""

    conversation: str
    answered: Answered
    good: str
    bad: str


@dataclass(frozen=True, slots=True)
class _Past:
    """Writes what came before into an empty record."""

    store: Store
    journal: Journal
    clock: SetClock

    async def write(self, step: Mapping[str, Any]) -> None:
        self.clock.at = datetime.fromisoformat(step["at"])
        if "told" in step:
            said = Said(step["told"], "web", speaker=step.get("by", ""))
            event = await self.journal.heard(said, TrustLabel.OWNER)
            await self.journal.replied(
                step.get("answered", "OK."), event, trust=TrustLabel.SELF, speaker_name="Koto"
            )
        elif "occasion" in step:
            await self.journal.observed(
                Observation(
                    subject=step["occasion"],
                    place=step["place"],
                    change=Change.SEEN,
                    certainty=Certainty.FACT,
                    confidence=1.0,
                    at=self.clock.at,
                    source=step["source"],
                )
            )
        elif "report" in step:
            numbers = step.get("numbers", {})
            device = DeviceId(step["report"])
            state = DeviceState(
                device_id=device, value=step["value"], attributes=numbers, at=self.clock.at
            )
            await self.journal.device_changed(state)
        else:
            await self._act(step)

    async def _act(self, step: Mapping[str, Any]) -> None:
        """An act for a sentence, a tap or a saved plan."""
        cause = await self._cause(step)
        capability, _, operation = step["act"].partition(".")
        chosen = replace(
            decision(evidence=(cause.id,)),
            decided_by="routine_guard" if "plan" in step else "reflex",
            action_type=step["act"],
            action_payload={"device_id": step.get("device", "")},
        )
        at = self.clock.at
        made = draft(EventSource.DELIBERATION_DECISION, evidence=(cause.id,))
        decided = await self.store.events.append(replace(made, at=at), decision=chosen)
        done = ActionResult(
            capability=capability,
            operation=operation,
            status=ResultStatus(step.get("status", "success")),
            summary_text="",
            observed_at=at,
            result_payload=step.get("payload", {"device_id": step.get("device", "")}),
            failure_class=step.get("failure", ""),
            decision_event_id=EventId(decided.id),
        )
        made = draft(EventSource.ACTION_RESULT, step["act"], evidence=(decided.id,))
        await self.store.events.append(
            replace(made, at=at, payload=dict(done.result_payload)), result=done
        )

    async def _cause(self, step: Mapping[str, Any]) -> Event:
        if "plan" not in step:
            said = Said(step["asked"], step.get("channel", "voice"), speaker=step.get("by", ""))
            return await self.journal.heard(said, TrustLabel.OWNER)
        moment = MomentCame(
            alarm_id=1, label=step["plan"], due=self.clock.at.isoformat(), outcome=""
        )
        made = draft(EventSource.SCHEDULE, f"{EntryKind.ROUTINE.value}_due")
        return await self.store.events.append(
            replace(made, at=self.clock.at, payload=payload_of(moment), trust=TrustLabel.SELF)
        )


def play(sets: Path, told: Callable[[Judged], None], *, only: str = "") -> None:
    """Play every conversation of a file; each in a house of its own."""
    settings = settings_of(sets)
    for line in sets.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        if only and one["id"] not in only.split(","):
            continue
        setting = settings[one["id"]]
        with _house(Language(one["lang"]), setting) as (client, log):
            for sentence in setting.get("before", ()):
                answered(client, log, Turn(say=sentence, trap="none"))
            for turn in one["turns"]:
                found = answered(client, log, Turn(say=turn["say"], trap="none"))
                told(
                    Judged(
                        conversation=one["id"], answered=found, good=turn["good"], bad=turn["bad"]
                    )
                )


def settings_of(sets: Path) -> Mapping[str, Any]:
    """The setting of every conversation of a file, by its id."""
    found: Mapping[str, Any] = load((DATA / f"{sets.stem}.yaml").read_text(encoding="utf-8"))
    return found


@contextmanager
def _house(language: Language, setting: Mapping[str, Any]) -> Iterator[tuple[Client, Path]]:
    with tempfile.TemporaryDirectory(prefix="companion-setting-") as name:
        scenario = Path(name) / "scenario.yaml"
        nobody = (DATA.parents[3] / "story" / "scenarios" / "nobody.yaml").read_text("utf-8")
        text = nobody.replace("2026-11-20T18:30:00+09:00", setting["starts_at"])
        devices = json.dumps(setting.get("devices", {}))
        scenario.write_text(f"{text}devices: {devices}\n", encoding="utf-8")

        def prepared(state: Path) -> None:
            state.mkdir(parents=True, exist_ok=True)
            asyncio.run(written(state, setting))

        with house_of(language, "koto", scenario=scenario, prepare=prepared, run=_RUN) as found:
            yield found


async def written(state: Path, setting: Mapping[str, Any]) -> None:
    """Write the record of a setting into a folder of state."""
    clock = SetClock()
    clock.at = datetime.fromisoformat(setting["starts_at"])
    store = await Store.open(record_path(state), clock)
    past = _Past(store, Journal(store.events, Hub(clock.now), clock), clock)
    for step in setting.get("past", ()):
        await past.write(step)
    await store.anchor()
    await store.close()
