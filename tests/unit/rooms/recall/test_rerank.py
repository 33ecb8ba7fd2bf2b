"""Second ranking: what answers goes before what is only about the same."""

from datetime import UTC, datetime, timedelta

from companion.rooms.recall.rerank import features_of, question_of, reranked
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.recalled import Found, Reason
from companion.words.trust import TrustLabel

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def found(number: int, speaker: str, text: str, voice: Voice = Voice.PERSON) -> Found:
    episode = Episode(
        id=EventId(number),
        at=NOON + timedelta(minutes=number),
        voice=voice,
        speaker=speaker,
        text=text,
        trust=TrustLabel.HOUSEHOLD,
    )
    return Found(episode=episode, score=1.0, why=(Reason.WORDS,), closeness=0.85)


def test_what_has_the_thing_asked_for_goes_first() -> None:
    """In Japanese and English: of three that are about it, the one that tells."""
    for question, asks, about, tells in (
        (
            "When does the shop open?",
            "Has the shop got a door?",
            "The shop smells of bread.",
            "The shop opens on 27 June.",
        ),
        (
            "お店はいつ開くの?",
            "お店に扉はあるの?",
            "お店はパンの匂いがする。",
            "お店は二十七日に開く。",
        ),
    ):
        pool = [found(1, "Ann", asks), found(2, "Ann", about), found(3, "Bo", tells)]
        assert reranked(question, pool, {})[0].episode.text == tells


def test_a_persons_own_words_go_before_the_companions() -> None:
    pool = [
        found(1, "", "The dog is fourteen kilos.", Voice.COMPANION),
        found(2, "Ann", "The dog is fifteen kilos."),
    ]
    assert reranked("How heavy is the dog?", pool, {})[0].episode.speaker == "Ann"


def test_people_in_the_question_are_those_who_speak_here() -> None:
    pool = [found(1, "Ann", "I'm a five."), found(2, "Bo", "Nine. Wide.")]
    turns = {EventId(1): (pool[1].episode,)}
    asked = question_of("What size shoes does Bo wear?", (one.episode for one in pool))
    assert asked.people == ("Bo",)
    ann, bo = features_of(asked, pool, turns)
    assert (ann.said_by, ann.stranger, bo.said_by) == (0.0, 1.0, 1.0)
