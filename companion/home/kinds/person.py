"""Person 家族: reports whether somebody is at home."""

from companion.home.device_kind import DeviceKind
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.state_words import StateWords

KIND = DeviceKind(
    domain=Domain.PERSON,
    senses=True,
    follows_a_person=True,
    order=150,
    called=Bilingual("家族", "person"),
    icon='<circle cx="12" cy="8" r="3.5"/><path d="M 5 20c 0-4 3-6 7-6s 7 2 7 6"/>',
    said={
        "home": StateWords("家にいる", "at home"),
        "not_home": StateWords("出かけている", "away"),
    },
    conditions=("home", "not_home"),
    ability=False,
)
