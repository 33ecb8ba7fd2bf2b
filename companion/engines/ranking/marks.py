"""Marks: encode small words that turn a sentence round as numbers beside its vector.

A sentence's vector holds what it is about; "on" and "off", "do" and "don't", "still" and "no
longer" it hardly tells apart. Each mark is 1 where such a word stands in the sentence.
"""

import re

import numpy as np

from companion.engines.ranking.lines import Floats
from companion.engines.ranking.wished_deed import asked_deeds

_MARKS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"\b(no|not|never|nothing|nobody|without|cannot|\w+n'?t)\b|ない|ません|なし|だめ|不要",
        r"\b(leave|keep|let|stay|stays|remain)\b|まま|ておいて|でおいて|おくこと|そっと",
        r"\b(do not|don'?t|never|must not|should not|shouldn'?t|no need)\b"
        r"|ないで|なくていい|禁止|だめ",
        r"\b(still|yet|another|longer|until|not finished)\b|まだ|あと|途中|最中|まで",
        r"\b(already|just|done|taken care|sorted)\b|もう|さっき|済|終わ|たった今",
        r"\b(soon|right back|minute|moment|second|only|quick)\b|すぐ|ちょっと|だけ|戻る",
        r"\b(on|start|run|running)\b|つけ|ついて|入れ|動",
        r"\b(off|out|stop|pause)\b|消|切|止",
        r"\bopen|開",
        r"\b(close|closed|shut|lock|locked)\b|閉|鍵|施錠",
        r"\b(dark|dim|night)\w*|暗|夜|まっくら",
        r"\b(bright|light|lamp|lit)\w*|明|照|まぶし|眩",
        r"\b(quiet|silen\w+|hush|noise|loud|noisy)\b|静か|うるさ|音",
        r"\b(sleep|asleep|slept|bed|nap|night night)\w*|寝|眠|布団|おやすみ",
        r"\b(hot|warm|heat|sweat)\w*|暑|熱|汗|温か|暖か",
        r"\b(cold|cool|chill|freez|shiver)\w*|寒|冷|凍|震",
        r"\?|？|\b(could|would|can) you\b|てくれ|もらえ",
        r"\bplease\b|\b(i|we)('d| would| want| need)\b"
        r"|して$|って$|て。|てね|ください|お願い|ほしい",
        r"\b(i|i'm|my|we|our)\b|私|僕|うち|自分",
        r"「|『|\breads?\b|\bsays?\b|\bsaid\b|書いて|:",
        r"\b(perhaps|maybe|probably|might|may|uncertain|unknown)\b|かも|たぶん|おそらく|不明|分から",
    )
)
_DEEDS = ("turn_on", "turn_off", "open", "close", "lock", "play", "stop")
COUNT = len(_MARKS) + len(_DEEDS)


def marked(text: str, vector: Floats) -> Floats:
    """The vector with the marks behind it: what the reader of lines reads."""
    asked = asked_deeds(text)
    marks = [float(form.search(text) is not None) for form in _MARKS]
    marks += [float(deed in asked) for deed in _DEEDS]
    return np.concatenate([vector, np.array(marks, np.float32)]).astype(np.float32)
