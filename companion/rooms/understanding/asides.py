"""Asides 独り言: what is told before and behind an English order, known by the shape of a clause.

`take two minutes off the timer this oven runs hot`, `okay the baby's finally down can you dim the
lamp`: a subject with what it does, and not a list of reasons. It is tried after every other way to
read the sentence, and the order that is left must be clear by itself.
"""

import re
from collections.abc import Iterator

_DET = "the|my|me|our|his|her|their|this|that|these|those|some|every|each|no|all the|one of the"
_NO_NOUN = (
    r"(?!(?:on|in|at|to|of|off|up|down|from|with|by|about|into|over|under|through|behind|near|for|and|or|but|please|now"
    r"|again|too|so|as|than|then|if|when|while|until|till|a|an|the|my|our|is|are|be|not|just|back|out|all|turn|switch|put|open"
    r"|close|set|lock|unlock|start|stop|play|one|it|halfway|only|more|less)\b)"
)
_NOUN = _NO_NOUN + r"[a-z][a-z']*"
_AUX = (
    r"is|are|was|were|isn't|aren't|wasn't|weren't|ain't|has|have|had|hasn't|haven't|hadn't|do|does|don't|doesn't|didn't|can|can't|cannot|couldn't"
    r"|will|won't|wouldn't|must|mustn't|needs?|wants?|keeps?|gets?|got|goes|went|came|comes|seems?|looks?|feels?|smells?|sounds?|hurts?|starts?"
    r"|started|woke|fell|broke|left|lost|ran|burnt|spilt|spilled|threw|ate|drank|slept|cried|took|made|gave|knocked|died"
)
_OF_THE_HOME = (
    "lights|lamps|curtains|blinds|doors|fans|speakers|windows|shutters|drapes|stairs|upstairs|downstairs|degrees|minutes|seconds|hours"
    "|days|always|this|its|his|hers|ours|theirs|was|is|has|yes|us|ones|times|songs|tunes|beats|alarms|timers|locks|weekdays|weekends"
    "|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|mornings|evenings|nights|downlights|towards|perhaps|across|plus|minus|less|class"
)
_DOES = rf"(?!(?:{_OF_THE_HOME})\b)[a-z]{{2,}}s"
"""A verb of a third person: no thing of the home and no length of time."""
_SOMEBODY = (
    "i|we|he|she|they|nobody|no one|somebody|someone|everybody|everyone|mum|mom|mama|momma|mummy|mommy|dad|daddy|papa|grandma|grandpa|nana|nan|gran"
    "|granddad|baby|wifey|hubby"
)
_DEEDS = "turned|switched|closed|opened|shut|set|put|locked|unlocked|said|told|asked|say|says|tell|tells|ask|asks|do|did|can|could|will|would|am|was|were|is|used|like|liked|love|loved|want|wanted|left|picked|chose|bought|mentioned"
_SOFTLY = r"(?:(?:just|really|still|already|only|nearly|never|always|all|both|also|even|finally|proper|genuinely|honestly|hardly|barely|can) )*"
_IS_SO = (
    r"(?:not|a|an|the|so|too|all|just|still|already|only|gone|got|been|asleep|home|back|here|there|in|out|up|down|at|over|done|finished|having|about|going|gonna|always"
    r"|never|nearly|almost|finally|really|very|proper|well|dead|hungry|tired|poorly|sick|ill|hot|cold|wet|full|late|early|awake|ready|due|coming|my|his|her|our|on (?:the|her|his|my|fire)|[a-z]{2,}(?:ing|ed))"
)
_CLAUSE = (
    rf"(?:(?:{_SOMEBODY}) {_SOFTLY}(?!(?:{_DEEDS})\b){_NO_NOUN}[a-z']+"
    rf"|(?:{_SOMEBODY}|it|that|this) (?:wasn't|weren't|isn't|aren't|doesn't|don't|didn't|won't|can't|couldn't|hasn't|haven't|ain't|was|were|is|has|had) [a-z]"
    rf"|(?:i'm|i've|i'll|i'd|we're|we've|we'll|he's|she's|it's|they're|they've|that's|there's|here's|this is|there are|there is|there was|here comes?|it {_DOES}) "
    rf"|(?:{_DET}) (?:{_NOUN} ){{1,3}}(?:{_AUX}|{_DOES}|they|he|she|it)\b"
    rf"|(?:{_DET}) (?:{_NOUN} )?(?!(?:{_OF_THE_HOME})\b)[a-z]{{2,}}s (?!(?:upstairs|downstairs|outside|inside|there|here|rooms?|side)\b){_NO_NOUN}[a-z']{{3,}}"
    rf"|{_NOUN}(?: {_NOUN}){{0,2}} (?:{_AUX})\b"
    rf"|(?:(?:{_DET}) )?(?:{_NOUN} ){{0,2}}[a-z]+(?:'s|'re|'ve|'ll) {_IS_SO}\b"
    r"|(?:is|was|its) (?:too|very|so|really|much|already|a bit|getting|making|hurting|cold|hot|dark|loud|bright)\b"
    r"|(?:can't|couldn't|cannot|won't|don't|didn't|haven't|hate|hating|need to|needing to|have to|got to|gotta|gonna|trying to|off to|about to|time (?:to|for)|fed up) [a-z]+"
    rf"|(?:too|so|such) (?:{_NO_NOUN}[a-z]+)"
    rf"|{_NOUN} (?!(?:living|dining|sitting|ceiling|evening|morning|heating|lighting|drawing|reading|clothing|during|anything|everything|something|nothing|timing|standing)\b)[a-z]{{3,}}ing\b)"
)
_SINCE_WHEN = r"(?:just )?(?:been|had|spent|come|came|finished|worked|got (?:back|home|in)) "
"""Without a subject a clause is told only before the order."""
_BECAUSE = (
    r"(?:(?:because|'cause|cause|'cos|cos|coz|cuz|since|as|seeing as|so|and|,|\.|honestly|man|love|god|ugh|oh|sorry|okay|alright|right|well|look|see"
    r"|only|it's just|anyway|yeah|basically|cause like|like) )*"
)
_TOLD_BEHIND = re.compile(rf"^{_BECAUSE}{_CLAUSE}")
_TOLD_BEFORE = re.compile(rf"^(?:{_SINCE_WHEN}|{_BECAUSE}{_CLAUSE})")
_HABIT = re.compile(r"\b(?:always|usually|every (?:night|day|morning|evening|time))\b")
_HARM = re.compile(
    r"^before (?:i|we|you|he|she|they|it|somebody|someone|anyone|anybody|everyone|(?:the|my|me|our|his|her) (?:[a-z]+ ){1,2}?)[ ]?(?:all )?"
    r"(?:forgets?|slips?|loses?|lose it|boils?|spills?|ruins?|wakes?|starts? (?:crying|screaming|shouting|barking|moaning|whining|complaining)|kicks? off|moans?|whines?|cries"
    r"|gets? (?:cold|dark|wet|out|worse|ruined|soaked|eaten|nicked|stolen|hurt|ideas)|trips?|falls?|goes? (?:bananas|ballistic|spare|cold|mental|mad|off)|burns?|freezes?|melts?|nods? off|passes? out|notices?|complains?|escapes?|runs? (?:off|out)|it's too late|is too late|dies?)"
    r"\b(?![^ ]* (?:at|until|till))[a-z' ]*$"
)
_EMPHATIC = (
    r"(?:i swear|i'll|i will|i'm gonna|i'm going to|i am going to|we'll|we're gonna|that's|that is|it's|so be it|too bad|tough|hard luck|she can|he can|they can"
    r"|nobody|no one|everyone|somebody's|someone's|she'll|he'll|they'll|the [a-z]+ will|my [a-z]+ will)"
)
_IF_SO = re.compile(
    rf"^(?:(?:and|but) )?if (?!(?:you|not)\b)(?P<if>[a-z' 0-9]+?) (?P<then>{_EMPHATIC}\b.*)$"
)
"""`and if she argues that's my problem`: an `if` whose own consequence is told hangs on that."""
_NUMBERS_TOLD = re.compile(
    r"\b(?:since (?:about |like |half )?\d{1,2}(?::\d\d)?(?: ?(?:am|pm|oclock))?|for (?:the (?:past|last) |about |over |nearly |like )?\d+ (?:\w+ )?(?:minutes|mins|hours|days|weeks|months|years|hour|nights)"
    r"|(?:been|took|taken) (?:about |like |over |nearly )?\d+ (?:minutes|hours|days|weeks)|\d+(?:st|nd|rd|th)? (?:people|kids|hands|feet|guests|friends|times?|loads|bags|children|babies|of (?:us|them)|cats|dogs|men|women|arms|more times?|ladies|girls|boys)"
    r"|(?:it's|it is|its) (?:already |only |nearly |almost |gone |past |like |about )*\d{1,2}(?::\d\d)?(?: ?(?:am|pm|oclock|degrees))?(?: (?:outside|out|out there|already|at night|in the (?:morning|evening|afternoon)))?"
    r"|no \d|any 1|every 1|some 1|1 (?:of|more time|another)|(?:this|that|the|which|another|big|little) 1|1 hand(?:ed)?|\d+ year olds?)\b"
)
"""Numbers that only tell: since six, three times, it's nine already."""
_KNOWS_NOT = re.compile(
    r"\b(?:can't|cannot|couldn't|don't|didn't) (?:even )?(?:know|see|hear|tell|find|remember|think|believe|understand) (?:what|how|where|who|why)\b"
)
_THINKS_ALOUD = re.compile(
    r"\b(?:hear|see) (?:my|me|your|our|them)self think|(?:can't|cannot|couldn't) (?:even )?think\b|\bi reckon\b|\bmyself\b(?= (?:up|out|silly|together))"
    r"|\b(?:aren't|isn't|ain't|not) what (?:they|it) (?:were|was|used to be)\b|\b(?:till|until) (?:late|all hours|dark|gone \w+|past \w+|god knows when)\b"
    r"|\b(?:is|was|are|were|'s|'re|like) (?:just )?like (?=a |an |the |ice\b)"
)
_TOLD_OF = re.compile(
    r"\b(?:said|says|say|saying|told|tells|asked|asks|used to|instead|later|wonder|wish|wishes|unless|never ?mind|not sure|maybe|perhaps|leave it|until|till|when|whenever"
    r"|joking|kidding|could|would|should|might|shout(?:s|ed|ing)?|yell(?:s|ed|ing)?|scream(?:s|ed)|sings?|sang|singing|lyrics?|sign|poster|wrote|texted|text|writes|reads|ordered|dreamt|dreamed|dream|heard|meant|mean|means"
    r"|goes|go like|be like|(?:is|was|were|are) like|once|after|as soon as|what|why|how|which|whose|who|supposed|(?:i|we|you) (?:guess|think|suppose)|thought|but|then|or|if|before|except|not yet|another time|tomorrow|tonight"
    r"|changed? (?:my|our|her|his|their) minds?|no need|don't (?:want|need|bother|worry|you|do)|(?:got|did|done|doing) (?:it|that)\b|already (?:did|done|off|on|open|closed|shut|locked)"
    r"|(?:it's|it is|that's|is) (?:fine|ok|okay|alright|all right|off|on|closed|open|locked|good)(?: (?:now|already|as|like|actually|though))*$|by (?:itself|herself|himself)|every time|each time|lets?|make sure|alexa|siri|google"
    r"|want(?:s|ed)? (?:me|you|us|it|them|somebody|someone|to)|like[sd]? to|(?:me|you|us|somebody|someone) to\b|not to|stop)\b|\d|\?"
)
"""Words by which a clause may quote, doubt, forbid, take back or put off what stands beside it."""
UNDOES = re.compile(
    r"\b(?:turn|switch|open|close|shut|lock|unlock|put|set|dim|mute|pause)(?:s|es|ed|d|ing|ting|ping)? (?:it|them|that|everything|all|on|off|up|down|back|out|again)\b"
    r"|\b(?:won't|wouldn't|doesn't|didn't) (?:help|matter|make (?:any|a) difference)|\b(?:makes no difference|(?:is|it's|that's) (?:pointless|useless)|no use|no point)\b"
    r"|\b(?:it's|it is|they're|they are|that's|its) (?:all |both )?(?:already )?(?:on|off|open|shut|closed|locked|unlocked)(?: already| anyway| now)?$"
)
"""Signs in a told piece that the order is none: somebody else does it, or it stands so."""
_ADDRESSED = re.compile(
    r"^(?:(?:and|so|,|\.) )*(?:you|honey|darling|sweetheart|son|kids|guys|babe)\b"
)
_ENDS_OPEN = re.compile(
    r"\b(?:and|or|the|a|an|my|our|your|to|in|of|at|with|than|that|which|who|but|for|from|so|every|each|all|not|no|don't|is|are|be|by|about|into|everything|anything|whatever"
    r"|ones?|next|last|first|previous|other|same|new|like|as|if|when|because|this|these|those|me|it's|i|we|you|only)$"
)
MOST_WAYS = 12
"""Ways that are tried; each is read once more."""


def _plain(told: str) -> str:
    """The told piece without numbers and questions that can only be told."""
    for harmless in (_NUMBERS_TOLD, _KNOWS_NOT, _THINKS_ALOUD):
        told = harmless.sub("", told)
    return re.sub(r"\s+", " ", told).strip()


def is_told(piece: str) -> bool:
    """Whether a piece behind an order is a clause that only tells something."""
    if _ADDRESSED.match(piece) or UNDOES.search(piece):
        return False
    if _HARM.match(piece):
        return True
    if (condition := _IF_SO.match(piece)) is not None:
        return not _TOLD_OF.search(_plain(f"{condition['if']} {condition['then']}"))
    return _TOLD_BEHIND.match(piece) is not None and not _TOLD_OF.search(_plain(piece))


LENGTH_TOLD = re.compile(
    r"^(?!.*\b(?:if|when|until|never|don't|didn't|wasn't|he said|she said|they said|used to|yesterday|last (?:night|time|week|year))\b)"
    r"[^SW]*\b(?:needs?|wants?|takes?|says?|reads|cooks?|bakes?|boils?|simmers?|steeps?|rests?|rises?|soaks?|proves?|chills?|for|it|that|them|those|be|of|says give it)"
    r"(?: (?:another|about|around|like|roughly|oh|um|uh|erm|let's say|say|probably|maybe|only|just|exactly|at least|is|to|for|in|,))* S"
    r"(?: (?:on|in|at|or so|tops|total|altogether|until|according|per|the|a|oven|packet|box|recipe|it says|i think|i reckon|minimum))*"
    r"(?: ,| \.| so| and| can you| could you| will you| would you| please| just| go ahead and)+ "
    r"(?:(?:set|start|put|stick|pop|give|make|do|get)(?: me| us)?(?: up| on| going)?|time) "
    r"(?:(?:a|the|my|me a|another) (?:timer|countdown)|it|that|the timer)(?: on| going| up)?(?: for (?:that|it|that long|that many|me|this|the same))*(?: (?:would|will|could|can) you| please| love)*$"
)
"""`the rice needs 12 minutes so set a timer for that`: the length that was just told."""


_ORDER_VERB = (
    r"turn|switch|put|open|close|shut|set|dim|lower|raise|lock|unlock|start|stop|play|pause|mute|unmute|crank|kill|get|bring|pull|flick|flip|stick|pop|knock|nudge|skip|run|send|make"
    r"|draw|bump|brighten|warm|cool|heat|boil|vacuum|hoover|clean|cancel|snooze|remind|wake|resume|quieten|silence|tilt|change|give|add|activate|light|bolt|power|chuck|whack|take|brew|fire"
    r"|lights|let's have|drop|roll|slide|whip|ditch|bin|delete|lift|do"
)
_MARKED = r"(?:(?:so|,|\.|so please|please|right|okay|ok|alright|now|anyway|well|yeah|yes|just|then|oh|ah|um|uh|love|go ahead and|can you|could you|would you|will you|can ya|you can|you could|i need you to|i want you to|do me a favour and|do me a favor and|be a love and) )+"
_ORDER_BEGINS = re.compile(rf" (?P<mark>{_MARKED})(?=(?:{_ORDER_VERB})\b)")
_STARTS_SOFTLY = re.compile(
    r"^(?:(?:okay|ok|so|right|alright|well|um|uh|erm|yeah|yes|oh|hey|sorry|look|listen|love|man|god|ugh|like|anyway|and|basically|hang on|hold on|1 (?:moment|second|sec|minute)|wait|a moment|just a (?:moment|second|sec|minute)|excuse me|please|hello|hi|,|\.) )+"
)
_TAKES_IT_ON = re.compile(
    r"\b(?:to|that|which|who|you|he|she|they|i|we|not|never|don't|didn't|won't|can't|cannot|couldn't|and|or|like|called|just|only|the|a|an|my|help|make|let|have|has|had|of|for|is|are|was|be|n't|it's|that's|always|will|would|should|could|must|can|do|does|did|goes|please)$"
)


_CLOCK_FIRST = re.compile(
    r"^(?:(?:oh|well|right|okay|ok|look|god|,) )*(?:it's|it is|its)(?: (?:already|only|nearly|almost|gone|past|half past|after|like|about|just))* \d{1,2}(?::\d\d)?(?: ?(?:am|pm|oclock))?(?: already| now)?(?: ,| \.| so)* "
    rf"(?=(?:(?:so|please|just|can you|could you|will you) )*(?:{_ORDER_VERB})\b)"
)
"""It's past 9 already, turn it off: what the clock says now is no time to do it."""


def _before(text: str) -> Iterator[tuple[str, str]]:
    """The order with what is told before it, where a word marks that the order begins."""
    starts = list(_ORDER_BEGINS.finditer(f" {text}"))
    if (late := _CLOCK_FIRST.match(text)) is not None:
        yield text[late.end() :], ""
    for begin in starts:
        why = f" {text}"[: begin.start()].strip(" ,.")
        order = f" {text}"[begin.end() :].strip()
        told = _STARTS_SOFTLY.sub("", f"{why} ").strip()
        if not told:
            yield order, ""
        elif (
            _TOLD_BEFORE.match(told)
            and not _HABIT.search(told)
            and not _TAKES_IT_ON.search(told)
            and not _TOLD_OF.search(_plain(told))
        ):
            yield order, _plain(told)


def _behind(text: str) -> Iterator[str]:
    for space in reversed(list(re.finditer(" ", text))):
        order, told = text[: space.start()].strip(" ,."), text[space.end() :]
        if _CLOCK.search(order):
            told = _CLOCK_TOLD.sub(r"\1", told)
        open_ended = _ENDS_OPEN.search(order) or _ONLY_NAMED.match(order)
        if " " in order and not open_ended and is_told(told):
            yield order


_ONLY_NAMED = re.compile(r"^(?:the|a|an|my|our) [a-z']+$")
"""`The Open | Door is on at noon`: an article and a word order nothing."""


_CLOCK = re.compile(r"\b(?:at|for|by|in|to|every) (?:[a-z]+ )?\d")
_CLOCK_TOLD = re.compile(
    r"\b((?:comes?|leaves?|starts?|opens?|closes?|begins?|arrives?|lands?|finishes|ends?|is|are|got|have|has)(?: [a-z]+){0,2}) (?:at|by|from) \d{1,2}(?::\d\d)?(?: ?(?:am|pm|oclock))?(?: (?:tomorrow|tonight))?"
)
"""An order with an hour of its own takes none from `the plumber comes at eight`."""


def begins_to_order(text: str) -> bool:
    """Whether a sentence begins as an order does, whatever is told or asked behind it."""
    return _BEGINS.match(text) is not None


_BEGINS = re.compile(rf"^(?:please |could you |just )*(?:{_ORDER_VERB}) (?!is\b|are\b)")


def asides(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Ways to read a folded sentence without what is told around its order, each with the part
    before it, which may name what `it` is."""
    ways: list[tuple[str, tuple[str, ...]]] = [(order, ()) for order in _behind(text)]
    for order, told in _before(text):
        before = (told,) if told else ()
        ways.append((order, before))
        ways += [(rest, before) for rest in _behind(order)]
    return list(dict.fromkeys(ways))[:MOST_WAYS]
