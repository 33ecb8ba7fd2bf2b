"""Which devices a sentence names."""

import pytest

from companion.rooms.conversation.vocabulary import devices_named
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual


@pytest.mark.parametrize("domain", list(Domain))
def test_a_device_of_every_kind_is_found_by_its_name_and_harms_no_other_question(
    domain: Domain,
) -> None:
    """A tracker of a person has no name of its kind; every question died over it once."""
    mika = Bilingual("ミカ", "Mika")
    device = Device(id=DeviceId(f"{domain}.x"), domain=domain, name=mika, area="", operations=())
    assert devices_named("where is Mika?", (device,), ()) == (device,)
    assert devices_named("ミカはどこ", (device,), ()) == (device,)
    assert devices_named("why?", (device,), ()) == ()
