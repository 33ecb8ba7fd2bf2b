"""English statements: one clause at a time, by patterns over its beginning.

A pattern stands here only if nearly every sentence that it matches tells a lasting thing. What may
be a mood of the moment ("my tea is cold") matches none.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.phrases.kinship import PETS, RELATIVES, relation_of
from companion.rooms.consolidation.statements.statement import LIKES, ME, US, Statement

MOST_WORDS = 9
"""Most words of a value; a longer one is a story."""

_KIN = "|".join(
    sorted((re.escape(w) for r in RELATIVES.values() for w in r.en), key=len, reverse=True)
)
_PET = "|".join(sorted((w for key in PETS for w in RELATIVES[key].en), key=len, reverse=True))
_VERY = (
    r"(?:(?:really|very|so|absolutely|totally|just|actually|quite|pretty|always|still|also|both"
    r"|definitely|particularly|especially|deathly|badly|severely|highly|terribly|mildly|slightly"
    r"|all|honestly|now|properly|rather|only|too|a bit|a little|kind of|sort of) )*"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_PLACED = (
    r"(?:in|inside|under|underneath|on|on top of|behind|beside|by|next to|above|below|near|at|with"
    r"|between)"
)
_ATTRIBUTE = (
    r"(?:(?:[a-z][\w-]* ){0,3}(?:name|nickname|birthday|anniversary|address|phone number|number"
    r"|mobile|email|e-mail|email address|size|code|pin|pin code|combination|password|passcode"
    r"|blood type|blood group|star sign|doctor|dentist|gp|vet|teacher|tutor|coach|hairdresser"
    r"|surgery|school|nursery|college|university|bank|job|hometown|number plate|username"
    r"|appointment|interview|exam|flight|train|wedding|class|lesson|operation|recital|concert"
    r"|check-up|checkup|shift|day off|bedtime|bed time|curfew|pocket money|allowance|dose"
    r"|locker|seat|model|brand)"
    r"|favou?rite (?:[a-z][\w-]* ?){1,3})"
)
"""Nouns whose "is" lasts: "my shoe size is 39" is a fact, "my tea is cold" is none."""
_PROFESSION = (
    r"(?:(?:[a-z-]+ ){0,2}(?:nurse|doctor|teacher|engineer|chef|cook|vet|judge|pilot|farmer|lawyer"
    r"|solicitor|student|plumber|carpenter|builder|electrician|mechanic|baker|butcher|barber"
    r"|hairdresser|waiter|waitress|cashier|cleaner|driver|postman|postwoman|postie|firefighter"
    r"|fireman|policeman|police officer|officer|soldier|sailor|accountant|architect|actor|actress"
    r"|musician|painter|writer|author|editor|journalist|translator|interpreter|librarian|designer"
    r"|developer|programmer|manager|secretary|receptionist|consultant|analyst|researcher|scientist"
    r"|professor|lecturer|midwife|paramedic|surgeon|carer|caretaker|gardener|tailor|potter"
    r"|photographer|tour guide|estate agent|social worker|\w+ologist|\w+icist|therapist"
    r"|dentist|pharmacist|optician|physio|physiotherapist|beautician|bookseller|shopkeeper))"
)
_STATE = (
    r"(?:(?:a |an )?(?:strict |lifelong )?(?:vegetarians?|vegans?|pescatarians?|veggie|teetotaller"
    r"|teetotal|lactose[- ]intolerant|gluten[- ]intolerant|coeliac|celiac|diabetic|asthmatic"
    r"|colou?r[- ]?blind|left[- ]handed|right[- ]handed|deaf|blind|dyslexic|epileptic|pregnant"
    r"|retired|hard of hearing|short[- ]sighted|an only child|only child|night owl|early bird"
    r"|morning person|light sleeper|heavy sleeper|afraid of heights|muslim|jewish|hindu|buddhist"
    r"|catholic|christian|divorced|widowed|single|married|engaged))"
)
_LANGUAGES = (
    r"(?:english|spanish|french|german|italian|japanese|chinese|mandarin|cantonese|korean|welsh"
    r"|portuguese|russian|arabic|hindi|urdu|polish|turkish|dutch|greek|swedish|norwegian|danish"
    r"|finnish|thai|vietnamese|gaelic|irish|catalan|ukrainian|latin|sign language)"
)
_COUNTED = (
    r"\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen"
    r"|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy"
    r"|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?"
)
_NOT = r"(?P<neg>(?: not|n't| no longer| never))?"
_HAVE = r"(?:'ve got|'s got| have got| has got| have| has)"


_Fill = Callable[["re.Match[str]"], Statement | None]


def _people(rest: str, fill: _Fill) -> tuple["re.Pattern[str]", _Fill]:
    return re.compile(rf"^{_VERY}{rest}$", re.I), fill


def _of(predicate: str, *, negated: bool = False) -> _Fill:
    """A statement with this predicate, about the person before the match."""

    def fill(found: "re.Match[str]") -> Statement:
        groups = found.groupdict()
        value = groups["v"] or groups.get("v2") or ""
        not_so = negated or bool(groups.get("neg"))
        return Statement(whose=ME, predicate=predicate, value=value, negated=not_so)

    return fill


def _moved(found: "re.Match[str]") -> Statement | None:
    """To a place with a name, or to a home. "We moved to the back row" is none."""
    if not _HOME.match(found["v"]):
        return None
    return Statement(whose=ME, predicate="lives_in", value=found["v"])


_HOME = re.compile(
    r"(?:the |a |an )?[A-Z\d]"
    r"|.*\b(?:flat|house|apartment|street|road|city|country|village|town|cottage|bungalow)\b"
)


def _medicine(found: "re.Match[str]") -> Statement | None:
    if not _DOSE.search(found["v"]):
        return None
    return Statement(whose=ME, predicate="takes", value=found["v"])


_DOSE = re.compile(
    r"\b(?:\d+ ?(?:mg|ml|g|mcg)|tablets?|pills?|drops|insulin|vitamins?|medicine|medication|statins?"
    r"|inhaler|antihistamines?|aspirin|ibuprofen|paracetamol|[a-z]+(?:pine|pril|statin|sartan|zole"
    r"|cillin|formin|olol|oxin|amide|azole|idine))\b",
    re.I,
)

_AM = r"(?:am|is|are|'m|'s|'re)"
_NOT_ANY = r"(?: any ?more| any longer| now| at all| after all)*"
_DONT = r"(?:don't|doesn't|do not|does not|no longer|never)"

_OF_PEOPLE: tuple[tuple["re.Pattern[str]", _Fill], ...] = (
    _people(rf"{_AM}{_NOT} {_VERY}allergic to (?P<v>.+?){_NOT_ANY}", _of("allergic_to")),
    _people(
        r"(?:(?P<neg>don't|doesn't) have|'ve got|'s got|have got|has got|have|has)"
        r" (?:an? )?(?:bad |severe |serious |nasty |mild )?(?:allergy to (?P<v>.+)|(?P<v2>[\w-]+(?: [\w-]+)?) allergy)",
        _of("allergic_to"),
    ),
    _people(
        r"(?:can't|cannot|can not|mustn't|must not|(?:am|is|are|'m|'s|'re) not allowed(?: to)?|isn't allowed(?: to)?|aren't allowed(?: to)?)"
        r" (?:eat|drink|tolerate|digest|have) (?P<v>(?!(?:a|an|the|that|this|it|any|another|people|friends|you|me|one|more|much|breakfast|lunch|dinner)\b)[\w' -]+?)(?: any ?more)?",
        _of("cannot_have"),
    ),
    _people(rf"{_DONT} {_VERY}(?:like|love|enjoy|care for) (?P<v>.+?){_NOT_ANY}", _of(LIKES, negated=True)),
    _people(rf"(?:hates?|dislikes?|loathes?|detests?|can't stand|can't bear|cannot stand) (?P<v>.+?){_NOT_ANY}", _of(LIKES, negated=True)),
    _people(rf"{_AM} not (?:a |much of a |a big |too )?(?:fan of|keen on|fond of) (?P<v>.+)", _of(LIKES, negated=True)),
    _people(rf"{_AM} {_VERY}(?:(?:a )?(?:big |huge )?fan of|keen on|fond of|crazy about|mad about) (?P<v>.+)", _of(LIKES)),
    _people(r"(?:likes?|loves?|adores?|enjoys?) (?P<v>.+)", _of(LIKES)),
    _people(r"prefers? (?P<v>.+)", _of("prefers")),
    _people(rf"{_DONT} {_VERY}eat (?P<v>.+?){_NOT_ANY}", _of("eats", negated=True)),
    _people(rf"{_DONT} {_VERY}drink (?P<v>.+?){_NOT_ANY}", _of("drinks", negated=True)),
    _people(r"(?:'ve |'s |have |has )?(?:stopped eating|(?:given|gave) up eating|quit eating) (?P<v>.+)", _of("eats", negated=True)),
    _people(r"(?:'ve |'s |have |has )?(?:stopped drinking|(?:given|gave) up drinking|quit drinking) (?P<v>.+)", _of("drinks", negated=True)),
    _people(r"(?:'ve |'s |have |has )?(?:given up|gave up|quit) (?P<v>(?!on\b|my\b|the\b)[\w-]+(?: [\w-]+)?)", _of("does", negated=True)),
    _people(r"eats? (?P<v>.+?) (?:again|now|these days)", _of("eats")),
    _people(r"drinks? (?P<v>.+?) (?:again|now|these days)", _of("drinks")),
    _people(rf"{_AM}{_NOT} {_VERY}(?P<v>{_STATE}){_NOT_ANY}", _of("is")),
    _people(rf"{_AM}{_NOT} {_VERY}(?:afraid|scared|terrified|frightened|petrified) of (?P<v>.+?){_NOT_ANY}", _of("afraid_of")),
    _people(r"lives? (?:in|at|near) (?P<v>.+)", _of("lives_in")),
    _people(r"(?:'ve |'s |have |has )?(?:just |recently |finally |now )*moved (?:house |home |flat )?(?:from .+? )?(?:to|into) (?P<v>.+)", _moved),
    _people(r"(?:works?|(?:'ve |'s |have |has )?(?:started(?: working| work)?|got a (?:new )?job)) (?:at|for) (?P<v>.+)", _of("works_at")),
    _people(r"(?:goes|go) to (?P<v>(?-i:[A-Z]).*\b(?:school|primary|college|university|nursery|academy|uni))", _of("school")),
    _people(r"(?:always|usually|only|never) drinks? (?P<v>.+)", _of("drinks")),
    _people(r"(?:always|usually|only) (?:eats?|has|have) (?P<v>.+? for (?:breakfast|lunch|dinner|tea|supper))", _of("eats")),
    _people(rf"(?:works?|(?:'ve |'s |have |has )?started(?: working)?) as an? (?P<v>{_PROFESSION}|[\w -]+?)", _of("job")),
    _people(rf"{_AM} an? (?P<v>{_PROFESSION})", _of("job")),
    _people(rf"(?:{_AM}|(?:'ve |'s |have |has )?(?:just )?turned) (?P<v>{_COUNTED})(?: years? old)?(?: now| today)?", _of("age")),
    _people(rf"{_AM} (?:called|named) (?P<v>(?-i:[A-Z])[\w-]*(?:(?: and|,)? (?-i:[A-Z])[\w-]*)*)", _of("name")),
    _people(r"(?:was|were) born (?P<v>(?:on|in) (?:the )?(?-i:[A-Z\d]).*)", _of("born")),
    _people(rf"speaks? (?:fluent |good |some |a bit of |a little )?(?P<v>{_LANGUAGES}(?: and {_LANGUAGES})?)", _of("speaks")),
    _people(r"plays? (?P<v>the [a-z -]+)", _of("plays")),
    _people(rf"{_AM} (?P<be2>married|engaged) to (?P<v>(?-i:[A-Z])[\w-]*(?: (?-i:[A-Z])[\w-]*)?)", _of("married_to")),
    _people(rf"(?:have|has|'ve got|'s got|have got|has got) (?P<v>(?:an?|one|two|three|four|five|six) (?:[a-z-]+ ){{0,2}}(?:{_KIN}|{_PET})s?(?: .+)?)", _of("has")),
    _people(r"takes? (?P<v>.+? (?:every|each|once|twice|three times|daily|in the|at|before|after|with) .+|.+ daily)", _medicine),
)  # fmt: skip

"""Patterns of all that a person is, has, likes ..., as it stands behind the person: "'m allergic to nuts"."""

_NO_NAME = frozenset(
    [
        "it",
        "this",
        "that",
        "there",
        "he",
        "she",
        "they",
        "we",
        "you",
        "i",
        "who",
        "what",
        "which",
        "everyone",
        "everybody",
        "nobody",
        "somebody",
        "someone",
        "anyone",
        "people",
        "one",
        "the",
        "a",
        "an",
        "my",
        "our",
        "his",
        "her",
        "their",
        "your",
        "dinner",
        "lunch",
        "breakfast",
        "today",
        "tomorrow",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "so",
        "and",
        "but",
        "if",
        "when",
        "then",
        "well",
        "oh",
        "no",
        "yes",
        "ok",
        "okay",
        "actually",
        "remember",
        "please",
        "god",
        "christmas",
        "easter",
        "school",
        "work",
    ]
)
_SPEAKER = re.compile(r"^(?P<who>i|we)(?=[' ])", re.I)
_RELATIVE = re.compile(
    rf"^(?:(?P<whose>my|our) )?(?P<kin>{_KIN})(?: (?-i:[A-Z])[\w-]*)?(?=[' ])", re.I
)
_NAME = re.compile(r"^(?P<name>[A-Z][\w-]+)(?=[' ])")
_THEIR_RELATIVE = re.compile(rf"^'s (?P<kin>{_KIN})(?=[' ])", re.I)
_MINE = re.compile(rf"^(?P<whose>my|our) (?P<rest>{_ATTRIBUTE}(?:'s| is| are) .+)$", re.I)
_IS_SO = re.compile(
    rf"^(?P<what>{_ATTRIBUTE})(?:'s| is| are)(?: now| actually| still)*(?: on| at)? (?P<v>.+)$",
    re.I,
)
_FIRST_PERSON = re.compile(
    rf" {_VERY}(?:like|love|adore|enjoy|hate|dislike|prefer|eat|drink|live|work|take|speak|play|have)\b"
)
"""Behind one name this is no verb: "a drill like a road crew"."""
_NOT_SO = re.compile(r"(?:not|n't|so|very|too|really|getting|going|being|always|never)\b", re.I)
_THE_ATTRIBUTE = re.compile(
    r"^(?:the|our) (?P<what>(?:[a-z][\w-]*(?:'s)? ){0,4}?(?:code|password|passcode|pin|pin number"
    r"|combination|number|network|wifi name|landlord|plumber|vet|nickname))(?:'s| is| are)"
    r"(?: now| called| actually)* (?P<v>.+)$",
    re.I,
)
_NEW_ATTRIBUTE = re.compile(
    r"^the (?P<what>(?:[a-z][\w-]* ){0,2}[a-z][\w-]*)(?: has got|'s got| has) a new (?P<noun>code|password|pin|number)"
    r",? it'?s (?P<v>.+)$",
    re.I,
)
_KEPT = (
    re.compile(
        rf"^(?:the|my|our) (?P<what>(?:[a-z][\w-]* ){{0,3}}[a-z][\w-]*?)(?:'s| is| are) (?:now )?"
        rf"(?:kept|stored|hidden|put away|tucked away) (?P<v>{_PLACED} .+)$",
        re.I,
    ),
    re.compile(
        rf"^(?:the|my|our) (?P<what>(?:[a-z][\w-]* ){{0,3}}[a-z][\w-]*?) (?:live|lives|hang|hangs)"
        rf" (?P<v>{_PLACED} .+)$",
        re.I,
    ),
    re.compile(
        rf"^(?:i|we) (?:now )?(?:keep|store|hide|stash) (?:the|my|our) (?P<what>(?:[a-z][\w-]* ){{0,3}}[a-z][\w-]*?)"
        rf" (?P<v>{_PLACED} .+)$",
        re.I,
    ),
    re.compile(
        rf"^(?:i|we)(?:'ve| have)? (?:now )?(?:put|moved|hidden|left) (?:the|my|our)"
        rf" (?P<what>(?:[a-z][\w-]* ){{0,2}}(?:keys?|passports?|torch|first aid kit|wills?|documents"
        rf"|papers|charger|medicine|batteries|toolbox|tools|fuse wire|candles|matches|certificates?"
        rf"|remote|scissors|tape|ladder|drill|iron|umbrella|suitcase|decorations)) (?:to |into )?"
        rf"(?P<v>{_PLACED}? ?(?:the|a|my|our) .+)$",
        re.I,
    ),
    re.compile(
        rf"^(?:the|my|our) (?P<what>(?:[a-z][\w-]* ){{0,3}}(?:spare key|keys|passports?|first aid kit|fuse box"
        rf"|stopcock|wills|torch|toolbox|spare keys|fire blanket|fire extinguisher|batteries|candles))"
        rf"(?:'s| is| are) (?:now )?(?P<v>{_PLACED} .+)$",
        re.I,
    ),
)
_WHEN = (
    re.compile(
        rf"^(?:the|my|our) (?P<what>(?:[a-z][\w-]* ){{0,3}}[a-z][\w-]*?) (?:is|are|comes?|goes? out|go out|gets collected|get collected)"
        rf" (?P<v>(?:out )?(?:on |every )(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|{_DAY}(?: and {_DAY})+|(?:other )?{_DAY} .+s?)(?: .+)?)$",
        re.I,
    ),
    re.compile(
        rf"^(?P<what>(?:bin|rubbish|recycling|cleaning|laundry|bath) (?:day|night))(?:'s| is) (?P<v>(?:on )?{_DAY})$",
        re.I,
    ),
    re.compile(
        rf"^(?:i|we|(?:my )?(?P<kin>{_KIN})) (?:have|has|go to|goes to|do|does)"
        rf" (?P<what>[a-z][\w-]*(?: [a-z][\w-]*){{0,2}}) (?P<v>(?:on |every )(?:\w+ )?{_DAY}(?: and {_DAY})*(?: .+)?)$",
        re.I,
    ),
)
_NAMED = (
    re.compile(
        rf"^(?:(?:i|we){_HAVE}|there's|this is) (?:a |an |my |our )(?:[a-z-]+ ){{0,2}}(?P<what>{_KIN}|[a-z]+)"
        r" (?:called|named) (?P<v>[A-Z][\w-]*(?: [A-Z][\w-]*)?)$"
    ),
    re.compile(rf"^(?P<v>[A-Z][\w-]*)(?:'s| is) (?:my|our) (?P<what>{_KIN})(?:'s name)?$"),
    re.compile(rf"^(?:this is )?(?:my|our) (?P<what>{_KIN}),? (?P<v>[A-Z][\w-]*)$"),
    re.compile(
        r"^(?:my|our) (?P<what>[a-z]+(?: [a-z]+)?)(?:'s| is| are) (?:called|named) (?P<v>[A-Z][\w-]*(?: [A-Z][\w-]*)?)$"
    ),
)
_CALLED = re.compile(
    r"^(?:please |you can |just |everyone can |from now on )*(?:call me|address me as) (?!back|later|when|if|at|in|on|a|an|the|by|again|tomorrow|tonight|crazy|old)"
    r"(?P<v>[A-Za-z][\w-]*(?: [A-Z][\w-]*)?)(?: please| from now on)?$",
    re.I,
)
_SPOKEN_TO = re.compile(
    rf"^(?:please |from now on )*(?:speak|talk) to me (?P<v>in {_LANGUAGES}|(?:more )?(?:politely|slowly|formally|casually|gently|briefly))"
    r"(?: please| from now on)?$",
    re.I,
)

_TAIL = re.compile(
    r"(?:,? (?:by the way|now|you know|though|please|as you know|of course|obviously|just so you know|fyi"
    r"|if you must know|i'm afraid|these days|nowadays|actually|apparently not|as it happens|mind you"
    r"|for your information|last (?:week|month|year|weekend|night)|yesterday|this (?:week|month|year)"
    r"|a (?:week|month|year) ago))+$",
    re.I,
)
_GOES_ON = re.compile(
    r"(?:,|;| -|--)? (?:so|but|because|cos|since|which|who|although|though|whereas|unless|as long as"
    r"|and (?:i|we|he|she|they|it|that|my|our|the|you|so|then|now|not)) .*$|[,;:] .*$|\s[-–—]+ .*$",
    re.I,
)
"""Where the value ends and something else is told."""
_NO_VALUE = re.compile(
    r"^(?:it|this|that|these|those|them|him|her|you|me|us|one|ones|how|what|why|when|where|who|doing that"
    r"|nothing|everything|anything|something|here|there|so|mine|yours|theirs|(?:the )?(?:idea|look|sound"
    r"|thought|feeling) of .*|to (?:say|think|ask|bother|be honest|interrupt|admit|break|see you|go|hear)\b.*"
    r"|(?:it|that|this|you|your|how|when you|what you|them|him|her|these|those)\b(?! (?:[a-z]+er|hot|cold|warm|cool"
    r"|dark|bright|quiet|loud|strong|weak|black|spicy|crispy|when|if|in the|at|with|better|a bit)\b).*)$",
    re.I,
)
_PASSING = re.compile(
    r"\b(?:today|tonight|tomorrow|right now|at the moment|yet|this (?:morning|afternoon|evening|time"
    r"|minute|one|weather)|anything|later|yesterday)\b",
    re.I,
)
"""What holds for the moment is no lasting fact."""


def statements(clause: str) -> Iterator[Statement]:
    """Statements of an English clause; it has no mark of question or doubt (`doubts`)."""
    for read in (_called, _of_things, _of_persons):
        found = read(clause)
        if found is not None:
            yield found
            return


def trimmed(value: str) -> str:
    """A value without what is told on behind it; "" where it is none."""
    short = _TAIL.sub("", _GOES_ON.sub("", value.strip())).strip(" ,.;:!'\"")
    if not short or _NO_VALUE.match(short) or len(short.split()) > MOST_WORDS:
        return ""
    return short


def _filled(whose: str, subject: str, predicate: str, value: str) -> Statement | None:
    value = trimmed(value)
    if not value or _PASSING.search(value):
        return None
    return Statement(whose=whose, subject=subject, predicate=predicate, value=value)


def _called(clause: str) -> Statement | None:
    for pattern, predicate in ((_CALLED, "called"), (_SPOKEN_TO, "spoken_to")):
        found = pattern.match(clause)
        if found is not None:
            return Statement(whose=ME, predicate=predicate, value=found["v"])
    return None


def _of_things(clause: str) -> Statement | None:
    for pattern in _NAMED:
        if found := pattern.match(clause):
            return _thing(found, "name", relation_of(found["what"]))
    for pattern in (_NEW_ATTRIBUTE, _THE_ATTRIBUTE):
        if found := pattern.match(clause):
            what = " ".join(filter(None, (found["what"].strip(), found.groupdict().get("noun"))))
            return _filled(US, "", what.casefold(), found["v"])
    for patterns, predicate in ((_KEPT, "kept_at"), (_WHEN, "when")):
        for pattern in patterns:
            found = pattern.match(clause)
            if found is not None and relation_of(found["what"]) not in RELATIVES:
                return _thing(found, predicate, found["what"].casefold())
    return None


def _thing(found: "re.Match[str]", predicate: str, subject: str) -> Statement | None:
    if kin := found.groupdict().get("kin"):
        subject = f"{relation_of(kin)}'s {subject}"
    mine = re.match(r"(?:i|my)\b", found.string, re.I) or " my " in found.string
    return _filled(ME if mine else US, subject, predicate, found["v"])


def _of_persons(clause: str) -> Statement | None:
    if (mine := _MINE.match(clause)) is not None:
        return _attribute(_owner(mine["whose"]), "", mine["rest"])
    for whose, subject, rest in _persons(clause):
        owned = _attribute(whose, subject, rest[3:]) if rest.startswith("'s ") else None
        if (found := owned or _person(whose, subject, rest)) is not None:
            return found
    return None


def _attribute(whose: str, subject: str, rest: str) -> Statement | None:
    found = _IS_SO.match(rest)
    if found is None or _NOT_SO.match(found["v"]):
        return None
    what = re.sub(r"^favorite", "favourite", found["what"].casefold())
    return _filled(whose, subject, what, found["v"])


def _person(whose: str, subject: str, rest: str) -> Statement | None:
    if (subject or whose not in (ME, US)) and _FIRST_PERSON.match(rest):
        return None
    for pattern, fill in _OF_PEOPLE:
        found = pattern.match(rest.strip())
        if found is None:
            continue
        told = fill(found)
        filled = told and _filled(whose, subject, told.predicate, told.value)
        return replace(filled, negated=told.negated) if told and filled else None
    return None


def _persons(clause: str) -> Iterator[tuple[str, str, str]]:
    """The owner, the relative, and the rest: "my mum's birthday is ..." gives (me, `mother`,
    "'s birthday is ...")."""
    if (who := _SPEAKER.match(clause)) is not None:
        yield _owner(who["who"]), "", clause[who.end() :]
        return
    relative = _RELATIVE.match(clause)
    if relative is not None and (relative["whose"] or clause[0].isupper()):
        whose, subject = _owner(relative["whose"] or "my"), relation_of(relative["kin"])
        rest = clause[relative.end() :]
    elif (name := _NAME.match(clause)) is not None and name["name"].casefold() not in _NO_NAME:
        whose, subject, rest = name["name"], "", clause[name.end() :]
    else:
        return
    if (theirs := _THEIR_RELATIVE.match(rest)) is not None:
        of = relation_of(theirs["kin"])
        yield whose, f"{subject}'s {of}" if subject else of, rest[theirs.end() :]
    yield whose, subject, rest


def _owner(word: str) -> str:
    return US if word.casefold() in ("we", "our") else ME
