"""Greetings: builds the words that are said by code to who is woken and to who comes home, and the
story of the garden that may follow."""

from dataclasses import dataclass

from companion.app.alarms import Alarms
from companion.app.ground import Ground
from companion.app.lines import Lines
from companion.app.skills import Skills
from companion.app.talking import Talking
from companion.app.thought import Thought
from companion.desk.homecoming_story import HomecomingStory
from companion.desk.night_words import NightWords
from companion.desk.wake_up_words import WakeUpWords
from companion.desk.welcome_words import WelcomeWords


@dataclass(frozen=True, kw_only=True)
class Greetings:
    """They follow the record and wait for no model."""

    wake_up_words: WakeUpWords
    welcome_words: WelcomeWords
    story: HomecomingStory
    night_words: NightWords


def build_greetings(
    ground: Ground,
    alarms: Alarms,
    skills: Skills,
    lines: Lines,
    thought: Thought,
    talking: Talking,
) -> Greetings:
    """They speak through the mouths, which keep the quiet hours."""
    on, storage, live = ground.foundations, ground.storage, ground.own_life.live
    story = HomecomingStory(
        record=storage.record,
        journal=storage.journal,
        house=ground.home.house,
        people=thought.context.now.people,
        stories=live.tellable if live is not None else tuple,
        purse=talking.own_words.purse,
        quiet=skills.quiet.voice_hushed,
        clock=on.clock,
        language=on.language,
        manner=talking.own_words.manner,
        speaker_name=thought.persona.name,
        speak=talking.mouths.say,
    )
    return Greetings(
        story=story,
        night_words=NightWords(
            record=storage.record,
            journal=storage.journal,
            people=thought.context.now.people,
            still=lines.occasions.lasts,
            names=alarms.names,
            purse=talking.own_words.purse,
            quiet=skills.quiet.voice_hushed,
            clock=on.clock,
            language=on.language,
            speaker_name=thought.persona.name,
            speak=talking.mouths.say,
        ),
        wake_up_words=WakeUpWords(
            stream=on.hub,
            record=storage.record,
            journal=storage.journal,
            schedule=alarms.clock,
            clock=on.clock,
            language=on.language,
            speaker_name=thought.persona.name,
            greeting=skills.persona_voice.morning,
            speak=talking.mouths.greet,
        ),
        welcome_words=WelcomeWords(
            stream=on.hub,
            record=storage.record,
            journal=storage.journal,
            home=thought.context.now,
            names=alarms.names,
            clock=on.clock,
            language=on.language,
            manner=talking.own_words.manner,
            speaker_name=thought.persona.name,
            called={name: one.name.bilingual() for name, one in on.settings.people.items()},
            waiting=storage.store.approvals.pending,
            speak=talking.mouths.say,
            then=story.came,
        ),
    )
