"""Voice: builds the talk of the microphone, which takes turns with the speaker and answers
aloud."""

from contextlib import AsyncExitStack
from dataclasses import dataclass

from companion.app.acting import Acting
from companion.app.body import Body
from companion.app.calls import build_calls
from companion.app.desk import Desk
from companion.app.ground import Ground
from companion.app.hearing import Hearing, build_hearing, call_check_of
from companion.app.skills import Skills
from companion.app.spoken_words import endings_of, vocabulary_of
from companion.app.talking import Talking
from companion.ports.part import ResidentSpec
from companion.rooms.recall.words_of import reading_of
from companion.voice.likely_words import LikelyWords
from companion.voice.listen import Listener
from companion.voice.self_echo import SelfEcho
from companion.voice.talk import Talk
from companion.voice.turn import TurnTaking
from companion.voice.turn_end import TurnEnd
from companion.voice.waiting_words import WaitingWords


@dataclass(frozen=True, kw_only=True)
class Voice:
    """Listening and talking, joined; None without a microphone."""

    hearing: Hearing
    off: object | None
    """As of hearing."""
    listener: Listener | None = None
    who_speaks: object
    listens: ResidentSpec | None = None
    talk: Talk | None = None
    calls: object | None = None
    """With the other companions of the home."""


def build_voice(
    stack: AsyncExitStack,
    ground: Ground,
    body: Body,
    skills: Skills,
    talking: Talking,
    acting: Acting,
    desk: Desk,
) -> Voice:
    """The grammar of the home judges when a turn ends; what is heard enters by the front desk."""
    hearing = build_hearing(stack, ground, body)
    if hearing.microphone is None or hearing.detector is None or hearing.ears is None:
        return Voice(hearing=hearing, off=hearing.off, who_speaks=hearing.who_speaks)
    on, place = ground.foundations, hearing.microphone.place
    echo = SelfEcho(on.clock.monotonic, reading=reading_of)
    endings = endings_of(talking)
    calls, ceding = build_calls(ground, place)

    likely = LikelyWords(endings=endings, clock=on.clock, language=on.language, place=place)

    async def answers(loudness_db: float) -> bool:
        return hearing.first_call.answers("microphone") and await ceding.answers(loudness_db)

    talk = Talk(
        turn=TurnTaking(
            on.clock.monotonic,
            is_echo=echo.is_echo,
            says_nothing=likely.says_nothing,
            called_by=on.settings.called_by,
        ),
        mouth=skills.mouth,
        echo=echo,
        say=desk.reception.say,
        stop=acting.stop.stop,
        record=ground.storage.record,
        stream=on.hub,
        clock=on.clock,
        language=on.language,
        place=place,
        answers=answers,
        make_room=ground.mind.llm.make_room,
        waiting=WaitingWords(skills.persona_voice.waiting),
        joined=endings.joined,
    )
    judge = TurnEnd(
        endings=endings,
        clock=on.clock,
        language=on.language,
        place=place,
        so_far=talk.so_far,
        model=hearing.turn_model,
    )
    talk.attention = listener = Listener(
        hearing.microphone,
        hearing.detector,
        hearing.ears,
        talk.hear,
        judge=judge.wait,
        choose=likely.choose,
        enough=likely.suffices,
        who_speaks=hearing.who_speaks.of,
        language=lambda: on.language,
        vocabulary=lambda: vocabulary_of(talking, on.language),
        call_check=call_check_of(on.settings),
    )
    return Voice(
        hearing=hearing,
        off=None,
        listener=listener,
        who_speaks=hearing.who_speaks,
        listens=listener.resident(on.clock),
        talk=talk,
        calls=calls,
    )
