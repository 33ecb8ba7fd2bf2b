"""Reading 読み取り: the meanings that the ranker can read in a situation, in words for the
owner."""

from collections.abc import Iterable

from companion.words.language import Bilingual, Language

_WORDS = {
    "aired": Bilingual("空気は入れ替わった", "the air is fresh again"),
    "arrived": Bilingual("人が来た", "somebody came"),
    "ask_first": Bilingual("先に聞いてほしい", "wants to be asked first"),
    "asleep": Bilingual("誰かが寝ている", "somebody sleeps"),
    "asleep_there": Bilingual("そこで誰かが寝ている", "somebody sleeps there"),
    "away": Bilingual("みんな外出", "everybody is out"),
    "back_soon": Bilingual("すぐ戻る", "back in a moment"),
    "bed_used": Bilingual("ベッドに人がいる", "the bed is used"),
    "bright": Bilingual("明るい", "it is bright"),
    "broken": Bilingual("修理中", "under repair"),
    "chat": Bilingual("世間話", "small talk"),
    "coffee": Bilingual("コーヒーの時間", "time for coffee"),
    "cold": Bilingual("寒い", "it is cold"),
    "damp": Bilingual("湯気や匂いがこもっている", "steam or smells"),
    "danger": Bilingual("危険の知らせ", "danger is reported"),
    "dark": Bilingual("暗い", "it is dark"),
    "door_open": Bilingual("扉が開いている", "a door is open"),
    "film": Bilingual("映画の時間", "a film is on"),
    "focus": Bilingual("集中している", "somebody concentrates"),
    "forbidden": Bilingual("しないでほしい", "asked not to"),
    "guest": Bilingual("来客", "a guest"),
    "handled": Bilingual("もう済んだ", "already done"),
    "hot": Bilingual("暑い", "it is hot"),
    "idle": Bilingual("静かなひととき", "a quiet moment"),
    "keep_off": Bilingual("消したままがいい", "to stay off"),
    "keep_on": Bilingual("つけたままがいい", "to stay on"),
    "leave_it": Bilingual("そのままがいい", "leave it as it is"),
    "left": Bilingual("人がいなくなった", "somebody left"),
    "left_on": Bilingual("つけっぱなし", "left on"),
    "likes_light": Bilingual("明かりが好き", "likes light"),
    "musing": Bilingual("独り言", "a remark"),
    "named": Bilingual("名指しで頼まれた", "asked for by name"),
    "night_rest": Bilingual("遅くまで眠る", "sleeps in"),
    "not_person": Bilingual("人ではない", "not a person"),
    "nursing": Bilingual("赤ちゃんの世話", "tends a baby"),
    "order_named": Bilingual("書かれた・流れた命令", "a written or broadcast order"),
    "order_seen": Bilingual("見えた命令", "an order that was seen"),
    "rain": Bilingual("雨", "rain"),
    "rest": Bilingual("休んでいる", "somebody rests"),
    "save": Bilingual("節約したい", "wants to save"),
    "secure": Bilingual("戸締まり", "locking up"),
    "still_there": Bilingual("まだそこにいる", "still there"),
    "stranger": Bilingual("知らない人", "a stranger"),
    "under_way": Bilingual("動作の途中", "still at work"),
    "unknown_people": Bilingual("人がいるか不明", "unknown who is there"),
    "wakes": Bilingual("起きた", "somebody got up"),
    "wants_close": Bilingual("閉めてほしい", "wants it closed"),
    "wants_dark": Bilingual("暗くしてほしい", "wants it dark"),
    "wants_light": Bilingual("明かりがほしい", "wants light"),
    "wants_open": Bilingual("開けてほしい", "wants it open"),
    "wants_quiet": Bilingual("静かにしてほしい", "wants quiet"),
    "wants_sound": Bilingual("音や映像がほしい", "wants sound"),
}


def read_words(facts: Iterable[str], language: Language) -> str:
    """`somebody sleeps, it is dark`; a fact without words is left out."""
    known = [_WORDS[fact].get(language) for fact in facts if fact in _WORDS]
    return ("、" if language is Language.JA else ", ").join(known)


def words_for() -> frozenset[str]:
    """The facts that have words."""
    return frozenset(_WORDS)
