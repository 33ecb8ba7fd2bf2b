"""The benchmark of its own voice and a television: what is said; the run itself is a long proof."""

from companion.voice.turn import Called, PlaybackBegan, Sentence, SpeechBegan, WordsSoFar
from companion.words.language import Language
from tests.proof.bench import self_heard


class Ear:
    """Attention that is told nothing of use."""

    def attend(self, for_s: float) -> None: ...

    def ignore(self) -> None: ...


def test_each_sentence_holds_a_call_or_a_stop_and_a_command_of_its_own() -> None:
    for language, called in ((Language.EN, ("nabu", "stop")), (Language.JA, ("ナブ", "止まれ"))):
        said = self_heard.read_aloud(language, 12)
        assert len({one.text for one in said}) == 12
        hold = [one for one in said if any(word in one.text.casefold() for word in called)]
        assert len(hold) >= 9


def test_what_it_takes_for_a_person_is_counted() -> None:
    """A sentence that enters, and a stop; its own words are neither."""
    room = self_heard.Room((), {}, speaks=True)
    room.listener = Ear()  # type: ignore[assignment]  # the part of a listener that turns use
    for happened in (Called("okay nabu"), SpeechBegan(), Sentence(text="lights on")):
        room.take(happened)
    room.echo.began("say stop and I stop at once")
    room.take(PlaybackBegan("say stop and I stop at once"))
    room.take(WordsSoFar("stop"))
    assert (room.entered, room.stopped, room.held) == (["lights on"], [], 0)
    room.take(SpeechBegan())
    room.take(WordsSoFar("halt"))
    assert (room.stopped, room.held) == (["halt"], 1)
