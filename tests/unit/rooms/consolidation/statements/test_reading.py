"""B-013, D-077: statements that people make plainly are read; nothing else is."""

import pytest

from companion.rooms.consolidation.statements.reading import read

TOLD = (
    ("My mother is allergic to peanuts.", "me", "mother", "allergic_to", "peanuts"),
    ("Mum's allergic to cats", "me", "mother", "allergic_to", "cats"),
    ("I like my coffee black", "me", "", "likes", "my coffee black"),
    ("I like it darker in the evening", "me", "", "likes", "it darker in the evening"),
    ("My birthday is 3 May", "me", "", "birthday", "3 May"),
    ("Dad's birthday is on 12 June", "me", "father", "birthday", "12 June"),
    ("We moved to Leeds last month", "us", "", "lives_in", "Leeds"),
    ("I don't eat meat any more.", "me", "", "eats", "not meat"),
    ("Juno, I've given up smoking", "me", "", "does", "not smoking"),
    ("My cat is called Biscuit", "me", "cat", "name", "Biscuit"),
    ("Our dog's name is Rex.", "us", "dog", "name", "Rex"),
    ("Jane is my sister", "me", "sister", "name", "Jane"),
    ("My sister Kate hates mushrooms", "me", "sister", "likes", "not mushrooms"),
    ("Tom works at the bakery on Mill Lane", "Tom", "", "works_at", "the bakery on Mill Lane"),
    ("my mother's favorite flower is the peony", "me", "mother", "favourite flower", "the peony"),
    ("the guest wifi has a new password, it's mango7", "us", "", "guest wifi password", "mango7"),
    ("I keep the spare key under the pot", "me", "spare key", "kept_at", "under the pot"),
    ("The bins go out on Tuesdays", "us", "bins", "when", "on Tuesdays"),
    ("Please call me Jo", "me", "", "called", "Jo"),
    ("My wife is a teacher", "me", "wife", "job", "teacher"),
    ("I take amlodipine 5 mg every day", "me", "", "takes", "amlodipine 5 mg every day"),
    ("My dad lives in Cardiff now.", "me", "father", "lives_in", "Cardiff"),
    ("My doctor is Dr. Patel", "me", "", "doctor", "Dr. Patel"),
    ("I've started working at Siemens.", "me", "", "works_at", "Siemens"),
    ("My son goes to Hillside Primary School.", "me", "son", "school", "Hillside Primary School"),
    ("My sister's kids are called Ben and Amy", "me", "sister's children", "name", "Ben and Amy"),
    ("I always drink my tea without sugar.", "me", "", "drinks", "my tea without sugar"),
    ("息子は小学3年生です", "me", "son", "job", "小学3年生"),
    ("うちは燃えるゴミが火曜と金曜です", "us", "燃えるゴミ", "when", "火曜と金曜"),
    ("私のことは「さっちゃん」と呼んで", "me", "", "called", "さっちゃん"),
    ("会社は品川にあります", "us", "会社", "kept_at", "品川"),
    ("母はピーナッツアレルギーなんだ", "me", "mother", "allergic_to", "ピーナッツ"),
    ("田中さんはそばアレルギーだよ", "田中", "", "allergic_to", "そば"),
    ("猫の名前はミケ", "us", "cat", "name", "ミケ"),
    ("うちの犬はポチっていうんだ", "us", "dog", "name", "ポチ"),
    ("妹の旦那の名前は健太", "me", "younger_sister's husband", "name", "健太"),
    ("私の誕生日は五月三日です。", "me", "", "birthday", "五月三日"),
    ("先月、京都に引っ越しました", "me", "", "lives_in", "京都"),
    ("俺、納豆嫌いなんだよね", "me", "", "likes", "not 納豆"),
    ("夜は暗い方が好き", "me", "", "likes", "夜は暗い方"),
    ("もう肉は食べないことにした", "me", "", "eats", "not 肉"),
    ("父はタバコをやめた", "me", "father", "does", "not タバコ"),
    ("夫は看護師です", "me", "husband", "job", "看護師"),
    ("合鍵は植木鉢の下に置いてあるよ", "us", "合鍵", "kept_at", "植木鉢の下"),
    ("燃えるゴミは火曜と金曜だよ", "us", "燃えるゴミ", "when", "火曜と金曜"),
    ("ボブって呼んで", "me", "", "called", "ボブ"),
    ("Wi-Fiのパスワードはtulip42だよ", "us", "", "Wi-Fiのパスワード", "tulip42"),
    ("母の好きな花は牡丹です", "me", "mother", "好きな花", "牡丹"),
)
NOT_TOLD = (
    "Is my mother allergic to peanuts?",
    "If my mother is allergic to peanuts, tell me",
    "She said she is allergic to nuts",
    "The sign said my mother is allergic to nuts",
    "I would like a coffee",
    "I love you",
    "My tea is cold",
    "My head is killing me",
    "I might be allergic to nuts",
    "Just kidding, I'm allergic to work",
    "I can't eat another bite",
    "My bus is late",
    "We moved to the back row",
    "Remember to turn off the lights",
    "Remember: always unlock the door",
    "母はピーナッツアレルギーなの?",
    "母はピーナッツアレルギーだっけ",
    "もし母がアレルギーなら教えて",
    "田中さんはそばアレルギーだって",
    "来月京都に引っ越すんだ",
    "猫は病気なんだ",
    "明日は仕事だよ",
    "電気つけて覚えておいて",
    "娘は来年高校生です",
    "テレビで母はそばアレルギーだと言ってた",
)
ASKED = (
    ("Remember that the boiler man comes through the side gate", "the boiler man comes"),
    ("金曜は遅番だって覚えておいて", "金曜は遅番だ"),
    ("ねえ、覚えといて。金曜は遅くなる日だから", "金曜は遅くなる日"),
    ("Remember this. The boiler man comes through the gate", "The boiler man comes"),
    ("覚えておいて、明日の会議は10時から", "明日の会議は10時から"),
)


@pytest.mark.parametrize(("text", "whose", "subject", "predicate", "value"), TOLD)
def test_a_plain_statement_is_read(
    text: str, whose: str, subject: str, predicate: str, value: str
) -> None:
    (one,) = read(text)
    said = f"not {one.value}" if one.negated else one.value
    assert (one.whose.strip("\0"), one.subject, one.predicate, said) == (
        whose,
        subject,
        predicate,
        value,
    )


@pytest.mark.parametrize("text", NOT_TOLD)
def test_a_question_a_doubt_a_quotation_and_an_order_tell_nothing(text: str) -> None:
    assert read(text) == ()


@pytest.mark.parametrize(("text", "begins"), ASKED)
def test_what_shall_be_remembered_is_noted_as_it_is(text: str, begins: str) -> None:
    (one,) = read(text)
    assert (one.predicate, one.asked) == ("note", True)
    assert one.value.startswith(begins)
