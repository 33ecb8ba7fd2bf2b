"""Lock 鍵: a door lock; unlocking is tier 3."""

from companion.home.device_kind import DeviceKind, DeviceOperation
from companion.home.hub_wire import HubWire
from companion.home.mqtt_wire import MqttPress, MqttWire, MqttWord
from companion.words.capability import RiskTier
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.state_words import StateWords
from companion.words.verb import Verb

KIND = DeviceKind(
    domain=Domain.LOCK,
    lit=frozenset({"unlocked"}),
    safety=True,
    secures=True,
    named=Bilingual("鍵", "lock"),
    noun_in_entries=True,
    order=70,
    called=Bilingual("鍵", "lock"),
    icon=(
        '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M 8 11V 8a 4 4 0 0 1 8 0v 3"/>'
    ),
    words=("鍵", "施錠", "lock", "locked", "unlocked", "locks"),
    limit_s=10.0,
    limit_setting="lock_s",
    asks=Bilingual("鍵は先に承認を求めます。", "I ask before I unlock."),
    said={
        "locked": StateWords(
            "鍵がかかっている", "locked", Bilingual("かかっています", "is locked")
        ),
        "unlocked": StateWords(
            "鍵が開いている", "unlocked", Bilingual("かかっていません", "is unlocked")
        ),
        "locking": StateWords("施錠中", "locking"),
        "unlocking": StateWords("解錠中", "unlocking"),
        "jammed": StateWords("鍵が引っかかっている", "jammed"),
    },
    mqtt=MqttWire(
        words={
            "value": MqttWord(
                topic="state_topic",
                template="value_template",
                words={
                    "locked": "state_locked:LOCKED",
                    "unlocked": "state_unlocked:UNLOCKED",
                    "locking": "state_locking:LOCKING",
                    "unlocking": "state_unlocking:UNLOCKING",
                    "jammed": "state_jammed:JAMMED",
                },
            )
        },
        presses={
            "lock": MqttPress(topic="command_topic", payload="payload_lock:LOCK"),
            "unlock": MqttPress(topic="command_topic", payload="payload_unlock:UNLOCK"),
        },
        read_only=lambda config: bool(config.get("code_format")),
    ),
    conditions=("locked", "unlocked"),
    hub=HubWire(
        # A lock that wants a code is read only: we keep no codes.
        offers=lambda attributes: () if attributes.get("code_format") else ("lock", "unlock"),
        services={"lock": "lock", "unlock": "unlock"},
    ),
    operations=(
        DeviceOperation(
            does="lock",
            value="locked",
            inverse="unlock",
            risk=RiskTier.ASK,
            verb=Verb(ja="{}の鍵をかける", en="lock {}", past="locked {}"),
        ),
        DeviceOperation(
            does="unlock",
            value="unlocked",
            inverse="lock",
            risk=RiskTier.NEVER_BY_ITSELF,
            verb=Verb(ja="{}の鍵を開ける", en="unlock {}", past="unlocked {}"),
        ),
    ),
)
