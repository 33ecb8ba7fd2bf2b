"""Leave to switch: finds configuration lines that allow a device unasked but can never take effect.

A line that is silently without effect misleads the owner, who believes that the lock, the scene or
the lamp it names is switched by itself. Each is refused with what to write instead.
"""

from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase

from companion.home.device_operation import BY_OWN_ID, DEVICE_OPERATIONS
from companion.home.request import DEVICES
from companion.rooms.approval.rules import Pattern, PatternWrong
from companion.service.settings import Settings
from companion.words.capability import RiskTier
from companion.words.device import Domain

_KINDS = frozenset(domain.value for domain in Domain)
_FREE_KINDS = tuple(
    sorted(
        {o.kind for o in DEVICE_OPERATIONS if o.risk <= RiskTier.REVERSIBLE and o.kind in _KINDS}
        | BY_OWN_ID
    )
)
"""Kinds of which a device may be switched unasked."""
_WILD = frozenset("*?[")


def leave_problems(settings: Settings, at: Callable[..., str]) -> Iterator[str]:
    """Patterns of the owner's leave that can never apply, each with the reason."""
    for pattern in settings.home.by_itself:
        if why := _never_by_itself(pattern, settings):
            yield f"{at('home', 'by_itself')} {pattern!r} would never run by itself: {why}"
    for line in settings.approval.auto_approve:
        if why := _never_free(line):
            yield f"{at('approval', 'auto_approve')} {line!r} would never be used: {why}"


def _never_by_itself(pattern: str, settings: Settings) -> str:
    """Why no device of that id is ever switched unasked, with the remedy; "" where one is."""
    domain, dot, _ = pattern.partition(".")
    wild = bool(_WILD & set(pattern))
    if not dot and not wild:
        return f"a device id has two parts, such as light.hall (or light.* for all; not {pattern})"
    if wild and domain in BY_OWN_ID:
        return f"a {domain} can do anything; name each by its own id"
    if pattern in settings.home.guarded:
        return "home.guarded says that it lets people in, which is always asked; take one line out"
    return _kind_wrong(domain) or _nowhere(pattern, settings)


def _kind_wrong(domain: str) -> str:
    kinds = {kind for kind in _KINDS if fnmatchcase(kind, domain)}
    if not kinds:
        return f"there are no devices of kind {domain!r}; kinds are {', '.join(_FREE_KINDS)}"
    if not kinds & set(_FREE_KINDS):
        return f"a {domain} is always asked for, or cannot be switched; take the line out"
    return ""


def _nowhere(pattern: str, settings: Settings) -> str:
    """Where all devices of the home are known: whether one is called so."""
    if settings.home.kind == "dollhouse":
        # Only here: a real home loads no doll's house.
        from companion.dollhouse.home import load_home

        known = sorted(load_home().device_names)
    elif _WILD & set(pattern):  # beside named devices a pattern stands for those alone
        known = sorted(settings.home.device_names)
    else:
        known = []
    if not known or any(fnmatchcase(one, pattern) for one in known):
        return ""
    return f"no device of the home is called so; there are: {', '.join(known)}"


def _never_free(line: str) -> str:
    """Why no act passes by this line of the list; "" where one may."""
    try:
        pattern = Pattern.read(line)
    except PatternWrong:
        return ""  # told where the settings are read
    capability, _, operation = pattern.action.partition(".")
    if capability != DEVICES:
        return ""
    rows = [o for o in DEVICE_OPERATIONS if fnmatchcase(o.name, operation)]
    rows = [o for o in rows if pattern.domain in ("", o.kind)]
    if not rows:
        return "no device takes that; operations are called light_turn_on, cover_close ..."
    if all(o.risk >= RiskTier.ASK for o in rows):
        return "this is always asked for; take the line out"
    return ""
