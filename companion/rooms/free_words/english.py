"""English 英語: lists how an English clause states a fact about the home, people, times or acts.

The lists are closed and judged by clause. A clause that matches a rule is withheld, unless it is
wholly one of the harmless ones; greeting, feeling, opinion and jest match nothing.
"""

import re

_ADVERB = (
    r"(?:just|already|also|never|always|still|even|only|now|really|simply|quickly|carefully"
    r"|gladly"
    r"|not|have|had|did|do|then|personally|quietly)"
)
_PAST = (
    r"(?:did|done|made|put|set|shut|told|sent|gave|given|took|taken|saw|seen|heard|found|went"
    r"|gone|came"
    r"|kept|left|ran|spoke|said|wrote|let|got|brought|began|woke|rang|lit|bought|paid|met|read"
    r"|(?!loved|enjoyed|liked|hoped|wished|missed|needed|admired)\w+ed)"
)
_DONE = (
    r"(?:locked|unlocked|closed|opened|switched|turned|started|stopped|finished|cleaned"
    r"|checked|secured"
    r"|ordered|delivered|called|sent|moved|changed|dimmed|charged|fixed|repaired|set|invited"
    r"|booked"
    r"|reserved|cancelled|canceled|warmed|heated|washed|watered|fed|handled|prepared|arranged"
    r"|updated"
    r"|recorded|saved|noted|adjusted|activated|done|taken|put|shut|left)"
)
_STATE = (
    r"(?:on|off|open|opened|closed|shut|locked|unlocked|safe|secure|secured|running|ready|done"
    r"|finished"
    r"|complete|empty|sorted|handled|set|fixed|clean|charged|cooked|gone|back|home|asleep"
    r"|awake|here"
    r"|there|away|out|inside|outside|upstairs|downstairs|taken care of|in order|under control"
    r"|cozy"
    r"|warm|cold|dark|bright|dim|quiet|all right|alright|fine|ok|okay|perfect|as (?:you|it))"
)
_THINGS = (
    r"lights?|lamps?|doors?|windows?|curtains?|blinds?|shutters?|locks?|heaters?|heating"
    r"|radiators?"
    r"|thermostats?|fans?|ovens?|stoves?|hobs?|irons?|kettles?|tvs?|televisions?|alarms?|timers?"
    r"|reminders?|cameras?|sensors?|switch(?:es)?|washing machine|washer|dishwasher|dryer|fridge"
    r"|vacuum|speakers?|kitchen|bedrooms?|hall|hallway|living room|study|bathroom|garage|garden"
    r"|attic|cellar|basement|porch|gate|rooms?|floor|stairs|water|gas|smoke|power|battery|volume"
    r"|brightness|temperature|schedule|calendar|appointments?|meetings?|packages?|parcels?"
    r"|letters?"
    r"|mail|messages?|calls?(?! (?:for|to))|shopping list|groceries|dinner|laundry|dishes|car"
    r"|keys?|pills?"
    r"|medicine|air conditioner|air conditioning|humidifier|plants?|deliver(?:y|ies)|bins?|rubbish"
    r"|trash|bills?"
)
_PEOPLE = (
    r"(?:somebody|someone|anybody|anyone|nobody|no one|everybody|everyone|people|he|she|they|we"
    r"|visitors?|guests?|the (?:kids|children|baby|dog|cat|family|neighbou?rs?|postman|courier"
    r"|doctor))"
)
_ANYBODY_AT_ALL = (
    r"every(?:one|body) (?:has (?:days|moments|a\b|their own|those|bad|good|off|something)"
    r"|needs (?:a\b|some|to|rest|time|help)|deserves|makes mistakes)\b"
)
"""Of all people, and so of nobody of this home."""
_KIN = (
    r"your (?:wife|husband|partner|mother|mum|mom|father|dad|son|daughter|kids?|children"
    r"|brother|sister"
    r"|grand\w+|aunt|uncle|cousin|friends?|family|boss|neighbou?rs?|doctor|dog|cat|guests?"
    r"|birthday)"
)
_TIME = (
    r"(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening|week)"
    r"|last (?:night|week|time|month)|next (?:week|month|time)|earlier|later|ago|(?<!well )soon"
    r"|shortly"
    r"|minutes?|hours?|seconds?|days (?:ago|later|left|from now|before)|in (?:\w+ ){1,2}days|weeks?"
    r"|months?|years?|noon|midnight|o'clock|already"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|in a while|at once|immediately|right away"
    r"|since)"
)

_FALLING = (
    r"(?<!sound of )(?<!sound of the )(?<!smell of )(?<!smell of the )(?<!like )(?<!like the )"
    r"(?<!love )(?<!love the )(?<!enjoy )(?:rain|snow)"
    r"(?:ing|s|y(?! (?:days|evenings|nights|mornings|afternoons)))?\b(?!y)"
)
"""Rain and snow of now; the sound of rain and rainy days are no report."""
_COMFORT = (
    r"(?:always (?:hope|a chance|something|more|another)"
    r"|no (?:rush|hurry|shame|wrong|need|place like)|nothing (?:better|like|wrong with)"
    r"|something (?!wrong|strange|odd)\w+ about|something to be said"
    r"|a (?:certain )?(?:joy|charm|comfort|beauty))"
)
"""Behind "there is": tells of no thing that is there."""

STATES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        (
            "number",
            r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen"
            r"|twenty|thirty"
            r"|forty|fifty|hundred|thousand|dozen|percent|degrees|half past|quarter (?:past"
            r"|to)|twice)\b",
        ),
        ("thing", rf"\b(?:{_THINGS})\b"),
        (
            "state",
            rf"\b(?:it|that|this|they|these|those|everything|all|nothing|things?|both|home"
            rf"|house|flat"
            rf"|apartment|place)(?:'s|'re| is| are| was| were| has been| have been| stays?|"
            rf" looks?"
            rf"| feels?| seems?| got)(?: (?:all|now|already|still|quite|nicely|safely"
            rf"|perfectly|so"
            rf"|not|very|completely))* {_STATE}\b|\b(?:un)?locked\b|\bswitched\b|\bturned"
            rf" (?:on|off|down"
            r"|up|it|them|that)\b|\bneeds? (?:iron|clean|wash|empty|fill|water|feed"
            r"|charg|repair|fix|chang|tidy|sweep|replac)\w*ing\b|\bnothing (?:happened|changed"
            r"|to worry|is wrong)\b|\ball"
            r" (?:done|set"
            r"|clear|good|yours)\b|^(?:done|finished|sorted|ready|locked|closed)\b",
        ),
        (
            "act",
            rf"\b(?:i|we)(?:'ve|'d)?(?: {_ADVERB})* {_PAST}\b|\bi (?:did ?n.t|have ?n.t|had"
            rf" ?n.t|was|were)"
            r"(?! (?:hoping|wondering|thinking|so glad))\b|\bi(?:'ve| have) (?:been|had)\b"
            rf"|\b(?:has|have|had|was|were|been|got)(?: just| already| now)? (?:been )?{_DONE}\b"
            r"|\b(?:i'm|i am) (?:(?:now|just|already|currently|right now) )*(?!looking forward|"
            r"listening|feeling|hoping|wishing|thinking of you|being|so|blushing|beaming|smiling"
            r"|grinning"
            r"|laughing|dying to|rooting for|cheering|crossing my fingers|dreaming"
            r"|wondering)\w+ing\b"
            r"|(?<!\bi am)(?<!\bi'm)\b(?:is|are) (?:now |all |already )?(?!pleased|interested"
            r"|excited|tired|loved"
            r"|needed|blessed|underrated|overrated|relieved|surprised|related)\w+ed\b"
            r"|^(?:turn|switch|open|clos|lock|sett|start|stopp|check|dimm|call)ing\b",
        ),
        (
            "promise",
            r"(?<!wish )\b(?:i'll|i will|i shall|i'm going to|i am going to|i'd|we'll|we will"
            r"|i promise|i can"
            r"|i could|i am able|i'm able|i won't|i will not)"
            r"(?! (?:always )?(?:be (?:here|around|glad|happy|quiet|sad|honest|thinking)"
            r"|listen|think"
            r"|try|miss|keep (?:you company|listening|quiet)|stay|imagine|understand|only"
            r" imagine|relate"
            r"|hear|tell|see (?:why|how|that)|wait|rather|love (?:to|that)|like (?:to|that)"
            r"|say(?! that)|talk(?! to)"
            r"|not (?:know|say|tell)))\b"
            r"|\bconsider it\b|^(?:ok(?:ay)?,? )?(?:will do|got it|sure thing|done deal)\b"
            r"|\bkeep my (?:word|promise)"
            r"|\bwait up\b|\bleave (?:it|that|everything) to me\b|\bcount on me\b|\bon it\b"
            r"|\bright away\b|\bit(?:'ll| will) be (?!fine|all right|alright|okay|ok\b)"
            r"|\bi(?:'ll| will) tell\b|\blet me (?!know|think|hear|guess|say|be|in on|see)"
            r"|\bi make sure\b|\bi(?:'ll| will) keep (?:an eye|watch)\b|\bwill (?:be )?(?:turn"
            r"|switch|open"
            r"|clos|lock|remind|wake|notif|ring|start|stop|call|arriv|come|happen)\w*",
        ),
        (
            "you_said",
            r"\byou(?:'ve| have| had| also| just| once)* (?:said|told|asked|mentioned|promised"
            r"|agreed"
            r"|requested|ordered|called)\b|\b(?<!much )(?:as|like) you (?:said|asked|know|wish"
            r"|wished"
            r"|wanted"
            r"|requested|told|like)\b|\bremember (?:when|that|how|what|your|the)\b"
            r"|\bi (?:remember|recall|noticed|know (?:that|you|your|where|who|what|when))\b",
        ),
        (
            "you",
            r"\b(?:how|what|way|that|(?:the|those) \w+) you (?:\w+ed|brought|bought|made|gave)\b|"
            r"\byou (?:always|usually|never|often)\b|\b(?<!as much as )you(?:'ve| have| had| also"
            r"| just| once)*"
            r" (?:wanted|left|forgot|went|came|did|like|likes|liked|love|loved|prefer|hate"
            r"|hated|set"
            r"|bought|planned|wrote|slept|woke|ate|drank|took|use|used|live|work|worked|go|get"
            r"|got|come"
            r"|turned|closed|opened|locked)\b|\byou(?:'re| are)(?! (?:so |very |too |most "
            r"|always "
            r"|really )*(?:kind|welcome|sweet|great|funny|lovely|wonderful|not alone|doing"
            r"|feeling"
            r"|amazing|generous|good|a good|a star|a dear|a gem|most welcome|the best))\b"
            r"|\byou (?:look|were|weren't|have (?!a (?:nice|good|lovely|great|way|lot|point)"
            r"|my|had a"
            r"|to\b|every))",
        ),
        (
            "people",
            rf"(?!{_ANYBODY_AT_ALL})\b{_PEOPLE}(?: else)?(?:'s|'re|'ll|'ve| (?:is|are|was|were"
            rf"|has|have|had"
            r"|will|came|comes?"
            rf"|left|leaves?"
            r"|called|knocked|said|told|went|lives?|works?|arrived|returned|slept|sleeps?"
            r"|wants?"
            r"|likes|did|does|can|cannot|rang|got|needs?|saw|fell|ate))\b"
            rf"|\b{_KIN}\b|\b(?:dad|daddy|papa|mum|mummy|mom|mommy|mama|grandma|grandpa|granny"
            r"|grandad|granddad|kids|children|neighbou?rs?|guests?|visitors?"
            r"|couriers?|postman)\b",
        ),
        ("time", rf"\b{_TIME}\b"),
        (
            "weather",
            rf"\b(?:sunny|{_FALLING}|cloudy|windy|storm\w*|weather"
            r"|forecast|humid"
            r"|(?:cold|warm|hot|dark) out(?:side)?)\b",
        ),
        (
            "sense",
            r"\bi (?:can |could |do )?(?:see|smell|detect|sense|watch)(?! (?:why|how|that|what"
            r" you mean"
            r"|your point))\b|\bi (?:can |could )?hear (?!you\b|that\b|what you\b|about\b"
            r"|more\b|it\b)"
            rf"|\bthere(?:'s| is| are| was| were) (?!{_COMFORT})|(?:^|\b(?:it|that|this"
            rf"|everything) )looks like\b|\baccording to\b",
        ),
    )
)

ANSWERS = re.compile(
    r"^(?:oh,? |well,? |um,? )*(?:yes|yeah|yep|yup|no(?! idea)|nope|sure|of course|certainly"
    r"|absolutely"
    r"|definitely|indeed|exactly|correct|right|true|that's (?:right|true|correct)|affirmative"
    r"|okay|ok"
    r"|all right|alright|understood|got it|no problem|no worries|don't worry|do not worry|as"
    r" always"
    r"|with pleasure|gladly|will do|you're right|you are right|consider|rest assured|always|never"
    r"|not (?:yet|at all|any ?more)|i think so|i believe so|i do|i did|i have(?! no idea)"
    r"|probably|maybe|perhaps)\b",
    re.IGNORECASE,
)
"""Openings that answer a question about the home, or take an order, without a word about it."""
HARMLESS_ANSWER = re.compile(
    r"\bsorry\b|\bapologi[sz]e\b|\bdo ?n.t know\b|\bdo not know\b|\bnot sure\b|\bcannot (?:say"
    r"|tell)\b"
    r"|\bcan't (?:say|tell)\b|\bno idea\b|\bi (?:hear|heard) you\b|\bi hear what you\b|\bthank\b"
    r"|\blet me think\b|\bask me\b|\btell me\b|\bi (?:hope|wish|wonder)\b|\bi(?:'d| would)"
    r" rather not"
    r"|\bi(?:'m| am) (?:glad|happy|curious|only|afraid)\b|^good (?:morning|evening|afternoon"
    r"|night)\b",
    re.IGNORECASE,
)
"""Words that alone may be said beside facts in answer to a sentence about the home or an act."""
SET_PHRASE = re.compile(
    r"^(?:(?:ha|oh|ah|aw|well|okay|hm+|haha)[,!]? )*"
    r"(?:mind how you go|off you go|there you (?:are|go)|you (?:got|had) me(?: there)?"
    r"|fingers crossed(?: for you)?|you have me there(?:, i do not know)?"
    r"|i(?: have|'ve)? heard(?: (?:you|that))?(?:,? [a-z]+)?|well played|you (?:got|have) this"
    r"|you know what|if you like|as you like)[.!?]*$",
    re.IGNORECASE,
)
"""Whole clauses that tell of nothing, whatever words they have."""
WISH = re.compile(
    r"^(?:good (?:morning|afternoon|evening|night)|have an?\b|enjoy\b|sleep\b|rest\b|may\b|be\b|i"
    r" hope\b"
    r"|i wish\b|happy\b|sweet dreams|take (?:your time|care|it easy)|see you|until|how (?:was"
    r"|is|are|did)"
    r"|what (?:a|about|do|are|is your|was)|tell me|welcome|goodbye|bye\b)|\?$",
    re.IGNORECASE,
)
"""Clauses that wish or ask: a part of the day in them is no statement."""
ASKED_BACK = re.compile(
    r"^(?:and |so |but |oh, )*(?:what|how|which|do|would|are|is|where|who|have you ever|did"
    r" you (?:like"
    r"|enjoy|have fun)|was|were)\b.*\?$",
    re.IGNORECASE,
)
"""Questions to a person about that person: they state nothing of them."""
ABOUT_HOME = re.compile(
    rf"\b(?:{_THINGS}|(?<!i'm )(?<!i am )home|(?<!moving )house)\b|\b(?:did|have|has|had|will"
    rf"|would|can"
    rf"|could) you\b|\byou"
    rf" (?:said|told"
    r"|promised|did|were|forgot|mentioned|agreed|have)\b|\b(?:turn|switch|put)\b.*\b(?:on|off)\b"
    r"|\bremind"
    rf"\b|\bwake me\b"
    r"|\b(?:in|around) here\b|^it(?:'s| is) (?:so |too |very |really )*(?:cold|hot|dark|stuffy|loud"
    r"|freezing|boiling|bright)\b|^thanks?(?: you)? for \w+ing\b"
    r"|^(?:who|when|where|how many|how much|how long|how often|which"
    r"|what time|what did|what was|what is my|what's my|is (?:it|there|he|she)|are (?:they|we"
    r"|there)"
    r"|was|were|do i|did i|have i|am i|open|close|lock|unlock|start|stop|set|play|call|tell"
    r" (?!me (?:a|about"
    r" yourself|something)))\b|\bagain\b|\blast (?:night|time|week)\b"
    r"|\bremember\b|\bdo you know\b",
    re.IGNORECASE,
)
"""Sentences of a person after which a bare "yes" would be a statement or a promise."""
ASKED_ABOUT = re.compile(
    rf"\b{_KIN.replace('your', '(?:my|our|your)').replace('|birthday', '')}\b"
    r"|\b(?:somebody|someone|anybody|anyone|nobody|visitors?|guests?|yesterday|tonight|tomorrow"
    r"|today)\b",
    re.IGNORECASE,
)
"""Words of a question, not of a person's own news, that make it one about the home."""
FRAME = re.compile(
    r"\?$|^(?:[a-z']+[ ,]*){1,3}!$|^(?:(?:oh|ah|aw|aww|wow|ooh|well|hm+|ha|haha|hey|so|and|but"
    r"|yes|no|of course|please|really"
    r"|indeed|perhaps|maybe|now|then|dear|sure|quite|very|truly|same here|me too"
    r"|guilty)\b[,.!]* ?)*"
    r"(?:$|[.!]|that(?:(?:'s| is)(?! (?:the (?!spirit|best|nicest|way|sweetest|kind of|hardest)"
    r"|what|where"
    r"|when|how|your|my|because|[a-z]+ed\b))| was| sounds?| must| would| could| hurts?| warms?|"
    r" ma(?:de me|kes? (?:me|sense))|"
    r" feels?)\b"
    r"|this (?:sounds|must|makes me)\b|it (?:is|was) (?:so |very |always |really )*(?:good"
    r"|nice|lovely"
    r"|wonderful|kind|sweet|hard|tough|a (?:joy|pleasure)|my pleasure|nothing|never easy)\b|it"
    r" sounds\b"
    r"|what (?:a|an)\b|how (?!much|many|long|far)\w+|congratulations|congrats|cheers|happy\b"
    r"|good\b"
    r"|welcome|thanks?\b|sorry\b|let's\b|let me\b|may\b|enjoy|take\b|have a\b|sleep\b|rest\b"
    r"|sweet\b"
    r"|tell me|bye|goodbye|hello|hi\b|greetings|poor\b|be\b|breathe|stay\b|go easy|go gently"
    r"|do not\b"
    r"|don't\b|never mind|brilliant|great\b|lovely|wonderful|nice\b|fantastic|amazing"
    r"|marvell?ous|bravo"
    r"|hooray|yay|ouch|oops|la la|well played|impressive|delicious|adorable|fascinating"
    r"|interesting"
    r"|exciting|understood|fair enough|point taken|my (?:pleasure|best|goodness|favou?rite)|big hug"
    r"|one (?:step|day|breath)"
    rf"|there(?:'s| is) {_COMFORT}\b|nothing (?:beats|like|better)\b"
    r"|sounds (?:like (?:a )?(?:plan|fun|lot|dream|party|adventure|good \w+)|good|fun|great|lovely"
    r"|nice|tough|hard|wonderful|delicious)(?=[.,!]|$)|you(?:'ll| will) (?:find (?:your|a) way"
    r"|be (?:fine|okay|all right|great)|do (?:great|fine|well)|get there|manage|make it"
    r"|feel better)(?=[.!]|$)"
    rf"|{_ANYBODY_AT_ALL}"
    r"|small\b|little by little|step by step|in my own|not the way|blue\b|because\b|why\b|see"
    r" you|until\b"
    r"|i (?:am|'m|feel|hope|wish|like|love|adore|enjoy|prefer|think|believe|wonder|would"
    r"|wouldn't|could|cannot"
    r"|can't|can (?:only )?(?:imagine|hear|understand)|do n.t|don't|do not|do my best|admire"
    r"|envy|understand"
    r"|hear (?:you|that)|give up|must (?:say|admit)|may not|might|have no idea"
    r"|have a soft"
    r"|appreciate|care|trust|dream|miss)\b|i'(?:m|d)\b|you (?:are|sound|must|can|could|deserve"
    r"|may"
    r"|might|should|seem|make me|have a (?:point|way|good|kind)|have had a lot|have my)\b"
    r"|you're\b|your (?:words|company|kindness|voice|smile"
    r"|laugh)\b|(?:the )?(?:world|sea|night|moon|stars?|sky|life|love|music|silence)\b (?:is"
    r"|are|must|has|can)\b"
    r"|a (?:little|bit|deep|long|warm|good|big|quiet|kind|gentle)\b|something (?:warm|sweet"
    r"|nice|kind|good|small|tells me)\b|sometimes\b"
    r"|hard work\b|stop it\b|once upon a time\b|some (?:days|people"
    r"|things)\b|no (?:rush|hurry|pressure|shame)\b|(?:two|great) minds\b)"
    r"|^(?!(?:the|your|my|our|this|that|these|those|it|he|she|they|we|i|you|here|there|all"
    r"|nobody|somebody"
    r"|everything|nothing|a|an)\b)(?:[a-z]+ ){1,5}(?:is|are|can|may|makes?|helps?|must|hurts?"
    r"|takes?|brings?"
    r"|needs?|have|has|feels?|deserves?|tastes?|warms?|heals?|seem to|tend to|means?|carry"
    r"|carries|gives?|sounds?)\b"
    r"(?! (?:(?!(?:every|some|any|no)thing\b)\w+ing|on|in|at|under|up|down|out|here|there|now"
    r"|through|over|behind|above|below|low|high|late|early|nearly|almost"
    r"|made|done|ready|waiting)\b)"
    r"(?!.*\b(?:now|here|just|today|at the moment)\b)",
    re.IGNORECASE,
)
"""How a harmless clause begins, or a saying of no place and time: a question, wish, exclamation,
feeling, opinion. A clause of no such form is withheld, whatever words it has."""
_GENERIC = (
    r"(?:best|worst|more|less|sooner|dark|laughter|sea|ocean|moon|stars?|sun|sky|world|heart|mind"
    r"|soul|mountains?"
    r"|past|future|trick|truth|secret|answer to|point of|hardest|easiest|nicest|sweetest|little"
    r"|smallest?|simple|joy|pleasure|honou?r|thought|idea|feeling|art|sort|kind of|mere|very"
    r"|words?|kindness|company|smile|laugh|voice|feelings|courage|patience|enthusiasm|curiosity"
    r"|good (?:mood|heart|humou?r)|taste|honesty|spirit|feet|shoulders|eyes|head|breath|hands|back"
    r"|own|time|moment)\b"
)
"""Heads of "the ..." and "your ..." that are nothing one could look at in the home."""
_STATIVE = (
    r"(?:am|'m|feel|like|love|enjoy|adore|admire|hope|wish|wonder|think|suppose|believe|guess|bet"
    r"|imagine|mean|care|understand|agree|doubt|dare|prefer|trust|want|need|would|'d|might|could"
    r"|couldn't|must|can|cannot|can't|do|don't|say|envy|treasure|cherish|fancy|fear|find|never"
    r"|always|only|too|rather|truly|really|have (?:to|a|no)|live for|sympathi[sz]e|salute|beg)\b"
)
_CONCRETE = (
    r"(?:dinner|supper|lunch|breakfast is|soup|stew|pizza|coffee|tea|milk|bread|eggs?|butter|beer"
    r"|beds?|sofa|couch|table|counter|shel(?:f|ves)|drawers?|cupboards? (?:is|are)|fuses?|bolts?"
    r"|boilers?|trains?|bus(?:es)?|flights?|taxis?|dentists?|interviews?|visits?|lists?|programmes?"
    r"|programs?|photos?|emails?|money|baths?|showers?|towels?|coats?|umbrellas?|bags?|wallets?"
    r"|phones?|chargers?|posture|fever|noises?|footsteps|front|back|corner|upstairs|downstairs"
    r"|indoors|outdoors|outside|inside)"
)
DOUBT = re.compile(
    r"(?-i:(?<=[a-z,;] )(?!I\b)[A-Z])"
    rf"|\b(?:the|your|his|her|their|our|its) (?!{_GENERIC})"
    rf"|\bi (?!{_STATIVE})|\bwe\b(?! all (?:have|need|make))|(?<!but )\bthey\b|\byou(?:'ll"
    rf"| will)\b|\bbefore\b|^(?:it(?! (?:happens|takes|gets easier|passes|helps|never"
    r"|matters))|this|these|those|he|she|they)\b"
    r"|(?:'s|'re| is| are)(?: \w+)? (?!blushing|being|everything|nothing|something|anything"
    r"|fascinating|interesting|exciting|charming|relaxing|soothing|comforting|amazing|tiring"
    r"|boring|maddening|calming|cheering|moving|touching|inspiring|refreshing)\w+ing\b"
    r"|\b(?:went|came|gave|slid|fell|broke|rang|told|said|spoke|stood|sat|slept|woke|ate|drank|flew"
    r"|grew|knew|lost|won|paid|sent|spent|brought|bought|caught|left|met|held|ran|sang|drove|wrote"
    r"|rose|chose|began|saw|did|was|were|had|been|shared|missed|lasted|picked|dropped|asked|stayed"
    r"|called|showed|looked|worked|seemed)\b"
    r"|\b(?!tired|excited|loved|needed|crossed|used|indeed|blessed|relieved|surprised|worried"
    r"|touched|moved"
    r"|flattered|delighted|pleased|interested|bored|amazed|ashamed|honou?red|hundred|sacred|naked"
    r"|beloved|talented|gifted|rushed|speed|breed|shred)(?!(?:need|feed|seed|weed|deed|greed|bleed"
    r"|red|bed)\b)\w+ed\b"
    r"|\bwhere\b|^(?:smells|tastes|looks|seems)\b"
    r"|\b(?:here|now|next|lately|so far|by now|nearly|almost|yet|ready|on its way|for you|for us"
    r"|than before|as before|same as|again|finally|still|day and night|on time|late|early|at last"
    r"|good as|not that i|like (?:the one|a baby)|as charged|on|off|over there|bed)(?=[.,!]|$| )"
    rf"|\b{_CONCRETE}\b|\bno (?:trouble|problem)\b|\b(?:done|guilty)\b",
    re.IGNORECASE,
)
"""A thing one could look at, somebody's doing, or the moment. A clause without all of these speaks
of how things are at large ("grief takes its time") and may be of any form."""
INFORMATION = re.compile(
    r"^(?!.*(?:\byou(?:r|rself)?\b|\bor\b|\bthink\b|favou?rite)).*\?|^what now|\bi (?:need|lost)\b",
    re.IGNORECASE,
)
"""Sentences after which a bare noun would be information: nothing of a free form is said."""
PARTS = re.compile(
    r",\s+(?=(?:your|the|it|my|we|they(?! say)|he|she|there|everything|all|a|an)\b)", re.IGNORECASE
)
"""Where a clause begins anew: "great, your shirt is ready" is no exclamation."""
_OPENERS = r"(?:(?:and|but|so|oh|well|ah|honestly|perhaps|maybe|you know|after all),? )*"
QUESTION = re.compile(
    rf"^{_OPENERS}(?:what|how|which|who|whose|where|when|why|do|does|did|have|has|is|are|was|were"
    r"|would|could|can|shall|should|may|might|any)\b(?!.*\b(?:i|we|i've|i'm|that)\b)"
    rf"(?!.*{_KIN})[^.]*\?$"
    rf"|^{_OPENERS}you[^.,:]*: (?:what|how|which|who|where|why)\b[^.]*\?$",
    re.IGNORECASE,
)
"""A question proper. A tag ("..., isn't it?") asserts what stands before it."""
_UNREAL = re.compile(
    r"\bif (?:i|you|it|we|they|one|that)\b[^?]*\b(?:i|you|it|we|one|that) (?:would|could|might)\b"
    r"|\b(?:i|it|that|one|we) (?:would|could|might)\b[^?]*\bif (?:i|you|it|we|one) (?:could|had"
    r"|were"
    r"|can|like|want)\b",
    re.IGNORECASE,
)
"""A condition that does not hold: "if I had legs, I would ..."."""
_ADVICE = re.compile(
    rf"^{_OPENERS}(?:(?:you|we|one) (?:could|might|should)|how about|what about|why not|try "
    rf"(?:to|not"
    r"|a|some|\w+ing))\b(?!.*\b(?:is|are|was|were|will|has|have)\b)",
    re.IGNORECASE,
)
_IRREGULAR = _PAST.replace(r"|(?!loved|enjoyed|liked|hoped|wished|missed|needed|admired)\w+ed", "")
_AT_LARGE = re.compile(
    rf"^(?!.*\b(?:{_IRREGULAR}|{_DONE}|{_CONCRETE}|late|early|everywhere)\b)"
    rf"(?!.*\bthe (?!best|most|worst|day|world|mind|heart|soul|same|first|second|right"
    rf"|wrong)){_OPENERS}(?:(?:some|most|many|few|plenty of|all|clever|good|old|small|great|true"
    rf"|real) )*"
    r"(?!(?:this|his|hers|its|yours|ours|theirs|others|things|guests|visitors|kids|friends"
    r"|neighbou?rs|parents|sisters|brothers|yes|thanks|always|news"
    r"|sounds|smells|looks|seems|feels|tastes)\b)"
    r"(?:[a-z]+s|people|children at large|hair|love|life|music|time|sleep|rest|patience|kindness"
    r"|laughter|grief|friendship|missing \w+|an? [a-z]+) (?:(?:often|always|usually|only|never|just"
    r"|rarely|sometimes) )?(?!(?:is|are) \w+ing\b)(?!(?:was|were|will|has|had|would|just"
    r"|arrived)\b)"
    r"(?!\w+ed\b)[a-z]+\b"
    r"(?!.*\b(?:your|my|our|this|here|now|still"
    r"|already|outside|out|today|tonight|upstairs|downstairs|again|i (?!admire|like|love|think"
    r"|believe)\w+ed?|away|home)\b)",
    re.IGNORECASE,
)
"""Truths at large: plurals and what cannot be counted, in the simple present."""
_MODEST = re.compile(
    r"^i (?:always )?(?:try|do) my best\b|^i (?:like|love|enjoy|prefer|admire|adore) (?!it when)"
    r"(?!.*\b(?:the|your|my|our|now|today|here|this|last|yesterday)\b)"
    r"|^(?:she|he|they|it) sounds? like (?:an? )?(?:wonderful|lovely|great|good|kind|special|tough"
    r"|remarkable|real)\b"
    r"|^(?:it is|it's|that is|that's) not (?:fair|right|easy|your fault)\b(?!.*\b(?:the|here)\b)"
    r"|^(?:whatever happens|no matter what)\b|^next time\b[^,]*\b(?:feel|go|be)\b",
    re.IGNORECASE,
)
MOODS: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (QUESTION, frozenset({"state", "number", "you", "you_said", "time", "people", "no_frame"})),
    (_UNREAL, frozenset({"act", "promise", "you", "no_frame"})),
    (_ADVICE, frozenset({"time", "number", "promise", "no_frame"})),
    (_AT_LARGE, frozenset({"act", "people", "at_large"})),
    (_MODEST, frozenset({"time", "act", "at_large"})),
)
"""Moods of a clause that asserts nothing of here and now, each with the rules that it is spared;
`at_large`: it may be of any form where the sentence that it answers asks for nothing."""
