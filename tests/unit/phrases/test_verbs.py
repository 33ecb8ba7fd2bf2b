"""One act is said with one verb everywhere: page, message, button and reply (issue 12, point 5)."""

import re
from datetime import UTC, datetime
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.desk.commands.done import done_words
from companion.home.device_kind import DeviceOperation
from companion.home.device_operation import DEVICE_OPERATIONS
from companion.home.device_spec import device_specs
from companion.home.kinds import KIND_BY_NAME
from companion.home.operation_said import deed_said, verb_said
from companion.phrases.conjugation import could_not, polite_past, tried
from companion.phrases.manner import Manner
from companion.phrases.verbs import by_label, forms_of
from companion.ports.capability import Catalogue
from companion.ports.house import House
from companion.rooms.expression.claims import Names, claim_of_result
from companion.web.deeds import choices_of
from companion.web.devices import DeviceShelf
from companion.web.names import Names as PageNames
from companion.web.sentences import Sentences
from companion.web.texts import Words
from companion.words.capability import CapabilitySpec, RiskTier
from companion.words.device import Device, DeviceState
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual, Language
from companion.words.result import ActionResult, ResultStatus

NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
CONTROL = CapabilitySpec(
    name="device_control", label=Bilingual("機器操作", "device control"), operations=device_specs()
)
VALUES: dict[str, Any] = {"mode": "heat", "color": "red"}


class OneDevice:
    """A house with one device: all that the tables are asked about."""

    def __init__(self, device: Device) -> None:
        self._device = device

    def devices(self) -> tuple[Device, ...]:
        return (self._device,)

    def device(self, device_id: DeviceId) -> Device | None:
        return self._device if device_id == self._device.id else None

    def state(self, device_id: DeviceId) -> DeviceState | None:
        return DeviceState(device_id=device_id, value="idle", at=NOW)

    def connected(self) -> bool:
        return True


def _device(row: DeviceOperation) -> Device:
    kind = KIND_BY_NAME[row.kind]
    classes = {"device_class": kind.device_classes[0]} if kind.device_classes else {}
    return Device(
        id=DeviceId(f"{kind.domain}.hall"),
        domain=kind.domain,
        area="",
        name=Bilingual("玄関のもの", "hall thing"),
        operations=(row.does,),
        attributes={"modes": ("heat", "off"), **classes},
    )


def _said_everywhere(row: DeviceOperation, payload: dict[str, Any]) -> dict[str, Bilingual]:
    device = _device(row)
    house = cast("House", OneDevice(device))
    shelf = cast("Catalogue", SimpleNamespace(get=lambda name: SimpleNamespace(SPEC=CONTROL)))
    names = Names(house=house, catalogue=shelf, places={})
    result = ActionResult(
        capability="device_control",
        operation=row.name,
        status=ResultStatus.SUCCESS,
        summary_text="",
        observed_at=NOW,
        decision_event_id=EventId(1),
        result_payload={
            "device_id": device.id,
            "observed": True,
            "evidence": "witnessed",
            "expected": payload,
        },
    )
    claim = claim_of_result(result, EventId(2), names)
    reply = done_words(result, names, Manner())
    page, choices, buttons = {}, [], []
    for language in Language:
        words = Words(language)
        page_names = PageNames(words, (), house)
        page[language] = Sentences(words, page_names, shelf).result_alone(result, payload)
        choices = list(choices_of(device, page_names))
        (card,) = DeviceShelf(house, words, page_names).cards(NOW)
        buttons += [b for b in card.buttons if not b.parameters or b.parameters == payload]
    said = {
        "label": deed_said(row, payload, device.name),
        "page": Bilingual(page[Language.JA].ja, page[Language.EN].en),
    }
    if claim is not None:
        said["message"] = claim.slots["outcome"]
    if reply is not None:
        said["reply"] = reply
    if choices and not row.number:
        wanted = "|".join(map(str, payload.values()))
        said["choice"] = next(c.label for c in choices if c.value.endswith(wanted))
    if buttons and not row.parameter:
        said["button"] = Bilingual(buttons[0].label, buttons[1].label)
    return said


@pytest.mark.parametrize("row", DEVICE_OPERATIONS, ids=lambda row: row.name)
@pytest.mark.parametrize("language", list(Language))
def test_one_act_has_one_verb(row: DeviceOperation, language: Language) -> None:
    """A11: the page locked 施錠, the button said 鍵をかける, and the message 調節しました."""
    payload = {row.parameter: VALUES.get(row.parameter, row.high)} if row.parameter else {}
    verb, _ = verb_said(row, payload)
    said = _said_everywhere(row, payload)
    assert {"label", "page", "message"} <= set(said)
    assert row.parameter or "button" in said
    assert row.risk >= RiskTier.NEVER_BY_ITSELF or row.number or "choice" in said
    plain = verb.ja.rpartition("}")[2]
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(plain, polite_past(plain), strict=False))
    stem = "".join(sign for sign, _ in alike)
    heads = {verb.en.split()[0], verb.past.split()[0]}
    found = KIND_BY_NAME[row.kind].said.get(row.value or "")
    state = "" if found is None else found.en
    for where, text in said.items():
        if language is Language.JA:
            assert (stem if where != "button" else stem[1:]) in text.ja, where
        elif where == "reply" and state and f" is {state}" in text.en:
            continue  # the answer to a wish is the state that it ended in (ADR 0048)
        elif where == "button" and verb.short_en:
            assert text.en.casefold() == verb.short_en
            assert set(re.findall(r"\w{4,}", verb.short_en)) & set(re.findall(r"\w+", verb.en))
        else:
            assert heads & set(re.findall(r"\w+", text.en.casefold())), where


def test_every_capability_says_what_it_does() -> None:
    """The core names no capability: the SPEC brings the verb, and a new one needs no table."""
    for path in sorted(Path("capabilities").glob("[!_]*.py")):
        module = import_module(f"capabilities.{path.stem}")
        if path.stem == "mcp_tools":  # its operations are those of the servers that the owner names
            assert not hasattr(module, "SPEC")
            continue
        spec: CapabilitySpec = module.SPEC
        for operation in spec.operations:
            if operation.verb is not None:
                forms = forms_of(operation.verb, Bilingual("台所", "the kitchen"))
                assert "{" not in f"{forms}"


def test_an_act_without_a_verb_is_quoted() -> None:
    verb = by_label(Bilingual("沸かす", "boil"))
    assert polite_past(verb.ja) == "「沸かす」を行いました"
    assert could_not(verb.ja) == "「沸かす」を行えませんでした"
    assert tried(verb.ja) == "「沸かす」を行おうとしました"
