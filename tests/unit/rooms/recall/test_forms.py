"""Forms of answers: what can only be told in a form of its own, in both languages."""

from datetime import UTC, datetime

import pytest

from companion.rooms.recall.forms import FORMS, ROLE, form_is_missing, form_of
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.recalled import Found, Reason
from companion.words.trust import TrustLabel

CASES = (
    ("telephone number", "健の電話番号は?", "健の番号は090-1234-5678だよ", "健が電話したよ"),
    ("telephone number", "What's Ann's phone number?", "Ann is on 0114 496 0112", "Ann rang twice"),
    ("postcode", "家の郵便番号は何番?", "うちの家は920-0962", "家は角にある"),
    ("postcode", "What is Ann's postcode?", "Ann moved to S8 9QD", "Ann moved to Leeds"),
    ("password", "倉庫の暗証番号は?", "倉庫は7719だよ", "倉庫は寒いね"),
    ("password", "What's the code for the shed?", "The shed opens with 7719", "The shed is cold"),
    ("blood type", "健の血液型は?", "健はB型なんだ", "健は元気だよ"),
    ("blood type", "What blood type is Ann?", "Ann is O negative", "Ann is well"),
    ("age", "健の娘は何歳?", "健の娘が七歳になった", "健の娘が元気だった"),
    ("age", "How old is Ann's daughter?", "Ann's daughter is seven", "Ann's daughter sings"),
    ("birthday", "健の誕生日はいつ?", "健は5月8日に生まれた", "健は忙しいらしい"),
    ("birthday", "When is Ann's birthday?", "Ann turns nine on 8 May", "Ann likes cake"),
    ("price", "自転車はいくらだった?", "自転車は四万円したよ", "自転車は赤いよ"),
    ("price", "How much did the bike cost?", "The bike was £420", "The bike is red"),
    ("price", "How much was the paint?", "The paint was at Hall's, three eighty", "The paint ran"),
    ("time of the clock", "歯医者は何時?", "歯医者は三時からだ", "歯医者は駅前だ"),
    ("time of the clock", "What time is the dentist?", "Dentist at 8:40", "The dentist is kind"),
    ("until", "叔母はいつまで泊まる?", "叔母が泊まるのは金曜までだよ", "叔母が泊まるんだ"),
    ("until", "Until when does Ann stay?", "Ann can stay till Friday", "Ann will stay with us"),
    ("number", "駐車場は何番?", "駐車場は十七番だよ", "駐車場が広いね"),
    ("number", "What bus number is it?", "The bus is the 76", "The bus is late"),
    (
        "number",
        "Which floor is the flat on?",
        "The flat is on the second floor",
        "The flat is dear",
    ),
    ("duration", "治療は何週間かかる?", "治療は三週間だって", "治療は痛いらしい"),
    ("duration", "How long does the roof take?", "The roof takes two days", "The roof leaks"),
    ("distance", "How far is the walk?", "The walk is nine miles", "The walk is on Sunday"),
    ("distance", "散歩は何キロ?", "散歩で二キロ歩く", "散歩は夜だよ"),
    ("first name", "森田の下の名前は?", "森田の下の名前は薫だよ", "森田は元気だよ"),
    ("surname", "What is Owen's surname?", "Owen Pugh is coming", "Owen plays the tuba"),
    ("day of the week", "ゴミの日は何曜日?", "ゴミは火曜だよ", "ゴミが多いね"),
    ("day of the week", "Which weekday are the bins?", "The bins go on Fridays", "Bins are full"),
    ("colour", "健の車は何色?", "健の車は青いよ", "健の車は速いよ"),
    ("colour", "What colour is Ann's car?", "Ann's car is blue", "Ann's car is fast"),
    ("colour", "健の帽子は何色?", "健の帽子はアイボリーだよ", "健の帽子は軽いよ"),
    ("colour", "What colour is Ann's scarf?", "Ann's scarf is mustard", "Ann's scarf is long"),
    ("size", "健の靴のサイズは?", "健の靴は27だよ", "健の靴は古いよ"),
    ("size", "What size are Ann's boots?", "Ann's boots are a five", "Ann lost her boots"),
    ("count", "健の犬は何匹?", "健のところの犬は三匹だよ", "健は犬が好きだよ"),
    ("count", "How many dogs has Ann got?", "Ann got three dogs", "Ann likes dogs"),
    ("job", "健の仕事は何?", "健は薬剤師をしているよ", "健は背が高いよ"),
    ("job", "What does Ann do for a living?", "Ann works as a vet", "Ann is tall"),
    ("breed", "健の犬の犬種は?", "健の犬は柴だよ", "健の犬は元気だよ"),
    ("breed", "What breed is Ann's dog?", "Ann's dog is a whippet", "Ann's dog is fast"),
    ("allergy", "健は何のアレルギー?", "健はえびを食べるとかゆくなる", "健はえびを買った"),
    ("allergy", "What is Ann allergic to?", "Ann gets a rash from nuts", "Ann bought nuts"),
    ("school", "健はどこの学校に通っている?", "健は西小学校だよ", "健は西のほうだよ"),
    ("school", "Which school does Ann go to?", "Ann goes to Hill Primary", "Ann goes by bus"),
    ("place to stay", "奈良ではどのホテルに泊まる?", "奈良では旅館だよ", "奈良は暑いよ"),
    (
        "place to stay",
        "Which hotel is it in Rome?",
        "In Rome it is the Hilton hotel",
        "Rome is hot",
    ),
    ("instrument", "健が習っている楽器は何?", "健は琴を習っている", "健は英語を習っている"),
    ("instrument", "Which instrument does Ann play?", "Ann plays the harp", "Ann plays chess"),
    ("name", "健の猫の名前は?", "健の猫はきなこっていうよ", "健の猫はよく寝るよ"),
    ("name", "What is Ann's cat called?", "Ann's cat, Biscuit, is old", "Ann's cat is old"),
    (ROLE, "健の歯医者は誰?", "健の歯医者は森さんだよ", "健の歯医者は遠いよ"),
    (ROLE, "Who is Ann's dentist?", "Ann's dentist is Mr Hill", "Ann's dentist is far away"),
    ("favourite", "健の好きな映画は?", "健は怪獣映画に夢中だよ", "健は映画を借りた"),
    ("favourite", "What is Ann's favourite film?", "Ann loves old films", "Ann rented a film"),
    ("author", "その灯台の小説は誰が書いた?", "灯台の小説は森さんの著作だよ", "灯台の小説は長いよ"),
    ("author", "Who wrote the lighthouse novel?", "The novel is by Ann Hill", "The novel is long"),
    ("maker", "炊飯器はどこのメーカー?", "炊飯器は東洋電機製だよ", "炊飯器は白いよ"),
    ("maker", "What make is the boiler?", "The boiler is a Vaillant", "The boiler is old"),
    ("home", "健はどこに住んでいる?", "健は札幌にいるよ", "健は元気にしているよ"),
    ("home", "Where does Ann live?", "Ann is off to her flat in Leeds", "Ann is very well"),
    ("height", "How tall is Ann?", "Ann is five foot two", "Ann is at the tall gate"),
    ("height", "アンの身長は?", "アンは百五十二センチ", "アンに三枚縫った"),
    ("weight", "How heavy was the pike?", "The pike was nine pounds", "We caught the pike at nine"),
    ("weight", "犬の体重は?", "犬の体重、八・四", "犬を八時に散歩させた"),
    ("illness", "What illness has the vicar?", "The vicar has gout, a disease", "The vicar is ill"),
    ("price", "How much was the bus?", "The bus was two ten", "The bus goes at seven thirty"),
    ("price", "How much was the cake?", "The cake was four sixty", "The cake was for one party"),
    ("illness", "住職は何の病気?", "住職は白内障です", "住職は具合が悪い"),
    ("score", "What mark did Ann get?", "Ann's mark was 71", "Ann sat it on 6 May"),
    ("score", "数学は何点?", "数学は七十一だった", "数学は五月六日です"),
    ("first name", "What's Mr Hill's first name?", "Mr Hill? Call him Ted", "Mr Hill rang"),
    ("first name", "森さんの下の名前は?", "森さんの下の名前は純", "森さんが来た"),
)


def found(text: str) -> Found:
    at = datetime(2026, 5, 1, tzinfo=UTC)
    said = Episode(
        id=EventId(1), at=at, voice=Voice.PERSON, text=text, trust=TrustLabel.OWNER, speaker="Zoe"
    )
    return Found(episode=said, score=1.0, why=(Reason.WORDS,))


@pytest.mark.parametrize(("form", "question", "with_form", "without"), CASES)
def test_a_text_without_the_form_does_not_answer(
    form: str, question: str, with_form: str, without: str
) -> None:
    assert form_of(question) == form
    assert not form_is_missing(question, [found(with_form)], {}, ["Zoe"])
    assert form_is_missing(question, [found(without)], {}, ["Zoe"])


def test_every_form_is_asked_for_in_both_languages() -> None:
    assert {case[0] for case in CASES} == FORMS.keys()


@pytest.mark.parametrize(
    "question",
    [
        "Who came to dinner?",
        "昨日は誰が来た?",
        "Why did he leave?",
        "誕生日に何を食べた?",
    ],
)
def test_other_questions_ask_for_no_form(question: str) -> None:
    assert form_of(question) == ""
    assert not form_is_missing(question, [found("Nothing")], {}, [])


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What time is Ann's gala?", "Ann cannot come on the fourteenth, there's the gala"),
        ("What time is the bus?", "I'm on the bus on the 22nd, two of us"),
        ("What did the snake man charge?", "The snake man took three of them to the creek"),
        ("What's the pay at the shipyard?", "I've an interview at the shipyard on Wednesday"),
        ("What is the name of Zoe's cousin?", "My cousin's wedding is in Leicester"),
        ("What is the name of the boy Ann is marrying?", "Ann wants De Montfort Hall"),
        ("What site number is it at Whitby?", "To Whitby from the tenth, three weeks"),
        ("What colour is Ann's car?", "Ann's coat is blue"),
        ("健のお母さんの名前なんだっけ", "健のお母さんの番号はメモにあるよ"),
        ("屋根の穴は何ミリ?", "屋根の穴が三つ"),
        ("灯油は全部でいくら?", "灯油を三百リットル頼んだ"),
        ("森さんのお嫁さんの名前は?", "森さんのお嫁さんが手伝いに来た"),
        ("What will the new kiln cost?", "The new oven was nine hundred pounds"),
        ("森さんの料金はいくら?", "森さんに三月四日から六日まで頼んだ"),
        ("袋のデザイン、ギャラいくらって?", "袋のデザインも頼まれた。九月十日納品"),
        ("ルリちゃん何日まで泊まるんだっけ", "ルリは四月三日、成田に着く"),
    ],
)
def test_another_form_of_the_same_matter_is_no_answer(question: str, text: str) -> None:
    assert form_is_missing(question, [found(text)], {}, ["Zoe"])


def test_a_word_of_the_same_root_is_the_same_matter() -> None:
    promoted = found("I got promoted. The salary goes to 52 thousand.")
    assert not form_is_missing("What does Zoe earn after her promotion?", [promoted], {}, ["Zoe"])
    assert not form_is_missing(
        "黒い方の名前は?", [found("ごまが黒で、きなこっていう")], {}, ["Zoe"]
    )


def test_what_happened_was_told_on_its_day() -> None:
    told = found("The trainer wheels are off the bike!")
    assert not form_is_missing("Which day of the week did the wheels come off?", [told], {}, [])


def test_the_form_in_a_talk_about_something_else_is_none() -> None:
    """A price is near, of something else; beside it the thing may be named."""
    price = found("It was 420 pounds.")
    assert form_is_missing("How much did the boat cost?", [price], {}, [])
    named = found("We went to see the boat.").episode
    beside = {price.episode.id: [named]}
    assert not form_is_missing("How much did the boat cost?", [price], beside, [])


def test_a_name_alone_is_no_word_of_the_matter() -> None:
    one = found("Zoe turned nine in May")
    assert form_is_missing("How old is Zoe's parrot?", [one], {}, ["Zoe"])


@pytest.mark.parametrize(
    ("question", "of_another"),
    [
        ("How old is Ben?", "Ann is nine"),
        ("健は何歳?", "葵は九歳だよ"),
        ("What is my father allergic to?", "My mother is allergic to nuts"),
        ("父は何のアレルギー?", "母はそばアレルギーだよ"),
        ("Who is Ann's cello teacher?", "Ann's piano teacher is Mr Hill"),
        ("健の尺八の先生は誰?", "健の琴の先生は森さんだよ"),
        ("弟の奥さんの名前は?", "妹の猫はきなこっていう名前だよ"),
    ],
)
def test_the_form_of_somebody_else_is_none(question: str, of_another: str) -> None:
    assert form_is_missing(question, [found(of_another)], {}, ["Zoe"])


def test_what_somebody_tells_of_themselves_is_not_of_the_other_speaker() -> None:
    rent = found("My rent is 940 a month")
    assert form_is_missing("How much rent does Ben pay?", [rent], {}, ["Zoe", "Ben"])
    assert not form_is_missing("How much rent does Zoe pay?", [rent], {}, ["Zoe", "Ben"])


def test_whom_a_pronoun_means_is_left_open() -> None:
    """The question names somebody else, too: "Ann's friend comes to tea, what is he ...?"."""
    question = "Ann's friend comes, what is he allergic to?"
    assert not form_is_missing(question, [found("The friend is allergic to nuts")], {}, ["Zoe"])


@pytest.mark.parametrize(
    ("question", "counts", "counts_others"),
    [
        (
            "How many bedrooms has the cottage?",
            "The cottage has two bedrooms",
            "The cottage has one cat",
        ),
        ("祖父の家は何部屋ある?", "祖父の家は五部屋だよ", "祖父の家の猫は五匹だよ"),
    ],
)
def test_a_count_is_one_of_the_things_that_are_asked_for(
    question: str, counts: str, counts_others: str
) -> None:
    assert not form_is_missing(question, [found(counts)], {}, ["Zoe"])
    assert form_is_missing(question, [found(counts_others)], {}, ["Zoe"])


@pytest.mark.parametrize(
    ("question", "texts", "missing"),
    [
        ("How old is Pepper?", ["Pepper is allowed, up to one dog.", "Pepper ate six eels."], True),
        ("How old is Pepper?", ["Pepper turns six in May."], False),
        ("What did Al charge for the tap?", ["New tap is in. Al did it. Eighty-five."], False),
        ("How old is Pepper?", ["Pepper, four, and still a fool."], False),
        ("What's Coach Lee's last name?", ["Coach Lee comes on Fridays."], True),
        ("What's Coach Lee's last name?", ["Coach Lee, Mrs Orr that is, comes on Fridays."], False),
        ("隣のお嫁さんの名前は？", ["隣のお嫁さんが手伝いに来た。"], True),
        ("隣のお嫁さんの名前は？", ["隣のお嫁さんは美穂という。"], False),
        ("うちの子犬の名前なんになった？", ["子犬の名前はまだ考え中だ。"], True),
        ("私、いま何曜に通うことになってる？", ["私、木曜に通うからね。"], False),
    ],
)
def test_an_age_or_a_name_has_its_form(question: str, texts: list[str], missing: bool) -> None:
    assert form_is_missing(question, [found(one) for one in texts], {}, ["Zoe"]) is missing


@pytest.mark.parametrize(
    ("question", "text", "missing"),
    [
        ("What's Otto's flat number?", "Upstairs is a man called Otto, he has half a piano.", True),
        ("What's Otto's flat number?", "Otto is in flat 12 upstairs.", False),
        ("How much was the rent in Mill Lane?", "Mill Lane wants a deposit of 900 pounds.", True),
        ("How much was the rent in Mill Lane?", "The rent in Mill Lane is 450 pounds.", False),
        ("新町の家賃はいくら？", "新町は敷金が十二万円。", True),
        ("新町の家賃はいくら？", "新町は家賃六万円、敷金が十二万円。", False),
        ("月謝はいくら増えるの？", "秋から月謝を八百円高くするって。", False),
        ("How much has the fee been split into?", "The fee is nine pounds for each of us.", False),
        ("打ち上げの居酒屋の名前は？", "打ち上げは渋谷の居酒屋で八時。", True),
        ("打ち上げの居酒屋の名前は？", "打ち上げの居酒屋は「とりよし」っていう。", False),
        ("降りる駅の名前は？", "降りる駅、渋谷だって。", False),
    ],
)
def test_an_article_numbers_nothing_a_deposit_is_no_rent_a_town_names_no_pub(
    question: str, text: str, missing: bool
) -> None:
    assert form_is_missing(question, [found(text)], {}, ()) is missing
