"""Two in a breath 一息に二つ reads one sentence as orders for two timers or two alarms."""

import re

_HOUR_JA = r"(?:朝|夜|午前|午後|夕方|昼)?の?\d{1,2}(?:時(?:半|\d{1,2}分)?|:\d\d)"
_LENGTH_JA = r"\d+(?:\.\d+)?(?:時間半?|分半?|秒)(?:\d+秒)?"
_OF_WHAT_JA = r"(?P<{0}>[^、。\d]{{1,8}}?)(?:が|は|の|を|に)?"
_TWO_OF = {
    "ja": (
        re.compile(
            rf"^{_OF_WHAT_JA.format('x')}(?P<a>{_LENGTH_JA})(?:で|と|、|に)+{_OF_WHAT_JA.format('y')}(?P<b>{_LENGTH_JA})(?:、|で|ね)*(?:別々|それぞれ|別|両方)?(?:に|で)?(?:、)?(?:たいまー|測|計|はか|量)[^、。]{{0,12}}[。]?$"
        ),
        re.compile(
            rf"^(?P<lead>(?:明日|あした|今日|明後日|平日|毎日|毎朝)?(?:の|は)?)(?P<a>{_HOUR_JA})(?:に|と)?(?:1[回度])?(?:起こして)?(?:それで|もし|で|と|、)*(?:起きなかったら|起きひんかったら)?(?:と|、)*(?P<b>{_HOUR_JA})に?(?:も|もう1[回度]|また)*(?P<deed>起こして|おこして|鳴らして|(?:あらーむ|目覚まし)[^、。]{{0,8}})?(?:ください|くれる?|ね|よ|な|お願い|。)*$"
        ),
    ),
    "en": (
        re.compile(
            r"^(?:(?:set|start|do|i need|can you set|please set|give me)? ?(?:2 |a couple of |some )?timers?(?: ,| :)? ?(?:for )?)?(?P<a>[a-z0-9: .]*?\d[a-z0-9: .]*?(?:minutes?|mins?|seconds?|hours?)) (?:for|on) (?P<x>(?:the |my )?[a-z' ]+?)(?: ,)?(?: and| ,| then) (?P<b>\d[a-z0-9: .]*?(?: (?:minutes?|mins?|seconds?|hours?))?) (?:for|on) (?P<y>(?:the |my )?[a-z' ]+?)$"
        ),
        re.compile(
            r"^(?P<lead>(?:wake (?:me|us)(?: up)?|(?:set )?(?:an? |my |2 )?alarms?) (?:at|for) )(?P<a>[0-9: apm]+|(?:half|quarter) (?:past|to) \d+)(?: ,)? and(?: then)?(?: again)? (?:at |for )?(?P<b>(?:half|quarter) past(?: \d+)?|[0-9: apm]+|(?:quarter) to \d+)$"
        ),
    ),
}
_UNIT_EN = re.compile(r"(?:minutes?|mins?|seconds?|hours?)")


def two_of(text: str, language: str) -> tuple[str, ...]:
    """麺が8分で卵が6分, `wake me at 6 and again at half past`: each as an order of its own; empty
    where the folded sentence is none."""
    timers, alarms = _TWO_OF[language]
    if (found := timers.match(text)) is not None:
        a, b = found["a"], found["b"]
        if language == "ja":
            return f"{found['x']}{a}のたいまー", f"{found['y']}{b}のたいまー"
        unit = _UNIT_EN.search(a)
        b = b if _UNIT_EN.search(b) or unit is None else f"{b} {unit.group()}"
        return f"set a timer for {a} for {found['x']}", f"set a timer for {b} for {found['y']}"
    found = alarms.match(text)
    if found is None:
        return ()
    if language == "ja":
        if "起こ" not in text and "あらーむ" not in text and "目覚まし" not in text:
            return ()
        return f"{found['lead']}{found['a']}に起こして", f"{found['lead']}{found['b']}に起こして"
    b = found["b"].strip()
    if b in ("half past", "quarter past"):
        b = f"{b} {found['a'].split(':')[0].split()[0]}"
    return f"{found['lead']}{found['a']}", f"{found['lead']}{b}"
