"""Voice wishes: builds the answerers to people who want it louder, quieter or silent."""

from companion.app.foundations import Foundations
from companion.app.skills import Skills
from companion.app.talking import Talking
from companion.desk.answerers.loudness import Loudness
from companion.desk.answerers.quiet_asked import QuietAsked
from companion.ports.answerer import Answerer


def build_voice_wishes(on: Foundations, skills: Skills, talking: Talking) -> tuple[Answerer, ...]:
    """They are asked right after the stop word."""
    own = talking.own_words
    hush = talking.mouths.hush_until
    return (
        Loudness(volume=skills.volume),
        QuietAsked(clock=on.clock, hush=hush, purse=own.purse, manner=own.manner),
    )
