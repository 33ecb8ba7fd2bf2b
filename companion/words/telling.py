"""Telling 伝え方: names of the operations by which people are told something.

The capabilities `speak` and `notice` offer them; the menu, the danger corridor and the reflex ask
for them by these names.
"""

SPEAK = "speak"
PLAY_UTTERANCE = "play_utterance"
PLAY_CHIME = "play_chime"
ACKNOWLEDGE = "acknowledge"
QUIET_HOURS, NOBODY_HERE, ASLEEP = "quiet_hours", "nobody_here", "asleep"
NO_HURRY = "no_hurry"
"""Why it is told so."""
STOP = "stop"
NOTICE = "notice"
PASS_ON = "pass_on"
"""Tell somebody else's words, as theirs."""
TELL_WITH_CHIME = f"{SPEAK}.{PLAY_CHIME}"
SHOW = "show"
"""Tell without a sound."""
TELL_SILENTLY = f"{NOTICE}.{SHOW}"
PASS_NOTICE_ON = f"{NOTICE}.{PASS_ON}"
TELL, ASK = "tell", "ask"
TELL_OWN, ASK_OWN = f"{NOTICE}.{TELL}", f"{NOTICE}.{ASK}"
"""Tell, and ask, in the companion's own words, which code made from observed facts."""
