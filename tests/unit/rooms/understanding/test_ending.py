"""Ending: the grammar of this home tells a pause from the end of a sentence (issue 13, point 2)."""

import json
from pathlib import Path

import pytest

from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.ending import GrammarEndings
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import home_of
from companion.words.called_by import CalledBy
from companion.words.language import Language
from companion.words.stop_word import means_stop
from companion.words.turn import Ending
from tests.proof.evaluation.understanding.endings import cuts, score_endings
from tests.proof.evaluation.understanding.spoken import SAID_AT

SPOKEN = Path(__file__).parents[3] / "data" / "spoken"
JA, EN = Language.JA, Language.EN


def _endings(language: Language) -> GrammarEndings:
    home = home_of(json.loads((SPOKEN / f"home_{language.value}.json").read_text("utf-8")))
    return GrammarEndings(GrammarUnderstanding(lambda: home), closed=means_stop)


def _judge(text: str, language: Language, room: str = "living_room") -> Ending:
    return _endings(language).ending(SpokenSentence(text, language, SAID_AT, room))


WHOLE = (
    (JA, "電気をつけて"),
    (JA, "台所の電気消しといてくれる"),
    (JA, "カーテン半分だけ開けて"),
    (JA, "明日の7時に起こして"),
    (JA, "テレビの音量30にして"),
    (JA, "玄関の鍵は閉まってる？"),
    (JA, "止まれ"),
    (EN, "turn on the kitchen lights"),
    (EN, "lights off"),
    (EN, "set the bedroom ac to 21"),
    (EN, "wake me at 7 am tomorrow"),
    (EN, "is the front door locked?"),
    (EN, "turn the hall light off please"),
    (EN, "is the kitchen light on?"),
    (EN, "which lights are on"),
    (EN, "what can you do"),
    (EN, "stop"),
    (EN, "telly off"),
    (EN, "open the curtains"),
    (EN, "hey unlock the back door the dog wants in"),
    (EN, "lights off and lock the front door"),
    (EN, "snooze"),
    (JA, "消して、居間の電気"),
    (JA, "起こして、朝の6時"),
    (JA, "キッチンのスピーカーの音量を三割に"),
    (EN, "fan on, no wait, the ceiling light"),
    (EN, "turn on the tv no sorry the floor lamp"),
    (EN, "I want the bedroom curtains forty percent open"),
    (EN, "bedroom ceiling light on the kids can't see what they are"),
    (EN, "cancel my alarm for tomorrow"),
    (EN, "wake me tomorrow at a quarter to six"),
    (EN, "lights off in the kitchen and the hallway"),
    (EN, "could you have the hoover go round"),
    (JA, "アラーム後10分だけ待って"),
    (JA, "8時10分になったら保育園出るよって教えてあしたの朝ね"),
    (JA, "明日の昼12時に銀行に電話するの忘れないように行って"),
    (JA, "1時間半のタイマーを願います"),
)
OPEN = (
    (JA, "電気を"),
    (JA, "リビングの"),
    (JA, "明日の7時に"),
    (JA, "テレビ消してリビングの電気も"),
    (JA, "眠いから寝室の電気消して廊下"),
    (JA, "カーテン閉めて、十分後"),
    (JA, "寝室のエアコンを26度に、やっぱり"),
    (JA, "やっぱり"),
    (EN, "turn on the"),
    (EN, "which lights are"),
    (EN, "set the bedroom ac to"),
    (EN, "turn the lights off in the"),
    (EN, "lights off and lock"),
    (EN, "three minute"),
    (EN, "remind me to"),
    (EN, "Turn on the porch lighty isn't."),
    (EN, "set the exceeding tier to"),
    (EN, "shut the office lines, I'm"),
)


@pytest.mark.parametrize(("language", "text"), WHOLE)
def test_whole_sentence_is_acted_on_at_once(language: Language, text: str) -> None:
    assert _judge(text, language) is Ending.WHOLE


@pytest.mark.parametrize(("language", "text"), OPEN)
def test_open_slot_particle_article_or_number_is_waited_for(language: Language, text: str) -> None:
    assert _judge(text, language) is Ending.OPEN


@pytest.mark.parametrize(
    "text", ["raise the steady lines", "set the exceeding tier to 2", "dim the kitchen lamb"]
)
def test_an_order_with_unknown_words_may_be_over_or_not(text: str) -> None:
    assert _judge(text, EN) is Ending.BEGUN


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "turn off the kettle in 90"),
        (EN, "remind me at eight tonight"),
        (EN, "open"),
        (EN, "alarm for ten"),
        (EN, "set an alarm"),
        (JA, "鍵"),
        (JA, "玄関の鍵"),
    ],
)
def test_what_is_understood_and_often_gets_more_is_waited_for_shortly(
    language: Language, text: str
) -> None:
    assert _judge(text, language) is Ending.MAY_GO_ON


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (JA, "火が静見ましたら、外頭をつけていただけますか。"),
        (JA, "親室のエアコン、女室に切り替えて。"),
        (JA, "孫の作文ちょっと直してくれへん"),
        (JA, "明日だけ目覚ましスキックして。"),
        (EN, "could you ring taro for me please"),
        (EN, "could you switch on the light in the conservatory please"),
        (EN, "Tell me down a bit, would you?"),
        (EN, "Drop the steady blinds to a quarter."),
        (EN, "Set the exceeding tier to 24."),
        (EN, "Shut the office lines, there's a glare on my screen."),
        (JA, "ケトルでお湯渡しといて。"),
        (JA, "横断棒22度にしといて。"),
        (JA, "レッドルームのライトオフ"),
    ],
)
def test_a_request_is_over_where_not_every_word_is_understood(
    language: Language, text: str
) -> None:
    """Speech to text mishears a word, and the form still tells that nothing more is to come."""
    assert _judge(text, language) is Ending.ASKS


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "Not two minutes off the timer."),
        (EN, "Turn the kitchen lights on, worldview."),
        (EN, "drop the steady blinds"),
        (JA, "1時間半のタイマーを寝たい。"),
        (JA, "めざまし止めてくれも起きとる。"),
    ],
)
def test_an_order_that_the_trained_reader_finds_is_over(language: Language, text: str) -> None:
    """The grammar reads nothing in it: that knock, would you and お願い were said, nobody knows."""
    endings = _endings(language)
    said = SpokenSentence(text, language, SAID_AT, "living_room")
    assert endings.grammar.preview(said).wishes == ()
    assert endings.ending(said) is Ending.ASKS


@pytest.mark.parametrize(
    ("language", "text"),
    [(EN, "dim the kitchen lamb"), (JA, "明日の朝8時に傘持って"), (JA, "デスクライト六十まで落")],
)
def test_an_order_of_the_trained_reader_that_may_go_on_is_waited_for(
    language: Language, text: str
) -> None:
    """How far, what of and what to do is to come."""
    endings = _endings(language)
    said = SpokenSentence(text, language, SAID_AT, "living_room")
    assert endings.grammar.propose(said) is not None
    assert endings.ending(said) in (Ending.BEGUN, Ending.FREE, Ending.OPEN)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (JA, "昨日すごくおいしいラーメンを食べたんだよ"),
        (JA, "駅で友達に会って"),
        (JA, "子どもが勉強して"),
        (JA, "サラキュレートは"),
        (JA, "町の明かりを消してもらって"),
        (EN, "I think my sister likes her new job"),
        (EN, "hand the vacuum"),
    ],
)
def test_talk_is_left_to_the_model_of_sound(language: Language, text: str) -> None:
    assert _judge(text, language) is Ending.FREE


def test_room_decides_whether_all_lights_may_go_on() -> None:
    """Without the speaker's room "all the lights" is the house's, and a place is often told."""
    assert _judge("turn off all the lights", EN, room="") is Ending.MAY_GO_ON
    assert _judge("turn off all the lights", EN, room="kitchen") is Ending.WHOLE


def test_judging_answers_no_question_and_remembers_nothing() -> None:
    endings = _endings(EN)
    asked = endings.grammar.understand(SpokenSentence("turn on the lights", EN, SAID_AT, ""))
    assert asked.ask_back is not None
    answer = SpokenSentence("the kitchen", EN, SAID_AT, "")
    assert endings.ending(answer) is not Ending.FREE
    first = endings.grammar.preview(answer)
    endings.ending(SpokenSentence("close the bedroom curtains", EN, SAID_AT, ""))
    assert endings.grammar.preview(answer) == first
    assert endings.grammar.understand(answer) == first


@pytest.mark.parametrize(
    ("language", "said", "tail", "whole"),
    [
        (EN, "turn on the light", "In the bedroom.", "turn on the light in the bedroom"),
        (EN, "turn off the tv.", "at eleven tonight", "turn off the tv at eleven tonight"),
        (EN, "open the curtains", "halfway", "open the curtains halfway"),
        (JA, "電気つけて。", "寝室の", "電気つけて寝室の"),
        (EN, "turn on the light", "close the curtains", ""),
        (EN, "turn on the light", "and close the curtains", ""),
        (EN, "turn on the light", "what time is it", ""),
        (EN, "turn on the light", "stop", ""),
        (EN, "I think my sister likes her new job", "in the bedroom", ""),
        (JA, "次の曲にして", "台所の電気つけて", ""),
    ],
)
def test_tail_says_more_of_the_sentence_before_unless_it_is_one_itself(
    language: Language, said: str, tail: str, whole: str
) -> None:
    spoken = SpokenSentence(said, language, SAID_AT, "living_room")
    assert _endings(language).joined(spoken, tail) == whole


def test_cut_points_are_where_a_speaker_might_pause() -> None:
    assert cuts("turn on the ac to twenty five", EN) == [
        "turn",
        "turn on",
        "turn on the",
        "turn on the ac",
        "turn on the ac to",
    ]
    assert cuts("台所の電気をつけて、テレビも消して", JA) == [
        "台所",
        "台所の",
        "台所の電気",
        "台所の電気を",
        "台所の電気をつけて",
        "台所の電気をつけて、テレビ",
        "台所の電気をつけて、テレビも",
    ]


@pytest.mark.parametrize("language", Language)
def test_few_cut_commands_are_acted_on_and_most_whole_ones_at_once(language: Language) -> None:
    """A sample of the open halves; `companion eval endings` counts all, the sealed halves too."""
    score = score_endings(SPOKEN, language, "open", every=60)
    assert score.commands > 15
    assert score.cuts > 60
    assert score.whole / score.commands >= 0.85
    assert score.wrong / score.cuts <= 0.045


@pytest.mark.parametrize(
    ("text", "language", "ending"),
    [
        ("ミラ、電気をつけて", JA, Ending.WHOLE),
        ("ミラ、電気を", JA, Ending.OPEN),
        ("ミラ、止まれ", JA, Ending.WHOLE),
        ("Mira, turn on the kitchen lights", EN, Ending.WHOLE),
        ("Mira, turn on the", EN, Ending.OPEN),
    ],
)
def test_the_companions_own_name_says_nothing_of_the_end(
    text: str, language: Language, ending: Ending
) -> None:
    """It was talk to the companion that nobody judged, and a command was not understood."""
    endings = _endings(language)
    endings.grammar.called_by = CalledBy(("ミラ", "Mira"))
    said = SpokenSentence(text, language, SAID_AT, "living_room")
    assert endings.ending(said) is ending
    plain = endings.grammar.preview(endings.grammar.addressed(said))
    assert endings.grammar.preview(said) == plain


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("lock the back", Ending.MAY_GO_ON),
        ("wake me in two hours forty", Ending.MAY_GO_ON),
        ("every morning at seven open", Ending.OPEN),
        ("ask the vacuum", Ending.OPEN),
        ("fan off kitchen light", Ending.OPEN),
        ("heat the bedroom no sorry the cellar", Ending.OPEN),
        ("put the kettle on and switch it off", Ending.MAY_GO_ON),
        ("put the kettle on and switch it off in ten minutes", Ending.WHOLE),
        ("mute that", Ending.MAY_GO_ON),
        ("timer eight minutes", Ending.WHOLE),
        ("timer for an hour and a quarter", Ending.WHOLE),
        ("cancel all the alarms", Ending.WHOLE),
        ("lock the front door, the parcel just came in", Ending.WHOLE),
        ("tv off, the film was awful", Ending.WHOLE),
        ("all lights off but leave the desk lamp on", Ending.WHOLE),
    ],
)
def test_a_word_that_the_grammar_fills_in_was_not_said(text: str, ending: Ending) -> None:
    """Truncated names, verbs without their thing, values without their unit; remarks behind an
    order end it."""
    assert _judge(text, EN) is ending, text


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("flurb the curtains to 40 percent", EN),
        ("flurb the gate and mute the tv", EN),
        ("flurb the kitchen light as well", EN),
        ("flurb bedroom fan off", EN),
        ("flurb everywhere except the hall", EN),
        ("flurb the tv i'm trying to sleep", EN),
        ("flurb the fairy lights on, mate", EN),
        ("lock the flurb for me darling", EN),
        ("左の鍵の電気を全部つけて", JA),
        ("ぬるぽ消してくれんかなあ", JA),
        ("ぬるぽを閉めてもらえへんやろか", JA),
        ("ぬるぽモードを願いします", JA),
    ],
)
def test_a_misheard_order_ends_where_its_last_words_end_one(text: str, language: Language) -> None:
    """Nothing is done by it; its speaker is told at once, and does not wait 1.6 s for that."""
    assert _judge(text, language) is Ending.ASKS, text


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("タイマーあと三分", Ending.MAY_GO_ON),
        ("シーリングライトを四十", Ending.MAY_GO_ON),
        ("台所の電気は40%、寝室", Ending.OPEN),
        ("テレビの音量30", Ending.WHOLE),
    ],
)
def test_a_japanese_value_may_still_get_its_verb(text: str, ending: Ending) -> None:
    assert _judge(text, JA) is ending, text
