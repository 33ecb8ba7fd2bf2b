"""This answerer tells of the companion's own day: "what did you do today?", "who is there?".

The first question gets the acts in the home and then the day in the garden, the second the garden
alone. The sentences are a vocabulary that is matched whole: what names the garden beside a thing of
the home is not its. The answer says that it is of the garden, and is recorded as of the garden: it
never becomes a memory of the house.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from companion.ports.answerer import Answer, HeardSentence
from companion.ports.garden import GardenReader
from companion.words.garden import GardenAction
from companion.words.language import Bilingual
from companion.words.trust import Authority, authority_of

_EVER_JA = r"(です|だ|や)?(か|の|ん|かな|ね|よ|い)*"
_END = r"(です|でした)?(か|の|んだ|かな|ね|よ)*"
_DID_EN = r"(so,? )?what (did you do|have you done)( so far)?"
_WAS_AT_EN = r"(so,? )?what (did you get up to|(have you been|were you) (doing|up to))( so far)?"
_WHILE_EN = r"( (while|when) (i|we) (was|were) (out|away|asleep|at work|gone))?"
_DEEDS_JA = rf"[はに]?、?(何|なに)を?(した|しました|して(い)?(た|ました)){_END}"
_DAY_JA = rf"は?、?((どう|どんなふうに)過ごし(た|ました)|(どんな|どういう)(一日|日)だった){_END}"
_DEEDS_TODAY = re.compile(
    rf"{_DID_EN} today|{_WAS_AT_EN}( today)?{_WHILE_EN}"
    rf"|(今日|留守番?中|いない間){_DEEDS_JA}",
    re.I,
)
_DAY_TODAY = re.compile(
    r"((so,? )?how (was your day|is your day( going)?|has your day been)( so far)?( today)?"
    r"|(how is|how's) (life in )?your garden( today)?|how are things in your garden"
    r"|what('s| is) new( with you| (in|with) (your garden|that garden of yours))?( today| lately)?"
    r"|(what('s| is)|what has been) (happening|going on) in (your garden|that garden of yours)"
    r"|what do you do (all (day|night)( long)?|at night|(at|when|while|in|after) [^,?.]{3,60})"
    r"|(please )?(talk to me|chat (to|with) me|tell me (something|a story|about "
    r"(yourself|your (day|garden|life))))( about (something|anything))?"
    r"( new| nice| interesting)?(,? (while|please)( [^,?.]{3,60})?)?"
    rf"|(最近|近頃|この頃)(は|って)?、?(どう|どない){_EVER_JA}"
    rf"|(一日中|いつも|ふだん|普段|夜中|夜|留守番中|[^。、？はが]{{1,12}}(とき|時|間))(は|に|って)?"
    rf"、?(何|なに)を?して(い)?(る|ます){_EVER_JA}"
    r"|(何か|なんか|なにか)?、?(お?話|おはなし|しゃべ)(し|っ|を聞かせ)て"
    r"(よ|ね|くれる|くれない|ください|ほしい)*"
    r"|話し相手になって(よ|ね|くれる|くれない|ください)*"
    rf"|(そっちの)?庭の(話|こと)を?(聞かせて|教えて|話して)(よ|ね|くれる|ください)*"
    rf"|今日{_DAY_JA}|(最近の?|今日の?)?(そっちの)?お?庭(の(ほう|方))?(は|では|って)、?(最近)?"
    rf"((どう|どない)(なって(い)?る|なっとる)?|何かあった|どんな感じ){_END})",
    re.I,
)
_YOURS = r"\b(your (own |little )*garden|(the|that) garden of yours)\b"
_OPEN = re.compile(
    r"(so |and |hey |ok |well |now )?((can|could|will|would) you )?(please )?"
    r"(what|how|tell me|talk (to me )?about|is there|did anything|has anything|anything)\b"
    rf".{{0,40}}{_YOURS}.{{0,30}}"
    r"|(ねえ|ね|ところで|そういえば|じゃあ|、)*(君の|きみの|そっちの|そちらの|今日の?|最近の?)*お?庭"
    r"(のほう|の方)?(には|では|での|の|は|って|で)?、?(今日の?|最近の?|今の?|今は|みんなの?)*"
    r"(様子|こと|お?話|出来事|暮らし|みんな)?(は|を|って|も|が|に|で|、)*"
    r"(どう(なって(い)?る|なってます)?|どんな(感じ|様子|ところ|暮らし|毎日|風)|元気|変わりない"
    r"|(何|なに)(か|が)?(あった|ありました|あるの?|起き(た|てる)|して(い)?る|して(い)?た)"
    rf"|教えて|聞かせて|話して){_END}(くれる|くれない|ください|ほしいな?|な)*",
    re.I,
)
"""The companion's garden is asked about openly. An orders' or a thing's sentence is none."""
_WHO = re.compile(
    rf"(so |and |hey |ok |tell me )*who\b.{{0,30}}{_YOURS}( with you| too)?"
    r"|(so |and )?(who (is|are)|do you have|tell me about|have you got) (your |any |a )*(best "
    r"|close |good )*(friends?|neighbou?rs?)( there| in your garden)?"
    r"|(君の|きみの|そっちの)?お?庭(に|で)は?、?(誰|だれ|どんな人|何人)(か|が|と)?.{0,3}"
    rf"(住んで|暮らして)(い)?(る|ます){_END}"
    r"|(君の|きみの)?(一番)?(仲のいい|仲良しの)?(友だち|友達|ともだち|仲良し)"
    rf"(は|って)?、?(誰|だれ|いる|います|どんな人){_END}",
    re.I,
)
_DEEDS_YESTERDAY = re.compile(rf"({_DID_EN}|{_WAS_AT_EN}) yesterday|昨日{_DEEDS_JA}", re.I)
_DAY_YESTERDAY = re.compile(rf"how was your day yesterday|昨日{_DAY_JA}", re.I)

_NOW = re.compile(
    r"(so |hey |and )?what('re| are)? you (doing|up to)( right now| now| at the moment| just now)?"
    r"|(今|いま)?(は|って)?、?(何|なに|なん)(を)?して(い)?(る|ます)(の|ん)?(です)?(か|かな|ね)?",
    re.I,
)
_DOING = {
    GardenAction.EAT: Bilingual("食事をしています", "eating"),
    GardenAction.SLEEP: Bilingual("眠っています", "asleep"),
    GardenAction.TOILET: Bilingual("ひと休みしています", "having a short break"),
    GardenAction.WORK: Bilingual("働いています", "at work"),
    GardenAction.BATHE: Bilingual("お風呂に入っています", "in the bath"),
    GardenAction.TALK: Bilingual("話をしています", "talking with somebody"),
    GardenAction.REST: Bilingual("休んでいます", "resting"),
    GardenAction.MOVE: Bilingual("出かけるところです", "on my way"),
    GardenAction.THINKING: Bilingual("考えごとをしています", "thinking"),
    GardenAction.IDLE: Bilingual("のんびりしています", "taking it easy"),
}
_AT_HOME = Bilingual(
    "家のことを見ています。庭では、{}{}。", "I look after the house. In my garden I am {1}{0}."
)

Deeds = Callable[[str], Awaitable[Bilingual]]
"""Words for the acts in the home on the day that a sentence asks for."""
PEOPLE_TOLD = 3
"""People of the garden that one answer names."""


@dataclass(frozen=True, kw_only=True)
class GardenDay:
    """Answers the people of the home; a stranger is told nothing, as of every other day."""

    garden: GardenReader
    deeds: Deeds
    """Words for the acts in the home on the day that a sentence asks for."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The day in the garden; where acts are asked for, those in the home first."""
        said = " ".join(heard.called_by.as_you(heard.text).split()).strip("。.!！?？、, ")
        if authority_of(heard.event.trust) is not Authority.USER:
            return None
        if (told := self._who(said) or self._now(said)) is not None:
            return Answer(words=told, garden=True)
        deeds_yesterday = _DEEDS_YESTERDAY.fullmatch(said)
        yesterday = deeds_yesterday or _DAY_YESTERDAY.fullmatch(said)
        both = deeds_yesterday or _DEEDS_TODAY.fullmatch(said)
        if not (both or yesterday or _DAY_TODAY.fullmatch(said) or _OPEN.fullmatch(said)):
            return None
        words = self.garden.yesterday_told() if yesterday else self.garden.today_told()
        if words is None:
            return None
        if both:
            home = await self.deeds(heard.text)
            words = Bilingual(f"{home.ja}{words.ja}", f"{home.en} {words.en}")
        return Answer(words=words, garden=True)

    def _now(self, said: str) -> Bilingual | None:
        """Its task in the home, and its doing in the garden."""
        view = self.garden.view() if _NOW.fullmatch(said) else None
        own = None if view is None else next((one for one in view.people if one.is_self), None)
        if view is None or own is None:
            return None
        place = next((one.name for one in view.places if one.id == own.place), None)
        doing = _DOING[own.action]
        return Bilingual(
            _AT_HOME.ja.format(f"{place.ja}で" if place else "", doing.ja),
            _AT_HOME.en.format(f" ({place.en})" if place else "", doing.en),
        )

    def _who(self, said: str) -> Bilingual | None:
        """The people of the garden, those first who are nearest to the companion."""
        view = self.garden.view() if _WHO.fullmatch(said) else None
        if view is None:
            return None
        others = [p for p in view.people if not p.is_self]
        near = sorted(others, key=lambda p: -(p.affinity or 0.0))[:PEOPLE_TOLD]
        if not near:
            return None
        told = [(p.name, p.job) for p in near]
        ja = "、".join(f"{job.ja}の{name.ja}" for name, job in told)
        en = ", ".join(f"{name.en} ({job.en})" for name, job in told)
        return Bilingual(
            f"庭には{len(others)}人が住んでいます。仲がいいのは、{ja}です。",
            f"{len(others)} people live in my garden. Closest to me: {en}.",
        )
