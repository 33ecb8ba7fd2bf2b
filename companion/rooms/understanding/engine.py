"""The engine 聞き取りの本体 reads a sentence against the home, with a short memory of what was just
said (the port `Understanding`)."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from companion.ports.understanding import Mentions, Proposal, SpokenSentence
from companion.rooms.understanding import borrowed, floor
from companion.rooms.understanding.acts import SCENE, Act
from companion.rooms.understanding.another_time import at_another_time, on_one_more_day
from companion.rooms.understanding.answers import (
    AT_WHAT_TIME,
    CLEAN_EVERYWHERE,
    CLEANS_EVERYWHERE,
    FROM_LATER,
    HOW_LONG,
    NEVER_HEARD_OF,
    NO_CHANNELS,
    SOME_DAYS,
    WHAT_OF_IT,
    WHAT_TO_CHANGE,
    WHICH,
    cannot_wait,
    did_you_mean,
    none_such,
    not_all_there,
    out_of_range,
    which_of,
)
from companion.rooms.understanding.asides import begins_to_order
from companion.rooms.understanding.asides_ja import (
    asked_before_why,
    begun_anew,
    named_behind,
    narrowed,
)
from companion.rooms.understanding.chores import (
    ASKING,
    INTENTS,
    LACKING,
    Chore,
    cancelled,
    chore_of,
    completed,
    in_own_words,
    masked,
    only_cancels,
    routine_order,
    wish_of,
    with_day_beside,
)
from companion.rooms.understanding.conditions import (
    acts_and_tells,
    as_rule,
    condition_in,
    marked,
    waits_for,
)
from companion.rooms.understanding.cover import Token
from companion.rooms.understanding.dictionary_form import as_request, listed
from companion.rooms.understanding.floor_wishes import wish_from
from companion.rooms.understanding.fold import fold, fold_name, without_full_stop
from companion.rooms.understanding.fold import in_own_words as own_words
from companion.rooms.understanding.frame import Frame, Group
from companion.rooms.understanding.home import Home
from companion.rooms.understanding.in_a_breath import two_of
from companion.rooms.understanding.in_talk import Talk, order_in_talk
from companion.rooms.understanding.intents.doubt import doubts
from companion.rooms.understanding.intents.model import (
    IntentModel,
    WeightsDamaged,
    packaged_model,
)
from companion.rooms.understanding.intents.reading import IntentReader
from companion.rooms.understanding.joined import (
    ENDS_WITH,
    at_one_time,
    bedroom,
    chooses_scene,
    cut,
    in_some_time,
    later,
    may_be_over,
    merged,
    two_rules,
    when_of_both,
)
from companion.rooms.understanding.mentions import mentions_in
from companion.rooms.understanding.moving import moving, room_answered
from companion.rooms.understanding.not_meant import (
    calls_by_endearment,
    hangs_on_an_event,
    may_it_be,
    never_done,
    only_a_question,
    quoted,
    spoken_about,
    told_on,
    waits_to_tell,
    withdrawn,
)
from companion.rooms.understanding.not_there import is_the_main_one, not_there, said_of_another
from companion.rooms.understanding.plain_order import (
    if_it_is_so,
    plain_order,
    without_asides,
    without_right,
    without_the_hour,
    without_whereabouts,
)
from companion.rooms.understanding.plan_change import Reader, changes_later, plan_change
from companion.rooms.understanding.proposals import (
    asks_anybody,
    forbids_or_tells,
    may_hold_an_order,
    tokens_said,
)
from companion.rooms.understanding.questions import asks_what_was, question_of
from companion.rooms.understanding.reading import (
    Order,
    Sentence,
    acts_on,
    is_beside,
    meant_by,
    named_in,
    read,
    specified,
    tokens_of,
    whens_of,
)
from companion.rooms.understanding.remarks import BESIDE, without_remarks
from companion.rooms.understanding.resolve import Found, of_kinds, resolve, sort_of
from companion.rooms.understanding.reworded import (
    JOINTS,
    MOST_HALVES,
    MOST_PIECES,
    asked_plainly,
    asks_politely,
    cuts_of,
    may_be_several,
    piece_of,
    reworded,
)
from companion.rooms.understanding.said_as import asks_for_a_channel, said_as, without_some_days
from companion.rooms.understanding.times import When
from companion.rooms.understanding.tone import Tone
from companion.rooms.understanding.unwanted import unwanted
from companion.rooms.understanding.wishes import cleans, cleans_a_room, wishes_of
from companion.rooms.understanding.work import (
    as_given,
    by_the_machine,
    given_in_the_west,
    without_its_state,
)
from companion.words.called_by import CalledBy
from companion.words.language import Bilingual, Language
from companion.words.timing import EVERYBODY, After, Movement, Once, OnMovement
from companion.words.understood import SentenceKind, Understood, UnderstoodWish

_YES = {
    Language.JA: re.compile(
        "^(?:うん|はい|ええ|そう|そや|せや|お願い|おねがい|頼む|よろしく|その通り|そのとおり|それで|やって|、|。)+"
        "(?:です|だよ|だ|や|で|します|わ|よ|ね|、|。)*$"
    ),
    Language.EN: re.compile(
        r"^(?:(?:yes|yeah|yep|yup|sure|please|do it|ok|okay|right|that's it|go ahead)[ ,.!]*)+$"
    ),
}
REMEMBERED = timedelta(minutes=2)
"""How long `it`, `the other one` and an answer to a question back refer to what was said."""
LONGEST = 400
"""Letters; nobody speaks a longer command, and reading it would take longer than we promise."""
WAKES = "CompanionSetAlarm"
_CAREFUL = ("unlock", "open")
"""Operations that let people in: the engine asks wherever several things could be meant."""
_NONE_THAT_DAY = re.compile(
    "^(?P<none>(?:今日|明日|あした|明後日|今夜|今晩)(?:は|の)?[^、。はの]{1,10}(?:は)?(?:なし|無し|休み))(?:で|にして|な|ね|よ|。)*"
    "(?:[^、。?てで][^、。?]{1,16}(?:から|ので|し|だった|んだ|ねん|なんで)(?:ね|よ|わ)*)?[。]?$"
)
"""明日は掃除機なし: not wanted on that day, and no order to stop then."""
_OF_A_LOCK = ("lock", "unlock", "be_locked")
_WHICH_ONE = re.compile(r"\s+ones?(?:\W+(?:obviously|please|of course|then|thanks))?\W*$", re.I)
"""In an answer `the bedroom one` the last word is no number."""
_TELLING = ("だ", "だね", "だよ", "だな", "ね", "よ", "です", "ですね", "ですよ", "だった")
"""半分だね tells, 半分で wishes."""
_ASKED = re.compile(r"[?？]\s*$")
_ASKED_JA = re.compile(
    "(?:ます|です|でしょう|だろう|たの|るの|[うくすつむぬるた])(?:か|かね|かな|かしら|っけ)[。]?$"
)
_EXPLAINS = re.compile(
    r"(?<=[^はがでもに、。\s])(?<!って)(?<![こそあどだ]れ)なん(?=(?:だ|です)(?:よ|ね|けど|が)*[。！!、]?\s*$)"
)
"""アレルギーなんだ tells as アレルギーだ does, and asks not what it is."""
_MUSED = re.compile("(?:よう|ろう|そう|おう|こう|とう|のう|もう|ぼう)か(?:な|ね)?[。]?$|いいか")


_ORDER_THEN_QUESTION = {
    Language.EN: re.compile(
        r"(?P<order>.+?) ?,? and (?:then |also |please )*(?:tell me|let me know|"
        r"check (?:if|whether|that|the)|see (?:if|whether)) .+"
    ),
    Language.JA: re.compile(
        "(?P<order>[^がもは、]*を[^がもは、てで]*[てで])、(?:それから|そのあと|あと|ついでに)?、?"
        "[^、]*?(?:教えて|確認して)[^、]*"
    ),
}
_ASK_AGAIN = Bilingual(
    "質問のほうは、もう一度聞いてください。", "Please ask me the other thing again."
)


def _asks(said: SpokenSentence) -> bool:
    """Whether its last words ask, with or without a mark; つけようかな is thought."""
    if said.language is Language.EN or _ASKED.search(said.text):
        return _ASKED.search(said.text) is not None
    return bool(_ASKED_JA.search(said.text) and not _MUSED.search(said.text))


_ENDS_AN_ORDER = ("dir", "number", "unit", "level", "color", "adj", "when", "span")
"""After these words an order may be over, and the next begin."""
_NAMES_A_THING = ("name", "kind", "area", "floor", "pron", "mode", "attr")
_ENDS_THE_ORDER = ("when", "span", "number", "unit", "level", "color", "except", "all")
"""A remark does not begin with one of these."""
_OF_AN_ORDER = (
    "name",
    "area",
    "floor",
    "kind",
    "all",
    "except",
    "number",
    "unit",
    "level",
    "color",
    "mode",
    "when",
    "span",
    "dir",
)
"""A remark that holds one of these may say more of the order than why."""
_PLACES = ("area", "floor", "place")
_NAMED = ("name", "area", "floor", "kind", "except", "when")
"""A remark before an order that holds one of these may name it for the order."""
MOST_OF_A_WORD = 3
"""Words in which a thing is only named, so that one may ask what of it."""
_AND_THEN_JA = re.compile("^(?:[、。 ]|あと|それと|それから|ついでに|で)+")
_WARMING = {
    Language.JA: ("明日7時に電気をつけて", "窓は開いてる?", "謎の言葉"),
    Language.EN: ("turn on the light at 7 tomorrow", "is the window open?", "some riddle"),
}
UNKNOWN = Understood(kind=SentenceKind.UNKNOWN)
MUSING = Understood(kind=SentenceKind.MUSING)
QUESTION = Understood(kind=SentenceKind.QUESTION)
_UNREAD = (UNKNOWN, MUSING)


@dataclass(slots=True)
class _Memory:
    """The last sentence of one place, as far as the next one may refer to it."""

    at: datetime
    order: Order | None = None
    targets: tuple[str, ...] = ()
    pending: tuple[Order, ...] = ()
    """Orders that wait for the answer to a question back."""
    choices: tuple[str, ...] = ()
    asked_room: bool = False
    """It was asked which room the speaker is in, to come there."""
    lacking: tuple[str, str] | None = None
    """A chore that waits for its time, with the sentence it was asked by."""
    carried: tuple[UnderstoodWish, ...] = ()
    """The clear wishes of the same sentence; they wait with the rest, so that all are done or
    none."""
    meant: Understood | None = None
    """The reading that a yes confirms."""
    chore: Chore | None = None
    """The chore that was asked for last; `cancel` alone means it."""


@dataclass(slots=True)
class GrammarUnderstanding:
    """Reads sentences by grammar. `home` gives the home as it is now; `packaged`: fall back on
    Home Assistant's own sentences."""

    home: Callable[[], Home]
    packaged: bool = True
    intents: IntentModel | None = None
    """None: the packaged one."""
    called_by: CalledBy = CalledBy()
    """By which the companion is called: it says nothing of the home."""
    _memories: dict[str, _Memory] = field(default_factory=dict)

    def understand(self, said: SpokenSentence, *, confirmed: bool = False) -> Understood:
        """The wishes of a sentence. Raises nothing on any text."""
        understood, remembered = self._heard(self.addressed(said))
        if not confirmed and self._doubts(understood, said):
            return UNKNOWN
        if not confirmed and self._requests(understood, said):
            return UNKNOWN  # a question is never done, so it is asked
        if not confirmed and understood in _UNREAD and (sure := self._sure(said)) is not None:
            return sure
        if remembered is not None:
            self._memories[said.place] = remembered
        return understood

    def _requests(self, understood: Understood, said: SpokenSentence) -> bool:
        """Whether the trained model reads an order where the grammar reads a question."""
        if understood.kind is not SentenceKind.QUESTION:
            return False
        proposal = self.propose(said)
        return proposal is not None and not proposal.asks and proposal.requested

    def _sure(self, said: SpokenSentence) -> Understood | None:
        """The order that the trained model alone reads, and is sure of."""
        proposal = self.propose(said)
        if proposal is None or not proposal.sure:
            return None
        order = replace(said, text=proposal.words)
        alone, _ = self._heard(order, alone=True)
        before, remembered = self._heard(order)
        if alone.wishes != before.wishes:
            return None  # of what was said before, the model knows nothing
        if remembered is not None:
            self._memories[said.place] = remembered
        return replace(before, read_as=proposal.words)

    def _doubts(self, understood: Understood, said: SpokenSentence) -> bool:
        """Whether another reader holds another order likely, by the sentence alone."""
        if self.why_no_proposals():
            return False
        assert self.intents is not None
        if not doubts(self.intents, understood, self.addressed(said), self.home()):
            return False
        alone, _ = self._heard(self.addressed(said), alone=True)
        return alone.wishes == understood.wishes  # of what was said before, the model knows nothing

    def preview(self, said: SpokenSentence) -> Understood:
        """The wishes of a sentence that may not be finished yet. It answers no question that
        was asked back, and is not remembered."""
        return self._heard(self.addressed(said))[0]

    def mentions(self, said: SpokenSentence) -> Mentions:
        """Things, rooms, times and the fact of the home that a text names. Raises nothing on any
        text."""
        if not said.text.strip() or len(said.text) > LONGEST:
            return Mentions()
        return mentions_in(self.addressed(said), self.home())

    def addressed(self, said: SpokenSentence) -> SpokenSentence:
        """The sentence without the companion's own name, and without an English full stop."""
        text = self.called_by.without(said.text)
        plain = without_full_stop(text) if said.language is Language.EN else text
        return replace(said, text=plain)

    def propose(self, said: SpokenSentence) -> Proposal | None:
        """The command, or the question, that a sentence may be which is not understood as a
        whole."""
        if not said.text.strip() or len(said.text) > LONGEST:
            return None
        if self.intents is None and self.why_no_proposals():
            return None
        assert self.intents is not None
        said, home = self.addressed(said), self.home()
        room, tokens = _room(said.place, home), tokens_said(said, home)

        def reads(words: str) -> Understood:
            return _Turn(replace(said, text=words), home, room, None, False).take()

        waits = hangs_on_an_event(fold(said.text, said.language), said.language)
        told = waits or asks_what_was(fold(said.text, said.language))
        told = told or _told_to_others(said, home)
        may_order = may_hold_an_order(said) and not told
        forbids = forbids_or_tells(tokens, said.language)
        reader = IntentReader(self.intents, home)
        return reader.proposal(said, tokens, reads, may_order=may_order, forbids=forbids)

    def why_no_proposals(self) -> str:
        """Why nothing can be proposed: what is wrong with the trained model; "" for nothing."""
        try:
            self.intents = self.intents or packaged_model()
        except (WeightsDamaged, OSError) as error:
            return f"{error}"
        return ""

    def _heard(
        self, said: SpokenSentence, *, alone: bool = False
    ) -> tuple[Understood, _Memory | None]:
        """The sentence, and what is to be remembered of it; None: what was remembered stays. A
        full stop makes no other order of it; in Japanese it tells a remark from a question, which
        have one form. `alone`: as if nothing had been said before it."""
        plain = replace(said, text=without_full_stop(said.text))
        found = self._read(plain, alone=alone)
        if plain.text != said.text and found[0].kind is SentenceKind.QUESTION:
            with_stop = self._read(said, alone=alone)
            return found if with_stop[0].kind is SentenceKind.COMMAND else with_stop
        return found

    def _read(
        self, said: SpokenSentence, *, alone: bool = False
    ) -> tuple[Understood, _Memory | None]:
        if not said.text.strip() or len(said.text) > LONGEST:
            return UNKNOWN, None
        said = replace(said, text=if_it_is_so(without_whereabouts(said.text)))
        home = self.home()
        room = _room(said.place, home)
        memory = None if alone else self._memories.get(said.place)
        if memory is not None and said.at - memory.at > REMEMBERED:
            memory = self._memories.pop(said.place, None) and None
        if memory is not None and memory.pending:
            said = replace(said, text=_WHICH_ONE.sub("", said.text))
        turn, understood = self._taken(said, home, room, memory)
        understood = _without_the_thing(said, home, room, understood) or understood
        if understood == MUSING and _asks(said):
            understood = QUESTION
        elif understood.kind is SentenceKind.QUESTION and asks_anybody(turn.text):
            understood = MUSING
        if understood.not_done is None and any(
            cleans_a_room(wish, turn.text, home) for wish in understood.wishes
        ):
            understood = replace(understood, not_done=CLEANS_EVERYWHERE)
        return understood, turn.remembered

    def _taken(
        self, said: SpokenSentence, home: Home, room: str, memory: _Memory | None
    ) -> "tuple[_Turn, Understood]":
        """The sentence with a clause that says after which fact, or as it stands."""
        condition = condition_in(said.text, said.language, home, room)
        plain = _Turn(said, home, room, memory, self.packaged)
        if condition is None:
            return plain, plain.take()
        acts = condition.timing is None and (heard := plain.take()).kind is SentenceKind.COMMAND
        if acts and heard.wishes:
            return plain, heard
        text, place = marked(condition, said.text), condition.room or room
        turn = _Turn(replace(said, text=text), home, place, memory, self.packaged)
        rule = as_rule(condition, said)
        parts = acts_and_tells(marked(rule, said.text), said.language)
        turns = [_Turn(replace(said, text=part), home, place, memory, False) for part in parts]
        both = [waits_for(rule, part.take()) for part in turns]
        wishes = tuple(wish for part in both if part is not None for wish in part.wishes)
        if both and all(part is not None and part.wishes for part in both):
            return turn, Understood(kind=SentenceKind.COMMAND, wishes=wishes)
        understood = waits_for(condition, turn.take())
        return (turn, understood) if understood is not None else (plain, plain.take())

    def warm(self, language: Language) -> None:
        """Read one sentence that needs every table, so that nobody waits for them."""
        now = datetime.now().astimezone()
        for text in _WARMING[language]:
            _Turn(SpokenSentence(text, language, now), self.home(), "", None, self.packaged).take()


def _without_the_thing(
    said: SpokenSentence, home: Home, room: str, understood: Understood
) -> Understood | None:
    """Turn off the pantry light, in a home that has none: what is not there is named, and no other
    thing stands in for it."""
    acts = _acts(understood)
    if not acts and understood not in (UNKNOWN, MUSING):
        return None
    text = fold(said.text, said.language)
    tokens = tokens_of(text, said.language, home, said.at)
    named = any(t.cls in ("area", "floor", "name") for t in tokens)
    named = named or any("name" in wish.slots for wish in understood.wishes)
    if acts:
        thing = "" if named else said_of_another(tokens, text, said.language)
    else:
        thing, rest = not_there(tokens, text, said.language) or ("", "")
        heard = _Turn(replace(said, text=rest), home, room, None, False).take() if rest else UNKNOWN
        if _acts(heard) and is_the_main_one(thing):
            return heard
        thing = thing if _acts(heard) and not named else ""
    thing = own_words(thing, said.text, said.language)
    return Understood(kind=SentenceKind.COMMAND, refused=none_such(thing)) if thing else None


def _acts(understood: Understood) -> bool:
    """Whether it is an order for things of the home, if only it were known which."""
    if understood.kind is not SentenceKind.COMMAND:
        return False
    if understood.ask_back is not None:
        return bool(understood.choices)  # which room's?
    of_things = all(w.operation.startswith("device_control.") for w in understood.wishes)
    return bool(understood.wishes) and of_things


def _told_to_others(said: SpokenSentence, home: Home) -> bool:
    """Whether a sentence tells what was done, or is said to somebody else."""
    return _told_on(fold(said.text, said.language), said.language, home)


def _told_on(text: str, language: Language, home: Home) -> bool:
    people = [fold_name(name) for thing in home.things if thing.is_person for name in thing.names]
    about = spoken_about if language is Language.EN else told_on
    return about(text, people)


def _room(place: str, home: Home) -> str:
    room = home.room_called(place) if place else None
    return room.id if room is not None else ""


@dataclass(slots=True)
class _Turn:
    """One sentence on its way."""

    said: SpokenSentence
    home: Home
    room: str
    memory: _Memory | None
    packaged: bool
    remembered: _Memory | None = None
    text: str = ""
    whole: str = ""
    """The sentence as it was said, where this is a piece of it."""
    depth: int = 0
    """How often the sentence was cut in two to come to this piece."""

    def take(self) -> Understood:
        """The sentence; where it is not understood, once more without what is said beside it."""
        if self.said.language is Language.EN:
            plain = without_the_hour(without_asides(without_right(self.said.text)))
            self.said = replace(self.said, text=plain)
        else:
            told = _EXPLAINS.sub("", self.said.text)
            self.said = replace(self.said, text=told)
        text = self.text = fold(self.said.text, self.said.language)
        if never_done(text, self.said.language) or calls_by_endearment(text, self.said.language):
            return MUSING
        if only_a_question(text, self.said.language):
            return QUESTION
        if waits_to_tell(text, self.said.language):
            return Understood(kind=SentenceKind.COMMAND, refused=cannot_wait())
        understood = self._with_its_order(self._taken(text), text)
        if understood.kind is not SentenceKind.COMMAND:
            return understood
        language = self.said.language
        reminds = any(w.operation == "schedule.reminder_set" for w in understood.wishes)
        if not reminds and _is_for_now(understood) and hangs_on_an_event(text, language):
            self.remembered = None
            return Understood(kind=SentenceKind.COMMAND, refused=cannot_wait())
        heard = not reminds and quoted(self.said.text, text, language)
        if not (heard or self._told_on(text) or withdrawn(text, language)):
            return understood
        self.remembered = None
        return MUSING

    def _with_its_order(self, understood: Understood, text: str) -> Understood:
        """Open the curtains and tell me the weather: the order is done, and it is said that the
        question has to be put again; the order was left out in silence."""
        if understood.kind is not SentenceKind.QUESTION or self.depth:
            return understood
        if (both := self._both_asked(text)) is not None:
            return both
        found = _ORDER_THEN_QUESTION[self.said.language].fullmatch(text)
        half = found and self._half(found["order"], self.memory)
        if not half:
            return understood
        self.remembered = half[0].remembered
        return replace(half[1], not_done=_ASK_AGAIN)

    def _both_asked(self, text: str) -> Understood | None:
        """裏口閉まってる？あと電気ついてる？: two questions about things in one breath."""
        first, mark, rest = text.partition("?")
        second = _AND_THEN_JA.sub("", rest).strip(" 、。")
        if self.said.language is not Language.JA or not second.endswith("?"):
            return None
        wishes: list[UnderstoodWish] = []
        for part in (f"{first}{mark}", second):
            said = replace(self.said, text=part)
            heard = _Turn(said, self.home, self.room, self.memory, False, depth=1).take()
            if heard.kind is not SentenceKind.QUESTION or not any(w.targets for w in heard.wishes):
                return None
            wishes += heard.wishes
        return Understood(kind=SentenceKind.QUESTION, wishes=tuple(wishes))

    def _told_on(self, text: str) -> bool:
        """Whether it tells what was done, or is said to somebody else."""
        return _told_on(text, self.said.language, self.home)

    def _taken(self, text: str) -> Understood:
        """The sentence, which is said to us and tells of nothing that was."""
        meant = self.memory.meant if self.memory is not None else None
        if meant is not None and _YES[self.said.language].match(text):
            self.remembered = _Memory(self.said.at)
            return meant
        over = self._cancelled(text) or self._at_another_time(text) or self._by_two_rules(text)
        if over is not None:
            return over
        if (changed := self._plan_changed(text) or self._said_as(text)) is not None:
            return changed
        order = routine_order(text, self.said.language)
        if order and any(w.timing is not None for w in self._whens(order)):
            return self._instead(order) or UNKNOWN
        if self.said.language is Language.EN and (not_wanted := self._unwanted(text)) is not None:
            return Understood(kind=SentenceKind.MUSING, wishes=(not_wanted,))  # no music today
        if self.said.language is Language.EN and (asked := asked_plainly(text)):
            return self._question_instead(asked)
        if self.said.language is Language.JA and (heard := self._said_anew(text)) is not None:
            return heard
        return self._once(text)

    def _said_as(self, text: str) -> Understood | None:
        """The sentence by a row of the table of other words."""
        order = without_some_days(text, self.said.language)
        if order is not None and self._instead(order) is not None:
            self.remembered = None
            return Understood(kind=SentenceKind.COMMAND, refused=SOME_DAYS)
        if asks_for_a_channel(text, self.said.language):
            return Understood(kind=SentenceKind.COMMAND, refused=NO_CHANNELS)
        plain = said_as(text, self.said.language)
        if plain is None or plain == text:
            return None
        said = replace(self.said, text=plain)
        turn = _Turn(said, self.home, self.room, self.memory, False, text=plain)
        turn.whole = self.whole or self.said.text
        heard = turn._taken(plain)
        self.remembered = turn.remembered
        return heard if heard.wishes or heard.ask_back is not None else None

    def _plan_changed(self, text: str) -> Understood | None:
        """A change of something that is set."""
        memory, language = self.memory, self.said.language
        lately = memory is not None and (
            memory.chore is not None or (memory.order is not None and memory.order.when is not None)
        )
        reader = Reader(
            language=language,
            home=self.home,
            now=self.said.at,
            whens_of=self._whens,
            tokens_of=lambda piece: tokens_of(piece, language, self.home, self.said.at),
            own_words=lambda words: own_words(words, self.said.text, language),
            of_it=lately,
        )
        if changes_later(text, reader):
            return Understood(kind=SentenceKind.COMMAND, refused=FROM_LATER)
        wish = plan_change(text, reader)
        if wish is None:
            return None
        self.remembered = _Memory(self.said.at)
        return Understood(kind=SentenceKind.COMMAND, wishes=(wish,))

    def _said_anew(self, text: str) -> Understood | None:
        """A Japanese sentence in the words that it comes to, without its `if`, with what is said
        behind put before, or said once; None where it says all in its order."""
        none = _NONE_THAT_DAY.match(text)
        if none is not None and (not_wanted := self._unwanted(none["none"])) is not None:
            return Understood(kind=SentenceKind.MUSING, wishes=(not_wanted,))
        for order in (without_its_state(text), narrowed(text), listed(text)):
            if order:
                return self._instead(order) or UNKNOWN  # never of more than was meant
        named = specified(text, self.home, self.said.at)
        if named and (heard := self._instead(named)) is not None:
            return heard
        if (anew := begun_anew(text)) != text:
            return self._instead(anew) or self._once(anew)
        return None

    def _once(self, text: str) -> Understood:
        """The sentence as it stands, or by other ways to read it."""
        understood = self._whole(text)
        if not self._may_mean_more(understood, text):
            return understood
        again = self._read_again(understood, text)
        return self._borrowed(again) if again is understood else again

    def _borrowed(self, understood: Understood) -> Understood:
        """turn the エアコン on: with its words in one language."""
        own = borrowed.in_own_words(self.said.text, self.said.language, self.home)
        return (self._instead(fold(own, self.said.language)) if own else None) or understood

    def _read_again(self, understood: Understood, text: str) -> Understood:
        """A sentence that was not understood as it stands, by other ways to read it."""
        japanese = self.said.language is Language.JA
        if understood.kind is SentenceKind.QUESTION and japanese:
            # 手離せないんで、換気扇回してくれる？
            timed = named_behind(text)  # 3分はかって、ラーメン
            named = self._instead(timed) if timed else None
            return named or self._bare(text) or self._asked_bare(text) or understood
        if (not_wanted := self._unwanted(text)) is not None:
            return Understood(kind=SentenceKind.MUSING, wishes=(not_wanted,))
        if japanese and (order := by_the_machine(text, self.home) or named_behind(text)):
            return self._instead(order) or understood
        if japanese and (given := self._given_in_the_west(text)) is not None:
            return given
        other = self._asked_first if japanese else self._asked_and_told
        halves = self._halves if not japanese else lambda _: None
        again = self._plainly(text) or self._bare(text) or other(text) or halves(text)
        return again or self._asked_around(text) or self._in_talk() or understood

    def _in_talk(self) -> Understood | None:
        """The one order of a sentence that else only tells something. In Japanese it is asked
        about: what is told before may say more of the order than its words show."""
        if self.depth:
            return None
        language, at = self.said.language, self.said.at
        talk = Talk(
            language,
            wishes=lambda piece: (half := self._half(piece, self.memory)) and half[1].wishes,
            is_beside=lambda piece: is_beside(piece, language, self.home, at),
            names=lambda piece: self._says_more(piece, _NAMED),
            places=lambda piece: self._says_more(piece, _PLACES),
            adds=self._says_more,
        )
        order = order_in_talk(self.said.text, talk)
        half = self._half(order, self.memory) if order else None
        if order is None or half is None:
            return None
        if language is Language.JA:
            self.remembered = _Memory(at, meant=half[1])
            return Understood(kind=SentenceKind.COMMAND, ask_back=did_you_mean(order))
        self.remembered = half[0].remembered
        return half[1]

    def _cancelled(self, text: str) -> Understood | None:
        """キャンセルして, after a timer was set: that timer, and nothing that was on before."""
        chore = self.memory.chore if self.memory is not None else None
        gone = cancelled(chore, text, self.said.language) if chore is not None else None
        if gone is None:
            return None
        self.remembered = _Memory(self.said.at)
        return Understood(kind=SentenceKind.COMMAND, wishes=(wish_of(gone, ""),))

    def _at_another_time(self, text: str) -> Understood | None:
        """No, at 7: what was set just before, at another time."""
        chore = self.memory.chore if self.memory is not None else None
        if chore is None or self.memory is None:
            return None
        changed = at_another_time(chore, text, self.said.language, self.said.at, self._whens)
        if changed is None:
            more = on_one_more_day(chore, text, self.said.language, self._whens)
            if more is None:
                return None
            self.remembered = replace(self.memory, at=self.said.at, chore=more)
            return Understood(kind=SentenceKind.COMMAND, wishes=(wish_of(more, ""),))
        self.remembered = replace(self.memory, at=self.said.at, chore=changed)
        wish = wish_of(changed, "")
        return Understood(kind=SentenceKind.COMMAND, wishes=(wish,), corrects=True)

    def _by_two_rules(self, text: str) -> Understood | None:
        """7 on weekdays and 9 on weekends: two orders, of which each must be clear."""
        if self.depth:
            return None
        ways = two_rules(text, self.said.language.value) or two_of(text, self.said.language.value)
        halves = [half for way in ways if (half := self._half(way, self.memory)) is not None]
        if not ways or len(halves) < len(ways):
            return None
        self.remembered = halves[-1][0].remembered
        wishes = tuple(w for _, heard in halves for w in heard.wishes)
        return Understood(kind=SentenceKind.COMMAND, wishes=wishes)

    def _given_in_the_west(self, text: str) -> Understood | None:
        """消したって: done where a reason or a time to come tells that it is asked for; else it may
        be hearsay, and is asked."""
        order, sure = given_in_the_west(text)
        heard = self._instead(order) if order else None
        heard = heard or (self._bare(order) if sure else None)
        if heard is None or heard.ask_back is not None or not heard.wishes:
            return None
        if sure or any(wish.when is not None for wish in heard.wishes):
            return heard
        self.remembered = _Memory(self.said.at, meant=heard)
        back = did_you_mean(as_given(self.said.text))
        return Understood(kind=SentenceKind.COMMAND, ask_back=back)

    def _may_mean_more(self, understood: Understood, text: str) -> bool:
        """Whether another way to read the sentence may understand it better."""
        if understood.kind in (SentenceKind.UNKNOWN, SentenceKind.MUSING):
            return True
        if understood.ask_back is WHAT_TO_CHANGE:
            return self.said.language is Language.EN  # I'm on nights so get me up at four
        asks = understood.kind is SentenceKind.QUESTION
        if self.said.language is Language.JA:
            return asks or understood.refused is NEVER_HEARD_OF
        politely = asks_politely(text) or begins_to_order(text)
        return (asks and politely) or understood.refused is NEVER_HEARD_OF

    def _halves(self, text: str) -> Understood | None:
        """`mute the tv, mom is calling, and kill the lights`: two sentences in one, of which each
        is clear by itself; else nothing is done of either."""
        whens = self._whens(text)
        leads = bool(whens) and not text[: min(w.start for w in whens)].strip()
        if self.depth >= MOST_HALVES or leads or not may_be_several(masked(text, whens)[0]):
            return None
        for joint in JOINTS.finditer(text):
            if any(w.start < joint.start() < w.end for w in whens):
                continue
            first = self._half(text[: joint.start()], self.memory)
            second = first and self._half(text[joint.end() :], first[0].remembered or self.memory)
            if first and second:
                self.remembered = second[0].remembered
                wishes = at_one_time([*first[1].wishes, *second[1].wishes], text)
                return Understood(kind=SentenceKind.COMMAND, wishes=wishes)
        return None

    def _half(self, half: str, memory: _Memory | None) -> "tuple[_Turn, Understood] | None":
        """A part of the sentence that is an order as it was said; None for any other."""
        if masked(half, self._whens(half))[0].strip() in ("S", "W"):
            return None
        turn = _Turn(
            replace(self.said, text=half),
            self.home,
            self.room,
            memory,
            False,
            whole=self.whole or self.said.text,
            depth=self.depth + 1,
        )
        heard = turn.take()
        clear = heard.kind is SentenceKind.COMMAND and heard.ask_back is None
        whole = clear and heard.refused is None and heard.not_done is None and heard.wishes
        return (turn, heard) if whole and turn._names_something(turn.text) else None

    def _bare(self, text: str) -> Understood | None:
        """The order that is left where what is only told beside it is left out."""
        for rest, told in without_remarks(text, self.said.language):
            if not rest or self._cuts_the_order(text, rest) or self._drops_an_order(text, rest):
                continue
            if (instead := self._without(rest, told)) is not None:
                return instead
        return None

    def _cuts_the_order(self, text: str, rest: str) -> bool:
        """`close the bedroom | window bugs are in`, `lock it | every weekday got late`: what
        stands behind the cut is a thing, a time or a value, and belongs to the order."""
        if self.said.language is not Language.EN or not text.startswith(f"{rest} "):
            return False
        if _TELLS_OF.search(rest) and _OF_WHAT.match(text[len(rest) :]):
            return True  # everything on | the telly is a repeat
        tokens = tokens_of(text, self.said.language, self.home, self.said.at)
        named = ("name", "kind", "area")
        if any(t.start < len(rest) < t.end and t.cls in named for t in tokens):
            return True
        behind = [t for t in tokens if t.start > len(rest)]
        said = next((t for t in behind if t.cls != "fill"), None)
        if said is not None and said.cls in _ENDS_THE_ORDER:
            return True
        before = next((t for t in reversed(tokens) if t.end <= len(rest)), None)
        if before is not None and before.cls == "except":
            return True  # everything off except | the baby is asleep
        return (
            bool(behind)
            and behind[0].start == len(rest) + 1
            and behind[0].cls in named
            and not self._is_person(behind[0])
            and before is not None
            and before.cls in (*named, "fill")
        )

    def _drops_an_order(self, text: str, rest: str) -> bool:
        """Whether what is left out asks for something too: `turn it down, I'm on the phone, and
        close the curtains`."""
        if self.said.language is not Language.EN or self.depth >= MOST_HALVES:
            return False
        before, found, after = text.partition(rest)
        left_out = (before, after) if found else (text,)
        pieces = [p.strip(" ,.") for part in left_out for p in JOINTS.split(f" {part} ")]
        return any(" " in p and self._is_asked_for(p) for p in pieces)

    def _is_asked_for(self, piece: str) -> bool:
        turn = _Turn(
            replace(self.said, text=piece),
            self.home,
            self.room,
            None,
            False,
            depth=MOST_HALVES,
        )
        heard = turn.take()
        return heard.kind is SentenceKind.COMMAND and bool(heard.wishes or heard.refused)

    def _is_person(self, token: Token) -> bool:
        ids = token.value if token.cls == "name" else ()
        return any((t := self.home.thing(i)) and t.is_person for i in ids)

    def _asked_bare(self, text: str) -> Understood | None:
        """いま外何度、上着着せるか迷う: a question without what is only told beside it."""
        for rest, told in without_remarks(text, self.said.language):
            if not all(is_beside(p, self.said.language, self.home, self.said.at) for p in told):
                continue
            if not all(self._tells(piece) for piece in told):
                continue  # 鍵かけたっけ、勝手口
            turn = _Turn(replace(self.said, text=rest), self.home, self.room, self.memory, False)
            turn.text = rest
            heard = turn._whole(rest)
            if heard.kind is SentenceKind.QUESTION and any(w.targets for w in heard.wishes):
                self.remembered = turn.remembered
                return heard
        return None

    def _tells(self, piece: str) -> bool:
        tokens = tokens_of(piece, self.said.language, self.home, self.said.at)
        return any(t.cls in ("unread", "verb", "adj") for t in tokens)

    def _question_instead(self, text: str) -> Understood:
        """`the garage is closed, right`: a question in the words of a statement."""
        turn = _Turn(
            replace(self.said, text=text), self.home, self.room, self.memory, self.packaged
        )
        turn.text = text
        heard = turn._whole(text)
        if heard.kind is not SentenceKind.QUESTION:
            return QUESTION
        self.remembered = turn.remembered
        return heard

    def _plainly(self, text: str) -> Understood | None:
        """A wish in other words than an order's, said as the order it means, or as several orders
        one after another."""
        if self.said.language is not Language.EN:
            order = as_request(text)
            return self._instead(order, kept=True) if order else None
        for way in (*reworded(text), *self._timed(text)):
            if (instead := self._instead(way)) is not None:
                return instead
        return self._several(text)

    def _timed(self, text: str) -> Iterator[str]:
        """Get the bedroom warm for half nine: other words for the order, with its hour behind."""
        whens = self._whens(text)
        if len(whens) != 1 or whens[0].timing is None:
            return
        said = text[whens[0].start : whens[0].end]
        untimed = f"{text[: whens[0].start]} {text[whens[0].end :]}"
        for way in reworded(" ".join(untimed.split()).strip(" ,")):
            yield f"{way} {said}"

    def _asked_around(self, text: str) -> Understood | None:
        """The order without the way it is asked: 消しときや, `would you mind closing it`."""
        plain = plain_order(text, self.said.language)
        if plain is None:
            return None
        if (instead := self._instead(plain, kept=True)) is not None:
            return instead
        return self._plainly(plain) or self._bare(plain)

    def _several(self, text: str) -> Understood | None:
        """Orders without a word between them: `lock the door turn off the light`. Each piece must
        be clear by itself; else nothing is done of any."""
        whens = self._whens(text)
        if not may_be_several(masked(text, whens)[0]):
            return None
        tokens = tokens_of(text, self.said.language, self.home, self.said.at)
        ends = [t.end for t in tokens if t.cls in _ENDS_AN_ORDER]
        cuts = [c for c in cuts_of(text, ends) if not any(w.start < c < w.end for w in whens)]
        if not cuts:
            return None
        turns = self._pieces(text, 0, cuts, self.memory, MOST_PIECES)
        if turns is None or len(turns) < 2:
            return None
        leads = bool(whens) and not text[: min(w.start for w in whens)].strip()
        wishes = at_one_time([w for _, part in turns for w in part.wishes], text, leads=leads)
        self.remembered = turns[-1][0].remembered
        return Understood(kind=SentenceKind.COMMAND, wishes=wishes)

    def _pieces(
        self, text: str, start: int, cuts: Sequence[int], memory: _Memory | None, most: int
    ) -> "list[tuple[_Turn, Understood]] | None":
        """The shortest orders that make up all of the sentence from here; None for none."""
        for end in (*(c for c in cuts if c > start), len(text)):
            turn = self._clear(piece_of(text[start:end]), memory)
            if turn is None:
                continue
            if end == len(text):
                return [turn]
            rest = self._pieces(text, end, cuts, turn[0].remembered or memory, most - 1)
            if most > 1 and rest is not None:
                return [turn, *rest]
        return None

    def _clear(self, piece: str, memory: _Memory | None) -> "tuple[_Turn, Understood] | None":
        """A piece that is an order by itself and names what it is for."""
        if masked(piece, self._whens(piece))[0].strip() in ("S", "W"):
            return None
        for way in (piece, *reworded(piece, among_orders=True)):
            turn = _Turn(replace(self.said, text=way), self.home, self.room, memory, False)
            turn.text = way
            heard = turn._whole(way) if way else UNKNOWN
            clear = heard.kind is SentenceKind.COMMAND and heard.ask_back is None
            if clear and heard.refused is None and heard.wishes and turn._names_something(way):
                return turn, heard
        return None

    def _says_more(self, text: str, sorts: Sequence[str] = _OF_AN_ORDER) -> bool:
        """Whether a remark holds anything that an order could be about."""
        tokens = tokens_of(text, self.said.language, self.home, self.said.at)
        return any(t.cls in sorts for t in tokens)

    def _names_something(self, text: str) -> bool:
        if chore_of(text, self._whens(text), self.said.language) is not None:
            return True
        tokens = tokens_of(text, self.said.language, self.home, self.said.at)
        return any(t.cls in _NAMES_A_THING for t in tokens)

    def _without(self, rest: str, told: Sequence[str]) -> Understood | None:
        """The sentence without what is only told beside it."""
        language, at = self.said.language, self.said.at
        if language is Language.EN:
            if told and told[0].startswith(BESIDE):
                if self._says_more(told[0].removeprefix(BESIDE)):
                    return None
                told = ()
            rest = meant_by(rest, told, self.home, at)
            return (self._instead(rest) or self._plainly(rest)) if rest else None
        if not all(is_beside(piece, language, self.home, at) for piece in told):
            return None
        named = named_in(rest, told, self.home, at)
        return (self._instead(named) if named else None) or self._instead(rest)

    def _asked_first(self, text: str) -> Understood | None:
        """ミカ帰った？ご飯よそうんだけど: a question, and behind it why it is asked."""
        first, _, rest = text.partition("?")
        if not rest.strip("、。? "):
            first = asked_before_why(text)
        if not first:
            return None
        turn = _Turn(replace(self.said, text=f"{first}?"), self.home, self.room, self.memory, False)
        turn.text = f"{first}?"
        heard = turn._whole(turn.text)
        if heard.kind is not SentenceKind.QUESTION or not heard.wishes:
            return None
        self.remembered = turn.remembered
        return heard

    def _asked_and_told(self, text: str) -> Understood | None:
        """Question about things, and why it is asked: are any windows open, it looks like rain."""
        first, _, rest = text.partition(" , ")
        if self.depth or not rest or not _ASKS_FIRST.match(first) or self._is_asked_for(rest):
            return None
        turn = _Turn(replace(self.said, text=first), self.home, self.room, self.memory, False)
        turn.depth = 1
        heard = turn.take()
        if heard.kind is not SentenceKind.QUESTION or not any(w.targets for w in heard.wishes):
            return None
        self.remembered = turn.remembered
        return heard

    def _unwanted(self, text: str) -> UnderstoodWish | None:
        language, at = self.said.language, self.said.at
        tokens = tokens_of(text, language, self.home, at)
        return unwanted(text, tokens, self._whens(text), language, self.home, at)

    def _instead(self, text: str, *, kept: bool = False) -> Understood | None:
        """Another wording of the same sentence; None where it is no command that can be kept.
        `kept`: also where it asks to be shown the alarms, timers or reminders."""
        turn = _Turn(replace(self.said, text=text), self.home, self.room, self.memory, False)
        turn.text, turn.whole = text, self.whole or self.said.text
        heard = turn._whole(text)
        if kept and any(wish.intent == INTENTS["kept"] for wish in heard.wishes):
            return heard
        if heard.kind is not SentenceKind.COMMAND or heard.refused is not None:
            return None
        self.remembered = turn.remembered
        return heard

    def _whole(self, text: str) -> Understood:
        """Chores first, for their messages may hold any word; then things; then the floor."""
        chore = self._chore(text)
        if chore is not None:
            return chore
        if (moved := self._moving()) is not None:
            return moved
        sentence = read(self.said.text, self.said.language, self.home, self.said.at)
        if (again := self._asked_for_too(sentence)) is not None:
            return again
        mixed = self._mixed(text, sentence)
        if mixed is not None:
            return mixed
        if sentence.tone is Tone.ASKS:
            return self._asked(sentence)
        if sentence.orders:
            return self._ordered(self._repeated(sentence), sentence)
        understood = self._continued(sentence)
        return understood if understood is not None else self._left_over(sentence)

    def _asked_for_too(self, sentence: Sentence) -> Understood | None:
        """右もお願い: the last order for something more."""
        before = self.memory.order if self.memory is not None else None
        too = any(t.text == "も" for t in sentence.tokens)
        if before is None or not too or len(sentence.orders) != 1:
            return None
        frame = sentence.orders[0].frame
        if frame.verbs or not frame.requested or not any(g.thing or g.placed for g in frame.groups):
            return None
        order = Order(merged(before.frame, frame), before.act, when_of_both(frame, before))
        return self._ordered([order], sentence)

    def _moving(self) -> Understood | None:
        """A way to go, or the answer to where the speaker is."""
        if self.memory is not None and self.memory.asked_room:
            answered = room_answered(self.said, self.home)
            if answered is not None:
                self.remembered = _Memory(self.said.at)
                return answered
        found = moving(self.said, self.home, self.room)
        if found is None:
            return None
        self.remembered = _Memory(self.said.at, asked_room=found.asks_room)
        return found.understood

    def _continued(self, sentence: Sentence) -> Understood | None:
        """The reading of a sentence that needs the one before it, or has to be completed."""
        if sentence.more and self.memory is not None:
            return self._once_more(self.memory, sentence)
        bare = sentence.bare
        if bare is None:
            return None
        if self.memory is not None and (understood := self._answered(sentence, bare)) is not None:
            return understood
        if chooses_scene(bare, sentence, self.home):
            order = Order(bare, Act("turn_on", SCENE), bare.when)
            return self._ordered([order], sentence)
        if any(g.other for g in bare.groups):
            return Understood(kind=SentenceKind.COMMAND, ask_back=WHICH)
        if (bare.kinds or bare.named) and not bare.attrs and len(sentence.tokens) <= MOST_OF_A_WORD:
            return Understood(kind=SentenceKind.COMMAND, ask_back=WHAT_OF_IT)
        return MUSING

    def _once_more(self, memory: _Memory, sentence: Sentence) -> Understood | None:
        order = memory.order
        if order is None or order.act is None or not order.act.change:
            return None
        return self._ordered([order], sentence)

    def _chore(self, text: str) -> Understood | None:
        text = with_day_beside(text)
        whens = whens_of(text, self.said.language, self.said.at)
        if (answered := self._completed_chore(text)) is not None:
            return answered
        chore = chore_of(text, whens, self.said.language)
        if chore is None or may_it_be(text, self.said.language):
            return None
        if chore.operation in LACKING:
            self.remembered = _Memory(self.said.at, lacking=(LACKING[chore.operation], text))
            back = HOW_LONG if chore.operation == "timer_ask" else AT_WHAT_TIME
            return Understood(kind=SentenceKind.COMMAND, ask_back=back)
        waits = _AFTER_THEM.fullmatch(chore.words.get("message", "")) is not None
        timed = chore.operation in ("timer_set", "alarm_set") or waits
        if timed and (_AFTER_THEM.match(text) or any(_hangs(when, text) for when in whens)):
            return Understood(kind=SentenceKind.COMMAND, refused=cannot_wait())
        if chore.when is not None and chore.when.timing is None:
            return Understood(kind=SentenceKind.COMMAND, refused=cannot_wait())
        chore = in_own_words(chore, self.whole or self.said.text, self.said.language)
        if chore.operation.endswith("_set"):
            self.remembered = replace(
                self.memory or _Memory(self.said.at), at=self.said.at, chore=chore
            )
        elif chore.operation.endswith(("_cancel", "_skip")):
            self.remembered = _Memory(self.said.at)  # nothing is left to put right
        wish = wish_of(chore, self._named_area(text))
        kind = SentenceKind.QUESTION if chore.operation in ASKING else SentenceKind.COMMAND
        return Understood(kind=kind, wishes=(wish,))

    def _completed_chore(self, text: str) -> Understood | None:
        """The length or the hour that was asked for, and nothing besides."""
        lacking = self.memory.lacking if self.memory is not None else None
        if lacking is None:
            return None
        chore = completed(*lacking, text, self.said.language, self._whens)
        if chore is None:
            return None
        wish = wish_of(in_own_words(chore, self.said.text, self.said.language), "")
        return Understood(kind=SentenceKind.COMMAND, wishes=(wish,))

    def _whens(self, text: str) -> Sequence[When]:
        return whens_of(text, self.said.language, self.said.at)

    def _named_area(self, text: str) -> str:
        for room in self.home.rooms:
            names = [fold(name, self.said.language) for name in room.names]
            if any(name in text.replace("たいまー", " ") for name in names):
                return room.names[0]
        return ""

    def _mixed(self, text: str, sentence: Sentence) -> Understood | None:
        """Several things asked for at once, of which one is a chore: each by itself."""
        whole = sentence.orders and all(order.act is not None for order in sentence.orders)
        whole = whole and not any(
            self._beside_scene(order) or order.frame.does("wake") for order in sentence.orders
        )
        if sentence.tone is Tone.ASKS or (whole and not _unread_beside(sentence)):
            return None
        pieces = cut(text, self.said.language.value)
        if len(pieces) < 2:
            return None
        turns = [self._piece(piece, self.room) for piece in pieces]
        if any(w.intent == WAKES for _, part in turns for w in part.wishes) and not self.room:
            # Who is to be woken sleeps in the bedroom, and means the curtain there.
            bed = bedroom(self.home)
            turns = [
                self._piece(piece, bed) if part.ask_back is not None else (turn, part)
                for piece, (turn, part) in zip(pieces, turns, strict=True)
            ]
        parts = [part for _, part in turns]
        if any(p.kind is not SentenceKind.COMMAND or p.refused for p in parts):
            return None
        unclear = [(turn, part) for turn, part in turns if part.ask_back is not None]
        whens = self._whens(text)
        leads = bool(whens) and not text[: min(w.start for w in whens)].strip()
        wishes = at_one_time([w for p in parts for w in p.wishes], text, leads=leads)
        wishes = self._as_in_the_whole(wishes, whens, pieces)
        wishes = tuple(w for n, w in enumerate(wishes) if w not in wishes[:n])
        if not unclear and all(p.wishes for p in parts):
            return Understood(kind=SentenceKind.COMMAND, wishes=wishes)
        if len(unclear) != 1 or not wishes or unclear[0][0].remembered is None:
            return None
        self.remembered = replace(unclear[0][0].remembered, carried=wishes)
        return unclear[0][1]

    def _as_in_the_whole(
        self, wishes: Sequence[UnderstoodWish], whens: Sequence[When], pieces: Sequence[str]
    ) -> tuple[UnderstoodWish, ...]:
        """Wake me at 7 and make coffee at 6:55: each hour as the whole sentence has it."""
        meant = {}
        for piece in pieces:
            for own in self._whens(piece):
                said = piece[own.start : own.end]
                same = [w for w in whens if self.text[w.start : w.end] == said]
                if len(same) == 1 and isinstance(same[0].timing, Once):
                    meant[repr(own.timing)] = same[0].timing
        return tuple(replace(w, when=meant.get(repr(w.when), w.when)) for w in wishes)

    def _beside_scene(self, order: Order) -> bool:
        """Movie time and set the volume to 40: a scene is no player whose volume is set."""
        named = [
            t
            for g in order.frame.groups
            for ids in g.names
            for i in ids
            if (t := self.home.thing(i))
        ]
        scenes = [t for t in named if t.domain in SCENE]
        return (
            0 < len(scenes) < len(named)
            and order.act is not None
            and order.act.change == 0
            and (order.act.does not in ("turn_on", "turn_off"))
        )

    def _piece(self, text: str, room: str) -> tuple["_Turn", Understood]:
        part = _Turn(replace(self.said, text=text), self.home, room, self.memory, False)
        part.whole = self.whole or self.said.text
        chore = part._chore(text)
        if chore is not None:
            return part, chore
        sentence = read(text, self.said.language, self.home, self.said.at)
        bare = sentence.bare
        scenes = (
            bare is not None
            and bare.named
            and not bare.kinds
            and all(t.domain in SCENE for i in bare.named if (t := self.home.thing(i)))
        )  # movie time and set the volume to 40
        if bare is not None and scenes:
            sentence.orders = [Order(bare, Act("turn_on", SCENE), bare.when)]
        return part, part._ordered(sentence.orders, sentence) if sentence.orders else UNKNOWN

    def _asked(self, sentence: Sentence) -> Understood:
        if asks_what_was(self.text):
            return QUESTION  # the record knows
        why = any(t.is_("ask", "why") for t in sentence.tokens)
        wish = self._floor(questions=True) if self.packaged and not why else None
        locks = any(t.value in _OF_A_LOCK for t in sentence.tokens if t.cls == "verb")
        odd = wish is not None and "'" in str(wish.slots.get("state", ""))  # of `mika's curtains`
        if locks or odd or wish is None or not (wish.targets or wish.intent != "HassGetState"):
            before = self.memory.targets if self.memory is not None else ()
            own = question_of(sentence.asked[0], sentence.tokens, self.home, self.room, before)
            wish = own or wish
        if wish is None:
            return QUESTION
        if wish.targets:
            chore = self.memory.chore if self.memory is not None else None
            self.remembered = _Memory(self.said.at, targets=wish.targets, chore=chore)
        return Understood(kind=SentenceKind.QUESTION, wishes=(wish,))

    def _repeated(self, sentence: Sentence) -> list[Order]:
        """A correction with a verb of its own keeps the kind of thing spoken of before."""
        for told in sentence.before:
            frame = sentence.orders[0].frame
            nothing = not any(g.names or (g.said and not g.it) for g in frame.groups)
            whole = frame.groups == [Group(everything="all")] and any(g.thing for g in told.groups)
            if whole or (nothing and any(g.thing or g.placed for g in told.groups)):
                groups = [replace(g, everything="all") if whole else g for g in told.groups]
                sentence.orders[0] = self._of_told(sentence.orders[0], groups)
            elif all(g.kinds and not g.placed and not g.names for g in frame.groups):
                there = [g for g in told.groups if g.areas or g.floors]
                if len(there) == 1 and self._has_there(
                    there[0], frame
                ):  # 廊下暗いから電気つけて: the light of where it is dark
                    frame.groups = [
                        replace(g, areas=there[0].areas, floors=there[0].floors)
                        for g in frame.groups
                    ]
        first = sentence.orders[0]
        named = any(g.names or (g.said and not g.it) for g in first.frame.groups)
        if not named and (targets := self._spoken_of(first.frame)):
            last = first.frame.groups
            first.frame.groups = [Group(names=tuple((target,) for target in targets))]
            act = self._act_on(targets, first.frame)
            if act is None:
                first.frame.groups = last
            else:
                sentence.orders[0] = Order(first.frame, act, first.when)
        return sentence.orders

    def _act_on(self, targets: Sequence[str], frame: Frame) -> Act | None:
        """The act on what was spoken of; None where that has nothing of the kind: the room's is
        meant, or it is asked. `Softer than that`, of a light, is darker."""
        act = acts_on(frame, self.home)
        if act is not None and act.change and not self._can(targets, act):
            act = None
        if act is None and _THAN_THAT.search(self.text):
            frame.adjs = [_OF_LIGHT.get(adj, adj) for adj in frame.adjs]
            act = acts_on(frame, self.home)
        return act

    def _of_told(self, order: Order, groups: list[Group]) -> Order:
        """The order, of what was told before it; not where it could not be done to that: `the film
        starts, brighten it up in here`."""
        frame = replace(order.frame, groups=groups)
        act = acts_on(frame, self.home)
        placed = any(g.placed for g in order.frame.groups)
        if act is None and order.act is not None and order.frame.verbs and placed:
            return order
        order.frame.groups = groups
        return Order(order.frame, act, order.when)

    def _has_there(self, place: Group, frame: Frame) -> bool:
        """外から見えるからカーテン引いて: no curtain is outside, and none of there is meant."""
        things = [
            t
            for t in self.home.things
            if t.area in place.areas or self.home.on_floor(t.area) in place.floors
        ]
        return bool(of_kinds(frame.kinds, things))

    def _spoken_of(self, frame: Frame) -> tuple[str, ...]:
        """The things that were spoken of last and have the attribute to be changed; if the question
        was about many, none of them is meant."""
        memory = self.memory
        if memory is None or not memory.targets:
            return ()
        if memory.order is None and only_cancels(self.text, self.said.language):
            return ()  # they were only asked about: nothing was begun that could be cancelled
        act = acts_on(frame, self.home)
        things = [t for i in memory.targets if (t := self.home.thing(i))]
        if frame.modes and act is not None and not any(t.domain in act.domains for t in things):
            return ()  # 冷房入れて, after the lights went out: the air conditioner, and no light
        if act is None or not act.change:
            return memory.targets
        fit = tuple(t.id for t in things if t.domain in act.domains and t.takes(act.does))
        if not fit and _THAN_THAT.search(self.text):
            return memory.targets
        return fit if memory.order is not None or len(things) == 1 else ()

    def _can(self, targets: Sequence[str], act: Act) -> bool:
        things = [t for i in targets if (t := self.home.thing(i))]
        return any(t.domain in act.domains and t.takes(act.does) for t in things)

    def _ordered(self, orders: list[Order], sentence: Sentence) -> Understood:
        wishes: list[UnderstoodWish] = []
        lacking: list[Group] = []
        orders = [one for one in orders if not any(_says_exactly(other, one) for other in orders)]
        for at, order in enumerate(orders):
            hindered = self._hindered(orders[at:], sentence, tuple(wishes))
            if order.act is None or hindered is not None:
                return hindered or UNKNOWN
            found = self._found(order.frame, order.act, self._spoken_of(order.frame))
            if found.unclear and order.act.does not in _CAREFUL:
                found = self._beside(wishes, order, found)
            if found.unclear:
                return self._ask(orders[at:], found, tuple(wishes))
            lacking += found.lacking
            if _misread(order.act, found, len(orders)):
                return UNKNOWN
            if found.things or len(orders) == 1:
                wishes += self._wishes(order, order.act, found)
        wishes = _set_in_one(wishes) if self.said.language is Language.JA else wishes
        return self._but_for_rooms(self._done_of(wishes, lacking, orders[-1]), orders)

    def _hindered(
        self, orders: list[Order], sentence: Sentence, carried: tuple[UnderstoodWish, ...]
    ) -> Understood | None:
        """The refusal or question where the first of the orders cannot be done as it was said."""
        order = orders[0]
        if order.act is None or (order.when is not None and order.when.timing is None):
            return self._unclear(orders, sentence, carried)
        if self._is_misheard(order, order.act):
            return UNKNOWN
        never = out_of_range(order.act)
        return Understood(kind=SentenceKind.COMMAND, refused=never) if never is not None else None

    def _but_for_rooms(self, understood: Understood, orders: Sequence[Order]) -> Understood:
        """No vacuum cleaner of a home can be told the rooms: where one was to be left out, nothing
        is begun without a yes."""
        starts = [o for o in orders if o.act is not None and cleans(o.act, understood.wishes)]
        if not starts or understood.ask_back is not None or understood.not_done is not None:
            return understood
        if any(order.frame.excepted for order in starts):
            self.remembered = _Memory(self.said.at, meant=understood)
            return Understood(kind=SentenceKind.COMMAND, ask_back=CLEAN_EVERYWHERE)
        return understood

    def _is_misheard(self, order: Order, act: Act) -> bool:
        """Whether words of it belong to nothing that it does: closed until nine, and what comes
        after that was not said."""
        over = order.frame.torn or not may_be_over(order, act) or _unspent(order)
        return over or self._names_in_vain(order.frame, act)

    def _names_in_vain(self, frame: Frame, act: Act) -> bool:
        """Whether one word names things that are there and cannot take the act, beside another:
        `lights up, the film's over` is no louder film."""
        for group in frame.groups:
            if len(group.kinds) < 2 or group.names:
                continue
            sorts = [of_kinds((kind,), self.home.things) for kind in group.kinds]
            able = [any(t.domain in act.domains for t in things) for things in sorts]
            if any(able) and any(t and not a for t, a in zip(sorts, able, strict=True)):
                return True
        return False

    def _unclear(
        self, orders: list[Order], sentence: Sentence, carried: tuple[UnderstoodWish, ...]
    ) -> Understood:
        """An order of which nobody knows what it changes, or that hangs on what nobody knows."""
        if orders[0].act is not None:
            return Understood(kind=SentenceKind.COMMAND, refused=cannot_wait())
        if not _changes_something(orders[0].frame):
            return self._left_over(sentence)
        self.remembered = _Memory(self.said.at, pending=tuple(orders), carried=carried)
        return Understood(kind=SentenceKind.COMMAND, ask_back=WHAT_TO_CHANGE)

    def _done_of(
        self, wishes: Sequence[UnderstoodWish], lacking: Sequence[Group], last: Order
    ) -> Understood:
        """The wishes whose things are there, and what is not there beside them."""
        targets = tuple(t for wish in wishes for t in wish.targets)
        self.remembered = _Memory(self.said.at, last, targets)
        if not targets and self.home.things:
            return Understood(
                kind=SentenceKind.COMMAND, wishes=tuple(wishes), refused=NEVER_HEARD_OF
            )
        not_done = not_all_there(lacking, self.home) if lacking else None
        return Understood(kind=SentenceKind.COMMAND, wishes=tuple(wishes), not_done=not_done)

    def _found(self, frame: Frame, act: Act, before: tuple[str, ...]) -> Found:
        if any(g.other for g in frame.groups) and self.memory is not None:
            return self._other_than(act)
        if _when_all_leave(frame) and not act.change and not any(g.placed for g in frame.groups):
            whole = [replace(g, everything=g.everything or "house") for g in frame.groups]
            return resolve(replace(frame, groups=whole), act, self.home, "", before)
        return resolve(frame, act, self.home, self.room, before)

    def _beside(self, wishes: Sequence[UnderstoodWish], order: Order, found: Found) -> Found:
        """玄関の電気消して、鍵も閉めて: of several the one where the last thing is."""
        last = (t for w in wishes[-1:] for i in w.targets if (t := self.home.thing(i)))
        areas = {thing.area for thing in last}
        near = [t for t in found.unclear if t.area and areas == {t.area}]
        kinds = {thing.kind for thing in near}
        return Found(things=near) if near and len(kinds) == 1 else found

    def _wishes(self, order: Order, act: Act, found: Found) -> tuple[UnderstoodWish, ...]:
        when = order.when.timing if order.when is not None else None
        ends = order.frame.within and act.does in ("turn_off", "stop", "close")
        if when is None and ends and order.frame.span_s is not None:
            when, order.frame.span_s = After(order.frame.span_s), None
        wishes = wishes_of(order.frame, act, found.things, self.home, when)
        if found.defaulted and self.room and "area" not in wishes[0].slots:
            name = self.home.room(self.room)
            area = {"area": name.names[0]} if name is not None else {}
            wishes = tuple(replace(w, slots={**w.slots, **area}) for w in wishes)
        if isinstance(when, After):
            wishes = tuple(in_some_time(w, when, order, self.text) for w in wishes)
        if (over := order.frame.until) is not None:
            off = replace(act, does="turn_off")
            undone = wishes_of(order.frame, off, found.things, self.home, over.timing)
            return (*wishes, *undone)
        back = ENDS_WITH.get(act.does)
        if order.frame.span_s is not None and back is not None:
            undone = wishes_of(
                order.frame,
                replace(act, does=back),
                found.things,
                self.home,
                later(when, order.frame.span_s),
            )
            return (*wishes, *undone)
        return wishes

    def _ask(
        self, orders: list[Order], found: Found, carried: tuple[UnderstoodWish, ...]
    ) -> Understood:
        things = tuple(dict.fromkeys(found.unclear))
        choices = tuple(t.id for t in things)
        self.remembered = _Memory(
            self.said.at, pending=tuple(orders), choices=choices, carried=carried
        )
        question = which_of(things, self.home)
        return Understood(kind=SentenceKind.COMMAND, ask_back=question, choices=choices)

    def _other_than(self, act: Act) -> Found:
        """The things of the same sort and place that were not meant before."""
        last = [
            t for i in (self.memory.targets if self.memory else ()) if (t := self.home.thing(i))
        ]
        kinds, areas = {t.kind for t in last}, {t.area for t in last}
        rest = [t for t in self.home.things if t.kind in kinds and t not in last]
        near = [t for t in rest if t.area in areas] or rest
        near = [t for t in near if t.domain in act.domains]
        return Found(things=near) if len(near) == 1 else Found(unclear=near, missing=not near)

    def _answered(self, sentence: Sentence, bare: Frame) -> Understood | None:
        """An answer to a question back, a correction, or `the bedroom too`."""
        memory = self.memory
        if memory is None:
            return None
        if memory.pending:
            return self._answer(memory, bare)
        other = any(g.other for g in bare.groups)
        told = any(t.text in _TELLING for t in sentence.tokens)
        valued = bool(bare.levels or bare.unit or self._is_recolored(bare)) and not told
        valued = valued and not any(g.said for g in bare.groups)
        if memory.order is None or not (sentence.repairs or sentence.adds or other or valued):
            return None
        frame = merged(memory.order.frame, bare)
        last = [t for i in memory.targets if (t := self.home.thing(i))]
        if not frame.kinds and not frame.named and (sort := sort_of(last)):
            frame.groups = [g if g.other else replace(g, kinds=sort) for g in frame.groups]
        order = Order(frame, acts_on(frame, self.home), when_of_both(bare, memory.order))
        understood = self._ordered([order], sentence)
        return replace(understood, corrects=sentence.repairs and not sentence.adds)

    def _is_recolored(self, bare: Frame) -> bool:
        """Nah, pink: behind an order of another colour."""
        last = self.memory.order if self.memory is not None else None
        act = last.act if last is not None else None
        return bool(bare.colors) and act is not None and act.does.startswith("set_color")

    def _answer(self, memory: _Memory, bare: Frame) -> Understood | None:
        frame = merged(memory.pending[0].frame, bare)
        act = acts_on(frame, self.home)
        if act is None or not any(g.said for g in bare.groups):
            return None
        orders = [Order(frame, act, memory.pending[0].when), *memory.pending[1:]]
        if any(g.everything for g in bare.groups):
            orders[0].frame.groups = [Group(kinds=tuple(frame.kinds), everything="all")]
        return self._with_carried(self._ordered(orders, Sentence("", Tone.ORDER)), memory)

    def _with_carried(self, answered: Understood, memory: _Memory) -> Understood:
        if memory.carried and self.remembered is not None and answered.ask_back is not None:
            carried = (*memory.carried, *self.remembered.carried)
            self.remembered = replace(self.remembered, carried=carried)
        if not memory.carried or not answered.wishes:
            return answered
        return replace(answered, wishes=(*memory.carried, *answered.wishes))

    def _left_over(self, sentence: Sentence) -> Understood:
        if sentence.tone is Tone.FORBIDS:
            return UNKNOWN
        if self.packaged and not _thinks(sentence):
            wish = self._floor(questions=False)
            if wish is not None:
                missing = wish.operation and not wish.targets and bool(self.home.things)
                kind = SentenceKind.COMMAND if wish.operation else SentenceKind.UNKNOWN
                kind = SentenceKind.QUESTION if "Get" in wish.intent else kind
                refused = NEVER_HEARD_OF if missing else None
                return Understood(kind=kind, wishes=(wish,), refused=refused)
        return MUSING if _thinks(sentence) else UNKNOWN

    def _floor(self, *, questions: bool) -> UnderstoodWish | None:
        room = self.home.room(self.room)
        name = room.names[0] if room is not None else self.said.place
        found = floor.recognise(self.said.text, self.said.language, self.home, name)
        if found is None:
            return None
        wish = wish_from(found, self.home, self.room)
        return wish if not (questions and wish.operation) else None


_TELLS_OF = re.compile(
    r"^(?:everything|all|anything|nothing|the lot|the [a-z]+) (?:that's |that is )?"
    r"(?:on|off|in|up|down|out)$"
)
_OF_WHAT = re.compile(r"^ (?:the|my|our|his|her|their|your|this|that|these|those|a|an|every)\b")
"""Behind `on` or `off` a thing with an article belongs to it, and is no clause of its own."""
_ASKS_FIRST = re.compile(r"^(?:is|are|was|were|did|do|does|has|have|what|what's|which|how)\b")
_FOR_SO_LONG = ("turn_on", "turn_off", "stop", "close", "open", "pause", "set_mode")
"""Operations that a length of time may belong to, as for how long or in how long."""
_AFTER_THEM = re.compile("[^、。0-9]{1,8}が(?:寝|眠|起き|食べ|終わ|入)[^、。0-9]{0,3}[ただ]ら")
"""みんなが寝たら20分後に起こして: what nobody can watch for, before the time."""


def _hangs(when: When, text: str) -> bool:
    """もし地震が来たら: what nobody can watch for, said as a condition."""
    never = when.timing is None and when.span_s is None
    return never and text[when.start : when.end].endswith(("たら", "だら", "ると"))


def _unspent(order: Order) -> bool:
    """Whether a number, or a second way, was said that the deed has no use for: `in 20 turn it
    off`."""
    act = order.act
    used = act is None or act.value is not None or act.amount is not None or act.change != 0.0
    kept = act is None or act.does in _FOR_SO_LONG
    unspent = order.frame.number is not None and not used
    twice = len(order.frame.dirs) > 1 and any(g.names and g.kinds for g in order.frame.groups)
    if twice:
        return True  # telly off lamp off: two orders, read as one thing
    return unspent or (order.frame.span_s is not None and not kept)


def _unread_beside(sentence: Sentence) -> bool:
    """Whether something was not read that is no part of a reason before `so`."""
    reasons = [t.end for t in sentence.tokens if t.is_("break", "reason")]
    told = max(reasons, default=0)
    return any(t.cls == "unread" and t.start >= told for t in sentence.tokens)


def _says_exactly(other: Order, one: Order) -> bool:
    """Let some light in, open the curtains in the lounge: the same, with its place."""
    return (
        other is not one
        and (other.act, other.when) == (one.act, one.when)
        and all(g.kinds and not (g.names or g.placed or g.everything) for g in one.frame.groups)
        and [g.kinds for g in other.frame.groups] == [g.kinds for g in one.frame.groups]
        and all(g.placed for g in other.frame.groups)
    )


def _when_all_leave(frame: Frame) -> bool:
    """When everybody has left, turn the lights off: those of no one room."""
    timing = frame.when.timing if frame.when is not None else None
    return timing == OnMovement(Movement.LEAVES, EVERYBODY)


_THAN_THAT = re.compile(r"\bthan (?:that|this|it|now)\b|(?:それ|これ|今)より")
_OF_LIGHT = {"quieter": "darker", "louder": "brighter", "weaker": "darker", "stronger": "brighter"}
_SETS = ("_set_mode", "_set_percentage", "_set_temperature")


def _set_in_one(wishes: Sequence[UnderstoodWish]) -> list[UnderstoodWish]:
    """除湿運転に切り替えて, 強めで回して: what is set runs, and is not started besides."""
    return [
        wish
        for before, wish in zip((None, *wishes), wishes, strict=False)
        if before is None
        or not wish.operation.endswith("_turn_on")
        or not before.operation.endswith(_SETS)
        or (before.targets, before.when) != (wish.targets, wish.when)
    ]


def _is_for_now(understood: Understood) -> bool:
    """Whether all of it would be done at once."""
    acts = bool(understood.wishes) and understood.ask_back is None and understood.refused is None
    return acts and all(wish.when is None for wish in understood.wishes)


def _misread(act: Act, found: Found, orders: int) -> bool:
    """Whether an order among others would be dropped in silence, or a scene among other things
    would be switched off, which has no end: `floor lamp off then movie time`."""
    scenes = [t for t in found.things if t.domain in SCENE]
    ends = act.does == "turn_off" and 0 < len(scenes) < len(found.things)
    return ends or (orders > 1 and not found.things and not found.lacking)


_MOVED = ("turn", "raise", "lower")


def _changes_something(frame: Frame) -> bool:
    """Turn it down, もっと下げて: more or less of nobody knows what."""
    moved = frame.does(*_MOVED) and bool(
        {"up", "down"} & set(frame.dirs) or frame.does("raise", "lower")
    )
    named = any(g.thing or g.placed or g.everything for g in frame.groups)
    return moved and not named and not frame.attrs and frame.number is None


def _thinks(sentence: Sentence) -> bool:
    return sentence.tone is Tone.THINKS and any(
        t.is_("mark") or t.form in ("past", "state", "want", "muse") or t.cls == "aux"
        for t in sentence.tokens
    )
