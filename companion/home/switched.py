"""On and off 入切: defines the two operations that lights, plugs and fans share."""

from companion.home.device_kind import DeviceOperation
from companion.words.verb import Verb

TURN_ON = DeviceOperation(
    does="turn_on",
    value="on",
    inverse="turn_off",
    verb=Verb(ja="{}をつける", en="turn on {}", past="turned on {}"),
)
TURN_OFF = DeviceOperation(
    does="turn_off",
    value="off",
    inverse="turn_on",
    verb=Verb(ja="{}を消す", en="turn off {}", past="turned off {}"),
)
ON_OFF = (TURN_ON, TURN_OFF)
