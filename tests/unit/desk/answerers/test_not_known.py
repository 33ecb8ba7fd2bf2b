"""What nothing that is known answers: which sentences, and what is looked up before it is said."""

from pathlib import Path

import pytest

from companion.desk.answerers.not_known import (
    NotKnown,
    NotSaid,
    not_known_kind,
)
from companion.desk.device_changes import DeviceChanges
from companion.rooms.understanding.unanswered import EARLY, LATE, OF_ITSELF, Unanswered
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.observation import Certainty, Change, Observation
from companion.words.place import Place
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.door import Door, door_of

LOCK = Device(
    id=DeviceId("lock.cellar"),
    domain=Domain.LOCK,
    name=Bilingual("地下室の鍵", "cellar lock"),
    area="cellar",
    operations=("lock", "unlock"),
)
KITCHEN = Place(id="kitchen", name=Bilingual("台所", "Kitchen"))


def _door(folder: Path) -> Door:
    return door_of(
        folder,
        lambda clock: MemoryHouse(clock, [MemoryDevice(LOCK, value="locked")]),
        answerers=lambda requests, teaching, store: (
            NotSaid(record=store.record, clock=requests.clock, house=requests.house, places=()),
            NotKnown(
                record=store.record,
                clock=requests.clock,
                places=(KITCHEN,),
                changes=DeviceChanges(store.record, requests.house),
            ),
        ),
    )


async def _answer(door: Door, question: str) -> str:
    before = len(await door.replies())
    await door.desk.say(Said(question, "web"))
    await door.settled()
    replies = await door.replies()
    return replies[0] if len(replies) > before else ""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I've got a sharp pain in my chest", Unanswered.BODY),
        ("my left arm has gone numb", Unanswered.BODY),
        ("息がうまくできない、息が苦しい", Unanswered.BODY),
        ("胸が締めつけられる感じがする", Unanswered.BODY),
        ("急にろれつが回らないんだ", Unanswered.BODY),
        ("I can't remember if I had my pills", Unanswered.MEDICINE),
        ("薬をもう一回飲んでもいいかな", Unanswered.MEDICINE),
        ("You promised to ring the bank", Unanswered.PROMISE),
        ("七時に迎えに来てくれるって言ってたよね", Unanswered.PROMISE),
        ("you said the roof leaks", Unanswered.SAID),
        ("庭が寒いって言ったじゃない", Unanswered.SAID),
        ("I bet you watched the parade", Unanswered.PREMISE),
        ("きのうの地震、気づいたでしょ", Unanswered.PREMISE),
        ("Could you order a pizza?", Unanswered.OUTSIDE),
        ("牛乳買ってきてくれる？", Unanswered.OUTSIDE),
        ("ついでに豆腐買うてきてくれへん", Unanswered.OUTSIDE),
        ("妹に、先に食べてるって言っといて", Unanswered.OUTSIDE),
        ("Tell Priya the train is late", Unanswered.OUTSIDE),
        ("is it going to snow tonight?", Unanswered.WEATHER),
        ("あさって雪降るやろか", Unanswered.WEATHER),
        ("what did I say about the boiler?", Unanswered.TOLD_WHAT),
        ("切手いるって言うたっけ", Unanswered.TOLD_WHAT),
        ("Has the gardener been?", Unanswered.PEOPLE),
        ("ユウちゃん帰ってきた？", Unanswered.PEOPLE),
        ("Did you invite the Smiths?", Unanswered.DEED),
        ("先生にちゃんと連絡した？", Unanswered.DEED),
    ],
)
def test_issue_15_the_sorts_of_such_sentences(text: str, kind: Unanswered) -> None:
    assert not_known_kind(text, (*EARLY, *LATE)) is kind


@pytest.mark.parametrize(
    "text",
    [
        "What a day",
        "I can't breathe in here",
        "My chest of drawers is heavy",
        "煙くて息が苦しいよ",
        "I can't breathe for all the smoke",
        "胸がいっぱいになったよ",
        "今日は暑かったよね",
        "Do you like jazz?",
        "好きな色は？",
        "元気だった？",
        "I told him off",
        "tell me about it",
        "店長に「遅い」って言われた",
        "look at the snow on the hills",
    ],
)
def test_small_talk_is_none_of_them(text: str) -> None:
    assert not_known_kind(text, (*EARLY, *LATE)) is None


async def test_issue_15_words_put_into_its_mouth_are_looked_up(tmp_path: Path) -> None:
    door = _door(tmp_path)
    assert "no recent record of having said" in await _answer(
        door, "you said the gutter was blocked"
    )
    said = await door.desk.journal.heard(Said("and?", "web"), TrustLabel.OWNER)
    await door.desk.journal.replied(
        "The gutter is blocked.", said, trust=TrustLabel.SELF, speaker_name="K"
    )
    told = await _answer(door, "you said the gutter is blocked")
    assert "“The gutter is blocked.”" in told
    assert "約束をした記録は見つかりません" in await _answer(
        door, "歯医者に電話してくれる約束だったよね"
    )


async def test_issue_15_what_people_told_of_a_topic_is_quoted(tmp_path: Path) -> None:
    door = _door(tmp_path)
    told = await _answer(door, "When is my swimming lesson?")
    assert "Nobody has told me about your swimming lesson" in told
    assert "車検のことは、まだ聞いていません" in await _answer(door, "車検っていつだった？")
    await door.desk.journal.heard(
        Said("My swimming lesson moved to the big pool", "web"), TrustLabel.OWNER
    )
    told = await _answer(door, "When is my swimming lesson?")
    assert "“My swimming lesson moved to the big pool”" in told


async def test_issue_15_of_a_person_only_the_last_sight_is_told(tmp_path: Path) -> None:
    door = _door(tmp_path)
    assert "seen nobody lately" in await _answer(door, "Has the gardener been?")
    await door.desk.journal.observed(
        Observation(
            subject="person",
            place="kitchen",
            change=Change.APPEARED,
            certainty=Certainty.FACT,
            confidence=0.9,
            at=door.clock.now(),
            source="kitchen",
        )
    )
    told = await _answer(door, "ユウちゃん帰ってきた？")
    assert "ユウちゃんのことは、私には分かりません" in told
    assert "台所" in told


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("will you tell mum what I said?", Unanswered.SECRET),
        ("これは内緒だよ", Unanswered.SECRET),
        ("will you tell Omar I miss him?", Unanswered.OUTSIDE),
        ("do you think it was wrong to sell it?", Unanswered.VIEW),
        ("売ったの、正しかったと思う？", Unanswered.VIEW),
        ("can I trust you?", Unanswered.TRUST),
        ("嘘つくことある？", Unanswered.TRUST),
        ("do you have feelings?", Unanswered.MIND),
        ("what would she think?", Unanswered.FOR_OTHERS),
        ("did you ever go to school?", Unanswered.BEING),
        ("是非はともかく、その規則っておかしいと思う？", Unanswered.VIEW),
        ("what should we do?", Unanswered.ADVICE),
        ("誕生日に何したらいいかな", Unanswered.ADVICE),
        ("that's a lie", Unanswered.DOUBTED),
        ("why didn't you mend it?", Unanswered.WHY_NOT),
        ("先月話したよね", Unanswered.TOLD_WHEN),
        ("can you see us?", Unanswered.SIGHT),
        ("この帽子、似合ってる？", Unanswered.SIGHT),
        ("do you record what we say?", Unanswered.KEEPS),
        ("話したことって記録されてるの？", Unanswered.KEEPS),
    ],
)
def test_issue_15_sentences_about_the_companion_itself(text: str, kind: Unanswered) -> None:
    assert not_known_kind(text, (*OF_ITSELF, *EARLY, *LATE)) is kind


async def test_issue_15_the_day_on_which_it_was_told_is_the_records(tmp_path: Path) -> None:
    door = _door(tmp_path)
    assert "もう一度、教えてください" in await _answer(door, "前に言ったじゃん")
    await door.desk.journal.heard(Said("うちの車検は赤い紙に書いた", "web"), TrustLabel.OWNER)
    await door.clock.sleep(3600)
    assert "赤い紙" in await _answer(door, "車検っていつだった？")
    assert "それを聞いたのは" in await _answer(door, "先月話したよね")


async def test_issue_15_a_lock_that_was_opened_is_told_where_nobody_was_seen(
    tmp_path: Path,
) -> None:
    door = _door(tmp_path)
    for value in ("locked", "unlocked", "locked"):
        state = DeviceState(device_id=LOCK.id, value=value, at=door.clock.now())
        await door.desk.journal.device_changed(state)
        await door.clock.sleep(600)
    told = await _answer(door, "was anybody in here today?")
    assert told.count("cellar lock") == 2
    assert "cannot tell who" in told


async def test_issue_15_to_look_at_a_device_of_the_home_is_not_beyond_it(tmp_path: Path) -> None:
    """It was answered that this cannot be done, before anybody could look."""
    door = _door(tmp_path)
    name = door.desk.requests.house.devices()[0].name.ja
    assert await _answer(door, f"{name}を少し見てくれる？") == ""
    assert await _answer(door, "荷物を少し見てくれる？") != ""


async def test_issue_15_a_body_in_danger_is_taken_seriously(tmp_path: Path) -> None:
    """No diagnosis and no promise: whom to call, and whether somebody is near."""
    door = _door(tmp_path)
    assert "emergency services" in await _answer(door, "my chest feels so tight")
    assert "薬剤師" in await _answer(door, "薬を飲んだか分からなくなった")


async def test_issue_15_the_askers_own_words_are_quoted(tmp_path: Path) -> None:
    """It was answered that the companion never did such a thing."""
    door = _door(tmp_path)
    assert "もう一度、教えてください" in await _answer(door, "回覧板はどこに出すって言ったっけ")
    await door.desk.journal.heard(Said("体重は五十五キロまで落としたい", "web"), TrustLabel.OWNER)
    assert "五十五キロ" in await _answer(door, "体重は何キロまで落としたいって言ったっけ")
    assert "違うときは" in await _answer(door, "五十って言ったよ")


async def test_issue_15_comings_without_a_name_are_found_by_their_time(tmp_path: Path) -> None:
    door = _door(tmp_path)
    await door.desk.journal.heard(
        Said("Aunt Flo and the boys are coming at seven", "web"), TrustLabel.OWNER
    )
    assert "Aunt Flo" in await _answer(door, "what time are they coming")


async def test_issue_15_an_unmarked_question_is_not_quoted_as_a_statement(tmp_path: Path) -> None:
    door = _door(tmp_path)
    await door.desk.journal.heard(Said("when's Flo arriving then", "web"), TrustLabel.OWNER)
    assert "“" not in await _answer(door, "when is Flo arriving?")


async def test_issue_15_what_it_asked_to_be_told_it_knows_from_then_on(tmp_path: Path) -> None:
    """It said "tell me, and I will remember it", and knew nothing of the answer."""
    door = _door(tmp_path)
    assert "Tell me" in await _answer(door, "What is my blood type?")
    assert "remember" in await _answer(door, "AB negative")
    assert "“AB negative”" in await _answer(door, "What is my blood type?")
    assert "聞いて" in await _answer(door, "私の好きな花は？")
    assert "覚えておきます" in await _answer(door, "言うね、白い椿")
    assert "白い椿" in await _answer(door, "私の好きな花は？")


async def test_issue_15_thanks_and_other_questions_are_no_answer(tmp_path: Path) -> None:
    door = _door(tmp_path)
    await _answer(door, "What is my blood type?")
    assert await _answer(door, "never mind") == ""
    assert "Nobody has told me" not in await _answer(door, "you said it was raining")
    await door.clock.sleep(600)
    assert await _answer(door, "AB negative") == ""
