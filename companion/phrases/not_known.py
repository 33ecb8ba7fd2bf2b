"""The sentences that say that something is not known 知らないことの言い方."""

from companion.phrases.wordings import usual
from companion.words.language import Bilingual

BODY = usual("body")
MEDICINE = usual("medicine")
NO_PROMISE = usual("no_promise")
NOT_SAID = usual("not_said")
I_SAID = Bilingual("私が言ったのはこうです: {}", "What I said was: {}")
NO_PREMISE = usual("no_premise")
NOT_DONE = usual("not_done")
CANNOT = usual("cannot")
PERSON_UNKNOWN = usual("person_unknown")
PEOPLE_UNKNOWN = usual("people_unknown")
SEEN_LAST = Bilingual(
    "今日最後に人を見たのは、{0}の{1}です。", "I last saw somebody today {0} in {1}."
)
SEEN_NOBODY = usual("seen_nobody")
SECRET = usual("secret")
TRUST = usual("trust")
MIND = usual("mind")
FOR_OTHERS = usual("for_others")
BEING = usual("being")
VIEW = usual("view")
ADVICE = usual("advice")
DOUBTED = usual("doubted")
SIGHT = usual("sight")
KEEPS = usual("keeps")
NO_WEATHER = usual("no_weather")
WHY_NOT = usual("why_not")
TOLD_ON = usual("told_on")
NOT_HEARD = usual("not_heard")
NOTHING_THEN = usual("nothing_then")
HEARD = Bilingual("聞いたのはこうです: {}", "What I was told: {}")
NOTED = Bilingual("分かりました。覚えておきます。", "All right, I will remember it.")
AGAIN = Bilingual(
    "聞いたのはこうです: {}。違うときは、正しいほうを教えてください。",
    "What I was told: {}. If it is otherwise, tell me how it is.",
)
NOT_TOLD = usual("not_told")
TOLD_OF_IT = usual("told_of_it")
NOT_KNOWN = usual("not_known")
NO_SUCH_THING = usual("no_such_thing")
