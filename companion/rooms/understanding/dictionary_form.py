"""Dictionary form 辞書形: a Japanese order that ends in the plain verb, said as a request.

People who dictate or type to a machine write 照明をつける, アラームを取り消す. The sentence must be
one clause whose verb acts on something (を), without a subject or a reason: 自分で止める, 母が消す
and つけるから tell what somebody does. What comes out is read like any other sentence.
Two of them may be listed before one request: 明かりを消すのと、カーテンを閉めるのをお願い.
"""

import re

_ORDER = re.compile(
    r"[^、。,!?！？]*を[^、。,!?！？]*?(?P<verb>する|切る|絞る|(?<![でま])す|[けせてねべめれえげぜで]る)"
)
_TELLS = re.compile(
    "た(?:そう|らしい|よう)|自分|僕|俺|おれ|私|わたし|うち[はがの]|[がはも][^、。]*を|から|ので|のに|けど|って|と[思言聞]|"
    "たら|れば|なら|ため|前に|後に|ことに|ように|つもり|予定|はず|人"
)
_LISTED = re.compile(
    r"(?P<first>[^、。]+?)のと、?(?:あと、?)?(?P<second>[^、。]+?)の(?:を|も)?"
    r"(?:お願い|頼む|たのむ|やって)(?:ね|します|できる|できますか|くれる|ください|おいて)?[。！!?？]?"
)
_REQUEST = {"する": "して", "切る": "切って", "絞る": "絞って", "す": "して"}


def as_request(text: str) -> str | None:
    """The folded sentence with its verb as a request; None where it is no such order."""
    found = _ORDER.fullmatch(text.strip())
    if found is None or _TELLS.search(text):
        return None
    verb = found["verb"]
    return text.strip()[: found.start("verb")] + _REQUEST.get(verb, verb[0] + "て")


def listed(text: str) -> str | None:
    """Two such orders before one request, as two requests; None where it is no such list."""
    both = _LISTED.fullmatch(text.strip())
    if both is None:
        return None
    first, second = as_request(both["first"]), as_request(both["second"])
    return f"{first}、{second}" if first and second else None
