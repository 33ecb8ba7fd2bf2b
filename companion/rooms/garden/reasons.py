"""Reasons: words for why a character of the garden does something, written from the terms of its
sum and never by a model."""

from collections.abc import Mapping
from typing import Final

from companion.rooms.garden.body import BLADDER, ENERGY, HYGIENE, MOOD, SATIETY, Needs
from companion.rooms.garden.options import Option, Situation
from companion.rooms.garden.town import Town
from companion.words.garden import WEATHER_WORDS, GardenAction, Stat, Weather
from companion.words.language import Bilingual
from companion.words.score import ScoredEntry, ScoreTerm, TermName

AUTO_MOVE: Final = Bilingual("なんとなく足が向いた", "my feet took me there")
SPOKEN_TO: Final = Bilingual("家の人と話した", "somebody at home talked to me")
NEED_REASONS: Final[Mapping[Stat, Bilingual]] = {
    Stat.BLADDER: Bilingual("急にトイレに行きたくなった", "I suddenly needed a toilet"),
    Stat.ENERGY: Bilingual("もう立っていられないほど眠い", "I could hardly stand for tiredness"),
    Stat.SATIETY: Bilingual("お腹がぺこぺこ", "I was starving"),
    Stat.HYGIENE: Bilingual("体がべたべたする", "I felt sticky all over"),
    Stat.MOOD: Bilingual("気持ちがすっかり沈んだ", "my spirits were very low"),
}
_BODY: Final[Mapping[GardenAction, Bilingual]] = {
    GardenAction.EAT: Bilingual("お腹がすいた", "I was hungry"),
    GardenAction.SLEEP: Bilingual("眠い", "I was sleepy"),
    GardenAction.TOILET: Bilingual("トイレに行きたい", "I needed a toilet"),
    GardenAction.BATHE: Bilingual("さっぱりしたい", "I wanted to be clean"),
    GardenAction.WORK: Bilingual("お金を足しておきたい", "I wanted to earn some money"),
    GardenAction.REST: Bilingual("少し疲れた", "I was a little tired"),
    GardenAction.TALK: Bilingual("誰かと話したい", "I felt like talking"),
    GardenAction.MOVE: Bilingual("体を動かしたい", "I felt like moving"),
}
_NEED_OF: Final[Mapping[GardenAction, int]] = {
    GardenAction.EAT: SATIETY,
    GardenAction.SLEEP: ENERGY,
    GardenAction.REST: ENERGY,
    GardenAction.WORK: ENERGY,
    GardenAction.MOVE: ENERGY,
    GardenAction.TOILET: BLADDER,
    GardenAction.BATHE: HYGIENE,
    GardenAction.TALK: MOOD,
}
_NAMES: Final[Mapping[int, Bilingual]] = {
    SATIETY: Bilingual("満腹", "satiety"),
    ENERGY: Bilingual("元気", "energy"),
    BLADDER: Bilingual("トイレの余裕", "bladder"),
    HYGIENE: Bilingual("清潔", "hygiene"),
    MOOD: Bilingual("気分", "mood"),
}
ACTION_WORDS: Final[Mapping[GardenAction, Bilingual]] = {
    GardenAction.EAT: Bilingual("食べる", "eat"),
    GardenAction.SLEEP: Bilingual("眠る", "sleep"),
    GardenAction.TOILET: Bilingual("トイレに行く", "use the toilet"),
    GardenAction.WORK: Bilingual("働く", "work"),
    GardenAction.BATHE: Bilingual("お風呂に入る", "bathe"),
    GardenAction.TALK: Bilingual("話す", "talk"),
    GardenAction.REST: Bilingual("休む", "rest"),
    GardenAction.MOVE: Bilingual("出かける", "go"),
    GardenAction.THINKING: Bilingual("考える", "think"),
    GardenAction.IDLE: Bilingual("何もしない", "do nothing"),
}
HABIT_NAMES: Final[Mapping[GardenAction, Bilingual]] = {
    GardenAction.EAT: Bilingual("食事", "a meal"),
    GardenAction.WORK: Bilingual("仕事", "work"),
    GardenAction.BATHE: Bilingual("お風呂", "a bath"),
    GardenAction.TALK: Bilingual("おしゃべり", "a chat"),
    GardenAction.REST: Bilingual("ひと休み", "a rest"),
}
"""Names of what a character does every day."""


def why(at: Situation, option: Option, town: Town) -> Bilingual:
    """The strongest term for the option, in words."""
    name = max(option.terms, key=lambda one: option.terms[one])
    if name is TermName.SCHEDULE:
        if at.promise is not None and option.destination == at.promise.map_id:
            return Bilingual(f"約束: {at.promise.about.ja}", f"a promise: {at.promise.about.en}")
        if at.item is not None and at.item.action is option.action:
            return at.item.why
        if option.action is GardenAction.SLEEP:
            return Bilingual("もう寝る時間", "it was time to sleep")
    if name is TermName.DESIRE:
        return _desire(option, town)
    if name is TermName.MOOD:
        low = at.needs[MOOD] < 50
        return (
            Bilingual("気分を変えたい", "I wanted to cheer up")
            if low
            else Bilingual("気分がよかった", "I was in good spirits")
        )
    if name is TermName.PLACE and option.action is GardenAction.MOVE:
        place = town.maps[option.destination].name
        return Bilingual(f"{place.ja}はしばらくぶり", f"I had not been to {place.en} for a while")
    return _BODY[option.action]


def _desire(option: Option, town: Town) -> Bilingual:
    if option.action is GardenAction.MOVE:
        place = town.maps[option.destination].name
        return Bilingual(f"{place.ja}を歩いてみたい", f"I wanted to see {place.en}")
    if option.action is GardenAction.WORK:
        return Bilingual("仕事をきちんとしたい", "I wanted to do my work well")
    return _BODY[option.action]


def scored(at: Situation, option: Option, town: Town) -> ScoredEntry:
    """The option in the form that decisions are recorded in."""
    terms = tuple(
        ScoreTerm(name, round(value, 3), _term_words(at, option, name))
        for name, value in option.terms.items()
        if abs(value) >= 0.005
    )
    return ScoredEntry(name=option.name, label=label(option, town), terms=terms)


def label(option: Option, town: Town) -> Bilingual:
    """The option in a few words, as a menu lists it."""
    act = ACTION_WORDS[option.action]
    where = option.facility.label if option.facility is not None else None
    if where is None and option.action is GardenAction.MOVE:
        where = town.maps[option.destination].name
    if option.partner_name is not None:
        name = option.partner_name
        return Bilingual(f"{act.ja} → {name.ja}さん", f"{act.en} with {name.en}")
    if where is None:
        return act
    return Bilingual(f"{act.ja} → {where.ja}", f"{act.en} → {where.en}")


def _term_words(at: Situation, option: Option, name: TermName) -> Bilingual:
    if name is TermName.BODY:
        need = _NEED_OF[option.action]
        value = f"{at.needs[need]:.0f}"
        if option.action is GardenAction.WORK:
            return Bilingual(f"所持金 {at.money:.0f}円", f"money {at.money:.0f} yen")
        return Bilingual(f"{_NAMES[need].ja} {value}", f"{_NAMES[need].en} {value}")
    if name is TermName.SCHEDULE:
        if at.item is not None and at.item.action is option.action:
            return Bilingual(f"予定: {at.item.why.ja}", f"planned: {at.item.why.en}")
        return Bilingual("時刻と約束", "time of day and promises")
    if name is TermName.PLACE:
        return _place_words(at, option)
    return _TERM_WORDS[name]


def _place_words(at: Situation, option: Option) -> Bilingual:
    info = option.facility.info if option.facility is not None else None
    fee = 0 if info is None else info.cost
    quality = 50 if info is None or info.quality is None else info.quality
    ja = f"{option.hops}マップ, {fee}円, 品質{quality}"
    en = f"{option.hops} hops, {fee} yen, quality {quality}"
    if at.weather is Weather.UNKNOWN:
        return Bilingual(ja, en)
    weather = WEATHER_WORDS[at.weather]
    return Bilingual(f"{ja}, 天気 {weather.ja}", f"{en}, weather {weather.en}")


_TERM_WORDS: Final[Mapping[TermName, Bilingual]] = {
    TermName.DESIRE: Bilingual("性格", "personality"),
    TermName.MOOD: Bilingual("庭での気分", "mood in the garden"),
    TermName.VOTE: Bilingual("モデルの一票", "the model's vote"),
    TermName.CHANCE: Bilingual("偶然", "chance"),
}


def need_words(needs: Needs) -> Bilingual:
    """All five needs in one line."""
    order = (SATIETY, ENERGY, HYGIENE, MOOD, BLADDER)
    ja = " ".join(f"{_NAMES[n].ja}{needs[n]:.0f}" for n in order)
    en = ", ".join(f"{_NAMES[n].en} {needs[n]:.0f}" for n in order)
    return Bilingual(ja, en)
