"""Remarks 余談: a sentence without what is only said beside its order.

`mute the tv i'm on the phone`, ルンルン動かして、お菓子こぼしてもうた: somebody says why, in words no table
has. The rest is read again without it. What could change the order (said by somebody, doubted,
forbidden, hanging on something, or with a number or a time of its own) is no remark.
"""

import re

from companion.rooms.understanding.asides import UNDOES, asides
from companion.rooms.understanding.asides_ja import plain_reason, reasons_behind
from companion.words.language import Language

_SUBJECT = re.compile(
    r" (?:, )?(?=(?:i|we) (?:can't|couldn't|already|never|need|hate|love) [a-z']+"
    r"|it (?:sucks|hurts|stinks|smells)|(?:the|mum|mom|dad|grandma|grandpa|my|our|his|her"
    r"|someone|somebody|everyone|everybody)(?: [a-z]+){0,2}?(?:'s| is| are| has| have| keeps| wants| needs| won't| can't)\b"
    r"|before (?:i|we) (?:catch|freeze|melt|boil|roast|die|go mad|faint|fry)\b|(?:i'm|i am|i've|i have|i don't|i can't|i cannot|i couldn't|i'll|i need to|i love|i like"
    r"|i hate|i (?:think )?want to|it's|it is|they're|they are|we're|we are|we've|we don't|we can't"
    r"|there's|there is|the baby|mum's|so (?:that )?(?:i|we|you|it|he|she|they|mum|dad) (?:can|could|may)"
    r"|(?:my|me) (?:[a-z]+ ){1,2}(?:is|are|isn't|aren't|hurts?|aches?|has|have|needs?|keeps?|can't|won't)"
    r"|dad's|[a-z]+'s here)\b)"
)
_NO_REMARK_EN = re.compile(
    r"\b(?:said|says|saying|keeps|always|usually|used|myself|yourself|instead|later|told|tells|asked|asks|think|guess|suppose|wonder|wish|if|unless|never mind"
    r"|not sure|maybe|perhaps|leave|until|till|when|joking|kidding|kept|used to|could|would|should"
    r"|shouted|yelled|screamed|whispered|wrote|texted|begged|ordered|muttered|sang|replied|answered|thought|(?:is|was|it's|being|she|he) called"
    r"|joked|(?:he|she|it|you) read|dreamt|dreamed|heard|meant|mean"
    r"|once|whenever|before|after|as soon as|what|why|how|don't know|that's what|and|then|but|instead|or|ever)\b|\d|\?"
)
_PURPOSE = re.compile(r"^so (?:that )?[a-z]+ (?:can|could|may)(?!'t| not)\b")
"""So that I can see: what for, not that somebody could."""
_PAUSE = re.compile("(?<=[、。?])")
_REASON = re.compile("^(.{2,}?[るいうくすつむぶぐぬただ])し、?(?=.{3,})")
_BECAUSE = re.compile(
    "^(.{3,}?[るたいうくすつむぶぐぬだなん])(?:から|ので|んで|もんで|さかい)、?(?=[^、。]{3})"
)
"""手が使えないので|閉めて: why, in words no table has, with or without a pause behind it."""
_FINITE = re.compile(
    "(?:[るたいうくすつむぶぐぬ]|だ|です|ます|ねん|へん|たん|るん|もん|もうた|てもた)(?:わ|よ|ね|な|あ|から|ので|けど|し|で|ー|んよ)*[、。]?$|(?:や|やで|やわ|なんだ|なの)[、。]?$"
    "|(?:[るたい]|じゃ|へん|ん)の[、。]?$|(?:てて|でて|ていて|でいて|くて|くなって|ておりまして|でおりまして)[、。]?$"
)
_NO_REMARK_JA = re.compile(
    "言|から困|[てで]から(?:寝|出|行っ|帰っ|食べ)[^、。]*た[、。]?$|頼|怒|注意|命じ|命令|叫|騒|書い|伝え|聞い|(?<=[るただいくすむぬぶうつ])って(?![、。]?$)|らしい|そうだ|そうです|みたい|のに|かも|(?<!よう)(?<!ろう)かな[あぁ]?$|なら(?!ない)|たら|れば|とき|場合|まま|ないで|だめ|ダメ|いらない|いらん"
    "|やめ|待|(?<!つめ)(?<!冷)(?<!重)(?<!眠)(?<!痛)(?<!け)(?<![一-龯])(?<![一-龯][きぎしちにびみりえけげせてねべめれい])たい(?!まー)|けど|いい|\\?|？|か[、。]?$|[0-9](?!限|組|年|人|歳|番|個|匹|話|杯|枚|円|対|点|[0-9])|違う|ちがう|やっぱ|間違|よね|っけ|でしょ|なんでもな|なんでもね|気にし|忘れて|取り消|きゃんせる|じゃなく|じゃなかった|ではなかった|何|誰|どこ|いつ|必要|ほしい|くれる|くれない|もらえ|ください|夢"
)


Bare = tuple[str, tuple[str, ...]]


def without_remarks(text: str, language: Language) -> list[Bare]:
    """Ways to read the folded sentence without its remarks, each with these; the one that leaves
    most of the order first. `mute the tv | mom is calling`, and not `mute | the tv mom is calling`."""
    if language is Language.EN:
        return _english(text)
    rest, told = _japanese(text)
    ways = [(rest, told)] * bool(rest) + _one_piece(text) + _unpaused(text)
    return list(dict.fromkeys([*ways, *reasons_behind(text)]))


_ORDERS = (
    "turn|switch|put|open|close|shut|set|dim|lower|raise|lock|start|stop|play|pause|mute|crank|kill|get"
    "|bring|pull|flick|flip|stick|pop|knock|nudge|skip|run|send|make|let's|lights|draw|bump"
)
_MORE_ORDERS = (
    "unlock|unmute|brighten|warm|cool|heat|boil|vacuum|hoover|clean|cancel|snooze|remind|wake|resume|quieten|silence|hush|tilt|angle|change"
    "|give|gimme|add|activate|light|bolt|hold|secure|power|chuck|whack|take|tell|increase|reduce|brew|i want|i need|i'd like|we need"
)
"""These begin an order too, and name other things besides."""
_ASKED_POLITELY = r"(?:please |can you |could you |would you |will you |you can |you could |you may )(?:please |just |kindly )*"
_POLITE_ORDER = r"(?:please to |please |just |can you |could you |would you |will you |you can |you could |you may |do |go ahead and )*"
_HOW_IT_IS = "open|shut|close|dim|light|warm|cool|clean|lower|set|cut|put|secure|lights|silence|hush|change|lock|draw|run|start|stop|play"
"""These also tell how a thing is: `somebody left the garage open`."""
_BEGINS_TO_ASK = re.compile(
    rf" (?:, |so |and )?(?={_ASKED_POLITELY}(?:{_ORDERS}|{_MORE_ORDERS})\b |{_POLITE_ORDER}(?:(?!(?:{_HOW_IT_IS})\b)(?:{_ORDERS}|{_MORE_ORDERS})\b(?! (?:again|now|please|already|for|since)\b) "
    rf"|(?:{_HOW_IT_IS}) (?:the|my|our|your|it|them|that|this|those|these|both|all|every|everything|up|down|some|a|an|[a-z]+'s|(?:off|on|out) (?:the|my|our|it|all|everything)"
    r"|(?:[a-z]+ ){0,2}(?:lights?|lamps?|curtains?|blinds?|doors?|fans?|tv|telly|ac|heating|music|kettle|garage|speaker|volume|vacuum))\b))"
)
_SOFTLY = re.compile(r"^(?:(?:oh|right|well|and|ok|okay|ah|ugh|sorry|,) )+")
_WHY_STARTS = re.compile(
    r"^(?:(?:oh|right|well|and|ok|okay|ah|ugh|sorry|,) )*(?:i'm|i am|i go|i leave|i will|we go|we leave|leaving|heading|i can't|i cannot|it's|it is|its|we're|we are|we've|i've|there's|there are|there is|that's|(?:my|our|his|her|their) (?:[a-z]+ ){1,3}(?:is|are|has|have|hurts?|aches?|needs?|keeps?|feels?|wants?|got|went|came)"
    r"|just (?:got|woke|came|arrived|finished|had|back|home|sat|been)|back (?:home|from)|home at last|i'm off|the (?:[a-z]+ ){1,3}(?:is|are|has|have|can|keeps)|the (?:[a-z]+ ){0,2}[a-z]+'s|[a-z]+'s|i don't like|i hate|since|because|as|seeing as"
    r"|(?:i|we|she|he|they) (?!said|say|told|tell|asked|ask|think|thought|guess|wish|want|wanted|like|love|need|would|could|should|will|might|used)[a-z]+)\b"
)
_LEADS_ON = re.compile(
    r"\b(?:to|can|can't|cannot|could|couldn't|will|won't|would|should|do|don't|does|doesn't|did|didn't|not|never|always"
    r"|usually|i|you|we|they|he|she|who|it|that|which|must|might|may|help|helps|make|makes|let|lets|have|has|had|how|and"
    r"|or|like|called|named|labelled|labeled|titled|reads|just|only|the|a|an|no|my|your|people|anyone|somebody|nobody"
    r"|everyone|again|about|for|of|when|than|then|is|are|was|were|be|been|being|get|gets|getting|left|stays|stay|seems|looks|still|already|not|[a-z]+n't|it's|that's|there's)$"
)
"""After these words an order is none: `it is nice that you | turn it on`."""


_LOOSE_SUBJECT = re.compile(r"^(?:i|we|she|he|they) ")
_ASKED_KINDLY = re.compile(
    r" (?:so|,|please|can you|could you|would you|will you|you can|you could|you may) (?:please |just |can you |could you )*[a-z]+ "
)
"""Behind `I spilled some rice` an order is told from what goes on by how it begins."""


def _whys_first(text: str) -> "list[tuple[str, str]]":
    """I'm boiling turn on the fan: an order with the reason that stands before it, unmarked."""
    if _WHY_STARTS.match(text) is None:
        return []
    ways = []
    for begin in _BEGINS_TO_ASK.finditer(text):
        why, order = text[: begin.start()].strip(" ,."), text[begin.end() :]
        why = _SOFTLY.sub("", why)
        plain = re.sub("^(?:i can't|i cannot)", "", why)
        loosely = _LOOSE_SUBJECT.match(why) is not None
        if loosely and not _ASKED_KINDLY.search(text[: begin.end()] + order):
            continue
        if " " in why and not _LEADS_ON.search(why) and not _NO_REMARK_EN.search(plain):
            ways.append((order, why))
    return ways


_TELLS = re.compile(
    r" (?:, |\. |so |cause |cos |'cause |as )?(?=(?:(?:i|we|he|she|they|nobody|somebody|someone|everybody|everyone|no one)"
    r" (?!(?:turned|switched|closed|opened|shut|set|put|made|bought|got|gave|use|used|like|liked|love|loved|left|hung|fixed|mentioned"
    r"|wanted|picked|chose|played|told|said|asked|do|did|can|could|will|would|have|had|am|was|were|is)\b)[a-z']+"
    r"|(?!(?:on|in|at|to|of|off|up|down|from|with|for|by|into|over|under) )(?:the |my |our |his |her |their |some |all |[a-z]+'s )?[a-z']+(?: [a-z']+){0,3} (?:is|are|isn't|aren't|was|were|wasn't|has|have|hasn't|keeps?|won't|can|can't|cannot|needs?|wants?|starts?|looks?|feels?|smells?|sounds?|hurts?|got|came|went)\b"
    r"|(?:she|he|it|they|there|here|that|who|everyone|everybody|nobody|somebody|dinner|lunch|breakfast|mum|mom|dad|grandma|grandpa|baby|kid|dog|cat|taxi|school|film|movie|game|show|bus|post|water|food|rice|pasta|cake|sun|wind|rain|room|house|place|air|light|music|noise|boss|guest)'s"
    r"|(?:she|he|we|they|you)'(?:s|re|ve|ll|d) |(?:no one|nobody)'s|(?:someone|somebody)'s|(?:guests|kids|people|company|friends|folks|hands|eyes|feet|arms) "
    r"|(?:time|bed ?time|movie time|dinner time) (?:for|to)\b|too (?:bright|dark|hot|cold|loud|quiet|warm|stuffy|noisy)|(?:gotta|gonna|need to|have to|going|off to|heading|getting|trying) [a-z]+|got (?:a|an|my|the|some|to|so|no)\b|(?:smells|stinks|reeks) |(?:can't|cannot|couldn't) (?:see|hear|sleep|breathe|think|stand|find|read|concentrate|focus|be)\b"
    r"|for (?:the|my|our|his|her|a|some|mum|mom|dad|grandma|grandpa|dinner|lunch|breakfast|guests|company|visitors|safety|comfort|fun|bed|reading|cooking|work)\b"
    r"|to (?:help|keep|let|see|read|cook|sleep|study|save|air|clear|get (?:rid|some)|make it|cool off|warm up|stop)\b))"
)
"""Where something may begin that is told: a subject with what it does, what for, for whom."""
_BEHIND_A_WAY = re.compile(
    r"\b(?:on|off|up|down|open|closed|shut|please|again|now|halfway|brighter|dimmer|darker|warmer|cooler|louder|quieter|red|blue|green|yellow|orange"
    r"|purple|pink|white|%|degrees|\d|alarm|timer|alarms|timers)(?P<cut> )(?=(?:i|we|he|she|they|it|everyone|everybody|somebody|someone|nobody) (?:[a-z]+ )?[a-z']+)"
)
"""Pink | she had a bad day: behind the way of a thing no clause says which one it is."""
_GIVES_UP = re.compile(r"^(?:please )?stop [a-z]+ing\b(?! the (?:vacuum|hoover)|$)")
"""Stop running it: a habit that shall end, as likely as a deed."""
_POINTS_ON = re.compile(
    r"\b(?!(?:pause|mute|unmute|stop|play|skip|hold|resume|kill|like|replay|repeat) )\S+ (?:this|these|those)$"
)
"""`in ten minutes this | place is a mess`: the word points to what follows."""
_ONLY_NAMED = re.compile(r"^(?:the|a|an|my|our) [a-z']+$")
"""`The Open | Door is on at noon`: an article and a word order nothing."""
_HANGS = re.compile(
    r"\b(?:and|or|the|a|an|my|our|your|to|in|of|at|on the|with|than|when|whenever|if|unless|until|till|because|that|who|which|whose|what|where|before"
    r"|after|while|as|but|like|for|from|so|once|every|each|all|not|no|don't|is|are|be|by|about|into|everything|anything|whatever|whichever|the ones?|and then|next|last|first|previous|other|same|new)$"
)
"""An order does not end so: what follows belongs to it."""
_RELATIVE = re.compile(
    r"^(?:once|when|whenever|while|before|after|until|till|as soon as|by the time|unless|that|who|which|whose|whatever|whichever|what|where|if|whether|everything|anything|the one|the ones|all)\b(?!'s (?:enough|better|fine|plenty|too|way|so|really|all|it|annoying|great))"
)
_ELSE_HARM = re.compile(
    r"^before (?:i|we|you|someone|somebody|everyone|he|she|they|the [a-z]+) (?:catch|catches|complain|complains|notice|notices|see|sees|wake|wakes|wake up|wakes up|go(?:es)? (?:mad|nuts|mental|crazy|off)|kills? me|shouts?|yells?|explodes?|burns?|loses? it|has a (?:fit|go)|gets? (?:mad|angry|cross|upset|burnt|wet|in)|freeze|melt|boil|roast|die|dies|go mad|go blind|faint|fry|cook|choke|suffocate"
    r"|scream|lose (?:my|our)|go deaf|fall|falls|trip|trips|break|pass out|bake)\b[^0-9]*$"
)
"""`before I freeze` is no time: it says why."""
_PRECAUTION = re.compile(r"^(?:otherwise|or else|in case) (?:[a-z]+(?:'[a-z]+)? ){1,2}[^0-9]*$")
"""Close it in case it rains: it is to be done now, whatever comes."""
_APPOINTMENT = re.compile(
    r"^(?P<what>(?:i|we|i've|we've|there's)(?: have| got| have got| gotta)? (?:a |an |my |this |the )?(?:[a-z]+ )?(?:meeting|call|exam|appointment|interview|class|lesson|flight|train|shift|test|game|match|lecture|party|date))"
    r"(?: (?:at|in|by|from) \d{1,2}(?::\d\d)?(?: ?(?:am|pm|oclock|minutes?|mins?|hours?))?)?(?: today| tonight| tomorrow)?$"
)
"""`I have a meeting at nine` gives no hour to the order before it."""
_THEIR_WORDS = re.compile(
    r"(?<=hear )(?:(?:a |any )?(?:word|thing|bit)(?: of)?(?: what)? ?|what |anything )?(?:[a-z]+'re|[a-z]+'s|[a-z]+ (?:is|are)|you're) saying\b"
)
_OF_ONESELF = re.compile(r"(?:i|we|it|this|that|they|he|she)(?:'[a-z]+)?\b")
_WITH_AND = re.compile(
    r"\band (?=(?:i|we|it|he|she|they|my|the [a-z]+ (?:is|are|has|keeps)|can't|cannot|i'm|it's|he's|she's|they're|we're)\b)"
)


def _english(text: str) -> list[Bare]:
    found: list[Bare] = [(order, (why,)) for order, why in _reasons_first(text)]
    for pause in reversed(list(re.finditer(r" [,.] ", text))):
        order, rest = text[: pause.start()], text[pause.end() :]
        if _FREELY.match(rest) and not _NO_REMARK_EN.search(
            _SEEN_IF.sub("", _WITH_AND.sub("", rest))
        ):
            found.append((order.strip(" ,."), (f"{BESIDE}{rest}",)))
    cuts = {m.start() for pattern in (_SUBJECT, _TELLS) for m in pattern.finditer(text)}
    cuts |= {
        m.start() for m in re.finditer(" (?:, )?(?=before |otherwise |or else |in case )", text)
    }
    cuts |= {m.start("cut") for m in _BEHIND_A_WAY.finditer(text)}
    found += [
        (text[:cut].strip(" ,."), ())
        for cut in sorted(cuts, reverse=True)
        if _only_told(text[:cut].strip(" ,."), text[cut:].strip(" ,."))
    ]
    around = [way for way in asides(text) if not any(map(_DEED.search, way[1]))]
    ways = list(dict.fromkeys([*found, *around]))
    return [way for way in ways if not _GETS_UP.match(way[0]) and not _LENGTH.match(way[0])]


_GETS_UP = re.compile(
    r"^(?:i|we)(?:'ve)? (?:have|need|got|gotta|want|should|must)\b(?: got)?(?: to)? (?:be|get|wake)\b(?!.*\b(?:alarm|wake me)\b)"
)
"""I've got to be up at 5, it's brutal: with more told beside it, no alarm is asked for."""


_LENGTH = re.compile(
    r"^(?:give it |just |only |at least |in )?\d+(?:\.5)? (?:second|minute|min|hour|day|week|month|year)s?$"
)
"""One day I'm gonna sleep till noon: a length with something told orders nothing."""


def _only_told(order: str, rest: str) -> bool:
    """Whether what stands behind an order is a remark that changes nothing of it."""
    if not order or _HANGS.search(order) or _POINTS_ON.search(order) or _ONLY_NAMED.match(order):
        return False
    if _GIVES_UP.match(order) or UNDOES.search(rest):
        return False
    if _ELSE_HARM.match(rest) or _PRECAUTION.match(rest):
        return True
    if " " not in order and not _OF_ONESELF.match(rest):
        return False  # next | door's lights are on
    if _RELATIVE.match(rest):
        return False
    if (kept := _APPOINTMENT.match(rest)) is not None:
        rest = kept["what"]
    return not _NO_REMARK_EN.search(_THEIR_WORDS.sub("", _WITH_AND.sub("", _PURPOSE.sub("", rest))))


BESIDE = "~"
"""Marks what is told after a pause in words that could be anything: it must name nothing."""
_FREELY = re.compile(
    r"^(?:(?:the|my|our|his|her) [a-z]+ [a-z]+s (?:it|that|this|them)$|smells|stinks|reeks|feels|looks|sounds|got|done|gone|going|been|finished|starving|tired|knackered|exhausted|freezing|boiling|sweating|melting|can't|cannot|couldn't|won't|isn't|need to|gotta"
    r"|having|running|late|early|almost|nearly|already|so|such|way too|too|what an?|big|long|early start|quick|hurry|no rush|no hurry|no pressure|bless|finally|phew|again|sorry"
    r"|(?:just )?[a-z]+ing|[a-z]+ (?:got|went|came|comes|is|are|has|was|were|need|needs|starts|ends|left|broke|fell|finished|called|cancelled|won't|can't|isn't|smells|hurts)"
    r"|(?:the|this|that|my|our|his|her|some|everyone's|someone's)? ?[a-z]+(?: [a-z]+){0,2}(?:'s|'re) (?:[a-z]+ing|[a-z]+ed|not|so|too|all|here|there|up|out|in|on|at|asleep|a|an|the|this|my|coming|ready|done|hungry|tired|late|early|back|over|gone|sick|ill|hot|cold|full|wet|awake|tonight|today|tomorrow|nearly|almost|about|just|always|got|been)"
    r"|(?:[a-z]+ )?(?:day|night|time|morning|evening|party|exam|o'clock)$)\b"
)
_SEEN_IF = re.compile(
    r"^(?:i )?(?:can't|cannot|couldn't) (?:see|tell|hear) (?:if|whether|what|how|who|where)\b"
)
_DEED = re.compile(
    r"\b(?!put (?:the |our |my |her |his )?(?:baby|kids?|little (?:one|man|girl|boy)|twins|toddler|dinner|shopping|bins?|dog|cat|food|potatoes|boys?|girls?|son|daughter)\b)(?:turn|switch|put|open|close|shut|set|dim|lock|unlock|start|play|mute|pause)(?:s|ed|ing|ped|ting|ting|ming)?\b(?! (?:of|in time|to (?:bed|sleep))\b)"
    r"|\b(?:tired|sick|fed up) (?:of|with)\b|\b(?:routine|automation|alarm|timer|reminder)s?\b|\b(?:that|how|when|because) you\b"
)
"""A deed of the house told in a reason: what follows goes on telling."""
_HANDS_FULL = re.compile(
    r"^(?:(?:oh|right|well|ok|okay|ah|sorry|hey|look|,) )*(?P<why>(?:my |both |both my |the )?(?:hands?|arms?|fingers|elbows?)(?:'s)?(?: is| are|'re)? (?:full|wet|tied|dirty|covered|sticky|greasy|floury|busy|messy|soapy|muddy|deep|in|over|all|so|too|really|a)\b.*?"
    r"|(?:i've got|i have|i got|got|with) (?:my |both |both my )?(?:hands|arms) .*?|(?:i'm|i am|we're|currently|just) (?:holding|carrying|cooking|cleaning|washing|feeding|driving|changing|busy|elbow|up to|covered|in the (?:bath|shower|middle)|on the (?:phone|ladder|loo|toilet|floor|sofa|couch)|stuck|under|lying|trying|bathing|kneading|chopping|stirring|painting|wrestling|juggling|halfway|about)\b.*?"
    r"|(?:i|we) (?:can't|cannot|can not) (?:reach|get|find|move|see|hear|read|stand|sleep|breathe|feel|take|concentrate)\b.*?|(?:baby|kids?|guests?|dinner|lunch|the [a-z]+)(?:'s| is| are)\b.*?|(?:it's|it is|its|that's|this is|there's) .*?|too (?:bright|dark|hot|cold|loud|quiet|warm|stuffy|noisy)\b.*?|(?:bright|dark|hot|cold|loud|stuffy|chilly|freezing|noisy)(?: in here| out| tonight| today)?)"
    r"(?: ,| \.| so| so could| and so)* (?P<order>(?:so |, |can |could |would |will |please |just )*[a-z].+)$"
)


_DOUBTED = re.compile(
    r"^(?:(?:oh|right|well|ok|okay|ah|sorry|hey|actually|,) )*(?P<why>(?:(?:i'm |i am )?not (?:quite |so |100 % |entirely )?(?:sure|certain)|i (?:can't|cannot|don't|do not) (?:remember|recall|know)|i (?:think|believe|reckon|suspect|fear|guess|may|might|must|forgot|forget|probably)"
    r"|i've (?:probably|maybe)|i'm afraid|did i|have i|looks like|i'm pretty sure|pretty sure)\b[a-z' ]*?)(?: ,| \?| so|, so)+ (?P<order>(?:so |please |just |do |can you |could you |would you |will you )*(?:lock|close|shut|turn off|switch off|make sure)\b.+)$"
)
"""Not sure I locked up, so lock the door: a doubt of how it stands, and an order that makes it safe."""


def _reasons_first(text: str) -> list[tuple[str, str]]:
    """Each way to take a reason that stands before an order; the longest order first."""
    ways = _whys_first(text)
    if (doubt := _DOUBTED.match(text)) is not None:
        return [(doubt["order"], doubt["why"])]
    for pause in re.finditer(r" (?:, |\. |so |, so )", text):
        why, order = text[: pause.start()].strip(" ,."), text[pause.end() :].strip(" ,.")
        if _REASON_EN.match(why) and not _NO_REMARK_EN.search(
            re.sub("^(?:i can't|i cannot)", "", why)
        ):
            ways.append((order, why))
    if _HANDS_FULL.match(text) is not None:
        for verb in re.finditer(
            rf" (?=(?:please |just |can you |could you |would you |will you )*(?:{_ORDERS}|i want|i need|i'd like|we need|let's have|gimme|give me|wake|remind|quieten|brighten|warm|cool|hold|resume|unlock|unmute|boil|vacuum|hoover|cancel|snooze)\b)",
            text,
        ):
            why, order = text[: verb.start()].strip(" ,."), text[verb.end() :]
            if not _LEADS_ON.search(why) and not _NO_REMARK_EN.search(
                re.sub("^(?:i|we) (?:can't|cannot)", "", why)
            ):
                ways.append((order, why))
    return [(order, why) for order, why in dict.fromkeys(ways) if not _DEED.search(why)]


_REASON_EN = re.compile(
    r"^(?:(?:oh|right|well|ok|okay|ah|sorry|hey|look|ugh|god|blimey|,) )*(?:i'm|i am|i've|i have|i can't|i cannot|i need|i'll|i just|i'd|we're|we are|we've|it's|it is|its|that's|there's|my|our|the|this|too|hands?"
    r"|arms|baby|kids|guests|dinner|somebody's|someone's|everyone's|everybody's|nobody's|he's|she's|they're|mum's|mom's|dad's|[a-z]+'s|off to|heading|leaving|going|time|nearly|almost|feeling|bed ?time|dinner ?time|lunch|supper|late|early|tired|hungry|everybody|everyone|people|visitors|company|smells|stinks|feels|looks|just|got|had|having|been|back|home|long day|bright|dark|hot|cold|loud|freezing|boiling|still|since|because|as)\b"
)


def _japanese(text: str) -> tuple[str, tuple[str, ...]]:
    for pattern in (_REASON, _BECAUSE):
        reason = pattern.match(text)
        if reason is not None and not _NO_REMARK_JA.search(reason[1]):
            return text[reason.end() :], (reason[1],)
    pieces = [piece for piece in _PAUSE.split(text) if piece.strip("、。 ")]
    kept = [p for n, p in enumerate(pieces) if not _is_remark(p, _LEAST if n else _SHORTEST)]
    if not kept or len(kept) == len(pieces):
        return "", ()
    told = tuple(plain_reason(p.strip("、。 ")) for p in pieces if p not in kept)
    return "".join(kept).rstrip("、"), told


_VERY = "(?:もう|なんか|めっちゃ|ちょっと|まじ|とても|すごく|すごい)*"
_TOLD_END = "(?:んだけど|んだよね|よ|ね|わ|の|から|んだ|んだよ|ねん|んよ|し)*)。*$"
_ASKED_SO = "(?:や|よ|ね|な|くれ|くれよ|ください|ちょうだい)?"
_ENDS_SO = re.compile(f"(?:[てで]|[けげせめれ]ろ){_ASKED_SO}$")
_FELT = tuple(
    (
        re.compile(f"(?:{order})[てでろ]{_ASKED_SO}$"),
        re.compile(f"(?P<told>{_VERY}(?:{felt}){_TOLD_END}"),
    )
    for order, felt in (
        (
            "つけ|点け|回し|入れ|まわし|動かし|強くし|強め",
            "(?:暑|暗|臭|煙た?|怖|冷た|息苦し|くさ|あつ|くら|けむ)い|(?:何も|よく|全然)?(?:見え|読め)(?:ない|ん|へん)",
        ),
        (
            "消し|けし|切っ|落とし|暗くし",
            "(?:眩し|まぶし|眠|ねむ|明る)い|(?:眠|寝|寝ら)れ(?:ない|ん|へん)",
        ),
        (
            "閉め|しめ|閉じ|引い|下ろし|降ろし",
            "(?:眩し|まぶし)い|(?:画面|てれび)?(?:が)?見え(?:ない|ん|へん)",
        ),
        (
            "止め|とめ|下げ|小さくし|消し",
            "(?:うるさ|騒がし|やかまし)い|(?:声|話|電話)?(?:が)?聞こえ(?:ない|ん|へん)",
        ),
        ("上げ|大きくし", "(?:全然|よく|何も)?聞こえ(?:ない|ん|へん)"),
    )
)
"""消してまぶしい: why, where the order is against what is felt. 消して暗い tells what came of it."""
_OWN_SUBJECT = re.compile(
    f"(?P<told>{_VERY}(?:[一-龯][一-龯ぁ-んー]{{0,4}}?(?<!から)(?<!ので)(?<![てで])(?:が|も)?(?:きた|来た|来る|くる|着いた|鳴った|鳴ってる|始まった|始まる|起きた|起きちゃう|寝てる|泣いてる|泣いた"
    "|焦げた|焦げてる|焦げそう|沸いた|降ってきた|止まんない|止まらない"
    "|痛い|痛いの|冷える|冷えてきた|乾く|濡れてる|ふさがってる|塞がってる|いっぱい|足りない|だるい))"
    + _TOLD_END
)
"""止めて|電話きた: why, without a pause: somebody or something else does it, so that nothing is told
on from the order (消して寝た is)."""
_AUXILIARY = re.compile(
    "^(?:い|あ|お|く|み|し|ほ|や|ば|ち|も|は|か|の|る|と|来|見|欲|貰)(?!くび|かげん|とな|かい)"
)


def _unpaused(text: str) -> list[Bare]:
    """Every way to cut such a remark off, the shortest remark first."""
    found: list[Bare] = []
    for at in range(len(text) - 1, 1, -1):
        order = text[:at]
        if not _ENDS_SO.search(order) or _GOES_ON.search(order):
            continue
        felt = (why for after, why in _FELT if after.search(order))
        told = next((t for why in (_OWN_SUBJECT, *felt) if (t := why.match(text, at))), None)
        if told is None or _AUXILIARY.match(told["told"]) or _NO_REMARK_JA.search(told["told"]):
            continue
        if not _LETS_IN.search(order) or _COMES.match(told["told"]):
            found.append((order, (told["told"],)))
    return found


_GOES_ON = re.compile("(?:てて|でて|ていて|でいて)$")
_LETS_IN = re.compile("(?:開け|あけ|解錠し|外し)て$")
_COMES = re.compile("(?:荷物|宅配|郵便|友達|客|誰か|配達|出前|業者)")
"""鍵開けて荷物来た is an order; 開けて虫来た tells what came of it."""


def _one_piece(text: str) -> list[Bare]:
    """換気扇もっと強く、焦げてる: the first piece or the last, where all others only tell something."""
    pieces = [p for piece in _PAUSE.split(text) if (p := piece.strip("、。 "))]
    if len(pieces) < 2:
        return []
    found: list[Bare] = []
    if all(_is_remark(piece, _LEAST) for piece in pieces[1:]):
        found.append((pieces[0], tuple(map(plain_reason, pieces[1:]))))
    if all(_is_remark(piece, _SHORTEST) for piece in pieces[:-1]):
        found.append((pieces[-1], tuple(pieces[:-1])))
    return found


_HOW_IT_SHALL_BE = re.compile(
    "(?:小さ|大き|明る|暗|高|低|強|弱|速|遅|早|暖か|涼し|白|赤|青|黄色)く$"
)
"""音楽小さく、聞こえない: an order without its verb."""
_JOINED_ON = re.compile(
    "って|とか|を|いや|やっぱ|じゃ|なんて|なんちゃ|うそ|嘘|冗談|ほし|もら|くれ|ちょ|だと|みた|らし|そう"
    "|と(?![りいっきなて])|の(?![どみりんこ])|は(?![やらいなんれくじげ])|が(?![んすっらさ])|に(?![おわんもち])|も(?![うっのしやれ])"
    "|か(?![れぜみいえおらゆわんたさぞ])"
)
"""Beginnings that belong to the order before the pause: 消して、って言われた."""
_FEELS = re.compile(
    "(?:もう|うわ|わあ?|なんか|あー|うー|めっちゃ|ちょっと)?[一-龯]{1,2}い(?:な|わ|よ|ね|なあ)?"
)
"""眠い、: one word that tells how it is; nobody is called so."""
_SHORTEST, _LEAST = 5, 2
"""Letters of a remark, first and behind the order; what is shorter calls somebody: たろう、"""


_CALLS = re.compile(
    "(?:さん|ちゃん|くん|君|様|さま|先生|ママ|パパ|まま|ぱぱ|母|父|兄|姉|弟|妹|じい|ばあ|あなた|お前|おまえ|あんた|みんな|誰か|ねえ)$"
    "|^[ぁ-んー]{2,4}$"
)
"""電気つけて、お母さん: it is said to somebody. Of what is written in kana alone nobody can tell."""
_PREDICATE = re.compile(
    "(?:や|やで|だ|なの|だし|やし|だから|から|ので|くて)$|.{3,}(?:て|の|し|よ|ね|って|[るたうくすつむぬい]|へん|もん|わん|らん)$"
)
"""It tells something; a name alone calls somebody: 電気つけて、お母さん."""
_ORDERED = re.compile(
    "(?:お願い.{0,8}|おねがい.{0,8}|頼[むみん].{0,3}|して|けて|めて|げて|(?<![くるたすむぬぶうつ])(?<![たなしさ]い)って|いて|れて|えて|おねがい|お願い|ください|ちょうだい|に|も|まで|[0-9%度分時])$"
)
"""An order of its own, or the rest of the one before: no remark."""


def _is_remark(piece: str, least: int) -> bool:
    bare = piece.strip("、。 ")
    if _HOW_IT_SHALL_BE.search(bare):
        return False
    if len(bare) < least:
        return least == _SHORTEST and _FEELS.fullmatch(bare) is not None
    if least == _LEAST and _JOINED_ON.match(bare) is None:
        if _ORDERED.search(bare) or (_PREDICATE.search(bare) is None and _CALLS.search(bare)):
            return False
        bare = plain_reason(bare)
        return _NO_REMARK_JA.search(bare.removesuffix("だから").removesuffix("から")) is None
    return _FINITE.search(piece) is not None and _NO_REMARK_JA.search(piece) is None
