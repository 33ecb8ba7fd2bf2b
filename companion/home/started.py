"""Start 開始: defines the operation that scenes and scripts share. Their owner wrote what it
does."""

from companion.home.device_kind import DeviceOperation
from companion.words.capability import RiskTier
from companion.words.language import Bilingual
from companion.words.verb import Verb

START = DeviceOperation(
    does="turn_on",
    moves="started",
    risk=RiskTier.ASK,
    sounds=True,
    verb=Verb(
        ja="{}を始める",
        en="start {}",
        past="started {}",
        reported=Bilingual(
            "{}が始まったという記録がありました（一つ一つの機器がどうなったかは見ていません）",
            "{} was started; what each thing in it did I have not looked at",
        ),
    ),
)
