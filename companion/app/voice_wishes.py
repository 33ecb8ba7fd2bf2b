"""Voice wishes: builds the answerers to people who want it louder, quieter, silent, heard in every
room, or to keep a list."""

from companion.app.ground import Ground
from companion.app.skills import Skills
from companion.app.talking import Talking
from companion.desk.answerers.announce import Announce
from companion.desk.answerers.household_lists import HouseholdLists
from companion.desk.answerers.loudness import Loudness
from companion.desk.answerers.quiet_asked import QuietAsked
from companion.ports.answerer import Answerer


def build_voice_wishes(ground: Ground, skills: Skills, talking: Talking) -> tuple[Answerer, ...]:
    """They are asked right after the stop word."""
    on, own, hush = ground.foundations, talking.own_words, talking.mouths.hush_until
    return (
        Loudness(volume=skills.volume),
        QuietAsked(clock=on.clock, hush=hush, purse=own.purse, manner=own.manner),
        Announce(
            record=ground.storage.journal.said,
            speak_everywhere=talking.mouths.announce,
            speaker_name=on.settings.avatar.name.bilingual().get(on.language),
        ),
        HouseholdLists(
            state=ground.storage.store.state,
            journal=ground.storage.journal,
            keep=talking.consolidation.household_list,
        ),
    )
