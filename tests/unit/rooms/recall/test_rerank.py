"""Second ranking: what answers goes before what is only about the same."""

from datetime import UTC, datetime, timedelta

from companion.rooms.recall.rerank import features_of, question_of, reranked, told_anew
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


def test_of_two_statements_of_one_thing_the_newer_goes_first() -> None:
    """Where they are alike among the candidates; a newer one of another thing takes no place."""
    for question, old, new, other in (
        (
            "Where does the piano teacher live?",
            "The piano teacher lives by the mill.",
            "Miss Orr has taken rooms over the chemist.",
            "The mill is for sale.",
        ),
        (
            "ピアノの先生はどこに住んでいる?",
            "ピアノの先生は水車の近くに住んでいる。",
            "折田先生は薬局の二階を借りた。",
            "水車が売りに出ている。",
        ),
    ):
        others = [found(number, "Bo", other) for number in range(201, 208)]
        pool = [found(1, "Ann", old), found(200, "Ann", new), *others]
        ids = [each.episode.id for each in pool]
        far = {one: {two: 0.80 for two in ids if two != one} for one in ids}
        near = {one: {**far[one], two: 0.92} for one, two in (ids[:2], ids[1::-1])}
        assert reranked(question, pool, {}, far)[0].episode.text == old
        assert reranked(question, pool, {}, far | near)[0].episode.text == new


def test_a_question_of_the_same_thing_tells_nothing_anew() -> None:
    pool = [found(1, "Ann", "The key is in the tin."), found(2, "Bo", "Where is the key?")]
    alike = {EventId(1): {EventId(2): 0.95}, EventId(2): {EventId(1): 0.95}}
    asked = question_of("Where is the key?", ())
    every = told_anew(features_of(asked, pool, {}), pool, alike)
    assert [(one.follows, one.followed) for one in every] == [(0.0, 0.0), (0.0, 0.0)]
