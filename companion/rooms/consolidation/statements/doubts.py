"""Doubts: whether a sentence tells something as so, or asks, supposes, quotes or jokes.

A fact is made of a plain statement alone; where there is a doubt, the sentence stays an episode.
"""

import re

from companion.words.language import Language

_EN = re.compile(
    r"\?|^(?:is|are|am|was|were|do|does|did|have|has|can|could|will|would|shall|should|may|what|who|whose|whom"
    r"|which|when|where|why|how|isn't|aren't|don't|doesn't|didn't|won't|let|let's|imagine|suppose|pretend|say)\b"
    r"|\b(?:if|unless|suppose|supposing|imagine|pretend|pretending|maybe|perhaps|might|probably|possibly|would"
    r"|could|should|wish|wonder|guess|reckon|i think|i suppose|i believe|apparently|supposedly|allegedly|rumour"
    r"|kidding|joking|joke|jokes|not really|lol|haha|as if|used to|dreamt|dreamed|dream|nightmare"
    r"|said|says|saying|told|tells|asked|asks|wrote|writes|reads|according to|heard that|claims|claimed|reckons|thinks|quote"
    r"|in the (?:film|movie|book|game|play|story|show|song)|on (?:tv|the telly|the news|the radio)"
    r"|character|plays? the part|acting|act out|role|for example|for instance|not sure|i doubt|hardly|almost"
    r"|until|before i die|next year|going to|gonna|about to|want to|wants to|hope|hopes|hoping|planning)\b"
    r"|[\"“”«»]|(?<!\w)'[^']+'(?!\w)|…$|\.\.\.$",
    re.I,
)
_JA = re.compile(
    r"[?？「」『』“”\"]|(?:か|かな|かしら|っけ|かい|だろう|でしょう?|(?<!んだ)(?<!んです)よね)[。!！ ]*$"
    r"|もし|たら(?:、|いい|な)|なら(?!い|っ|な)|れば|かも|らしい|みたい|っぽい|(?:だ|い|る|た)そう(?:だ|です|で|よ|$)"
    r"|(?:って|と)(?:言|い)(?:って|った|われ)|(?:って|と)(?:聞|書|思|おも|読|感じ)|(?:だ|る|た|い)って(?:さ|よ|ね|。|$)"
    r"|んだって|なんだって|冗談|うそ|嘘|ウソ|夢(?:で|を見|の中)|ふり|ごっこ|つもり|テレビ(?:で|に|の)|ドラマ|映画(?:で|の)"
    r"|小説|アニメ|ニュース|看板|貼り紙|張り紙|例えば|たとえば|たぶん|多分|おそらく|もしかし|どうせ|(?:たい|ほしい|欲しい)(?:な|です|よ|$)"
    r"|誰|だれ|どこ|いつ(?!も)|何(?!度|回|より)|なに|なぜ|なんで(?!す)|どうして|どれ|どの|どっち|いくつ|いくら(?!が|を|は好)|すべき|べきだ"
    r"|昔は|(?<!名)前は|以前は|だったころ|時代",
)


def is_doubtful(text: str, language: Language) -> bool:
    """Whether a sentence asks, supposes, quotes, reports somebody's words, jokes, or tells of
    another time."""
    return (_JA if language is Language.JA else _EN).search(text) is not None
