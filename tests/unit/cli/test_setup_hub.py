"""`companion setup homeassistant`, against the twin hub (issue 4, item 1)."""

import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app
from companion.service.settings import load_settings
from tests.contract.hub_parts import furnished
from tests.twins.hub import TwinHub

CONFIG = """\
# my own words
language: {language}
state_dir: state
home:
  kind: dollhouse       # stays
cameras:
  hall: {{driver: simulated}}
"""


@pytest.fixture
def hub() -> Iterator[TwinHub]:
    """A twin hub on a loop of its own: the command runs one itself."""
    import asyncio

    made = furnished()
    loop, up = asyncio.new_event_loop(), threading.Event()

    def live() -> None:
        loop.run_until_complete(made.start())
        up.set()
        loop.run_forever()

    thread = threading.Thread(target=live)
    thread.start()
    assert up.wait(5)
    yield made
    asyncio.run_coroutine_threadsafe(made.stop(), loop).result(5)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(5)
    loop.close()


def written(folder: Path, language: str = "en") -> Path:
    config = folder / "config.yaml"
    config.write_text(CONFIG.format(language=language), encoding="utf-8")
    return config


def run(config: Path, *arguments: str, said: str = "") -> tuple[int, str]:
    command = ["setup", "homeassistant", "--config", str(config), *arguments]
    done = CliRunner().invoke(app, command, input=said)
    return done.exit_code, done.output


def test_address_token_and_exposure_are_walked_through(tmp_path: Path, hub: TwinHub) -> None:
    """Asked, checked against the hub, shown, written; comments stay, the old file beside it."""
    config = written(tmp_path)
    code, told = run(config, said=f"{hub.url}\ngood\ny\ny\n")
    assert code == 0, told
    assert "3 devices can be seen" in told
    settings = load_settings(config)
    assert settings.links.home_assistant.url == hub.url
    assert (settings.home.kind, settings.cameras) == ("mqtt", {})
    place = settings.home.places[0]
    assert (place.id, place.name.ja, place.name.en) == ("ent", "玄関", "Entrance")
    assert "# my own words" in config.read_text(encoding="utf-8")
    assert (tmp_path / "config.yaml.before").exists()
    token = tmp_path / "state" / "home_assistant.token"
    assert token.read_text() == "good\n"
    assert stat.S_IMODE(token.stat().st_mode) == 0o600
    assert "good" not in told.replace("(not shown)", "")


def test_without_questions_for_scripts(tmp_path: Path, hub: TwinHub) -> None:
    config, token = written(tmp_path, "ja"), tmp_path / "token"
    token.write_text("good")
    code, told = run(config, "--url", hub.url, "--token-file", str(token), "--yes")
    assert code == 0, told
    assert "機器3台が見えます" in told
    assert load_settings(config).home.kind == "dollhouse"


@pytest.mark.parametrize(
    ("language", "url", "token", "why"),
    [
        ("en", "", "bad", "it refuses the token"),
        ("ja", "", "bad", "トークンを受け付けません"),
        ("en", "http://127.0.0.1:9", "good", "cannot reach it"),
        ("en", "127.0.0.1:9", "good", "cannot reach it: http://127.0.0.1:9"),
        ("ja", "ha 8123", "good", "アドレスになっていません"),
        ("en", "", "", "there is no token"),
    ],
)
def test_what_does_not_work_is_said_and_nothing_is_written(
    tmp_path: Path, hub: TwinHub, language: str, url: str, token: str, why: str
) -> None:
    config, kept = written(tmp_path, language), tmp_path / "token"
    kept.write_text(token)
    before = config.read_text(encoding="utf-8")
    code, told = run(config, "--url", url or hub.url, "--token-file", str(kept), "--yes")
    assert code == 1
    assert why in told
    assert config.read_text(encoding="utf-8") == before
    assert not (tmp_path / "state").exists()


def test_a_token_of_no_administrator_and_an_empty_exposure_are_told(
    tmp_path: Path, hub: TwinHub
) -> None:
    config, token = written(tmp_path), tmp_path / "token"
    token.write_text("good")
    arguments = ("--url", hub.url, "--token-file", str(token), "--yes")
    hub.exposed.clear()
    assert "No device is exposed" in run(config, *arguments)[1]
    hub.refuses["homeassistant/expose_entity/list"] = ("unauthorized", "no")
    assert "no administrator" in run(config, *arguments)[1]
    code, told = run(config, *arguments, "--all")
    assert code == 0, told
    assert load_settings(config).links.home_assistant.all_entities
