"""Garage 車庫: a cover that lets people in; everything but stopping it is tier 3."""

from companion.home.device_kind import DeviceKind
from companion.home.opened import COVER_HUB, POSITION, SAID, open_close
from companion.words.capability import RiskTier
from companion.words.device import Domain
from companion.words.language import Bilingual

LETS_IN = "garage"
"""Device class of whatever the owner lists as guarded."""

KIND = DeviceKind(
    domain=Domain.COVER,
    name="garage",
    device_classes=(LETS_IN, "gate", "door"),  # Home Assistant treats them as secure too
    lit=frozenset({"open", "opening"}),
    safety=True,
    figure="position",
    order=25,
    called=Bilingual("扉", "door"),
    icon='<path d="M 3 4h 18M 5 4v 16M 19 4v 16M 5 4c 0 6 2 10 5 12M 19 4c 0 6-2 10-5 12"/>',
    words=("ガレージ", "車庫", "門", "シャッター", "garage", "gate"),
    finer="position",
    travels=True,
    opens=True,
    openings=frozenset({LETS_IN, "gate", "door"}),
    limit_s=45.0,
    limit_setting="cover_s",
    said=SAID,
    conditions=("open", "closed"),
    hub=COVER_HUB,
    ability=False,
    numbers=(POSITION,),
    operations=open_close(RiskTier.NEVER_BY_ITSELF),
)
