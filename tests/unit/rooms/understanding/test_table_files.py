"""Tables kept on the disk read sentences as built ones do (P21, P24; issue 3, items 7 and 8)."""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from companion.engines import grammar_tables, grammar_warm_up
from companion.engines.grammar_tables import Tables, main
from companion.rooms.understanding import floor, lexicon, table_files
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, Room, Thing
from companion.words.finding import Finding
from companion.words.language import Language

HOME = Home(
    things=(
        Thing(id="light.hall", names=("Hall Light", "玄関の電気"), domain="light", area="hall"),
        Thing(id="lock.door", names=("Front Door",), domain="lock", area="hall", state="locked"),
    ),
    rooms=(Room(id="hall", names=("hall", "玄関")), Room(id="kitchen", names=("kitchen", "台所"))),
)
SENTENCES = {
    Language.EN: (
        "is the front door locked",
        "what is the state of the hall light",
        "which lights are on in the hall",
        "turn on the hall light please",
        "set hall light brightness to 40 percent",
        "how many lights are on",
        "what's the weather like",
        "add milk to my shopping list",
        "vacuum the kitchen",
        "the cat sat on the mat",
    ),
    Language.JA: ("玄関の電気をつけて", "台所の温度は何度", "天気はどう", "猫が座っている"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("state") / "understanding"
    main(made)
    return made


@pytest.fixture
def as_before() -> Iterator[None]:
    """Other tests read by built tables."""
    words, sentences = dict(lexicon._laid_out), dict(floor._kept)
    opened = set(grammar_tables._opened)
    grammar_tables._opened.clear()
    yield
    grammar_tables._opened.clear()
    grammar_tables._opened.update(opened)
    lexicon._laid_out.clear()
    lexicon._laid_out.update(words)
    floor._kept.clear()
    floor._kept.update(sentences)
    floor._sentences.cache_clear()


@pytest.mark.parametrize("language", Language)
def test_every_spelling_is_found_with_the_same_meanings(folder: Path, language: Language) -> None:
    built, read = lexicon.built(language), table_files.read(folder, language).words
    assert sorted(read.spellings()) == sorted(built.spellings())
    for spelling in list(built.spellings())[::7]:
        assert list(read.at(spelling, 0)) == list(built.at(spelling, 0))
    assert not list(read.at("☃", 0))
    with pytest.raises(TypeError):
        read.add("word", lexicon.Lexeme("kind", "light"))


def test_hassil_recognises_the_same(folder: Path, as_before: None) -> None:
    """Its own filter is answered from the disk: nothing it would have tried is left out."""
    asked = [(text, language) for language, texts in SENTENCES.items() for text in texts]
    floor.lay_out(Language.EN, None)
    floor.lay_out(Language.JA, None)
    whole = [floor.recognise(text, language, HOME, "") for text, language in asked]
    assert any(whole)
    assert not all(whole)
    for language in Language:
        floor.lay_out(language, table_files.read(folder, language).templates)
    assert [floor.recognise(text, language, HOME, "") for text, language in asked] == whole


def test_templates_of_other_sentences_are_told_and_not_used(
    folder: Path, as_before: None, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody changed the package of sentences under its version."""
    floor.lay_out(Language.EN, {"clauses": [], "blocks": [[]]})
    assert floor.recognise("turn on the hall light", Language.EN, HOME, "") is not None
    assert "other sentences" in caplog.text


@pytest.mark.parametrize("place", [3, 40, 200, -1])
def test_a_broken_file_is_none(folder: Path, tmp_path: Path, place: int) -> None:
    """F27: a flipped bit anywhere."""
    path = table_files.file_of(folder, Language.EN)
    content = bytearray(path.read_bytes())
    content[place] ^= 4
    (tmp_path / path.name).write_bytes(content)
    with pytest.raises(table_files.TablesMissing):
        table_files.read(tmp_path, Language.EN)


@pytest.mark.parametrize("rest", [0, 10, 90, 5000])
def test_a_cut_file_is_none(folder: Path, tmp_path: Path, rest: int) -> None:
    """F1: the power went while it was written."""
    path = table_files.file_of(folder, Language.EN)
    (tmp_path / path.name).write_bytes(path.read_bytes()[:rest])
    with pytest.raises(table_files.TablesMissing):
        table_files.read(tmp_path, Language.EN)


async def test_what_is_missing_or_stale_is_made_by_a_process_of_its_own(
    tmp_path: Path, as_before: None
) -> None:
    (tmp_path / "en-0123456789abcdef.tables").write_text("of another version")
    tables = Tables(tmp_path, tmp_path / "none")
    assert not tables.open()
    await tables.ready()
    assert isinstance(lexicon.words_of(Language.JA), table_files.PackedWords)
    assert tables.open()
    assert {path.name for path in tables.folder.iterdir()} == {
        table_files.file_of(tmp_path, language).name for language in Language
    }, "the old one is gone"


async def test_whoever_speaks_first_does_not_wait_behind_the_model(tmp_path: Path) -> None:
    """The builder ran at a lower priority than the model that wakes up beside it."""
    here = psutil.Process()
    making = asyncio.create_task(Tables(tmp_path, tmp_path / "none")._make())
    priorities: set[int] = set()
    while not making.done():
        with suppress(psutil.NoSuchProcess):
            priorities.update(child.nice() for child in here.children())
        await asyncio.sleep(0.02)
    await making
    assert priorities == {here.nice()}


async def test_those_of_the_installation_are_read_and_none_are_made(
    folder: Path, tmp_path: Path, as_before: None
) -> None:
    """A first start builds nothing, however often a new home is begun."""
    await Tables(tmp_path / "own", folder).ready()
    assert isinstance(lexicon.words_of(Language.JA), table_files.PackedWords)
    assert not (tmp_path / "own").exists()


async def test_the_process_that_makes_them_ends_with_the_house(tmp_path: Path) -> None:
    """Killed houses left their builders behind, and twenty of them slowed a machine to a halt."""
    house = (
        "import asyncio, sys; from pathlib import Path; "
        "from companion.engines.grammar_tables import Tables; "
        "asyncio.run(Tables(Path(sys.argv[1]), Path(sys.argv[1])).ready())"
    )
    killed = await asyncio.create_subprocess_exec(sys.executable, "-c", house, str(tmp_path))
    parent = psutil.Process(killed.pid)
    async with asyncio.timeout(60):
        while not (made := parent.children()):
            await asyncio.sleep(0.01)
        killed.kill()
        await killed.wait()
        while made[0].is_running() and made[0].status() != psutil.STATUS_ZOMBIE:
            await asyncio.sleep(0.01)
    assert len(os.listdir(tmp_path)) < len(Language)


async def test_where_they_cannot_be_made_it_is_told_and_sentences_are_read(
    tmp_path: Path, as_before: None
) -> None:
    """Nothing silent: the disk is full, or not ours."""
    where = tmp_path / "understanding"
    where.write_text("a file where the folder should be")
    told: list[tuple[str, Finding]] = []

    async def tell(part: str, finding: Finding) -> None:
        told.append((part, finding))

    async def known() -> None:
        return

    understanding: Any = GrammarUnderstanding(lambda: HOME)
    await grammar_warm_up.make_ready(understanding, where, known, tell, tmp_path / "none")
    assert [part for part, _ in told] == ["grammar"]
    assert "understanding" in told[0][1].what.en
    assert floor.recognise("turn on the hall light", Language.EN, HOME, "") is not None
