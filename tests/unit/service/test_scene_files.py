"""Scene files are read in both languages and checked with file and line."""

from pathlib import Path

import pytest

from companion.home.scene_xml import parse, render
from companion.rooms.stage.world import in_view, opened
from companion.service.scene_files import load_scene, load_verbs, scene_names
from companion.service.settings import ConfigWrong
from companion.words.language import Language
from companion.words.stage import GeneralVerb
from tests.twins.played import FOLDER, VERBS, book_of

NAMES = ("chest", "kitchen", "office")


def copied(folder: Path, name: str, old: str, new: str) -> Path:
    for file in FOLDER.glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        if file.stem == name:
            assert old in text
            text = text.replace(old, new, 1)
        (folder / file.name).write_text(text, encoding="utf-8")
    return folder


def test_three_scenes_are_shipped() -> None:
    assert scene_names(FOLDER) == NAMES
    assert scene_names(FOLDER / "nowhere") == ()


def test_e_058_two_contrasting_characters_have_big_five_and_grit() -> None:
    """E-058: detective and assistant."""
    book = book_of("office")
    detective, assistant = (book.sheet(one.id) for one in book.cast[:2])
    assert (detective.role, assistant.role) == ("detective", "assistant")
    assert detective.grit > 0.66 > 0.34 > assistant.grit
    assert detective.big_five.openness > 0.66 > assistant.big_five.openness
    assert assistant.big_five.agreeableness > 0.66 > 0.34 > detective.big_five.agreeableness


def test_e_060_the_shipped_scene_has_all_of_the_reference_scene() -> None:
    """E-060: location, time, weather, tension, Raymond, coffee and drawer, unchanged by XML."""
    state = in_view(opened(book_of("office")))
    assert parse(render(state)) == state
    assert (state.location, state.time) == ("探偵事務所のデスク", "深夜 02:15")
    assert (state.weather, state.tension_level) == ("激しい雨", "High")
    raymond, coffee, drawer = state.actors[0], state.find("obj_01"), state.find("obj_02")
    assert coffee is not None
    assert drawer is not None
    assert (raymond.id, raymond.name) == ("char_A", "レイモンド")
    assert raymond.posture == "椅子に深く腰掛けている"
    assert raymond.status == ("疲労(Lv.4)", "警戒(Lv.2)")
    assert (coffee.type, coffee.state, coffee.name) == ("prop", "clickable", "冷めたコーヒー")
    assert coffee.affordances == ("飲む", "捨てる", "こぼす")
    assert (drawer.type, drawer.state, drawer.name) == ("prop", "locked", "引き出し")
    assert drawer.affordances == ("開ける(要:鍵)", "叩く")


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_are_one_scene(name: str) -> None:
    ja, en = (book_of(name, language) for language in (Language.JA, Language.EN))
    assert [one.id for one in ja.opening.objects] == [one.id for one in en.opening.objects]
    assert [len(o.affordances) for o in ja.opening.objects] == [
        len(o.affordances) for o in en.opening.objects
    ]
    assert [one.role for one in ja.cast] == [one.role for one in en.cast]
    assert ja.title != en.title


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", list(Language))
def test_e_015_every_affordance_of_a_shipped_scene_has_a_verb(
    name: str, language: Language
) -> None:
    """E-015, T-55: else nobody could do it."""
    words = {word for row in VERBS.values() for word in row.words}
    book = book_of(name, language)
    for thing in book.opening.objects:
        for text in thing.affordances:
            assert text.partition("(")[0].strip().casefold() in words, text
    remaining = [word for effect in book.effects for word in effect.affordances or ()]
    assert {word.casefold() for word in remaining} <= words


def test_general_verbs_are_in_the_table() -> None:
    assert set(GeneralVerb) <= set(VERBS)
    assert all(VERBS[verb].words for verb in GeneralVerb), "a person types them in words"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("grit: 0.9", "grit: 1.9", "grit"),
        ("object: obj_04", "object: obj_99", "obj_99"),
        ("[飲む, 捨てる, こぼす]", "[飲む, 捨てる]", "as many words"),
        ("{ja: 飲む, en: drink}, held", "{ja: 食べる, en: eat}, held", "has no effect"),
        ("title:", "titel:", "titel"),
        ("tension: High", "tension: Extreme", "tension"),
        ("id: obj_02", "id: obj_01", "stands twice"),
        ("        force: ……力は好かんが。\n", "", "needs a line"),
    ],
)
def test_a_wrong_scene_is_refused_with_its_file(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    folder = copied(tmp_path, "office", old, new)
    with pytest.raises(ConfigWrong, match=said) as wrong:
        load_scene(folder, "office", Language.JA)
    assert "office.yaml:" in str(wrong.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("words: [食べる, eat]", "words: [飲む, eat]", "two verbs"),
        ("INSPECT:", "LOOK:", "INSPECT"),
        ("manner: force", "manner: fierce", "manner"),
        ("GET:", "get:", "get"),
    ],
)
def test_a_wrong_table_of_verbs_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(ConfigWrong, match=said):
        load_verbs(copied(tmp_path, "verbs", old, new))


def test_a_scene_that_is_not_there_is_no_path(tmp_path: Path) -> None:
    for name in ("nope", "../config", "verbs"):
        with pytest.raises(FileNotFoundError):
            load_scene(FOLDER, name, Language.JA)
