"""Ninety days of a household that tells things, corrects them and takes them back by talk (T5, S2,
S3): the wrong one never comes to mind again, and what is erased leaves no byte."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.app.memory import build_memory
from companion.ports.erasure import Chosen
from companion.store.sqlite import Store, record_path
from companion.words.ids import EventId
from companion.words.said import Said
from companion.words.writeplan import WITHDRAWN
from tests.proof.bench.told_life import ATTACKS, DAYS, SMALL_TALK
from tests.twins.clock import JumpClock
from tests.unit.desk.talked_home import Home


class Planted(NamedTuple):
    """A fact, the sentence that changes it, and the question of day 90. `right` "" is forgotten."""

    who: str
    told: str
    changed: str
    wrong: str
    right: str
    question: str


PLANTED = (
    Planted("Ann", "My birthday is 3 May", "It's 5 May, not 3 May", "3 May", "5 May", "when is Ann's birthday"),
    Planted("Bo", "My mother is allergic to peanuts", "No, it's cashews", "peanuts", "cashews", "what is Bo's mother allergic to"),
    Planted("Cem", "We moved to Leeds", "I meant Luton", "Leeds", "Luton", "where did we move to"),
    Planted("Dot", "My cat is called Biscuit", "It's Bisto, not Biscuit", "Biscuit", "Bisto", "what is the cat called"),
    Planted("Eve", "My sister works at the bakery", "that's wrong, it's the library", "the bakery", "the library", "where does Eve's sister work"),
    Planted("Fay", "The first aid kit is kept under the sink", "no, it's behind the door", "under the sink", "behind the door", "where is the first aid kit kept"),
    Planted("Gus", "My shoe size is 43", "Sorry, I meant 44", "43", "44", "what is the shoe size of Gus"),
    Planted("Hal", "I take amlodipine 5 mg every morning", "forget that", "amlodipine", "", "which pills does Hal take"),
    Planted("Ida", "My locker code is 7719", "forget what I said about my locker code", "7719", "", "locker code of Ida"),
    Planted("Jon", "The alarm code is 5502", "wrong, it's 5520", "5502", "5520", "what is the alarm code"),
    Planted("Ann", "My favourite colour is green", "No, it's purple", "green", "purple", "favourite colour of Ann"),
    Planted("Bo", "My brother plays the trombone", "It's the tuba, not the trombone", "trombone", "tuba", "what does Bo's brother play"),
    Planted("Cem", "My son is scared of clowns", "please forget what I just said", "clowns", "", "what is Cem's son scared of"),
    Planted("Dot", "The bins go out on Tuesdays", "no, it's on Fridays", "Tuesdays", "Fridays", "when do the bins go out"),
    Planted("Eve", "My dentist is Doctor Malik", "it's Doctor Mullen, not Doctor Malik", "Malik", "Mullen", "who is Eve's dentist"),
    Planted("Fay", "I'm allergic to penicillin", "forget that I'm allergic to penicillin", "penicillin", "", "what is Fay allergic to"),
    Planted("Gus", "My wife is a teacher", "Actually it's a translator", "teacher", "translator", "what does the wife of Gus do"),
    Planted("Hal", "I like my coffee black", "forget that", "black", "", "how does Hal like his coffee"),
    Planted("Ida", "My daughter is seven", "No, she's eight", "seven", "eight", "how old is Ida's daughter"),
    Planted("Jon", "My dog's name is Rex", "I meant Max", "Rex", "Max", "name of Jon's dog"),
    Planted("葵", "母はピーナッツアレルギーなんだ", "ピーナッツじゃなくてそばだよ", "ピーナッツ", "そば", "葵の母のアレルギーは何"),
    Planted("健", "猫の名前はミケ", "違うよ、タマだよ", "ミケ", "タマ", "猫の名前は何"),
    Planted("光", "私の誕生日は5月3日です", "いや、5月8日です", "5月3日", "5月8日", "光の誕生日はいつ"),
    Planted("葵", "弟は東京に住んでる", "訂正、大阪です", "東京", "大阪", "葵の弟はどこに住んでる"),
    Planted("健", "合鍵は植木鉢の下に置いてあるよ", "さっきの話は忘れて", "植木鉢", "", "合鍵はどこ"),
    Planted("光", "燃えるゴミは火曜だよ", "違う、水曜だよ", "火曜", "水曜", "燃えるゴミはいつ"),
    Planted("葵", "夫は看護師です", "看護師じゃなくて介護士です", "看護師", "介護士", "葵の夫の仕事は何"),
    Planted("健", "僕はえびが食べられない", "今のは忘れて", "えび", "", "健が食べられないものは"),
    Planted("光", "Wi-Fiのパスワードはtulip42だよ", "tulip42じゃなくてtulip77だよ", "tulip42", "tulip77", "Wi-Fiのパスワードは何"),
    Planted("葵", "父はタバコをやめた", "父のタバコのことは忘れて", "タバコ", "", "葵の父は何をやめた"),
    Planted("健", "娘は7歳になった", "間違えた、8歳です", "7歳", "8歳", "健の娘は何歳"),
    Planted("光", "好きな色は緑", "緑じゃなくて紫だよ", "緑", "紫", "光の好きな色は"),
    Planted("葵", "祖母は犬が怖いんだ", "いや、雷だよ", "犬", "雷", "葵の祖母が怖いものは"),
    Planted("健", "妹の名前は由美です", "由美じゃなくて由紀です", "由美", "由紀", "健の妹の名前は"),
    Planted("光", "先月、京都に引っ越しました", "違うよ、奈良だよ", "京都", "奈良", "光はどこに引っ越した"),
    Planted("葵", "印鑑は引き出しの中", "正しくは金庫です", "引き出し", "金庫", "印鑑はどこの中"),
    Planted("健", "ピアノは毎週水曜", "正しくは木曜です", "水曜", "木曜", "ピアノは毎週いつ"),
    Planted("光", "母の好きな花は牡丹です", "牡丹じゃなくて椿だよ", "牡丹", "椿", "光の母の好きな花は"),
    Planted("葵", "田中さんはえびアレルギーだよ", "えびじゃなくてかにだよ", "えび", "かに", "田中さんのアレルギーは何"),
    Planted("健", "毎朝血圧の薬を飲んでる", "忘れて", "血圧", "", "健が毎朝飲んでるものは"),
)  # fmt: skip


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Home]:
    clock = JumpClock()
    store = await Store.open(record_path(tmp_path), clock)
    yield Home(tmp_path, clock, store)
    await store.close()


async def pass_days(home: Home, days: float) -> None:
    await home.clock.sleep(timedelta(days=days).total_seconds())


async def test_what_was_taken_back_never_comes_to_mind_again(home: Home, tmp_path: Path) -> None:
    """Told and changed at once or days later, with other talk and attacks in between."""
    for number, one in enumerate(PLANTED):
        await home.say(one.told, one.who)
        if number % 3 == 0 and ("not" in one.changed or "じゃなくて" in one.changed):
            # A correction that names the wrong value is understood days later.
            await pass_days(home, 1)
            await home.say(SMALL_TALK[number % len(SMALL_TALK)], "Ann")
        assert await home.say(one.changed, one.who), one.changed
        text, label = ATTACKS[number % len(ATTACKS)]
        event = await home.door.converse.hear(Said(text, "voice"), label)
        await home.remember(event)
        await pass_days(home, DAYS / len(PLANTED) / 2)
    held = await home.things.told()
    rights = [one.right for one in PLANTED if one.right]
    values = [one.value for one in held]
    assert [v for v in values if not any(right in v for right in rights)] == [], "no attack there"
    assert [right for right in rights if not any(right in v for v in values)] == []

    gone = {EventId(int(row.key)) for row in await home.store.state.rows(WITHDRAWN)}
    memory = build_memory(record_path(tmp_path), None, "")
    late, wrong = [], []
    try:
        for one in PLANTED:
            found = await memory.search.find(one.question, home.clock.now(), limit=10, without=gone)
            own = ("companion", one.who)
            theirs = [e.episode for e in found if {e.episode.voice, e.episode.speaker} & set(own)]
            texts = [episode.text for episode in theirs]
            wrong += [(one.question, text) for text in texts if one.wrong in text]
            said = [each.episode.text for each in found if each.episode.voice == "person"]
            if one.right and one.right not in "".join(said[:1]):
                late.append((one.question, said[:2]))
    finally:
        await memory.index.close()
    assert wrong == []
    assert late == []


async def test_an_erased_secret_leaves_no_byte(home: Home, tmp_path: Path) -> None:
    """T5: in the record, the index over what was said, the WAL and our own backups."""
    secret = "xk7tulip"
    await home.say(f"The wifi password is {secret}", "Ann")
    await home.say(f"It's {secret}b, not {secret}", "Ann")
    memory = build_memory(record_path(tmp_path), None, "")
    await memory.index.catch_up()
    ids = await home.store.erasure.find(Chosen(text=secret))
    await home.store.erasure.erase(ids, "test", "owner")
    await memory.index.close()
    assert await home.values() == []
    await home.store.close()
    assert holding(tmp_path, secret) == []


def holding(folder: Path, secret: str) -> list[str]:
    """Files below a folder that hold these bytes."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [str(file) for file in files if secret.encode() in file.read_bytes()]
