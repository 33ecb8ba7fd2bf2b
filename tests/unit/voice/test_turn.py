"""Turn-taking: a state machine over events (issue 13, point 3; S-22)."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.voice.turn import (
    Answered,
    AskAgain,
    Called,
    DropPlayback,
    Happened,
    HoldPlayback,
    LeaveOut,
    ListenFor,
    NothingSaid,
    PassOn,
    PlaybackBegan,
    PlaybackEnded,
    ResumePlayback,
    Sentence,
    SpeechBegan,
    Step,
    StopEverything,
    StopListening,
    StopPressed,
    TimePassed,
    TurnSettings,
    TurnState,
    TurnTaking,
    WordsSoFar,
)
from companion.voice.who_speaks import SpeakerHeard, Voice
from companion.words.called_by import CalledBy


@dataclass
class Talk:
    """A turn machine with a clock that the test moves."""

    echoes: tuple[str, ...] = ()
    now_s: float = 100.0
    turn: TurnTaking = field(init=False)

    def __post_init__(self) -> None:
        self.turn = TurnTaking(lambda: self.now_s, is_echo=lambda text: text in self.echoes)

    def take(self, *happened: Happened) -> list[Step]:
        return [step for one in happened for step in self.turn.take(one)]

    def pass_time(self) -> list[Step]:
        assert self.turn.deadline_s is not None
        self.now_s = self.turn.deadline_s
        return self.take(TimePassed())


def _kinds(steps: list[Step]) -> list[type]:
    return [type(step) for step in steps]


TO: dict[TurnState, tuple[Happened, ...]] = {
    TurnState.IDLE: (),
    TurnState.LISTENING: (Called(),),
    TurnState.HEARING: (Called(), SpeechBegan()),
    TurnState.THINKING: (Called(), SpeechBegan(), Sentence(text="電気つけて")),
    TurnState.SPEAKING: (PlaybackBegan("電気をつけました。"),),
    TurnState.INTERRUPTED: (PlaybackBegan("電気をつけました。"), SpeechBegan()),
    TurnState.FOLLOW_ON: (
        Called(),
        SpeechBegan(),
        Sentence(text="電気つけて"),
        PlaybackBegan("はい"),
        PlaybackEnded(),
    ),
}


def _in(state: TurnState) -> Talk:
    talk = Talk()
    talk.take(*TO[state])
    assert talk.turn.state is state
    return talk


@pytest.mark.parametrize("state", TurnState)
@pytest.mark.parametrize(
    "stop",
    [
        WordsSoFar("止まれ"),
        WordsSoFar("Stop!"),
        WordsSoFar("stop, stop"),
        Sentence(text="ストップ。"),
        Sentence(text="ストップストップ", rejected="repeats_itself"),
        Sentence(text="ストップ", rejected="other_language"),
        StopPressed(),
    ],
)
def test_stop_word_stops_at_once_from_every_state(state: TurnState, stop: Happened) -> None:
    steps = _in(state).take(stop)
    assert steps[0] == StopEverything()
    assert not any(isinstance(step, PassOn) for step in steps)


@pytest.mark.parametrize(
    "text", ["ミラ、止まって", "Mira, stop", "Hey Mira, stop!", "止まって、ミラ"]
)
def test_a_stop_that_calls_it_by_its_name_stops(text: str) -> None:
    for state in TurnState:
        talk = _in(state)
        talk.turn.called_by = CalledBy(("ミラ", "Mira"))
        assert talk.take(WordsSoFar(text))[0] == StopEverything()
    assert StopEverything() not in _in(TurnState.IDLE).take(WordsSoFar("ミラ、止まって"))


@pytest.mark.parametrize("word", ["止まれ", "Stop!", "待って", "wait"])
def test_the_sentence_of_words_that_stopped_it_is_no_second_stop(word: str) -> None:
    """Heard with slow speech to text: one "stop" was two lines in the record, and "wait" was passed
    on as a sentence. Said anew it stops anew."""
    for state in (TurnState.SPEAKING, TurnState.THINKING):
        talk = _in(state)
        assert StopEverything() in talk.take(WordsSoFar(word))
        assert talk.take(Sentence(text=word)) == []
        assert talk.turn.state is TurnState.FOLLOW_ON
    talk.take(SpeechBegan())
    assert StopEverything() in talk.take(Sentence(text="止まれ"))


@pytest.mark.parametrize("word", ["待って", "やめて", "wait", "shut up", "もういい"])
def test_while_it_speaks_or_thinks_wait_stops_too(word: str) -> None:
    for state in (TurnState.SPEAKING, TurnState.INTERRUPTED, TurnState.THINKING):
        assert StopEverything() in _in(state).take(WordsSoFar(word))
    talk = _in(TurnState.LISTENING)
    assert talk.take(SpeechBegan(), WordsSoFar(word)) == []
    assert PassOn in _kinds(talk.take(Sentence(text=word)))


@pytest.mark.parametrize("state", [s for s in TurnState if s is not TurnState.IDLE])
def test_no_state_is_without_a_time_out(state: TurnState) -> None:
    talk = _in(state)
    for _ in range(4):
        if talk.turn.state is TurnState.IDLE:
            return
        before = talk.turn.state, talk.turn.deadline_s
        assert talk.pass_time()
        assert (talk.turn.state, talk.turn.deadline_s) != before
    assert talk.turn.state is TurnState.IDLE


def test_command_goes_to_the_door_and_it_listens_on_after_the_answer() -> None:
    talk = Talk()
    assert talk.take(Called("okay nabu")) == [ListenFor(8.0)]
    said = Sentence(text="電気つけて")
    assert PassOn(said, is_called=True) in talk.take(SpeechBegan(), said)
    talk.take(PlaybackBegan("つけました。"))
    assert talk.take(PlaybackEnded()) == [StopListening(), ListenFor(6.0)]
    more = Sentence(text="カーテンも閉めて")
    assert PassOn(more) in talk.take(SpeechBegan(), more)


def test_speech_during_playback_silences_it_and_is_heard_without_a_second_call() -> None:
    talk = _in(TurnState.SPEAKING)
    assert talk.take(SpeechBegan()) == [HoldPlayback()]
    said = Sentence(text="やっぱり消して")
    assert talk.take(said)[:2] == [DropPlayback(), PassOn(said)]


def test_wake_word_during_playback_drops_it() -> None:
    assert _kinds(_in(TurnState.SPEAKING).take(Called("hey"))) == [DropPlayback, ListenFor]


@pytest.mark.parametrize(
    "nod", ["うん", "うんうん", "はい", "へえ", "なるほど", "mhm", "Uh-huh.", "yeah", "okay", "mm"]
)
def test_nod_does_not_interrupt(nod: str) -> None:
    talk = _in(TurnState.INTERRUPTED)
    assert _kinds(talk.take(Sentence(text=nod))) == [LeaveOut, ResumePlayback, ListenFor]
    assert talk.turn.state is TurnState.SPEAKING


@pytest.mark.parametrize(
    ("sentence", "goes_on"),
    [
        (Sentence(text="Emama.", length_s=0.5), True),
        (Sentence(text="Emama and all the rest of it", length_s=1.4), False),
        (Sentence(text="Louder.", length_s=0.5), False),
        (Sentence(text="Emama?", length_s=0.5), False),
        (Sentence(text="No.", length_s=0.3), False),
    ],
)
def test_a_short_sound_without_meaning_is_a_nod(sentence: Sentence, goes_on: bool) -> None:
    """Speech to text writes anything for "mm-hmm"; a command is short too, and means something."""
    talk = _in(TurnState.INTERRUPTED)
    talk.turn.says_nothing = lambda text, _: text.startswith("Emama")
    assert (ResumePlayback in _kinds(talk.take(sentence))) is goes_on


def test_nod_is_an_answer_where_something_is_asked() -> None:
    talk = Talk()
    talk.take(PlaybackBegan("開けますか？", asks=True), SpeechBegan())
    assert PassOn in _kinds(talk.take(Sentence(text="うん")))


@pytest.mark.parametrize(
    "sound",
    [
        Sentence(text="hm", length_s=0.2),
        Sentence(text="", length_s=0.9),
        Sentence(text="I'm going to use the same method.", rejected="no_speech"),
    ],
)
def test_cough_resumes_at_the_clause(sound: Sentence) -> None:
    steps = _in(TurnState.INTERRUPTED).take(sound)
    assert _kinds(steps) == [LeaveOut, ResumePlayback, ListenFor]


@pytest.mark.parametrize("text", ["はい。", "ハイ!", "だめ", "Yes."])
def test_a_short_answer_is_no_cough(text: str) -> None:
    """A spoken はい lasts 0.13 s between two silences."""
    talk = Talk()
    talk.take(Called("okay nabu"), SpeechBegan())
    assert PassOn in _kinds(talk.take(Sentence(text=text, length_s=0.13)))


def test_it_does_not_answer_itself() -> None:
    talk = Talk(echoes=("止まれ", "okay nabu", "電気をつけて"))
    talk.take(PlaybackBegan("止まれと言えば止まります。"), SpeechBegan())
    assert talk.take(WordsSoFar("止まれ")) == []
    assert ResumePlayback() in talk.take(Sentence(text="止まれ"))
    assert talk.take(Called("okay nabu")) == []
    assert PassOn not in _kinds(talk.take(SpeechBegan(), Sentence(text="電気をつけて")))
    assert talk.turn.state is TurnState.SPEAKING


def test_a_microphone_that_hears_the_speaker_is_cut_in_on_by_a_call_a_stop_or_an_answer() -> None:
    """Without echo cancelling its own words came back as others, and entered as commands."""
    talk = Talk(echoes=("電気をつけました",))
    talk.take(PlaybackBegan("電気をつけました。"), SpeechBegan(), Sentence(text="電気をつけました"))
    assert talk.take(SpeechBegan()) == []
    assert talk.take(WordsSoFar("電気をつけました"), WordsSoFar("うん"), WordsSoFar("")) == []
    assert _kinds(talk.take(Sentence(text="電気をつけました"))) == [LeaveOut, ListenFor]
    assert talk.turn.state is TurnState.SPEAKING
    own = Sentence(text="オーケー鍋、電気をつけた")
    assert talk.take(WordsSoFar(own.text)) == []
    assert LeaveOut(own.text, "own_sound") in talk.take(own)
    assert DropPlayback() in talk.take(Called("okay nabu"))
    talk.take(
        Sentence(text="やっぱり消して"), PlaybackBegan("消しますか。", asks=True), SpeechBegan()
    )
    assert PassOn(Sentence(text="はい")) in talk.take(Sentence(text="はい"))
    talk.take(PlaybackBegan("はい。"))
    assert StopEverything() in talk.take(WordsSoFar("止まれ"))


def test_it_does_not_fall_silent_for_its_own_voice_again_and_again() -> None:
    """Each piece of its own voice was a cough: it fell silent 35 times in one sentence. Who coughs
    twice is heard again at the next message."""
    talk = Talk()
    talk.take(PlaybackBegan("電気をつけました。"))
    piece = Sentence(text="鍵鍵", length_s=0.2)
    for _ in range(2):
        assert talk.take(SpeechBegan()) == [HoldPlayback()]
        assert ResumePlayback() in talk.take(piece)
    assert talk.take(SpeechBegan()) == []
    assert talk.take(WordsSoFar("やっぱり消して")) == []
    talk.take(PlaybackEnded(), PlaybackBegan("カーテンを閉めました。"))
    assert talk.take(SpeechBegan()) == [HoldPlayback()]


def test_its_own_voice_is_known_also_where_its_words_are_read_after_it_ended() -> None:
    talk = Talk(echoes=("電気をつけました",))
    talk.take(PlaybackBegan("電気をつけました。"))
    for _ in range(2):
        talk.take(SpeechBegan(), Sentence(text="", length_s=0.1))
    talk.take(SpeechBegan(), PlaybackEnded(), Sentence(text="電気をつけました"))
    talk.take(PlaybackBegan("ほかに何かありますか。"))
    assert talk.take(SpeechBegan()) == []


def test_it_asks_again_once() -> None:
    talk = _in(TurnState.HEARING)
    bad = Sentence(text="zzz", rejected="no_speech")
    assert AskAgain("no_speech") in talk.take(bad)
    assert AskAgain not in _kinds(talk.take(SpeechBegan(), bad))


def test_a_voice_that_nobody_can_tell_is_asked_for_more_once() -> None:
    """T-56: what is unclear again goes to the door as it is; a stop word is never held up."""
    talk = _in(TurnState.HEARING)
    unclear = Sentence(text="電気をつけて", speaker=SpeakerHeard(Voice.UNCLEAR))
    steps = talk.take(unclear)
    assert LeaveOut(unclear.text, "unclear_voice") in steps
    assert AskAgain("unclear_voice") in steps
    assert PassOn(unclear, True) in talk.take(SpeechBegan(), unclear)
    stop = Sentence(text="止まれ", speaker=SpeakerHeard(Voice.UNCLEAR))
    assert StopEverything() in _in(TurnState.HEARING).take(stop)


def test_unasked_message_opens_no_talk_but_can_be_cut() -> None:
    talk = _in(TurnState.SPEAKING)
    assert talk.take(PlaybackEnded()) == [StopListening()]
    assert talk.turn.state is TurnState.IDLE


def test_message_waits_until_who_speaks_has_finished() -> None:
    talk = _in(TurnState.HEARING)
    assert talk.take(PlaybackBegan("洗濯が終わりました。")) == [HoldPlayback()]
    assert ResumePlayback() in talk.take(Sentence(text="", length_s=0.1))


def test_thanks_end_the_talk() -> None:
    talk = _in(TurnState.FOLLOW_ON)
    talk.take(SpeechBegan(), Sentence(text="ありがとう"), PlaybackBegan("どういたしまして。"))
    assert talk.take(PlaybackEnded()) == [StopListening()]


def test_silence_ends_the_talk() -> None:
    talk = _in(TurnState.FOLLOW_ON)
    assert talk.take(NothingSaid()) == [StopListening()]
    assert talk.take(SpeechBegan(), Sentence(text="電気消して")) == [
        LeaveOut("電気消して", "not_called")
    ]


def test_who_calls_while_it_thinks_about_another_sentence_is_heard() -> None:
    """However late: only what nobody called it for is left out."""
    talk = _in(TurnState.THINKING)
    talk.now_s += TurnSettings().supplement_s + 1
    talk.take(Called("okay nabu"), SpeechBegan())
    assert PassOn(Sentence(text="今何時"), True) in talk.take(Sentence(text="今何時"))


def test_supplement_counts_and_a_television_that_talks_on_does_not() -> None:
    talk = _in(TurnState.THINKING)
    supplement_s = TurnSettings().supplement_s
    talk.now_s += supplement_s - 1
    assert PassOn in _kinds(talk.take(SpeechBegan(), Sentence(text="台所のもね")))
    talk.now_s += supplement_s + 1
    assert PassOn not in _kinds(talk.take(SpeechBegan(), Sentence(text="続いてニュースです")))
    assert talk.turn.state is TurnState.THINKING


HAPPENED = st.one_of(
    st.sampled_from(
        [
            Called("hey"),
            SpeechBegan(),
            WordsSoFar("電気を"),
            NothingSaid(),
            PlaybackBegan("はい。"),
            PlaybackBegan("いいですか？", asks=True),
            PlaybackEnded(),
            Answered(),
            TimePassed(),
        ]
    ),
    st.builds(
        Sentence,
        text=st.sampled_from(["電気つけて", "うん", "", "turn on the light", "thanks"]),
        length_s=st.sampled_from([0.1, 1.0]),
        rejected=st.sampled_from(["", "no_speech"]),
    ),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(HAPPENED, st.sampled_from([0.0, 1.0, 7.0, 40.0])), max_size=30))
def test_whatever_happens_nothing_is_lost_and_stop_is_heard(
    story: list[tuple[Happened, float]],
) -> None:
    talk = Talk()
    held = False
    for happened, wait_s in story:
        talk.now_s += wait_s
        steps = talk.take(happened)
        # A sentence goes to the door once, or is left out for a reason that is told.
        fates = [s for s in steps if isinstance(s, PassOn | LeaveOut)]
        assert len(fates) == isinstance(happened, Sentence)
        # What was held is given back: it goes on, is dropped, or has ended.
        kinds = _kinds(steps)
        began = isinstance(happened, PlaybackBegan)
        held = (held and not began) or HoldPlayback in kinds
        if ResumePlayback in kinds or DropPlayback in kinds or isinstance(happened, PlaybackEnded):
            held = False
        if talk.turn.state in (TurnState.IDLE, TurnState.FOLLOW_ON, TurnState.THINKING):
            assert not held
        # Each state but idle ends by itself, and idle alone listens to nothing.
        assert (talk.turn.deadline_s is None) == (talk.turn.state is TurnState.IDLE)
    assert talk.take(WordsSoFar("止まれ"))[0] == StopEverything()
