"""Tests of the rules that read what a purpose asks for and rules out."""

import pytest

from companion.rooms.governance.wish import wish_of


@pytest.mark.parametrize(
    ("purpose", "asked"),
    [
        (
            "Gran arrives on Friday. Her knee is bad so I want the stairs lit at night.",
            "the stairs",
        ),
        ("I keep missing the bus. Help me to leave in time.", "Help me to leave"),
        ("祖母が金曜に来る。膝が悪いから、夜は足元を明るくしてやりたい", "足元を明るく"),
        ("最近すぐ疲れてしまう。夜はゆっくり休めるようにしてほしい", "ゆっくり休める"),
    ],
)
def test_the_story_is_no_wish(purpose: str, asked: str) -> None:
    """What is told as the reason asks for nothing."""
    found = wish_of(purpose)
    assert len(found.asked) == 1
    assert asked in found.words


def test_without_a_mark_the_whole_is_the_wish() -> None:
    """Few words are a purpose too."""
    for purpose in ("sleep better", "土曜の夜に友達が夕食に来る"):
        assert wish_of(purpose).words == purpose


@pytest.mark.parametrize(
    ("purpose", "unasked", "silent", "hands_off", "goes_on"),
    [
        ("plan her birthday, it is a surprise", True, False, False, False),
        ("誕生日は内緒で準備したい", True, False, False, False),
        ("watch over him at night, no announcements please", False, True, False, False),
        ("声をかけずに見守ってほしい", False, True, False, False),
        ("we are out for the day, leave everything as it is", False, False, True, False),
        ("家の中はそのままにしておいてほしい", False, False, True, False),
        ("help me to read for three weeks", False, False, False, True),
        ("今週は毎晩早く寝たい", False, False, False, True),
        ("warm the bath tonight", False, False, False, False),
        ("寝る時間に声をかけてほしい", False, False, False, False),
        ("if you have any questions just say so", False, False, False, False),
        ("don't turn the light on at night, dim it", False, False, False, False),
        ("rest in the dark, in silence please", False, True, False, False),
        ("it must not beep while we record", False, True, False, False),
        ("物音を立てないで", False, True, False, False),
        ("no pestering while we eat", True, False, False, False),
        ("勝手に動かないでほしい", False, False, True, False),
        ("eat less sugar", False, False, False, True),
        ("夜の間食を減らしたい", False, False, False, True),
    ],
)
def test_what_it_rules_out_and_how_long_it_is_meant(
    purpose: str, unasked: bool, silent: bool, hands_off: bool, goes_on: bool
) -> None:
    """C-003: nobody is asked, spoken to, or has a device moved against the words of the purpose."""
    found = wish_of(purpose)
    assert (found.unasked, found.silent, found.hands_off, found.goes_on) == (
        *(unasked, silent, hands_off, goes_on),
    )


@pytest.mark.parametrize(
    ("purpose", "notices", "reminds"),
    [
        ("warn me when the attic window is open", True, False),
        ("物置の扉が開いていたら教えて", True, False),
        ("how often does the heating come on", True, False),
        ("give my son a nudge about his bag", False, True),
        ("忘れないように言ってほしい", False, True),
        ("冷蔵庫が開けっ放しになっている", True, False),
        ("in the cellar I wonder who has been there", True, False),
        ("please note when the boiler comes on", True, False),
        ("swimming on Monday, we both forgot the towels", False, True),
        ("three times she nearly let it slip", False, True),
        ("七時半に声をかけてほしい", False, True),
        ("make the evenings cosy", False, False),
    ],
)
def test_what_is_to_be_noticed_and_what_is_to_be_said(
    purpose: str, notices: bool, reminds: bool
) -> None:
    """C-003: both are other wishes than to have something done."""
    found = wish_of(purpose)
    assert (found.notices, found.reminds) == (notices, reminds)


@pytest.mark.parametrize(
    ("purpose", "left_alone"),
    [
        ("明日は起こさなくていい", True),
        ("there is no need to do the rounds tonight", True),
        ("あとは何も言わなくていい。荷物が来たら教えて", False),
        ("you don't have to wake me, but please make it warm", False),
    ],
)
def test_what_need_not_be_done_is_no_work(purpose: str, left_alone: bool) -> None:
    """C-003: where nothing else is asked for."""
    assert wish_of(purpose).left_alone is left_alone


def test_orders_not_to_operate_things_keep_hands_off() -> None:
    """Where nothing else is asked for."""
    assert wish_of("窓は開けたままなので閉めたりしないで").hands_off
    assert wish_of("we air the flat. Please don't close the curtains").hands_off
    assert not wish_of("Don't open the curtains. Make it warm in here please").hands_off


@pytest.mark.parametrize(
    ("purpose", "talks", "asks"),
    [
        ("have a kind word with my nephew after school", True, False),
        ("quiz me on capitals at lunch", True, True),
        ("ask the twins every night whether their teeth are brushed", True, True),
        ("Gran dozes off alone. Chat with her about the garden, and warm the parlour", False, True),
        ("don't talk, light the stairs", False, False),
        ("漢字を五問だけ出して、褒めてやって", True, True),
        ("留学中の姉がいないと寂しがる弟の話し相手になって", True, True),
        ("母に痛みがないか聞いて、寝室を暖めて", False, True),
        ("声はかけないで階段を明るくして", False, False),
    ],
)
def test_who_wants_talk_wants_no_device(purpose: str, talks: bool, asks: bool) -> None:
    """C-003: to be spoken with is another wish than light, warmth or quiet; both may be there."""
    found = wish_of(purpose)
    assert (found.talk_only, found.asks) == (talks, asks)


@pytest.mark.parametrize(
    ("purpose", "acts"),
    [
        ("my aunt and I have fallen out, help us to make it up", False),
        ("stop smoking by June", False),
        ("大叔父と仲直りしたい", False),
        ("I'd like to know how long the shower runs, the heat is costing us", False),
        ("the attic is an oven, make it bearable", False),
        ("my nephew is cold at night, help him", True),
        ("甥が寒がるので何とかしてやりたい", True),
        ("let the study be bright by noon", True),
    ],
)
def test_devices_serve_where_it_speaks_of_the_home(purpose: str, acts: bool) -> None:
    """C-003: likeness alone operates nothing, nor where words are asked for in a story of the
    house."""
    assert wish_of(purpose).may_act() is acts


def test_to_rule_out_is_no_wish_of_its_own() -> None:
    """A question with a limit is still nothing but a question."""
    assert wish_of("Work out whether a bigger tank pays for itself. Don't sell me one").only_asks
    assert wish_of("井戸は飲めるのか調べて。難しい話はしないで").only_asks
    assert not wish_of("Is it legal to burn leaves? Look it up, and open the curtains").only_asks


def test_not_to_wake_is_not_to_be_silent_where_talk_is_asked_for() -> None:
    """C-003: the words that were asked for are said."""
    assert wish_of("let him lie in, don't wake him").silent
    assert not wish_of("don't wake him, have a word with him after lunch").silent
    assert not wish_of("朝は起こさず、昼に話し相手になって").silent


@pytest.mark.parametrize(
    ("purpose", "sign"),
    [
        ("I want a log of every time the cellar pump runs", "logs"),
        ("祖父の言葉を書き残して", "logs"),
        ("no lights coming on while the sitter is here", "hands_off"),
        ("留守番の人が驚くので勝手に明かりがついたりしないように", "hands_off"),
        ("nobody speaks to her before ten, please", "silent"),
        ("have the heater on at five and don't bother talking to us", "silent"),
        ("ask me each Monday, without lecturing", "silent"),
        ("六時に暖房を入れて。声はかけなくていい", "silent"),
        ("足元だけ明るくして、声は不要", "silent"),
        ("none of them is to hear about the ring", "unasked"),
        ("弟には教えないで", "unasked"),
        ("order the book without my aunt noticing", "unasked"),
        ("keep it under wraps until Sunday", "unasked"),
        ("look at the oven on Sundays and please don't turn it down", "spares"),
        ("台所の窓は開けちゃだめ", "spares"),
        ("I want the blinds kept just as they are", "spares"),
        ("お茶を三時間おきに勧めて、飲むように言って", "reminds"),
        ("dig out some recipes for quinces", "questions"),
        ("腰痛の体操の方法を探してくれ", "questions"),
        ("when it gets past eleven, switch the amp off", "marked"),
        ("大声でしゃべったりしないように", "silent"),
        ("don't bring up the holiday with the children", "unasked"),
        ("引っ越しのことは話さないで", "unasked"),
        ("Compare two kettles for me. Tell me the winner", "only_asks"),
        ("加湿器を二つ比べて、静かなほうを教えて", "only_asks"),
        ("tell us at breakfast whether the cat came in", "notices"),
    ],
)
def test_signs_of_what_is_asked_and_ruled_out(purpose: str, sign: str) -> None:
    """C-003: each by general words, in both languages."""
    assert getattr(wish_of(purpose), sign)


@pytest.mark.parametrize(
    ("purpose", "sign"),
    [
        ("please leave the porch light on for my son", "notices"),
        ("何時間も待たされて腹が立つ", "notices"),
        ("誰も私の話を聞かない", "unasked"),
        ("I never close the shed, tell me in the evening", "spares"),
        ("声をかけないと起きないので起こして", "silent"),
        ("don't say a word to the twins, tell me", "silent"),
        ("Compare two kettles. Tell me when the kitchen door is opened", "only_asks"),
    ],
)
def test_what_is_no_such_sign(purpose: str, sign: str) -> None:
    """C-003: an order to leave a light on is no complaint of it, a count no question."""
    assert not getattr(wish_of(purpose), sign)


@pytest.mark.parametrize(
    "purpose",
    [
        "Grandpa left the stove as it was. Please switch it off if nobody is in the kitchen.",
        "Grandma kept the study light as it was. Please switch the study light off at ten.",
    ],
)
def test_what_was_left_as_it_was_rules_out_no_act(purpose: str) -> None:
    """C-003: a tale of the past is no order to leave things alone."""
    found = wish_of(purpose)
    assert not found.hands_off
    assert not found.spares


@pytest.mark.parametrize(
    "purpose",
    [
        *("私が買い物に行っている間は暖房を止めておいて", "私が行くまでにリビングを暖めておいて"),
        *("私が読書する間は明かりを明るくして", "俺が電話してる間はテレビの音を下げて"),
    ],
)
def test_what_somebody_does_meanwhile_is_no_word_against_acts(purpose: str) -> None:
    """C-003: the act that is asked for belongs to the plan."""
    assert not wish_of(purpose).hands_off
    assert wish_of("カーテンは私が閉めるから触らないで").hands_off
