"""A command's words in any other form never act (issue 11, A1 and A7)."""

import json
import random
import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_of
from companion.rooms.understanding.lexicon import DATA
from companion.words.language import Language
from tests.proof.evaluation.understanding.spoken import SAID_AT, acted
from tests.unit.rooms.understanding.elsewhere import sentences as elsewhere
from tests.unit.rooms.understanding.never_act import (
    FEWER,
    INTENTS,
    SPOKEN,
    STATE,
    Made,
    sentences,
)
from tests.whole_sets import share


@cache
def _home(name: str) -> Home:
    folder = INTENTS if name.startswith("fixtures") else SPOKEN
    return home_of(json.loads((folder / name).read_text("utf-8")))


def _made(language: str) -> list[Made]:
    """Of each sort an even share, of the small sorts all."""
    sorts: dict[str, list[Made]] = {}
    for each in sentences():
        if each.language == language:
            sorts.setdefault(each.sort, []).append(each)
    one_of = {"ja": 4, "en": 2}[language]
    return [
        each
        for sort, found in sorts.items()
        for each in (found if sort in (*FEWER, STATE) else share(found, one_of))
    ]


def _acts(made: Made) -> bool:
    home = _home(made.home)
    said = SpokenSentence(made.sentence, Language(made.language), SAID_AT, made.room)
    return acted(GrammarUnderstanding(lambda: home).understand(said))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", list(Language))
def test_questions_past_hearsay_wishes_of_others_negations_and_complaints_never_act(
    language: Language,
) -> None:
    """Issue 11, A1, A7: with and without marks, from every command of every set; with what is
    taken back in the same breath, and what is told on, judged, sung or said to somebody else."""
    made = _made(language.value)
    wrong = [f"{each.sort}: {each.sentence}" for each in made if _acts(each)]
    assert not wrong
    sorts = Counter(each.sort for each in made)
    assert len(sorts) == {"ja": 8, "en": 9}[language.value]
    assert sorts.pop(STATE, 120) >= 120
    assert min(n for sort, n in sorts.items() if sort not in FEWER) >= 300
    assert min(sorts.values()) >= 190
    assert len({each.sentence for each in made}) >= 1000


@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", list(Language))
def test_sentences_about_other_things_never_act(language: Language) -> None:
    """Issue 11: with the sets of other hands over 5,000 of news, cooking, travel and small talk."""
    name = f"home_{language.value}.json"
    found = [
        Made(text, language.value, name, "living_room", "elsewhere", "")
        for text in share(list(elsewhere(language.value)), 3)
    ]
    assert not [made.sentence for made in found if _acts(made)]
    written = (SPOKEN / f"author3_elsewhere_{language.value}.jsonl").read_text("utf-8").splitlines()
    assert len(set(elsewhere(language.value)) | set(written)) >= 2500


@pytest.mark.parametrize(
    "text",
    [
        "書斎の照明を消していますか",
        "玄関の鍵を開けていますか",
        "寝室のカーテン、開けてありますか",
        "can you tell me if the garage door is open",
        "can you see whether the back door is locked",
        "take a look at the back door",
        "good luck with the front door",
        "luck the front door",
        "the floor heating is up too high",
        "it's far too hot in here, leave it as it is",
        "虫がリビングに入っちゃう",
        "勝手にテレビの音が入っちゃうんだよね",
        "エアコンはそのままでいいから、電気の話",
        "今日は音楽はいらない",
        "no music today",
        "いつもテレビを消してくれない",
        "turn off the kitchen light and feed the cat",
        "tell me the news for today",
        "play my essay back to my boss",
        "the lights go off in The Open Door when my landlord opens the door",
        "目を閉じて5秒数えて",
        "I'm tired of locking up and turn the porch light off",
        "stop running the vacuum at ten on Mondays",
        "寝室のエアコン切って、カーテンも開けてと頼まれました",
        "玄関の鍵を閉めて、テレビも消しちゃうから困る",
        "雨が降ったらうるさいから窓を閉めて",
        "もう5分寝かせておきました",
        "7時にアラームかけるなよ",
        "the front door must be locked",
        "鍵閉めて出てきたよ",
        "こんな昼間から電気つけて もったいない",
        "カーテン閉めてきてくれない、ミカ",
        "お風呂入れて",
        "パパに鍵閉めたか聞いて",
        "lock the front door, actually no",
        "play the song turn off the lights",
        "turn off the lights, Mika",
        "もし地震が来たらカップ麺食べるから3分計って",
        "stop running leaving home",
        "it's annoying that you make the ceiling light a little dimmer",
    ],
)
def test_what_is_not_plainly_a_command_does_nothing(text: str) -> None:
    """Issue 11, A1 to A3, A7: questions, corrected words, remarks, and half of a sentence."""
    language = Language.EN if text.isascii() else Language.JA
    for room in ("", "living_room"):
        made = Made(text, language.value, f"home_{language.value}.json", room, "", "")
        assert not _acts(made)


_DESCRIBED = [
    *("きれい", "キレイ", "きれえ", "げんき", "へいき", "のんき", "すてき", "きらい", "きつい"),
    *("おとなしい", "おもしろい", "かなしい", "つやつや", "きれもの", "しめっぽい", "とっておき"),
    *("おすすめ", "しずか", "うるさい", "かわいい", "すごい", "まぶしい", "さむい", "へん"),
    *("だめ", "変", "嫌い", "最高", "最低", "全開", "弱い", "赤", "みどり", "暖色"),
]
_DESCRIBING = ("だね", "やん", "です", "だなあ", "やから", "って", "やで", "やねん", "に見える")
_KINDS = [
    *("イルミネーション", "テレビ", "電気", "カーテン", "エアコン", "扇風機", "玄関の鍵"),
    *("シャッター", "スピーカー", "掃除機", "ブラインド"),
]


def test_how_a_thing_is_never_changes_it() -> None:
    """A7: a verb within an adjective (きれい, おとなしい) or a level that is told is no order."""
    made = [
        Made(f"{thing}{particle}{how}{end}", "ja", "home_ja.json", "living_room", "described", "")
        for n, how in enumerate(_DESCRIBED)
        for end in _DESCRIBING
        for m, thing in enumerate(_KINDS)
        for particle in (("", "は", "が")[(n + m) % 3],)
    ]
    assert [each.sentence for each in share(made, 3) if _acts(each)] == []


_THINGS = (
    "my throat",
    "the soup",
    "her dress",
    "the washing",
    "that film",
    "the cat's bowl",
    "everything on the news",
    "dinner",
    "the traffic",
    "the sound of rain",
    "the light in his eyes",
)
_IS = (
    "{n} is {w}",
    "{n}'s so {w}",
    "{n} looks {w}",
    "{n} was {w} yesterday",
    "{n} feels a bit {w}",
    "i like {n} {w}",
    "{n} isn't {w} enough",
    "they say {n} is {w}",
)
DESCRIBED = 700


def test_how_something_is_does_nothing() -> None:
    """Issue 11, A7: every word for a value, a way or a colour, said of something: 43 in 1,000 of
    them acted (`my throat's so dry` dried the air)."""
    table = tomllib.loads((files(DATA) / "en.toml").read_text("utf-8"))
    words = [w for c in ("adj", "mode", "color", "dir") for ws in table[c].values() for w in ws]
    words = [word for word in words if " " not in word]
    told = [i.format(n=n, w=w) for w in words for n in _THINGS for i in _IS]
    acting = []
    for text in random.Random(3).sample(told, DESCRIBED):
        if _acts(Made(text, "en", "home_en.json", "living_room", "described", text)):
            acting.append(text)
    assert not acting
