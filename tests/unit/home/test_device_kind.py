"""Device kinds: a record names its own operations and knows its numbers."""

from companion.home.device_kind import DeviceKind, DeviceOperation, Number
from companion.words.capability import RiskTier
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.verb import Verb

VERB = Verb(ja="{}を動かす", en="move {}", past="moved {}")
LEVEL = Number(
    name="brightness",
    label=Bilingual("明るさ", "Brightness"),
    unit="%",
    low=1,
    high=100,
    step=1,
    scale=2.55,
    tolerance=3,
)


def test_a_kind_gives_its_name_to_its_operations() -> None:
    kind = DeviceKind(
        domain=Domain.COVER,
        name="blind",
        order=1,
        called=Bilingual("日除け", "blind"),
        icon="",
        operations=(DeviceOperation(does="open", verb=VERB),),
    )
    assert [row.name for row in kind.operations] == ["blind_open"]


def test_a_kind_without_a_name_has_that_of_its_domain() -> None:
    kind = DeviceKind(domain=Domain.LIGHT, order=1, called=Bilingual("明かり", "light"), icon="")
    assert kind.name == "light"


def test_a_number_keeps_to_the_limits_that_the_device_tells() -> None:
    thing = Device(
        id=DeviceId("light.one"),
        domain=Domain.LIGHT,
        name=Bilingual("明かり", "light"),
        area="",
        operations=(),
        attributes={"min_brightness": 20},
    )
    assert LEVEL.of(thing) == (20, 100)


def test_a_number_is_shown_in_its_own_unit() -> None:
    assert LEVEL.shown(255) == "100%"


def test_parameters_are_a_schema_of_the_number_and_its_limits() -> None:
    row = DeviceOperation(does="dim", verb=VERB, number="brightness", low=1, high=255)
    assert row.parameters() == {
        "device_id": {"type": "string"},
        "brightness": {"type": "integer", "minimum": 1, "maximum": 255},
    }


def test_what_never_acts_by_itself_lets_people_in_but_closing_does_not() -> None:
    never = RiskTier.NEVER_BY_ITSELF
    assert DeviceOperation(does="unlock", verb=VERB, risk=never).lets_in
    assert not DeviceOperation(does="close", verb=VERB, risk=never).lets_in
    assert not DeviceOperation(does="unlock", verb=VERB, risk=RiskTier.ASK).lets_in
