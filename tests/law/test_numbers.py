"""Laws on names, broad excepts and mocks; lengths are printed as instruments (DESIGN 4)."""

import re

import pytest

from tests.law.measures import (
    PACKAGES,
    ROOT,
    code_lines,
    functions,
    imported,
    percentile,
    sources,
    text_of,
)

FAN_OUT_AIM = 18
FORBIDDEN_NAMES = ("manager", "handler", "helper", "utils", "common", "base")


def test_lengths_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Instruments, not laws: a file is split where a second idea begins, not at a line count."""
    found = [f for path in sources() for f in functions(path)]
    sizes = {path: len(text_of(path).splitlines()) for path in sources()}
    deep = sum(1 for f in found if f.nesting >= 4)
    with capsys.disabled():
        print(
            f"\n[law] function p90 {percentile([f.lines for f in found], 0.9):.0f} lines, "
            f"longest {max(f.lines for f in found)}, nested four deep {deep} of {len(found)}; "
            f"file p90 {percentile(list(sizes.values()), 0.9):.0f}, longest {max(sizes.values())}"
        )
    assert found


def test_names_under_companion_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Folders are the floors and the wings: `ls companion` is the plan of the house (aim 18)."""
    names = {path.relative_to(ROOT).parts[1] for path in sources("companion")} - {"__init__.py"}
    with capsys.disabled():
        print(f"\n[law] names under companion/: {len(names)}")
    assert {"words", "ports", "rooms", "corridors", "app"} <= names


def test_import_fan_out_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """How many modules of ours the module with the most imports needs (aim 18)."""
    found = sorted(((len(imported(path)), path) for path in sources()), reverse=True)
    wide = [f"{path.relative_to(ROOT)} {count}" for count, path in found if count > FAN_OUT_AIM]
    with capsys.disabled():
        print(f"\n[law] largest import fan-out {found[0][0]}; over {FAN_OUT_AIM}: {wide}")
    assert found[0][0] > 0


def test_the_composition_root_stays_narrow() -> None:
    """Each record joins few parts; a module that joins more is two records."""
    wide = {p.name: n for p in sources("companion/app") if (n := len(imported(p))) > FAN_OUT_AIM}
    assert wide == {}


def test_foreign_text_becomes_a_number_in_one_place() -> None:
    """`words/number.py` reads it: "²", "1e400" and digits without end fail everywhere else."""
    asks = re.compile(r"\.is(?:digit|decimal|numeric)\(")
    wrong = [str(p) for p in sources() if asks.search(text_of(p))]
    assert wrong == []


def test_no_module_or_class_hides_behind_an_empty_name() -> None:
    """No manager, handler, helper, utils, common, base."""
    wrong = [str(p) for p in sources() if p.stem in FORBIDDEN_NAMES]
    for path in sources():
        for name in re.findall(r"^class (\w+)", text_of(path), re.MULTILINE):
            if any(name.lower().endswith(bad) for bad in FORBIDDEN_NAMES if bad != "base"):
                wrong.append(f"{path}: {name}")
    assert wrong == []


def test_broad_excepts_stand_only_at_the_edges() -> None:
    """At most 0.5 broad excepts per 1,000 lines, and none in words, ports or corridors."""
    broad = [
        f"{path}:{number}"
        for path in sources()
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if re.search(r"except( Base)?\s*(Exception)?\s*(as \w+)?:", line) and "Exception" in line
    ]
    assert len(broad) <= max(6, code_lines() * 0.0005), broad
    inner = [b for b in broad if "/words/" in b or "/ports/" in b or "act.py" in b]
    assert inner == []


def test_few_mocks() -> None:
    """At most 2 mock uses per 1,000 test lines: simulators and twins instead."""
    uses = [
        path
        for path in sources("tests")
        for line in text_of(path).splitlines()
        if re.search(r"\b(unittest\.mock|MagicMock|mocker)\b", line) and "law" not in str(path)
    ]
    assert len(uses) <= 0.002 * code_lines("tests"), uses


def test_test_to_code_ratio_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Printed, not failed (DESIGN 3); this only demands that there are tests at all."""
    ratio = code_lines("tests") / code_lines(*PACKAGES)
    with capsys.disabled():
        print(f"\n[law] test:code = {ratio:.2f} (aim 1.0-1.6)")
    assert ratio > 0.3
