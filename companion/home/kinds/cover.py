"""Cover 覆い: curtains, blinds, shutters and awnings, with position and tilt."""

from companion.home.device_kind import DeviceKind, DeviceOperation, Number
from companion.home.opened import COVER_HUB, POSITION, SAID, open_close
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.verb import Verb

KIND = DeviceKind(
    domain=Domain.COVER,
    lit=frozenset({"open", "opening"}),
    low_risk=True,
    figure="position",
    order=20,
    called=Bilingual("カーテン", "curtain"),
    icon='<path d="M 3 4h 18M 5 4v 16M 19 4v 16M 5 4c 0 6 2 10 5 12M 19 4c 0 6-2 10-5 12"/>',
    words=("カーテン", "ブラインド", "シャッター", "curtain", "curtains", "blind", "blinds"),
    finer="position",
    travels=True,
    opens=True,
    openings=frozenset({"window", "awning"}),
    wakes="curtain",
    named=Bilingual("カーテン|ブラインド|雨戸|シャッター", r"curtains?|blinds?|shutters?|awning"),
    limit_s=45.0,
    limit_setting="cover_s",
    instead={"turn_on": ("open", {}), "turn_off": ("close", {})},
    said=SAID,
    conditions=("open", "closed"),
    hub=COVER_HUB,
    numbers=(
        POSITION,
        Number(
            name="tilt",
            label=Bilingual("羽根の角度", "Slats"),
            unit="%",
            low=0,
            high=100,
            step=5,
            tolerance=2,
        ),
    ),
    operations=(
        *open_close(daylight=True),
        DeviceOperation(
            does="set_tilt",
            number="tilt",
            inverse="set_tilt",
            verb=Verb(
                ja="{}の羽根の角度を変える",
                en="tilt the slats of {}",
                past="tilted the slats of {}",
                short_en="set tilt",
                to=Verb(
                    ja="{}の羽根の角度を{v}にする",
                    en="tilt {} to {v}",
                    past="tilted {} to {v}",
                    itself="tilt to {v}",
                ),
            ),
        ),
    ),
)
