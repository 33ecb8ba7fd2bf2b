"""Done: the short answer to a person's own wish that went well (ADR 0048).

Who asked for the kitchen light wants to hear that it is on, in a few words. What was seen of each
device, and whose word it is, stands on the page. Only what was observed to be so is told as done;
everything else keeps its own, longer words.
"""

from collections.abc import Sequence

from companion.home.device_group import joined, parts_of
from companion.home.kinds import kind_of
from companion.phrases.plural import plural
from companion.rooms.expression.claims import Names, claim_of_several
from companion.rooms.expression.deeds import verb_for
from companion.rooms.expression.outcome import definite
from companion.words.device import Device
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus

NAMED_MOST = 2
"""Devices that are told by name; of more their number is told."""
_YES = Bilingual("はい、{}", "Done, {}")
_STATES = {
    "turn_on": "on", "turn_off": "off", "open": "open", "close": "closed", "lock": "locked",
    "unlock": "unlocked", "play": "playing", "pause": "paused", "mute": "muted",
}  # fmt: skip
"""English: the state that an operation is seen by, where one word says it."""
_FEW = 9
"""Japanese: up to so many are counted with つ."""


def done_words(result: ActionResult, names: Names) -> Bilingual | None:
    """The answer to one wish; None where nothing was seen to be done, or no verb says it."""
    parts = parts_of(result) or (result,)
    done = [part for part in parts if part.status is ResultStatus.SUCCESS]
    rest = [part for part in parts if part not in done and not part.was_so]
    said = _deeds(done, names)
    if said is None:
        return None
    yes = Bilingual(_YES.ja.format(said.ja), _YES.en.format(said.en))
    if not rest:
        return yes
    left = claim_of_several(rest, result.decision_event_id, names).slots["outcome"]
    return Bilingual(f"{yes.ja}。{left.ja}", f"{yes.en}. {left.en[:1].upper()}{left.en[1:]}")


def _deeds(done: Sequence[ActionResult], names: Names) -> Bilingual | None:
    """One clause for those that were done alike."""
    alike: dict[str, list[ActionResult]] = {}
    for part in done:
        verb = verb_for(part.operation, part.result_payload.get("expected") or {})
        if verb is None or verb.reported is not None:
            return None
        alike.setdefault(verb.ja_done, []).append(part)
    said = [_deed(group, names) for group in alike.values()]
    if not said or None in said:
        return None
    clauses = [clause for clause in said if clause is not None]
    return Bilingual("。".join(c.ja for c in clauses), ", and ".join(c.en for c in clauses))


def _deed(parts: Sequence[ActionResult], names: Names) -> Bilingual | None:
    first = parts[0]
    verb = verb_for(first.operation, first.result_payload.get("expected") or {})
    things = _things(parts, names)
    if verb is None or things is None:
        return None
    state = _STATES.get(next((s for s in _STATES if first.operation.endswith(f"_{s}")), ""))
    is_are = "is" if len(parts) == 1 else "are"
    en = f"{things.en} {is_are} {state}" if state else f"I {verb.en_done.format(x=things.en)}"
    return Bilingual(verb.ja_done.format(x=things.ja), en)


def _things(parts: Sequence[ActionResult], names: Names) -> Bilingual | None:
    """Up to two by name; of more, how many of each kind."""
    ids = [str(part.result_payload.get("device_id", "")) for part in parts]
    if len(ids) <= NAMED_MOST:
        known = [names.device(one) for one in ids]
        named = [Bilingual(name.ja, definite(name.en)) for name in known if name is not None]
        return joined(named) if len(named) == len(ids) else None
    devices = [names.house.device(DeviceId(one)) for one in ids]
    return _counted([device for device in devices if device is not None])


def _counted(devices: Sequence[Device]) -> Bilingual | None:
    """`明かり6つ` / `6 lights`."""
    kinds = list(dict.fromkeys(kind_of(device).called for device in devices))
    told = []
    for kind in kinds:
        many = sum(kind_of(device).called == kind for device in devices)
        ja = f"{many}つ" if many <= _FEW else f"{many}個"
        en = kind.en if many == 1 else plural(kind.en)
        told.append(Bilingual(f"{kind.ja}{ja}", f"{many} {en}"))
    return joined(told) if told else None
