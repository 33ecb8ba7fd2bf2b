"""Reworded 言い換え: English wishes that are no imperatives, said as the imperative they mean.

`I'd like both doors locked`, `get the fan spinning`, `tell Rosie to go home`, `the lights need
turning off`: the thing stands between two halves of what is wished. Each row below matches a whole
folded sentence and gives it in the order the grammar reads. The outcome is read like any other
sentence, so a row needs no list of things; it is used only where the sentence itself was not
understood.
"""

import re
from collections.abc import Callable, Iterator, Sequence

_DONE = {
    "locked": "lock", "unlocked": "unlock", "bolted": "lock", "secured": "lock", "muted": "mute",
    "unmuted": "unmute", "silenced": "mute", "paused": "pause", "stopped": "stop",
    "dimmed": "dim", "brightened": "brighten", "opened": "open", "closed": "close",
    "shut": "close", "drawn": "close", "pulled": "pull", "raised": "raise", "lowered": "lower",
    "turned": "turn", "switched": "turn", "flicked": "turn", "flipped": "turn", "put": "turn",
    "set": "set", "cranked": "turn", "cleaned": "vacuum", "vacuumed": "vacuum",
    "hoovered": "vacuum", "swept": "vacuum", "mopped": "vacuum", "started": "start",
    "lit": "turn on", "boiled": "turn on", "heated": "warm", "cooled": "cool",
    "warmed": "warm", "killed": "turn off", "activated": "activate", "skipped": "skip",
    "cancelled": "cancel", "canceled": "cancel", "resumed": "resume",
}  # fmt: skip
"""Nouns for an act on a thing -> the verb."""
_DOING = {
    "locking": "lock", "unlocking": "unlock", "muting": "mute", "pausing": "pause",
    "stopping": "stop", "dimming": "dim", "brightening": "brighten", "opening": "open",
    "closing": "close", "shutting": "close", "drawing": "close", "raising": "raise",
    "lowering": "lower", "turning": "turn", "switching": "turn", "putting": "turn",
    "setting": "set", "cleaning": "vacuum", "vacuuming": "vacuum", "hoovering": "vacuum",
    "sweeping": "vacuum", "mopping": "vacuum", "starting": "start", "boiling": "turn on",
    "cranking": "turn", "bumping": "turn",
}  # fmt: skip
_GOING = "going|running|spinning|working|started|moving|whirring|humming|cleaning|blowing"
_STATE = r"(?:back )?(?:on|off|out|up|down|open|closed|shut|wide open|half open|(?:at|to|on) .+|\d.*|(?:a (?:bit|little|touch|tad) |much |a lot |way )?(?:brighter|darker|dimmer|warmer|cooler|colder|hotter|louder|quieter|softer|higher|lower|faster|slower)|red|blue|green|yellow|orange|purple|pink|white|warm white|cool white|as [a-z]+ as .+|halfway .*)"
_NP = r"(?P<np>(?!(?:who|whoever|nobody|anyone|anybody|everyone|everybody|he|she|they|what|why|which|you|it'd|to|me|us|him|somebody|someone|if|that you|when|not)\b)[a-z0-9'][a-z0-9' ]*?)"
_NO_MORE = "(?:(?! and | then | ,| \\.).)*"
"""The rest of the sentence, where nothing else is asked for."""
_ONE = r"(?P<np>(?:the |my |our )?(?!(?:who|you|me|us|it|to|everyone|everybody|somebody)\b)[a-z']+(?: (?!(?:and|then|to|or)\b)[a-z']+){0,2}?)"
"""One thing, by its name."""
_I_WANT = (
    r"(?:(?:i|we)(?:'d| would|'ll)? (?:really |quite |much |just |also )?(?:like|love|want|need|prefer|fancy|appreciate|take)(?: to have| to get| to see)?"
    r"|(?:i|we) (?:could|can) (?:really )?(?:do with|use)(?: having)?|i'd (?:rather|sooner) have|i'll have|i'm after|i am after"
    r"|(?:could|can|may|might) (?:i|we|you)(?: please)?(?: just)? (?:have|get|see)|let's (?:have|get|see)|let me (?:have|get)|let us (?:have|get)"
    r"|(?:how|what) about (?:having|getting)?|(?:is there )?any chance of(?: getting| having)?|is there any way to (?:have|get)|gimme|give (?:me|us)|get (?:me|us)|lemme (?:get|have)|gonna need|i'm gonna need|i'm going to need"
    r"|wanna have|i wanna have|want|need|have|get|make sure|see that|see to it that|make it so|(?:please )?make|i wish you'd have|could you see that|would you see that"
    r"|(?:could|can|would|will) you(?: please| just)? (?:have|get|make|see)|would you mind (?:having|getting))"
)
_TAIL = r"(?P<tail>(?: (?:please|for me|for us|thanks|thank you|now|right now|then|if you can|if you could|if you would|would you|will you|could you|can you|ta|cheers|again|soon|first|for now|for today|for tonight|for a bit|for a while|for the moment|til later))*)"
_TOLD = "(?:tell|ask|get|have|make|let|order|send|instruct|want|need)"
_SELF = (
    r"(?:go home|go (?:back )?to (?:its|her|his|the) (?:dock|base|charger)|go back(?: home| to .+)?|return(?: home| to .+)?|come home|dock|charge|go charge|go and charge|stop|pause|start|clean.*|vacuum(?! (?:home|back|out|off|on|to|go|and) ?).*|hoover(?! (?:home|back)).*|sweep.*|mop.*"
    r"|turn (?:itself |themselves )?(?:on|off|up|down)(?: .+)?|switch (?:itself |themselves )?(?:on|off)|open|close|play|mute|go (?:on|off|up|down|quiet|red|blue|green|yellow|orange|purple|pink|white)|dim|run|resume|carry on)"
)
_CLEANS = (
    r"(?:(?:to )?(?:go )?(?:and )?(?:clean|vacuum|hoover|sweep|mop|work|run|go round|go around|have a run|do (?:its|her|his) (?:thing|rounds?|job|work|stuff)"
    r"|do the (?:floors?|cleaning|hoovering|vacuuming|sweeping|rounds)|clean up|get (?:going|cleaning|to work|started|busy)|loose|out|rip|free))"
)

_COLORS = "red|blue|green|yellow|orange|purple|pink|white|warm white|cool white|turquoise|teal|violet|lilac|magenta|crimson|amber|gold|lavender"
_VERBS = (
    "turn|switch|put|open|close|shut|draw|set|dim|lower|raise|lock|unlock|start|stop|play|pause|mute|unmute|make|bring|give|clean|vacuum|hoover"
    "|wake|remind|cancel|warm|cool|heat|light|change|adjust|skip|activate"
)
_PLAINLY_MORE = {
    "dark": "darker", "bright": "brighter", "warm": "warmer", "hot": "warmer", "cool": "cooler",
    "cold": "cooler", "quiet": "quieter", "loud": "louder", "fast": "faster", "slow": "slower",
    "small": "lower", "big": "higher", "high": "higher", "low": "lower", "strong": "faster",
    "weak": "slower", "soft": "quieter", "silent": "quieter", "light": "brighter",
    "noisy": "louder", "less": "lower", "down": "lower",
}  # fmt: skip
"""`make small the volume`: how it shall be, as more or less of it."""


def _more_of(found: re.Match[str]) -> str:
    return f"make {found['np']} {_PLAINLY_MORE[found['how']]}"


def _doors(found: re.Match[str]) -> str:
    both = f" and the {found['b']} door" if found["b"] else ""
    return f"{found['verb']} the {found['a']} door{both}"


def _coffee(found: re.Match[str]) -> str:
    """Have coffee ready for 6:30: the machine that makes it, at that hour."""
    rest = re.sub("^to ", "at ", found["rest"].strip())
    return f"turn on the coffee maker {'at ' if re.match('[0-9]', rest) else ''}{rest}".strip()


def _feeder(found: re.Match[str]) -> str:
    """Feed the cat: the machine that does it."""
    return f"turn on the {found['pet'].removesuffix('s')} feeder{found['rest']}"


_LEFT = r"on|off|open|closed|shut|locked|running|playing|going|alone|be|up|down|as (?:it|they) (?:is|are)|how (?:it|they) (?:is|are)|the way (?:it|they) (?:is|are)"
_REST = re.compile(r"\b(?:the rest|the others|all the others|the other lights|the other lamps)\b")
_WIDE = re.compile(r"\b(?:everything|all|every|lights|lamps|fans|curtains)\b")


def _all_but(found: re.Match[str]) -> str:
    """Leave the fan on but turn off the tv: what is left as it is, is left out."""
    rest = found["rest"]
    if _REST.search(rest):
        return f"{_REST.sub('', rest)} except {found['np']}"
    rest = rest.replace("everything else", "everything")
    return f"{rest} except {found['np']}" if _WIDE.search(rest) else rest


_LENGTH_UNIT = re.compile(r"\b(?:seconds?|secs?|minutes?|mins?|hours?|hrs?)\b")


def _two_timers(found: re.Match[str]) -> str:
    """One for 5 minutes and one for 10: a length without a unit has that of the other."""
    one, other = found["a"], found["b"]
    units = [u.group() for part in (one, other) if (u := _LENGTH_UNIT.search(part))]
    if len(units) == 1:
        one, other = (p if _LENGTH_UNIT.search(p) else f"{p} {units[0]}" for p in (one, other))
    return f"set a timer for {one} and set a timer for {other}"


_ROWS: tuple[tuple[re.Pattern[str], "str | Callable[[re.Match[str]], str]"], ...] = tuple(
    (re.compile(pattern), plainly)
    for pattern, plainly in (
        # What is told to a thing, as an order for it.
        # Before what `vacuum` tells it to do: of `the robot vacuum` it is the name.
        (
            rf"^(?:send|bring|get|take|put) {_NP} (?:back )?(?:to (?:bed|base|its home|charge)|home|on (?:the|its|her|his) (?:charger|dock|base)){_TAIL}$",
            r"dock \g<np>",
        ),
        (
            rf"^(?:(?:let|set|send|put|tell|ask|get|have) )(?P<np>(?:the |our |my )?(?:[a-z]+ )?(?:[a-z]+)) (?:off |out |loose )?(?:to )?{_CLEANS}{_TAIL}$",
            r"start \g<np>",
        ),
        (rf"^{_TOLD} {_NP} (?:to |that it should )?(?P<vp>{_SELF}){_TAIL}$", r"\g<vp> \g<np>"),
        (rf"^(?:put|stick|place|set|pop) {_NP} on (?:hold|pause){_TAIL}$", r"pause \g<np>"),
        (rf"^(?:put|stick|place|set|pop) {_NP} on (?:mute|silent){_TAIL}$", r"mute \g<np>"),
        (rf"^(?:take|get) {_NP} off (?:mute|silent){_TAIL}$", r"unmute \g<np>"),
        (rf"^(?:take|get) {_NP} off (?:hold|pause){_TAIL}$", r"resume \g<np>"),
        (
            rf"^(?:hit|press|push|tap|click) (?P<key>play|pause|stop|mute|skip|next|resume)(?: button)?(?: on| for)? {_NP}{_TAIL}$",
            r"\g<key> \g<np>",
        ),
        (
            rf"^(?:hit|press|push|tap|click) (?P<key>play|pause|stop|mute|skip|next|resume){_TAIL}$",
            r"\g<key>",
        ),
        (
            rf"^(?:let's have |bring |turn |put |switch |get |can we have |could we have |i'd like )(?:the )?(?:sound|audio|volume) back(?: on)?(?: (?:on|of|for|to) {_NP})?{_TAIL}$",
            r"unmute \g<np>",
        ),
        (rf"^(?:shut|keep) {_NP} up{_TAIL}$", r"mute \g<np>"),
        (rf"^shut up {_NP}{_TAIL}$", r"mute \g<np>"),
        (
            rf"^(?:{_TOLD}) {_ONE} (?:to )?(?:come|go|be|switch|turn|click|kick|get) (?:back )?(?P<way>on|off|out|up|down|open|shut)(?P<rest>(?: .*)?)$",
            r"turn \g<way> \g<np>\g<rest>",
        ),
        (
            rf"^(?:let|have|get|send|tell|ask|want|need) {_ONE} (?:to )?(?:go )?(?:(?:and )?(?:do|clean|hoover|vacuum|sweep|mop|tidy)|over to|round|in|into|out to|through to|to) (?!bed\b|base\b|charge|dock|sleep|its\b|her\b|his\b|work\b)(?:the |my |our )?[a-z' ]+?{_TAIL}$",
            r"start \g<np>",
        ),
        (
            rf"^(?:call|summon|fetch|order|bring|recall|whistle) {_ONE} (?:back|home|in|off)(?: (?:in|home))?{_TAIL}$",
            r"dock \g<np>",
        ),
        (
            rf"^(?:(?:the |our )?(?:robot|roomba|vacuum|vac|hoover|cleaner)) (?:please )?(?P<do>clean|sweep|vacuum|hoover|mop)(?: up)?(?: (?:the )?(?:floors?|carpets?|house|flat|place|rug))?{_TAIL}$",
            "start the vacuum",
        ),
        (
            rf"^(?:put|switch|get|set|fire|kick) (?:the )?(?:robot|cleaner|roomba)(?: (?:on|off|going|up))?{_TAIL}$",
            "start the vacuum",
        ),
        (
            rf"^(?:start|run|send out|set off|launch|unleash|release|deploy|wake) (?:the )?(?:robot|cleaner|roomba)(?: (?:up|off|going|out))?{_TAIL}$",
            "start the vacuum",
        ),
        (
            rf"^put (?:the |some |a )?(?P<what>music|radio|tunes)(?P<where> (?:in|on) (?:the |my )?[a-z]+(?: room)?)?{_TAIL}$",
            r"play \g<what>\g<where>",
        ),
        (
            rf"^put (?P<np>(?:the |some |a )?(?:[a-z]+ )??(?:lights?|lamps?|fan|tv|telly|television|ac|air con|aircon|air conditioner|air conditioning|heating|heater|kettle|humidifier))(?P<where> (?:in|of) (?:the |my )?[a-z]+(?: room)?)?{_TAIL}$",
            r"turn on \g<np>\g<where>",
        ),
        (
            r"^(?:make|brew|do|prepare|get|have|fix|start|pour)(?: me| us)?(?: some| an?| a cup of| a pot of| the| my| more| another)? (?P<np>coffee|espresso)(?: (?:ready|going|on|made|brewing|started))?(?: for)?(?P<rest>(?: (?:at|to|by|in|every|on|tomorrow|tonight|\d).*)?)$",
            _coffee,
        ),
        (
            r"^(?:please )?(?:(?:turn|switch|put) )?(?P<np>(?:the |my )?[a-z' ]+?) (?P<how>off|on)(?: while [a-z' ]+?)?(?: ,)?(?: and| then)+ (?:(?:turn|switch|put) )?(?:it |them )?back (?:on|off)(?: again)? (?:in|after) (?P<rest>(?:\d|an? |half ).+)$",
            r"turn \g<how> \g<np> for \g<rest>",
        ),
        (
            rf"^(?:please )?(?:leave|keep) {_NP} on(?P<where> in the [a-z' ]+?)? (?:all night(?: long)?|overnight|(?:till|until) (?:the )?morning|through the night)(?: for (?:him|her|them|me|us))?{_TAIL}$",
            r"turn on \g<np>\g<where>",
        ),
        (
            r"^(?:can you |could you |please )*(?:feed|give) (?:the |our |my )?(?P<pet>cat|dog|fish|rabbit|hamster|cats|dogs)(?: (?:its|her|his|their) (?:dinner|breakfast|food|tea|supper)| a (?:bit|little)| some food| (?:now|please))*(?P<rest>(?: (?:at|in|every|on|tomorrow|tonight) .+)?)$",
            _feeder,
        ),
        (rf"^light {_NP} up{_TAIL}$", r"turn on the lights in \g<np>"),
        (
            rf"^(?:colou?r|tint|bathe|flood|drench|tinge) {_NP} (?:in |with |with a |in a )?(?P<color>{_COLORS}){_TAIL}$",
            r"make \g<np> \g<color>",
        ),
        (
            rf"^{_I_WANT} (?:some |a bit of |a little |a few |any )?(?P<what>music|tunes|songs|jazz|beats)(?P<where> (?:in|on) .+?)?{_TAIL}$",
            r"play \g<what>\g<where>",
        ),
        (
            rf"^(?:crank|pump|bump|blast)(?: up)? (?:the |some |my )?(?P<what>music|tunes|songs|jazz|beats)(?P<where> (?:in|on) .+?)?{_TAIL}$",
            r"turn up the volume\g<where>",
        ),
        (
            rf"^(?:let|get|put) (?:in )?some (?:fresh )?air (?:in|into|moving)(?: (?:here|the [a-z ]+))?{_TAIL}$",
            "turn on the fan",
        ),
        (
            r"^(?:hoover|vacuum|clean|sweep)(?: up)? (?:everywhere|everything|the whole (?:house|flat|place)|all the rooms|the house|the flat) (?P<but>except|but|apart from|other than) (?P<np>(?:in )?(?:the |my )?[a-z' ]+)$",
            r"start the vacuum except \g<np>",
        ),
        # Only one shall be left on.
        (
            rf"^(?:just |only )?(?:leave|keep) (?:just|only) {_NP} on{_TAIL}$",
            r"turn off the lights except \g<np>",
        ),
        (rf"^(?:leave|keep) on (?:just|only) {_NP}{_TAIL}$", r"turn off the lights except \g<np>"),
        # An adjective before its thing, as in other languages.
        (
            rf"^(?:please )?(?:to )?(?:make|do|put|turn|set|get) (?:it )?(?:more |very |a bit |a little )?(?P<how>{'|'.join(_PLAINLY_MORE)}) {_NP}(?P<tail>(?: please| more| a bit| a little)*)$",
            _more_of,
        ),
        (
            rf"^{_NP} (?:please )?(?:make|do|put|set|be) (?:it )?(?:more |very |a bit |a little )?(?P<how>{'|'.join(_PLAINLY_MORE)})(?P<tail>(?: please| more)*)$",
            _more_of,
        ),
        (
            rf"^(?:i want|i need|i'd like|we want|i wish) (?:that )?you (?:to )?(?P<rest>(?:{_VERBS})\b.+)$",
            r"\g<rest>",
        ),
        (
            rf"^(?:please )?(?P<what>lights?|lamps?) (?P<way>on|off) (?P<where>(?:in|at|on|for) .+?){_TAIL}$",
            r"turn \g<way> the \g<what> \g<where>",
        ),
        (
            r"^(?P<verb>lock|unlock|bolt|secure)(?: up)? (?:the |both the |both )?(?P<a>front|back)(?: and (?:the )?(?P<b>front|back))?(?: too| as well| please)*$",
            _doors,
        ),
        # Why it is asked for: what one does the while.
        (
            r"^(?P<order>.+?)(?: ,)? while (?:i'm|i am|we're|we are|i|we|(?:the )?(?:baby|kids|kid)(?:'s| is| are)?|he's|she's|they're|mum's|dad's|mom's) (?!out\b|away\b|gone\b|at\b|on holiday|not\b)(?![^0-9]*\d)[a-z' ]+$",
            r"\g<order>",
        ),
        (
            r"^(?P<head>.*?\b)(?:(?:2|a couple of|a pair of) timers?(?: ,| :)? (?:1|one)|a timer) for (?P<a>[^,]+?)(?: ,)?(?: and| ,| then) (?:1|one|another|the other|a second)(?: one| 1| timer)? for (?P<b>.+)$",
            _two_timers,
        ),
        (
            r"^(?P<head>.*?\b)(?:2 |a couple of )?alarms? (?:for|at) (?P<a>[^,]+?)(?: ,)?(?: and| ,| then)+ (?:1|one|another|the other|a second)(?: one| 1| alarm)? (?:for|at) (?P<b>.+)$",
            r"set an alarm for \g<a> and set an alarm for \g<b>",
        ),
        # What light is wished for where.
        (
            rf"^(?:{_I_WANT} )?(?:some|a bit of|a little|a little bit of|any|more) (?:light|lights|lighting|illumination)(?P<where> (?:(?:in|on|over|for|at) (?!me\b).+?|here|in here))?{_TAIL}$",
            r"turn on the lights\g<where>",
        ),
        (
            rf"^(?:{_I_WANT}) (?:light|lights)(?P<where> (?:(?:in|on|over|for|at) (?!me\b).+?|here|in here))?{_TAIL}$",
            r"turn on the lights\g<where>",
        ),
        (
            rf"^(?:it's|it is) (?:too |so |really |very |a bit )?dark(?P<where> in (?:here|the [a-z ]+))? (?:can|could) (?:i|we) have (?:some |a )?lights?(?: on)?{_TAIL}$",
            r"turn on the lights\g<where>",
        ),
        (r"^let there be light(?P<where> (?:in|on|at) .+)?$", r"turn on the lights\g<where>"),
        (
            rf"^(?:go (?:and )?)?give {_NP} an? (?:quick |good |little |proper )?(?:hoover|vacuum|sweep|mop|clean|once over|going over){_TAIL}$",
            r"vacuum \g<np>",
        ),
        # A thing that may go off now; what could or might go off is only told.
        (
            rf"^{_NP} can (?:all )?(?:just )?(?:now )?(?:go|come|be turned|be switched) (?:back )?(?P<how>on|off|out|up|down){_TAIL}$",
            r"turn \g<np> \g<how>",
        ),
        # A thing that wants something done to it.
        (
            rf"^{_NP} (?:needs|need|wants|want|could do with|could use|requires?) (?:to be |to get |being )?(?P<how>{_STATE}){_TAIL}$",
            r"set \g<np> \g<how>",
        ),
        # Wished so, or done so.
        (rf"^{_I_WANT} {_NP} (?:{_GOING}){_TAIL}$", r"start \g<np>"),
        (rf"^(?:set|start) {_NP} (?:{_GOING}|off){_TAIL}$", r"start \g<np>"),
        (
            rf"^{_I_WANT} {_NP} (?:to be |to go |be |go |to )?(?P<how>{_STATE}){_TAIL}$",
            r"set \g<np> \g<how>",
        ),
        (
            rf"^(?:could|can|may|might|would) {_NP} (?:please )?(?:be|go|get) (?P<how>{_STATE}) (?:please|for me|thanks|if you (?:could|can|would|please)){_NO_MORE}$",
            r"set \g<np> \g<how>",
        ),
        (
            rf"^(?:{_I_WANT} )(?P<np>it|things)(?: (?:to be|be))? (?:at|to) (?P<n>\d+(?:\.5)?(?: degrees)?)(?P<where> in (?:here|the [a-z ]+))?{_TAIL}$",
            r"set the temperature to \g<n> degrees\g<where>",
        ),
        (
            rf"^(?:turn|put|set|get|bring|have) (?P<np>(?:the )?(?:heating|heat|temperature|thermostat))(?: up| down)? to (?P<n>\d+(?:\.5)?)(?: degrees)?(?P<where> (?:in|on) .+?)?{_TAIL}$",
            r"set the temperature to \g<n> degrees\g<where>",
        ),
        (
            rf"^i (?:need|want|could do with|could use|'d like) (?P<np>(?:the |that |my )?[a-z' ]*?(?:light|lights|lamp|lamps)){_TAIL}$",
            r"turn on \g<np>",
        ),
        (
            rf"^(?:having )?{_NP} (?P<how>{_STATE}) would be (?:perfect|lovely|great|nice|good|ideal|wonderful|brilliant|fab|best) (?:please|thanks|thank you|now|for me){_NO_MORE}$",
            r"set \g<np> \g<how>",
        ),
        (
            rf"^(?:on reflection |actually |no |in fact |, )*i(?:'d| would) (?:rather|prefer|like) (?P<np>it|that|them)(?: was| were| to be| be)? (?P<how>{_STATE}){_TAIL}$",
            r"turn \g<np> \g<how>",
        ),
        (
            r"^(?:(?:i|we) )?(?:wanna|want to|'d like to|would like to|need to) (?:watch|see) (?:some )?(?P<np>(?:the )?(?:tv|telly|television))$",
            r"turn on \g<np>",
        ),
        (
            r"^(?:(?:i|we) )?(?:wanna|want to|'d like to|would like to) (?:hear|listen to) (?:some )?(?P<np>(?:the )?(?:music|tunes|radio|jazz))(?P<where> (?:in|on) .+)?$",
            r"play \g<np>\g<where>",
        ),
        # Two of a sort under one word.
        (
            r"^(?P<head>.*?)\b(?:the )?(?P<a>front|left|downstairs|upstairs|kitchen|bedroom) and (?:the )?(?P<b>back|right|downstairs|upstairs|bedroom|bathroom) (?P<kind>door|curtain|light)s\b(?P<rest>.*)$",
            r"\g<head>the \g<a> \g<kind> and the \g<b> \g<kind>\g<rest>",
        ),
        (
            r"^(?P<head>.*?)\b(?:both|the|all the)? ?(?P<kind>door|curtain)s ,? ?(?P<a>front|left) and (?P<b>back|right)(?P<rest>(?: please)?)$",
            r"\g<head> the \g<a> \g<kind> and the \g<b> \g<kind>\g<rest>",
        ),
    )
)
_ITS_WHY = r"(?: ,)?(?: (?:i|he|she|it|we|they)(?:'s|'m|'re|'ll| am| is| are| will) .+| the [a-z]+(?:'s| is) .+)?"
_LEAVES = tuple(
    (re.compile(pattern), plainly)
    for pattern, plainly in (
        (
            rf"^(?:(?:please|just) )?(?:leave|keep) {_NP} (?:{_LEFT})(?: but| and| ,| then)+ (?P<rest>(?:please |just )*(?:{_VERBS})\b.+)$",
            _all_but,
        ),
        (
            rf"^(?P<rest>.+?)(?: but| and| ,)+ (?:please |just )?(?:leave|keep) {_NP} (?:{_LEFT}){_TAIL}$",
            _all_but,
        ),
        (
            rf"^(?P<rest>.+?)(?: ,| actually| oh| no| wait| but| except| just)+ (?:(?:leave|keep) |(?:just )?not (?:in )?)(?P<np>the [a-z' ]+?)(?: ones?)?(?: on| off| open| closed| shut| alone| out| be)?{_TAIL}{_ITS_WHY}$",
            r"\g<rest> except \g<np>",
        ),
    )
)
"""Phrases for a thing that stays as it is, beside an order."""
_NO_LONGER = tuple(
    (re.compile(pattern), plainly)
    for pattern, plainly in (
        (
            r"^i (?:don't|do not|no longer) need (?P<np>(?:the|that|my|this) [a-z' ]*(?:alarm|timer|reminder))(?: any ?more| any longer| now)?(?: ,)?(?: so)? (?P<verb>cancel|delete|remove|scrap|drop|bin) (?:it|that)(?: please)?$",
            r"\g<verb> \g<np>",
        ),
        (
            r"^(?P<np>(?:the|that|my|this) [a-z' ]*(?:alarm|timer|reminder)) (?:isn't|is not) needed(?: any ?more| any longer| now)?(?: ,)?(?: so)? (?P<verb>cancel|delete|remove|scrap|drop|bin) (?:it|that)(?: please)?$",
            r"\g<verb> \g<np>",
        ),
    )
)
"""Phrases for a thing that is no longer needed and shall go off."""
_LEAD = re.compile(
    r"^(?:(?:(?:please |hey |ok |okay |oh |um |uh |so |right |well |hi |hello |, )*(?:(?:can|could|would|will|might) (?:you|u|ya)|do you think you could|i'd like you to|i need you to|i want you to|would you mind|if you could|if you would|you could|you can)(?: please| just| kindly| possibly| maybe| quickly| go ahead and)*)"
    r"|(?:please|just|hey|ok|okay|oh|um|uh|so|right|well|hi|hello|yes|yeah|actually|now|then|alright|go ahead and|quickly|,)) "
)
"""How a wish begins that is meant politely."""
_POLITE_IF = re.compile(r"\bif (?:you|it's|that's|possible|it isn't)\b.*$")
_WISHED = re.compile(
    rf"^{_I_WANT} {_NP} (?:to be |being |to get |to |be |get )?(?P<done>{'|'.join(_DONE)})(?P<rest>(?: .*)?)$"
)
_TO_BE = re.compile(
    rf"^(?:(?:could|can|may|might|would|please have|should) )?{_NP} (?:please )?(?:needs? to be|wants? to be|needs?|wants?) (?P<done>{'|'.join(_DONE)})(?P<rest>(?: .*)?)$"
)
_ASKED_TO_BE = re.compile(
    rf"^(?:could|can|may|might|would) {_NP} (?:please )?(?:be|get) (?:please )?(?P<done>{'|'.join(_DONE)})(?P<rest>(?: .*)? (?:please|for me|thanks|if you (?:could|can|would|please)))$"
)
_NEEDS_DOING = re.compile(
    rf"^{_NP} (?:needs?|wants?|could do with|could use|requires?) (?:a (?:good |quick )?)?(?P<done>{'|'.join(_DOING)})(?P<rest>(?: .*)?)$"
)
_BECOMES = re.compile(
    rf"^(?:make|get|have) {_NP} (?:be )?(?:so |really |nice and |all |super |very |a bit |more |too )?(?P<how>(?:not (?:so|too|as) )?(?:dark|bright|warm|hot|cool|cold|quiet|loud|fast|slow)|toasty|snug|chilly)(?P<where> in (?:here|the [a-z ]+))?(?P<rest>{_TAIL})$"
)
_MORE_OF = {"dark": "darker", "bright": "brighter", "warm": "warmer", "hot": "warmer", "cool": "cooler",
            "cold": "cooler", "quiet": "quieter", "loud": "louder", "fast": "faster", "slow": "slower",
            "toasty": "warmer", "snug": "warmer", "chilly": "cooler"}  # fmt: skip
_LESS_OF = {"dark": "brighter", "bright": "darker", "warm": "cooler", "hot": "cooler", "cool": "warmer",
            "cold": "warmer", "quiet": "louder", "loud": "quieter", "fast": "slower", "slow": "faster"}  # fmt: skip
_VERBLESS = re.compile(
    rf"^{_NP} (?P<done>locked|unlocked|muted|unmuted|paused|dimmed)(?P<rest>{_TAIL})$"
)
_I_ASK = re.compile(
    r"^(?:i(?:'d| would)? (?:want|like|need|love) to know|i'm curious|i am curious|i need to check|i want to check|i'd like to check|i'm wondering|do you happen to know|any idea|have you any idea|can you remind me|i can't remember|i forget|i don't remember|remind me|just checking) (?:if|whether) (?P<np>.+?) (?P<be>is|are|was|were|has|have) (?P<how>.+)$"
)
_STANDS_SO = re.compile(
    r"^(?:so |and |then |, |now )*(?P<np>(?:the |my |our )?[a-z' ]+?) (?P<be>is|are) (?P<how>(?:still |already |all )?(?:on|off|open|closed|shut|locked|unlocked|playing|running|muted|charging|home|docked|up|down|out)(?: (?:now|already|still))?)(?: ,)? (?:right|yeah|yes|correct|no|eh|huh|isn't it|aren't they|innit|is that right|am i right|is it|are they|isn't that right|ain't it|hey|ok)(?: \?)?$"
)
_WHICH_OF_TWO = re.compile(
    r"^(?:is |are )?(?P<np>(?:the |my )?[a-z' ]+?) (?P<how>on|off|open|closed|shut|locked|unlocked) or (?:on|off|open|closed|shut|locked|unlocked|not)(?: (?:just now|right now|now|at the moment|currently))?(?: \?)?$"
)
_YET = re.compile(
    r"^(?P<np>(?:the |my )?(?!(?:is|are|has|have|did|not|i|am|was|it's|he's|she's)\b)[a-z']+(?: [a-z']+){0,2}?) (?P<how>done|finished|on|off|open|home|back|ready|closed|shut|locked|in|charged|running|docked)(?: all)? yet(?: \?)?(?: , .*)?$"
)
_AT_HOME = re.compile(
    r"^(?P<np>(?!(?:i|i'm|im|go|going|come|coming|welcome|honey|head|heading|send|return|work|take|bring|get|back|sweet|at|my|on|be|stay|are|is|who|who's|anyone|anybody|somebody|someone)\b)[a-z]+) (?P<how>home|at home)(?: now| already)?(?: \?)?(?: , .*)?$"
)
_APPOSED = re.compile(
    r"^(?P<np>(?:the |my |our )?(?!(?:can|could|would|is|are|what|how|turn|put|open|close)\b)[a-z']+(?: [a-z']+){0,5}?)(?: ,| -)? (?P<be>is|are) (?:it|they|that) (?P<how>(?:still |already |all )?(?:on|off|open|closed|shut|locked|unlocked|playing|running|muted|charging|home|docked|up|down|out|working|done|finished)(?: or .+| now| yet)?)(?: \?)?$"
)
"""The fan in the bedroom , is it on."""
_MEASURED = re.compile(
    r"^(?:the )?(?:current |present |inside |indoor |outside |outdoor |room )?(?P<what>temperature|temp|humidity|co2|co2 level|carbon dioxide|air quality)(?: level| reading)?(?P<where> (?:in|of|for|on|at) .+?| outside| inside| upstairs| downstairs| in here| here)?(?: (?:please|now|right now|thanks|currently))*(?: \?)?$"
)
_MEASURED_IN = re.compile(
    r"^(?:the )?(?P<np>(?!(?:set|what|how|change|raise|lower|drop|turn|lock|is)\b)[a-z']+(?: [a-z']+){0,2}) (?P<what>temperature|temp|humidity|co2|carbon dioxide)(?: level| reading)?(?: (?:please|now|right now|currently))*(?: \?)?$"
)
"""Living room temperature: how much it is; nobody changes it without a word for how."""
_LOOKED_AT = re.compile(
    r"^(?:(?:please|just|can you|could you|would you|go and|quick|quickly) )*(?:check(?: up)?(?: on)?|have a look at|take a look at|look at|see about) (?P<np>(?:the |my |our )?(?!(?:if|whether|that|on|in|what|how|weather|time|timer|alarm|reminder|news)\b)[a-z']+(?: [a-z']+){0,4}?)(?: for me| please| now| quickly)*(?: \?)?$"
)
_LIKE_IT = r"^(?:what's|what is|how's|how is) it (?:like )?"
_LIKE_OUT = re.compile(
    rf"{_LIKE_IT}(?:outside|out there|out)(?: today| now| right now| at the moment)?(?: \?)?$"
)
_LIKE_THERE = re.compile(
    rf"{_LIKE_IT}(?P<where>upstairs|downstairs|in the [a-z ]+)(?: today| now| right now| at the moment)?(?: \?)?$"
)
_ANYTHING = re.compile(
    r"^(?:is )?(?:there )?(?:anything|something) (?P<how>playing|on|running|going)(?P<where>(?: .+)?)$"
)


_KEEP = re.compile(r"\b(?:leave|keep)\b")
_FORBIDS = re.compile(
    r"\b(?:don't|do not|dont|no need|needn't|need not|never|not(?! (?:so|too|as) [a-z]+)|won't|wouldn't|didn't|doesn't|shouldn't|said|says|told|if|unless|whether"
    r"|i think|i guess|i wonder|i thought|maybe|perhaps|keeps?|always|usually|used to|why|supposed|wish)\b"
)


def reworded(text: str, *, among_orders: bool = False) -> Iterator[str]:
    """Each way to say the sentence plainly. `among_orders`: it stands beside an order, where
    `front door locked` tells nothing but wishes."""
    for pattern, plain in _NO_LONGER:
        if (found := pattern.match(text)) is not None:
            yield _spaced(found.expand(plain))
    for pattern, all_but in _LEAVES:
        found = pattern.match(text)
        if found is not None and not _FORBIDS.search(_KEEP.sub("", found["rest"])):
            plain = found.expand(all_but) if isinstance(all_but, str) else all_but(found)
            yield _spaced(plain)
    if _FORBIDS.search(_POLITE_IF.sub("", text)):
        return
    yield from filter(None, (_in_turn(text),))
    if (left := _LEFT_SO.match(text)) is not None and sees_to_it(left["order"]):
        yield f"{_UNDONE[left['so']]} {left['np']}"
    yield from _ways(text, among_orders=among_orders)
    if (asked := _LEAD.sub("", text)) != text:
        yield asked
        yield from _ways(asked, among_orders=among_orders)


_FIRST = re.compile(
    r"^(?:once|after|as soon as|when) you(?:'ve| have| are done)?(?: just)? (?P<done>[a-z]+)"
    r"(?P<of>(?: (?!,)\S+)+) , (?:then |please )*(?P<then>.+)$"
)
_LAST = re.compile(
    r"^(?P<then>.+?) ?,? (?:once|after|as soon as) you(?:'ve| have)?(?: just)? (?P<done>[a-z]+)"
    r"(?P<of>(?: \S+)+)$"
)
_BEFORE = re.compile(r"^(?P<first>.+?) ?,? before you (?P<then>[a-z]+ .+)$")


def _in_turn(text: str) -> str | None:
    """`once you've shut the curtains , turn off the light`: two orders, in their order."""
    if (found := _BEFORE.match(text)) is not None:
        return f"{found['first']} then {found['then']}"
    found = _FIRST.match(text) or _LAST.match(text)
    if found is None or not (found["done"] in _DONE or f" {found['done']} " in _DOES):
        return None
    return f"{_DONE.get(found['done'], found['done'])}{found['of']} then {found['then']}"


_DOES = " turn switch close open lock shut dim set put start stop mute raise lower "
_LEFT_SO = re.compile(
    rf"^{_NP} ?(?:'s|'re|'ve| is| are| has| have| was| were)(?: been| still| just| gone and)*"
    r"(?: left| standing| wide)* (?P<so>on|open|unlocked|running|going|blaring)"
    r"(?: again| all (?:day|night|morning)| still)* , (?:and |so )?(?P<order>.+)$"
)
_UNDONE = {
    "open": "close",
    "unlocked": "lock",
    "on": "turn off",
    "running": "turn off",
    "going": "turn off",
    "blaring": "turn off",
}
"""The light's been left on, get that would you: how it is, and the deed that ends it."""
_SEE_TO_IT = re.compile(
    r"^(?:(?:can|could|would|will) you )?(?:please )?(?:just )?"
    r"(?:get|get to|fix|handle|sort|sort out|see to|deal with|take care of|do something about)"
    r" (?:it|that|this|them|those)(?: out)?(?: ,)?(?: (?:would|will|could|can) you)?"
    r"(?: please| for me| for us| thanks| ta| quick| now)*$"
)


def sees_to_it(order: str) -> bool:
    """Whether it is an order without a deed of its own: get that would you."""
    return _SEE_TO_IT.match(order) is not None


def _ways(text: str, *, among_orders: bool) -> Iterator[str]:
    for pattern in (_WISHED, _TO_BE, _ASKED_TO_BE, _VERBLESS if among_orders else _WISHED):
        if (found := pattern.match(text)) is not None:
            yield _plainly(found, _DONE)
    if (found := _BECOMES.match(text)) is not None:
        *less, how = found["how"].split()
        way = (_LESS_OF if less else _MORE_OF)[how]
        it = (
            "it"
            if found["np"] in ("the room", "this room", "it", "things", "everything")
            else found["np"]
        )
        yield _spaced(f"make {it} {way} {found['where'] or ''}")
    if (found := _NEEDS_DOING.match(text)) is not None:
        yield _plainly(found, _DOING)
    for pattern, plain in _ROWS:
        if (found := pattern.match(text)) is not None:
            told = plain(found) if callable(plain) else found.expand(plain)
            yield _spaced(told + (found.groupdict().get("tail") or ""))


def _plainly(found: re.Match[str], verbs: dict[str, str]) -> str:
    """`turned off`: the way of a verb goes behind the thing, where it stands in an order."""
    return _spaced(f"{verbs[found['done']]} {found['np']}{found['rest']}")


_POLITELY = re.compile(
    r"^(?:(?:please|hey|ok|okay|oh|um|so|right|sorry|,) )*(?:(?:can|could|would|will|may|might) (?:you|u|ya|we|i)\b|why don't you\b|.* (?:please|for me)$)"
)


def asks_politely(text: str) -> bool:
    """Whether a question may be a wish in polite words: `could the light be green please`."""
    return _POLITELY.match(text) is not None


_ASKS_HOW = re.compile(
    r"^(?:do you know|any idea|(?:can|could|would) you (?:see|tell me|say|check|have a look|look)|tell me|have a look(?: and see)?|take a look|go see|see|check)(?: ,)? (?:(?:if|whether) (?P<np>.+?) (?P<be>is|are|has|have)|(?P<be2>is|are|has|have) (?P<np2>(?:the |my |our )?[a-z' ]+?)) (?P<how>(?:still |already |all )?(?:on|off|open|closed|shut|locked|unlocked|playing|running|muted|charging|home|docked|up|down|out|back|in|working|done|finished)(?: now| yet| still)?)(?: or not)?(?: please)?(?: \?)?$"
)
"""Have a look if the door is locked; do you know is it shut."""


_QUESTIONS = (
    (_ASKS_HOW, r"\g<be>\g<be2> \g<np>\g<np2> \g<how> ?"),
    (_I_ASK, r"\g<be> \g<np> \g<how> ?"),
    (_STANDS_SO, r"\g<be> \g<np> \g<how> ?"),
    (_WHICH_OF_TWO, r"is \g<np> \g<how> ?"),
    (_YET, r"is \g<np> \g<how> ?"),
    (_AT_HOME, r"is \g<np> \g<how> ?"),
    (_APPOSED, r"\g<be> \g<np> \g<how> ?"),
    (_MEASURED, r"what is the \g<what>\g<where> ?"),
    (_MEASURED_IN, r"what is the \g<np> \g<what> ?"),
    (_LOOKED_AT, r"what is \g<np> doing ?"),
    (_LIKE_OUT, "what is the temperature outside ?"),
    (_LIKE_THERE, r"what is the temperature \g<where> ?"),
    (_ANYTHING, r"what is \g<how>\g<where> ?"),
)


def asked_plainly(text: str) -> str:
    """A question that is said as a statement, as a question; empty for none."""
    for pattern, plain in _QUESTIONS:
        if (found := pattern.match(text)) is not None:
            return found.expand(plain)
    return ""


def _spaced(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


_AGAINST = re.compile(
    r"\b(?:don't|do not|dont|never|not|won't|didn't|said|says|told|asked|asks|tells|if|unless|whether|instead of|without|rather than"
    r"|i think|i guess|i wonder|i thought|maybe|perhaps|keeps?|kept|leave|always|usually|used to|who|which|whose|why|how come|did you|have you|"
    r"should i|should we|supposed|joking|kidding|dreamt|dreamed|heard|wish|once|when|whenever|while|until|till|after|before|because|except|but)\b"
)
"""Where one of these stands, no part of a sentence is an order by itself."""
_BEGINS = re.compile(
    r"(?<= )(?=(?:turn|switch|shut|put|open|close|set|dim|lower|raise|lock|unlock|start|stop|play|pause|mute|unmute|crank|kill|get|bring|pull|draw"
    r"|flick|flip|stick|pop|knock|nudge|skip|run|send|make|bump|vacuum|hoover|clean|wake|remind|cancel|snooze|quieten|brighten|warm|cool|boil|take|give|add|tilt|drop|lift|resume|light)\b(?! (?:it|them|that) ?$))"
)
_JOINER = re.compile(
    r"^(?:(?:and|then|,|\.|also|plus|please|oh|so|now|after that|next|while you're at it|and then) )+|(?: (?:and|,|\.|then|plus|also))+$"
)
MOST_PIECES, MOST_CUTS, MOST_HALVES = 4, 7, 2
JOINTS = re.compile(r" (?:, )?(?:and then|and also|and|then|also|plus|,) (?=[a-z])")
"""Where one sentence may end and the next begin."""


def may_be_several(masked: str) -> bool:
    """Whether a sentence, its times masked, may be several orders one after another."""
    return _AGAINST.search(masked) is None


def cuts_of(text: str, ends: Sequence[int]) -> list[int]:
    """Where a next order may begin: before a verb, after a joint, and after a thing with its way
    (`ends`: where such ways stand)."""
    found = {m.start() for m in _BEGINS.finditer(text)}
    found |= {m.end() for m in re.finditer(r" (?:and(?: then| also)?|,|\.|then|plus) ", text)}
    found |= {end + 1 for end in ends if end < len(text)}
    cuts = sorted(cut for cut in found if 0 < cut < len(text))
    return cuts if len(cuts) <= MOST_CUTS else []


def piece_of(text: str) -> str:
    """A piece without the words that join it to the others."""
    return _JOINER.sub("", _JOINER.sub("", text.strip())).strip()
