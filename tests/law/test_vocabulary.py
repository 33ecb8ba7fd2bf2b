"""What has a name is used: no enum member, field, function, setting, query or text for nobody."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from companion.store.queries import all_queries
from companion.web.texts import TEXT
from tests.law.measures import PACKAGES, ROOT, nodes_of, sources, text_of, tree_of

ENUMS = frozenset({"Enum", "StrEnum", "IntEnum"})
LATER = {
    "get_meta": "the record's own table; it is read when a record is mended by hand",
    "JobStatus.RUNNING": "the status of a claimed job, which SQL writes",
    "Vitals.loop_lag_max_ms": "sent to the page and to Home Assistant whole",
    "PersonaDeliberationFocus.world_model_items": "a part of the pack that no prompt shows yet",
    "DeliberationContextPack.persona_deliberation_focus": "as above",
    "DeliberationContextPack.runtime_blackboard": "as above",
    "Thought.personality": "kept with the decision, for whoever asks the record why",
    "Thought.intention": "as above",
    "ActionDecision.judgment": "as above",
    "ActionDecision.action_tags": "as above",
    "TermName.ROLE": "a term of the sum that is built next",
    "BigFive.openness": "read from the sheet; nothing computes with it yet",
    "BigFive.conscientiousness": "as above",
    "BigFive.extraversion": "as above",
    "BigFive.agreeableness": "as above",
    "BigFive.neuroticism": "as above",
    "Blackboard.intend": "intents of one step, which nothing forms yet",
    "Blackboard.let_go": "as above",
    "words_for": "the facts that have words, for the test that each does",
    "DollHouse.break_device": "the simulator is broken by whoever plays a story",
    "DollScenery.in_view": "the simulator's truth, for whoever judges a story",
    "SimulatedDrive.odometer_m": "the simulator's truth, for whoever judges a story",
    "ProcessLlm.context_tokens": "for fault tests",
    "MqttLink.wait_connected": "for whoever starts a link alone",
    "changed_share": "the measure by itself, for its test",
    "VoiceStyle.pitch_semitones": "the voice engines read it; they are being built",
    "_Straight.process_redirect": "asked for by the library it is given to",
    "_Server.startup": "as above",
    "BacklogQueue._init": "asyncio.Queue calls it",
    "_Constructor.check_mapping_key": "ruamel.yaml calls it",
}
"""Known, each with its reason; what is used by now need not stand here."""


@cache
def _code() -> str:
    """Of the product, and of what measures it."""
    folders = (*PACKAGES, "tests/proof")
    return "\n".join(text_of(path) for path in sources(*folders))


@cache
def _pages() -> str:
    web = ROOT / "companion" / "web"
    pages = [*web.rglob("*.html"), *web.rglob("*.js")]
    return "\n".join(path.read_text(encoding="utf-8") for path in pages)


@cache
def _dotted() -> frozenset[str]:
    return frozenset(re.findall(r"\b[A-Za-z_]\w*\.\w+\b", _code()))


@cache
def _in_tables() -> frozenset[str]:
    """Words of the tables of data: the keys of their parts, and their texts of one word."""
    texts = (path.read_text("utf-8") for path in (ROOT / "companion").rglob("*.toml"))
    found = re.findall(r'"(\w+)"|^\[(?:\w+\.)?(\w+)\]$', "\n".join(texts), re.MULTILINE)
    return frozenset(text or key for text, key in found)


@cache
def _attributes() -> frozenset[str]:
    return frozenset(re.findall(r"\.(\w+)\b", _code() + _pages()))


@cache
def _quoted() -> Counter[str]:
    return Counter(re.findall(r"[\"']([\w.]+)[\"']", _code() + _pages()))


def _classes() -> Iterator[ast.ClassDef]:
    for path in sources():
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                yield node


def _declaring() -> set[str]:
    """Names of classes that declare something for `app` to collect."""
    named = {"ResidentSpec", "Tick"}
    for node in _classes():
        methods = {
            one.name for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        if methods & {"residents", "ticks", "findings"}:
            named.add(node.name)
    return named


def _bases(node: ast.ClassDef) -> set[str]:
    return {base.id for base in node.bases if isinstance(base, ast.Name)}


def test_every_enum_member_is_used() -> None:
    """A kind that nothing makes and nothing asks for is a promise that nobody keeps."""
    unused = set()
    for node in _classes():
        if not _bases(node) & ENUMS:
            continue
        for one in node.body:
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
                name = f"{node.name}.{one.targets[0].id}"
                value = one.value.value if isinstance(one.value, ast.Constant) else None
                if name not in _dotted() and value not in _in_tables():
                    unused.add(name)
    assert unused <= LATER.keys()


def test_every_setting_is_read() -> None:
    """A setting that changes nothing misleads its owner."""
    unread = set()
    for node in _classes():
        if "BaseModel" not in _bases(node):
            continue
        for one in node.body:
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                field = one.target.id
                read = field in _attributes() or _quoted()[field]
                if not read and not field.startswith("_"):
                    unread.add(f"{node.name}.{field}")
    assert unread <= LATER.keys()


def test_every_field_of_a_word_is_read() -> None:
    """A field that nobody reads is filled in for nobody. A part that declares tasks, ticks or a
    health check is read out of its record by `service/declared.py`."""
    unread = set()
    declaring = _declaring()
    for node in _classes():
        if not any("dataclass" in ast.unparse(one) for one in node.decorator_list):
            continue
        for one in node.body:
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                field = one.target.id
                if declaring & set(re.findall(r"\w+", ast.unparse(one.annotation))):
                    continue
                if field not in _attributes() and not _quoted()[field]:
                    unread.add(f"{node.name}.{field}")
    assert unread <= LATER.keys()


def test_every_function_is_called() -> None:
    """What only a test calls is not a part of the product."""
    named = Counter(re.findall(r"\b\w+\b", _code() + _pages()))
    uncalled = set()
    for path in sources():
        for owner, one in _functions(tree_of(path)):
            # A decorator hands it to whoever calls it: a route, a command, a fixture.
            if not one.decorator_list and not one.name.startswith("__") and named[one.name] == 1:
                uncalled.add(f"{owner}.{one.name}" if owner else one.name)
    assert uncalled <= LATER.keys()


def _functions(
    node: ast.AST, owner: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            yield owner, one
        yield from _functions(one, one.name if isinstance(one, ast.ClassDef) else owner)


def test_every_named_query_is_asked() -> None:
    """SQL that nothing runs is never proven."""
    unasked = {name for name in all_queries() if not _quoted()[name]}
    assert unasked <= LATER.keys()


def test_every_text_of_the_page_is_shown() -> None:
    """A text stands in a page, in code, or in a group of which code chooses by name."""
    # `t("schedule." ~ kind)`, `f"kind.{name}"`, `start = "reason."`
    group = r"[\"'`]([a-z_.]{2,})(?:[\"'] [~+]|\$?\{)|\"([a-z]+\.)\""
    found = re.findall(group, _code() + _pages())
    starts = tuple({one for pair in found for one in pair if one})
    unshown = {key for key in TEXT if not _quoted()[key] and not key.startswith(starts)}
    assert unshown <= LATER.keys()
