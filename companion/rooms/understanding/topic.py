"""Topic 話題: the thing that a sentence asks about, in its own words, to name it in an answer."""

import re

from companion.words.language import has_japanese

_LONGEST = 24
"""Letters of a topic that is still named; what is longer is a clause."""
_JA = re.compile(
    r"^(?:(?:ねえ|ねぇ|なあ|あの|あのさ|ところで|そういえば|で|えっと|じゃあ|ちなみに)[、 ]?)*"
    r"(?P<topic>.{1,24}?)(?:って|は|が|を|も|の(?:こと|とき|時))?[、 ]?(?:もう|まだ)?"
    r"(?:いつ|何|なん|なに|どこ|どう|どの|どれ|どんな|どっち|誰|だれ|いくら|いくつ|覚えて|おぼえて"
    r"|知って|教えて|わかる|分かる|ある(?:っけ|かな|の))"
    r"|(?:いつ|どこ|何|誰|いくら|いくつ).{0,6}(?:っけ|かな|の)[、 ]?"
    r"(?P<behind>[^、。？?]{1,12})[？?。]*$"
    r"|^(?:(?:で|じゃあ|ねえ|なあ)、)?(?P<bare>(?:私|わたし|僕|俺|うち)の[^、はが]{1,14})は[？?]$"
)
_OWN_JA = re.compile(
    r"^(?:(?:私|わたし|僕|ぼく|俺|おれ|うち|ウチ|自分)の(?:分の)?"
    r"|(?:昨日|きのう|今日|きょう|明日|あした|この前|こないだ|さっき|前に|次の|今度の?)の?[、 ]?)+"
)
_PERSON_JA = re.compile(
    r"(?P<who>(?:お|ご)?[一-龯々ァ-ヴーA-Za-z]{1,8}(?:ども)?(?:さん|ちゃん|くん|君|様|たち|達)*)"
    r"(?:って|は|が|も|、)?(?:もう|まだ|さっき|今日|ちゃんと|今|いま|帰って)*[、 ]?"
    r"(?:来|帰|寝|起き|出かけ|訪ね|着い|いる|いた|います)"
)
_NOUN_JA = re.compile(r"[一-龯々ァ-ヴーA-Za-z]|お[ぁ-ん]")
_EN = re.compile(
    r"\b(?P<topic>(?:my|our|the)\s+(?!same\b|way\b|time\b|matter\b)[a-z][a-z' -]*?)"
    r"(?=\s+(?:again|is|was|are|were|will|called|exactly|go|went|cost|start|begin|begins|starts|end"
    r"|come|came|say|said|when|that|who|which|you|i|we|he|she|they|to|in|at|on|for|like|take|need"
    r"|been|gone|asleep|awake|home|back|finish|finished|before|after|while|still|already|yet|did|do"
    r"|does|has|have|had|ever|last|this|today|yesterday|tomorrow|broke|break|with|about|from|left"
    r"|over|off|here|there|out|up)\b"
    r"|'s (?:going|coming|called)\b|[?.!,;]|$)",
    re.I,
)
_NAME_EN = re.compile(
    r"(?<!^)(?<![.!?] )\b(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April"
    r"|May|June|July|August|September|October|November|December|I\b|TV\b|OK\b)[A-Z][a-z]+"
    r"(?: [A-Z][a-z]+)*"
)
_MINE = re.compile(r"\b(my|our)\b", re.I)
_STATE_EN = re.compile(
    r"\b(?:is|are|was|were|has|have)\s+(?:the|my|our|that)\s+(?P<thing>[a-z][a-z' -]*?)"
    r"(?:\s+(?:still|already|now|really|all))*\s+(?:been\s+)?(?:left\s+)?"
    r"(?:on|off|open|closed|shut|locked|unlocked|broken|plugged in|lit|running|working|flickering"
    r"|blinking|charging|beeping|leaking|boiling)\b",
    re.I,
)
_STATE_JA = re.compile(
    r"(?:^|、)(?P<thing>(?:(?!誰|何|どの|どれ|どこ)[^、はがもを]){1,12}?)(?:は|って|が|も)?[、 ]?"
    r"(?:もう|まだ|ちゃんと|ずっと|今|いま|いつから|何時から|全部|どのくらい|どれくらい)*"
    r"(?:つい|点い|付い|消え|開い|あい|空い|閉ま|しま|動い|うごい|止ま|とま|鳴っ|入っ|切れ|ちかちか"
    r"|つけっぱ|開けっぱ|あけっぱ)(?:し|て|た|な)"
    r"|(?P<of>[^、はがもを]{1,10})を(?:開け|あけ|閉め|しめ|つけ|消し|けし|止め)た(?:の|ん)?(?:です)?か?[？?]"
)


def topic_of(text: str) -> str:
    """`your dentist appointment`, 歯医者; "" where nothing can be named."""
    if has_japanese(text):
        found = _JA.search(text.strip())
        if found is None:
            return ""
        topic = next(part for part in found.groupdict().values() if part)
        topic = re.split(r"[。！!]", topic)[-1]  # やばい。何点...: the cry before it is no topic
        topic = _OWN_JA.sub("", topic).split("、")[0].strip().removesuffix("の")
        return topic if _NOUN_JA.search(topic) else ""
    found = _EN.search(text)
    if found is None:
        name = _NAME_EN.search(text)
        return "" if name is None else name[0]
    topic = _MINE.sub("your", " ".join(found["topic"].split()))
    return topic if len(topic) <= 2 * _LONGEST else ""


def person_of(text: str) -> str:
    """The person whose coming, going or sleep is asked for, as the sentence calls them."""
    if not has_japanese(text):
        return topic_of(text)
    found = _PERSON_JA.search(text)
    return "" if found is None or found["who"] in ("今日", "昨日", "誰") else found["who"]


def state_asked_of(text: str) -> str:
    """The thing whose state is asked for, as it is called: サウナまだついてる？; "" for none."""
    found = (_STATE_JA if has_japanese(text) else _STATE_EN).search(text.strip())
    thing = "" if found is None else next(t for t in found.groupdict().values() if t).strip()
    if has_japanese(text):
        thing = _OWN_JA.sub("", re.split(r"から|あとに?|前に|のに", thing)[-1])
        thing = re.sub(r"(?:に|には)?(?:何|なに|なん)$", "", thing)  # 冷蔵庫なに入ってる
        return thing if _NOUN_JA.search(thing) else ""
    return thing
