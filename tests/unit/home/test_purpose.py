"""What a plug switches, read from its id and names."""

import pytest

from companion.home.purpose import purpose_of
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.purpose import Purpose


@pytest.mark.parametrize(
    ("own", "ja", "purpose"),
    [
        ("stove", "コンロ", Purpose.DANGEROUS),
        ("plug_2", "電気毛布", Purpose.DANGEROUS),
        ("heated_towel_rail", "タオルかけ", Purpose.DANGEROUS),
        ("heated_floor", "床", Purpose.OTHER),
        ("plug_3", "床暖房", Purpose.OTHER),
        ("fish_tank", "水槽", Purpose.VITAL),
        ("rice_cooker", "炊飯器", Purpose.WORK),
        ("fairy", "電飾", Purpose.LAMP),
        ("plug_4", "コンセント", Purpose.UNKNOWN),
        ("gecko_heat_mat", "保温器", Purpose.VITAL),
        ("plug_5", "インコのヒーター", Purpose.VITAL),
        ("pottery_kiln", "電気窯", Purpose.VITAL),
        ("nebuliser", "吸入器", Purpose.VITAL),
        ("hen_coop_door", "小屋", Purpose.VITAL),
        ("bench_grinder", "卓上グラインダー", Purpose.DANGEROUS),
        ("plug_6", "七輪", Purpose.DANGEROUS),
        ("tortoise_heater", "保温", Purpose.VITAL),
        ("plug_7", "ナースコール", Purpose.VITAL),
    ],
)
def test_a_plug_is_what_its_names_say(own: str, ja: str, purpose: Purpose) -> None:
    """Issue 11 A8: of an unknown purpose nothing is offered; what gets hot stands alone."""
    name = Bilingual(ja, own.replace("_", " "))
    device = Device(
        id=DeviceId(f"switch.{own}"), domain=Domain.SWITCH, area="living", name=name, operations=()
    )
    assert purpose_of(device) is purpose
