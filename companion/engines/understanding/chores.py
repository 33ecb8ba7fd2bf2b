"""Chores 予定の頼み: timers, alarms, reminders and routines, whose words stand in a fixed order.

A row of the language's table is a pattern over the folded sentence, in which every time said is
one letter: `W` a moment, `S` a length. The first row that fits decides.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.engines.understanding.times import When
from companion.words.language import Language
from companion.words.timing import After, OnMovement
from companion.words.timing_form import to_plain
from companion.words.understood import UnderstoodWish

INTENTS = {
    "timer_set": "HassStartTimer", "timer_cancel": "HassCancelTimer",
    "timer_add": "HassIncreaseTimer", "timer_subtract": "HassDecreaseTimer",
    "timer_pause": "HassPauseTimer", "timer_resume": "HassUnpauseTimer",
    "timer_status": "HassTimerStatus", "alarm_set": "CompanionSetAlarm",
    "alarm_stop": "CompanionStopAlarm", "alarm_cancel": "CompanionCancelAlarm",
    "alarm_snooze": "CompanionSnooze", "alarm_skip": "CompanionSkipAlarm",
    "alarm_status": "CompanionAlarmStatus", "reminder_set": "CompanionSetReminder",
    "reminder_cancel": "CompanionCancelReminder", "routine_off": "CompanionPauseRoutine",
    "routine_on": "CompanionResumeRoutine", "cancel_all_timers": "HassCancelAllTimers",
}  # fmt: skip
"""Home Assistant has words for timers only; the others are ours."""
ASKING = ("timer_status", "alarm_status")
_NEEDS_MOMENT = ("alarm_set", "reminder_set")


@dataclass(frozen=True, slots=True)
class Chore:
    """予定の頼み: which operation, its words, and when."""

    operation: str
    words: dict[str, str]
    when: When | None
    spans_s: tuple[float, ...]
    by: bool = False


def masked(text: str, whens: Sequence[When]) -> tuple[str, list[When]]:
    """The sentence with every time as one capital letter, which a folded text has not."""
    out, at, kept = "", 0, []
    for when in sorted(whens, key=lambda w: w.start):
        if when.start < at:
            continue
        out += text[at : when.start] + ("S" if when.span_s is not None else "W")
        at = when.end
        kept.append(when)
    return out + text[at:], kept


def chore_of(text: str, whens: Sequence[When], language: Language) -> Chore | None:
    """The chore a sentence asks for; None where it asks for none."""
    said, kept = masked(text, whens)
    rows = _JA if language is Language.JA else _EN
    strip = _strip_ja if language is Language.JA else _strip_en
    said = strip(said)
    for operation, pattern in rows:
        found = pattern.search(said)
        if found is None:
            continue
        moment = next((w for w in kept if w.span_s is None), None)
        spans = tuple(w.span_s for w in kept if w.span_s is not None)
        if operation in _NEEDS_MOMENT and moment is None:
            continue
        words = {
            k.rstrip("129"): v.strip() for k, v in found.groupdict().items() if v and v.strip()
        }
        return Chore(operation, words, moment, spans, said.endswith("by S"))
    return None


def wish_of(chore: Chore, area: str) -> UnderstoodWish:
    """The chore as a wish. A timer's length is its time."""
    length, other = _lengths(chore)
    slots: dict[str, Any] = {k: v for k, v in chore.words.items() if k in ("name", "message")}
    operation = "timer_cancel" if chore.operation == "cancel_all_timers" else chore.operation
    starts, changes = chore.operation == "timer_set", chore.operation.startswith("timer_")
    if area and changes and slots.get("name", area).casefold() in area.casefold():
        slots.pop("name", None)
    if area and changes and "name" not in slots:
        slots["area"] = area
    parameters: dict[str, Any] = dict(slots)
    if changes and length:
        prefix = "" if operation in ("timer_set", "timer_add", "timer_subtract") else "start_"
        slots |= length_slots(length, prefix)
        parameters |= {"duration_s": length, **length_slots(length, prefix)}
        slots |= length_slots(other, "start_")
    if operation == "alarm_snooze" and length:
        parameters["duration_s"] = length
    when = chore.when.timing if chore.when is not None else None
    if when is not None and not chore.operation.endswith("_set"):
        parameters["which"], when = to_plain(when), None  # which one, not when to act
    return UnderstoodWish(
        intent=INTENTS[chore.operation],
        slots=slots,
        operation="" if chore.operation in ASKING else f"schedule.{operation}",
        parameters=parameters,
        when=After(length) if starts and length else None if operation == "alarm_snooze" else when,
    )


def _lengths(chore: Chore) -> tuple[float, float]:
    """The length meant, and that by which a timer is called; `by` comes before the former."""
    spans = chore.spans_s or ((_length(chore.when),) if chore.when else ())
    if not spans:
        return 0.0, 0.0
    if len(spans) == 1:
        return spans[0], 0.0
    return (spans[-1], spans[0]) if chore.by else (spans[0], spans[1])


def _length(when: When | None) -> float:
    timing = when.timing if when is not None else None
    return timing.after_s if isinstance(timing, After) else 0.0


def length_slots(seconds: float, prefix: str) -> dict[str, int]:
    whole = round(seconds)
    parts = (("hours", whole // 3600), ("minutes", whole % 3600 // 60), ("seconds", whole % 60))
    return {f"{prefix}{name}": count for name, count in parts if count}


def waits_for_person(when: When | None) -> bool:
    """Whether it waits for somebody to come or go."""
    return when is not None and isinstance(when.timing, OnMovement)


_POLITE = re.compile(
    r"(?:(?:くれると(?:助かる|嬉しい)|おいて|といて|くださいますか|くださいませんか|ください|下さい|くれますか|くれませんか"
    r"|くれません|くれます|くれないかな|くれるかな|くれる|くれない|くれ|もらえますか|もらえませんか|もらえます|もらえるかな|もらえる|もらえない|もらってもいい"
    r"|もらっていい|いただけますか|いただけませんか|ほしいんだけど|ほしいな|ほしいです|ほしい|欲しいんだけど|欲しいな|欲しい|ちょうだい|頂戴|お願いします|お願いね|お願い|おねがい"
    r"|頼む|ですか|ね|よ|な|か|\?|。|、|!| |ー)+)$"
)
_FILLERS = re.compile(
    r"^(?:えーと|えっと|あのー?|ねえ|ねぇ|おい|すみません|すいません|じゃあ|では|よし|そうだ|あと|それと|それから|ついでに|まあ|ごめん|悪いけど|、|。| )+"
)


def _strip_ja(said: str) -> str:
    bare = _FILLERS.sub("", said)
    polite = _POLITE.sub("", bare)
    return polite if polite != bare else bare


_LEAD = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|oh|please|pls|can you|could you|would you|will you|can we|um|uh|er|robot|companion|i want you to"
    r"|i need you to|i'd like you to|i'd like|i want|i need|go ahead and|just|also|now|so|,|and|let's|right|alright|well|actually|then|quick|quickly) )+"
)
_TRAIL = re.compile(
    r"(?: (?:please|for me|thanks|thank you|\?|\.|,|now|okay|ok|would you|could you|will you|mate|robot|companion|then))+$"
)


def _strip_en(said: str) -> str:
    return _TRAIL.sub("", _LEAD.sub("", said))


def _table(*rows: tuple[str, str]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((operation, re.compile(pattern)) for operation, pattern in rows)


_TM, _AL = "(?:たいまー|ターマー)", "(?:あらーむ|目覚まし(?:時計)?|めざまし(?:時計)?|目ざまし)"
_END = r"(?:し|かけ|入れ|い?れ|つけ|掛け|鳴らし|設定し|せっとし|すたーとし|開始し|始め|作っ|頼め?|登録し|追加し)(?:と?い?て|とい?て|ておいて|てく?)?$"
_NAMED = r"(?P<name>[^SWをはがにでと、 ]{1,12}?)(?:用)?の?"
_JA = _table(
    ("timer_status", rf"{_TM}.*(?:残り|あと|何分|何秒|どのくらい|どれくらい|いつ)|(?:残り|あと何分|あとどの?れ?くらい).*{_TM}"),
    ("alarm_status", rf"{_AL}.*(?:何時|いつ|かかって|なって|ある|セットされ|せっとされ|あった)"),
    ("timer_pause", rf"{_TM}(?:を|は)?(?:いったん|一旦|ちょっと)?(?:一時停止|ぽーず|待っ)(?:し(?:て)?|て)?$"),
    ("timer_resume", rf"{_TM}(?:を|は)?(?:再開|続け|動かし)(?:し(?:て)?|て)?$"),
    ("cancel_all_timers", rf"(?:全部の|すべての|全ての){_TM}(?:を|は)?(?:止め|とめ|消し|けし|きゃんせる|取り消し|解除|やめ)"),
    ("timer_add", rf"(?:{_TM}.*S|S.*{_TM}|{_TM}.*W).*(?:延ばし|のばし|伸ばし|追加|増やし|足し|延長|長く)"),
    ("timer_subtract", rf"(?:{_TM}.*S|S.*{_TM}).*(?:減らし|短く|短縮|縮め)"),
    ("timer_cancel", rf"^(?:{_NAMED})?(?:S(?:間)?の)?{_TM}(?:を|は|の)?(?:もう)?(?:止め|とめ|消し|けし|きゃんせる|取り消し|取消し?|解除|やめ|切っ|なし|いらない|終了|すとっぷ|停止|りせっと)(?:て|で|に?し(?:て)?)?$"),
    ("timer_set", rf"^(?:{_NAMED})?S(?:間)?(?:の|で|に|、)?{_TM}(?:を)?(?:(?:今から)?{_END})?$"),
    ("timer_set", rf"^{_TM}(?:を|は|、)?S(?:間)?(?:で|に|を)?(?:{_END})?$"),
    ("timer_set", rf"^(?P<name>[^SW、]{{1,12}}?)(?:用)?の?{_TM}(?:を|は)?S(?:間)?(?:で|に)?(?:{_END})?$"),
    ("timer_set", r"^(?:(?P<name>[^SW、はが]{1,12}?)(?:を|に|の|で)?)?S(?:間)?(?:を|だけ)?(?:計っ|測っ|はかっ|量っ|かうんとし|数え|たいむ計っ)(?:と?い?て|ておいて|て)?$"),
    ("timer_set", r"^W(?:に)?(?:教え|知らせ|呼ん|鳴らし|おしえ|しらせ|声かけ|声を?かけ)(?:て|で|とい?て)?$"),
    ("timer_set", r"^S(?:経っ|たっ|し)たら(?:教え|知らせ|呼ん|鳴らし|おしえ|しらせ)(?:て|で|とい?て)?$"),
    ("alarm_snooze", r"^(?:すぬーず(?:し(?:て)?|で|に(?:し(?:て)?)?)?|二度寝(?:させて|する|し)?.*|(?:あと|もう)?(?:S|W|少し|ちょっと|もう少し|もうちょっと)(?:だけ)?(?:で)?(?:寝かせて|寝させて|寝たい|寝る|待って起こして|したらまた(?:起こし|鳴らし)て|後にまた(?:起こし|鳴らし)て))"),
    ("alarm_skip", rf"(?:W|次|今度)の?(?:朝の)?{_AL}(?:は|を|だけ)?(?:すきっぷ|飛ばし|とばし|休み|お休み|なし|一回なし|鳴らさない)"),
    ("alarm_cancel", rf"^(?:W(?:の)?|明日の|次の|全部の)?{_AL}(?:を|は|の設定を?|全部)*(?:きゃんせる|取り消し|取消し?|削除|解除|なし|やめ|いらない|消去|おふ|切っ)"),
    ("alarm_cancel", rf"^(?:W|明日|全部)の?{_AL}(?:を|は)?(?:止め|とめ|消し|けし)"),
    ("alarm_stop", rf"^(?:もう|その)?(?:{_AL})(?:の音)?(?:を|は)?(?:もう)?(?:止め|とめ|消し|けし|すとっぷ|停止|うるさい(?:から)?(?:止め|とめ)?|黙っ)"),
    ("alarm_stop", r"^(?:もう)?(?:起きた(?:から|よ|ので)?(?:、)?(?:もういい|止め|とめ|大丈夫)).*"),
    ("alarm_set", r"W(?:に|は|で|ちょうどに|ごろ|頃|までに)?(?:絶対|必ず|ちゃんと)?(?:に)?(?:、)?(?:私を|僕を|俺を)?(?:起こし|おこし|目を覚まさせ)(?:て|とい?て|ておいて)?$"),
    ("alarm_set", r"^W(?:に|は|までに)?(?:起き(?:たい|なきゃ|ないと|なくちゃ|る|ます)|起床)(?:んだけど|ので|から|です|んで|し)?(?:、)?(?:起こし(?:て)?|あらーむ.*|お?願い?)?$"),
    ("alarm_set", rf"^W(?:に|の|で|は)?(?:、)?{_AL}(?:を)?(?:{_END}|$)|^{_AL}(?:を|は|、)?W(?:に|で|の)?(?:{_END}|$)"),
    ("reminder_cancel", r"^(?P<name>.*?)(?:の|って)?(?:りまいんだー?|りまいんど)(?:を|は)?(?:消し|けし|きゃんせる|取り消し|削除|やめ|いらない|解除|なし)"),
    ("routine_off", r"(?P<name>[^WS、]*?)の?(?:るーてぃん|るーちん|自動化|自動実行|習慣|定期実行)(?:を|は)?(?:しばらく)?(?:止め|とめ|お?休み|おふ|無効|やめ|中止|停止|きゃんせる|切っ|消し|すきっぷ)"),
    ("routine_on", r"(?P<name>[^WS、]*?)の?(?:るーてぃん|るーちん|自動化)(?:を|は)?(?:再開|おん|有効|動かし)"),
    ("reminder_set", r"^W(?:に|は|、|で|になったら|には)?(?P<message>.{1,40}?)(?:の|を|って|と|こと(?:を)?|ように|ようって|のを|するの|よう)?(?:りまいんど|りまいんだー|思い出させ|声を?かけ|知らせ|教え|言っ|忘れないように(?:言っ|教え)|通知|伝え|しらせ|おしえ|呼びかけ|忘れさせない)(?:し|を?せっとし|を?設定し|を?入れ)?(?:て|で|とい?て|ておいて|ておく)?$"),
    ("reminder_set", r"^(?P<message>.{1,40}?)(?:を|って|と|の|、|のを|こと(?:を)?)?W(?:に|、|で|は)?(?:りまいんど|りまいんだー|思い出させ|声を?かけ|知らせ|教え|言っ|通知|しらせ)(?:し|を?せっとし|を?設定し)?(?:て|で|とい?て|ておいて)?$"),
    ("reminder_set", r"^W(?:に|は|、|で)?(?P<message>.{1,30}?)(?:のを?|ことを?|の)?忘れないように(?:し|させ)て?$"),
    ("timer_set", r"^(?P<name>(?:かっぷ|らーめん|ぱすた|卵|ゆで卵|たまご|お茶|紅茶|ご飯|麺|うどん|そば|そうめん|煮込み|筋とれ|休憩|昼寝|仮眠|歯磨き|瞑想|ぴざ|ごはん|スパゲティ)[^SW、]{0,6}?)(?:を|に|は|、)?S(?:で|間)?$"),
)  # fmt: skip

_TIMER, _ALARM = "(?:timers?|countdowns?)", "(?:alarms?|alarm clock|wake up call)"
_AREA = r"(?: (?:in|for) the [a-z ]+?)?"
_MY = r"(?:the |my |a |an |that |this |our |any |me a |me an |us a |another )?"
_CALLED = r"(?: (?:named|called|labeled|labelled|for|for the|for my|for a) (?P<name9>[a-z' ]+?))?"
_FORGET = r"(?:cancel|delete|clear|remove|scrap|stop|kill|end|dismiss|turn off|get rid of|nix|drop|forget(?: about)?|shut off|lose)"
_REMIND = (
    r"(?:remind (?:me|us|[a-z]+)|give (?:me|us) a (?:reminder|shout|nudge|ping|heads up|poke)|set (?:me )?a reminder|set up a reminder|make a reminder|create a reminder|add a reminder"
    r"|don't let (?:me|us) forget|make sure (?:i|we) (?:remember|don't forget)|a reminder|reminder|tell me|let me know|nudge me|ping me|prompt me|shout)"
)
_EN = _table(
    ("timer_status", rf"(?:how (?:long|much (?:time|longer))|time left|time remaining|status|what's left|remaining|left on|check|is there).*{_TIMER}|{_TIMER} status|how much longer on"),
    ("alarm_status", rf"^(?:what|when|which|is|do|are|did|have|how many).*{_ALARM}"),
    ("timer_pause", rf"^(?:pause|hold|freeze) {_MY}(?:S )?(?:(?P<name>[a-z]+) )?{_TIMER}(?: for S)?{_AREA}$"),
    ("timer_resume", rf"^(?:resume|unpause|continue|restart|start back up) {_MY}(?:S )?(?:(?P<name>[a-z]+) )?{_TIMER}(?: for S)?{_AREA}$"),
    ("cancel_all_timers", rf"^{_FORGET} (?:all|every)(?: of)?(?: the| my)? {_TIMER}{_AREA}$"),
    ("timer_add", rf"^(?:add|tack|put|give (?:me|it) another|give)(?: another| on)*(?: the {_TIMER})? S(?: more)?(?: (?:to|on|onto|on to))? ?{_MY}(?:(?P<name>[a-z]+) )?(?:{_TIMER})?(?: for S)?(?: (?:named|called) (?P<name2>[a-z ]+))?{_AREA}$"),
    ("timer_add", rf"^(?:extend|increase|lengthen) {_MY}(?:S )?(?:(?P<name>[a-z]+) )?{_TIMER}{_AREA} by S$"),
    ("timer_subtract", rf"^(?:take|remove|subtract|shave|knock|cut|drop) S (?:off|from|off of|out of) {_MY}(?:S )?(?:(?P<name>[a-z]+) )?{_TIMER}(?: for S)?(?: (?:named|called) (?P<name2>[a-z ]+))?{_AREA}$"),
    ("timer_subtract", rf"^(?:shorten|decrease|reduce) {_MY}(?:S )?(?:(?P<name>[a-z]+) )?{_TIMER}{_AREA} by S$"),
    ("timer_cancel", rf"^{_FORGET} {_MY}(?:S )?(?:(?P<name>[a-z]+(?: [a-z]+)?) )?{_TIMER}(?: for S)?(?: (?:named|called) (?P<name2>[a-z ]+))?{_AREA}$"),
    ("timer_set", rf"^(?:(?:set|start|make|create|begin|run|give me|put on|get|do|have|put|kick off|i'll have|can i have|can i get|could i have)(?: up| on)? )?{_MY}(?:new )?(?:(?P<name>[a-z]+(?: [a-z]+)?) )?{_TIMER}(?: (?:for|of|at|to|with))?(?: about| another)? ?S{_CALLED}$"),
    ("timer_set", rf"^(?:(?:set|start|make|create|begin|run|give me|put|get|do|have|put on)(?: up)? )?{_MY}S (?:(?P<name1>[a-z]+(?: [a-z]+)?) )?(?:{_TIMER}|on the {_TIMER}|on the clock|on {_TIMER}){_CALLED}$"),
    ("timer_set", r"^(?:time|count down|count|countdown|time me for)(?: for)? S(?: (?:for|on) (?:my |the |a )?(?P<name>[a-z ]+))?$"),
    ("timer_set", rf"^{_TIMER} S$|^S on the {_TIMER}$"),
    ("alarm_snooze", r"^(?:snooze(?: (?:it|that|the alarm|my alarm|the alarm clock))?(?: for)?(?: S)?|(?:give me |just |let me (?:have|sleep|sleep for) )?(?:another )?S(?: more)?(?: (?:of sleep|in bed))?|(?:hit )?snooze|let me sleep (?:in|a (?:bit|little)(?: longer| more)?|longer|S(?: more)?)|wake me(?: up)? again W|five more minutes)$"),
    ("alarm_skip", rf"^skip (?:W's |W |{_MY}|the next |tomorrow's |my next )*(?:W )?{_ALARM}(?: W)?$"),
    ("alarm_stop", rf"^(?:stop|silence|turn off|shut off|kill|dismiss|end|quiet|mute|shut up) {_MY}{_ALARM}$|^turn {_MY}{_ALARM} off$|^(?:i'm (?:up|awake)(?: already)?)(?: ,)?(?: stop| turn it off| shut it off| stop it| stop that| stop the {_ALARM})$|^{_ALARM} (?:off|stop)$"),
    ("alarm_cancel", rf"^(?:{_FORGET}|switch off|disable|turn off) (?:all (?:of )?(?:the |my )?|{_MY})?(?:W(?:'s)? |next |morning )?{_ALARM}(?: (?:for |set for )?W)?$"),
    ("alarm_set", rf"^(?:W ,? ?)?(?:set|make|create|add|put|give me|start|schedule|i need|need|have|get)?(?: up| on| in)? ?{_MY}(?:new )?{_ALARM}(?: (?:for|at|to|on))* ?W$|^W {_ALARM}$"),
    ("alarm_set", r"^(?:W ,? ?)?(?:wake (?:me|us)(?: up)?|get (?:me|us) (?:up|out of bed)|(?:i|we) (?:need|have|want|got|'ve got|gotta)(?: to)? (?:be up|get up|wake up|be awake)|make sure (?:i'm|i am|we're) (?:up|awake)|need to be up|have to be up|to be (?:up|awake)|to (?:get|wake) up|(?:i've got|i have|i've) to (?:be up|get up|wake up))(?: (?:by|at|for|before|around))?(?: W)?(?: ,? ?(?:so )?(?:please )?wake me(?: up)?(?: then| in time)?)?$"),
    ("reminder_cancel", rf"^{_FORGET} (?:the |my |that )?(?:(?P<name>[a-z' ]+) )?reminders?(?: (?:to|about|for) (?P<name2>[a-z' ]+))?$"),
    ("routine_off", r"^(?:stop|pause|turn off|disable|cancel|skip|suspend|switch off) (?:the |my )?(?:W |(?P<name>[a-z' ]+) )?(?:routine|automation)s?(?: .*)?$|^turn (?:the |my )?(?P<name2>[a-z' ]+) (?:routine|automation) off$"),
    ("routine_on", r"^(?:resume|turn on|enable|restart|switch on) (?:the |my )?(?P<name>[a-z' ]+) (?:routine|automation)s?$"),
    ("reminder_set", rf"^{_REMIND}(?: ,)? W(?: ,)?(?: (?:to|that|about|of|for|it's time to|i have to|i need to)) (?P<message>.+)$"),
    ("reminder_set", rf"^{_REMIND} (?:to |that |about |of |for |it's time to )?(?P<message>(?!if |when |whether |how |what |W).+?)(?: ,)? W$"),
    ("reminder_set", rf"^W(?: ,)? {_REMIND} (?:to |that |about |of )?(?P<message>.+)$"),
    ("reminder_set", r"^(?:remind me|give me a (?:reminder|shout|nudge)|set a reminder)(?: for)? W$|^(?:tell me|let me know) W$|^W (?:tell me|let me know|remind me)$"),
)  # fmt: skip
