"""The real service is killed with SIGKILL while it works for a purpose; it goes on where it was."""

import json
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.dollhouse.left_off import FILE
from companion.store.export_files import check
from tests.story import service_process as real
from tests.story.whole_house import SCENARIOS

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(300)]
LONGEST_S = 60.0
BEGUN, ENDED = "thought", "result"
ASKS_A_PERSON = b"I could not do it myself"


class _House:
    """One state folder; each life of its service is a process of its own."""

    def __init__(self, folder: Path, notified: real.Notified) -> None:
        self.config = real.config_in(folder)
        text = self.config.read_text(encoding="utf-8")
        # Only a life that repeats each day goes on after a kill at the moment where it was.
        nobody, always = SCENARIOS / "nobody.yaml", folder / "always.yaml"
        day = nobody.read_text(encoding="utf-8") + "repeat_every_s: 86400\n"
        always.write_text(day, encoding="utf-8")
        self.config.write_text(text.replace(str(nobody), str(always)), encoding="utf-8")
        self.state_dir = folder / "state"
        self._notified = notified
        self._port = real.port_of(self.config)

    @contextmanager
    def life(self) -> Iterator[None]:
        """From the ready service to its SIGKILL."""
        self._notified.heard.clear()
        with real.service(self.config, self._notified) as process:
            self._notified.until("READY=1", LONGEST_S, process)
            yield
            _kill(process)

    def ask(self, path: str, body: Mapping[str, object] | None = None) -> Any:
        return json.loads(real.ask(self._port, real.token_of(self.config), path, body))

    def plan(self) -> dict[str, Any]:
        return dict(self.ask("/api/plan"))

    def written(self) -> bytes:
        """`events.jsonl` as it stands; nothing before it is there."""
        path = self.state_dir / "logs" / "events.jsonl"
        return path.read_bytes() if path.exists() else b""

    def stands(self) -> list[str]:
        """Status of each task in `state.json`."""
        text = (self.state_dir / "logs" / "state.json").read_text(encoding="utf-8")
        goals = json.loads(text)["plan"]["goals"]
        return [task["status"] for goal in goals for task in goal["tasks"]]

    def told(self, type_: str) -> Counter[str]:
        """How often a line of this type begins with the number of a task."""
        whole = self.written().rpartition(b"\n")[0]
        lines = [json.loads(line) for line in whole.splitlines()]
        texts = [line.get("judgment") or line.get("summary", "") for line in lines]
        pairs = zip(lines, texts, strict=True)
        return Counter(
            text[1 : text.index("]")]
            for line, text in pairs
            if line["type"] == type_ and text.startswith("[G1-")
        )


def _kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()


def _until(so: Callable[[], object], every_s: float = 0.005) -> None:
    """`every_s`: the service refuses who asks it hundreds of times a second."""
    end = time.monotonic() + LONGEST_S
    while not so():
        assert time.monotonic() < end
        time.sleep(every_s)


def test_a_kill_in_a_question_and_in_a_task_loses_nothing_and_repeats_nothing(
    tmp_path: Path,
) -> None:
    """C-023, C-025, C-061, C-076: after a SIGKILL the question waits on and is put once, each task
    begins once and ends once, and what stood in `events.jsonl` stands there still."""
    with closing(real.Notified(tmp_path)) as notified:
        house = _House(tmp_path, notified)
        with house.life():
            house.ask("/api/plan/purpose", {"text": "my son has a fever, help him to rest"})
            _until(lambda: house.plan()["question"] and house.told(BEGUN), every_s=0.1)
            _until(lambda: (house.state_dir / FILE).exists())
            asked = house.plan()
        told = house.written()
        assert asked["question"]["id"] == "G1-T1"
        with house.life():
            assert house.plan() == asked
            assert house.written().startswith(told)
            assert house.told(BEGUN) == {"G1-T1": 1}
            assert house.ask("/api/plan/answer", {"answer": "y"}) == {"done": True}
            _until(lambda: "G1-T3" in house.told(BEGUN))
        told = house.written()
        first: tuple[str, ...] = ("G1-T1", "G1-T2", "G1-T3")
        with house.life():
            _until(lambda: all(house.told(ENDED)[task] for task in first))
            # A busy machine may see it late: the act on the lamp that is killed then, nobody
            # repeats; a person is asked to do it.
            _until(lambda: house.told(ENDED)["G1-T4"] or ASKS_A_PERSON in house.written())
            assert house.written().startswith(told)
            assert house.plan()["purpose"] == asked["purpose"]
            # What was under way at the kill is done, or told as unknown, and the rest goes on.
            _until(lambda: house.stands()[4:] == ["pending", "pending", "pending"])
            assert house.stands()[:2] == ["done", "done"]
            assert house.stands()[2] in ("done", "fail")
            if ASKS_A_PERSON not in house.written():
                _until(lambda: house.stands()[3] == "done")
                first += ("G1-T4",)
        for task in first:
            assert house.told(BEGUN)[task] == house.told(ENDED)[task] == 1, task
    assert check(house.state_dir) == ()
