"""The default location: the city of the time zone, where the owner said nothing."""

from dataclasses import dataclass

from companion.rooms.scheduler.calendar import Whereabouts
from companion.rooms.scheduler.whereabouts import of_zone, whereabouts


def test_where_a_zone_lies() -> None:
    tokyo = of_zone("Asia/Tokyo", ["# c", "JP\t+353916+1394441\tAsia/Tokyo"])
    assert (tokyo.latitude, tokyo.longitude, tokyo.country) == (35.6544, 139.7447, "JP")
    lima = of_zone("America/Lima", ["PE\t-1203-07703\tAmerica/Lima\n"])
    assert (lima.latitude, lima.longitude) == (-12.05, -77.05)
    assert of_zone("Etc/GMT-3", []) == Whereabouts("Etc/GMT-3")


@dataclass(frozen=True)
class Own:
    """Where the owner says that the home stands."""

    latitude: float = 43.06
    longitude: float = 141.35
    country: str = ""


def test_the_owner_knows_better_than_the_time_zone() -> None:
    found = whereabouts("Asia/Tokyo", Own())
    assert (found.latitude, found.longitude) == (43.06, 141.35)
    assert found.country == of_zone("Asia/Tokyo").country, "unless it was said too"
    assert whereabouts("Asia/Tokyo", Own(country="KR")).country == "KR"
    assert whereabouts("Asia/Tokyo", None) == of_zone("Asia/Tokyo")


def test_a_line_that_cannot_be_read_is_passed_over() -> None:
    broken = ["JP\tnowhere\tAsia/Tokyo", "JP", "JP\t+353916+1394441\tAsia/Tokyo"]
    assert of_zone("Asia/Tokyo", broken).latitude == 35.6544
