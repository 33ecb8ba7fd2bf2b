"""`companion alarm`, `timer`, `reminder` and `routine` set and list entries of the schedule.

Everything goes through the running companion: an alarm that no process keeps would be a lie.
"""

import json
import math
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.asking import ask, leave, settings_of, tell
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.home.request import DEVICES
from companion.phrases.times import said
from companion.web.times import clock
from companion.words.language import Bilingual
from companion.words.number import real_number
from companion.words.timing import (
    WEEKDAYS,
    After,
    BySun,
    Days,
    Holidays,
    Once,
    Recurring,
    SunEvent,
    Timing,
)
from companion.words.timing_form import from_plain, to_plain
from companion.words.travel import GO_TO_ROOM

Number = Annotated[int, typer.Argument(help="its number, as `list` shows it", min=1)]
MaybeNumber = Annotated[int | None, typer.Argument(help="its number; none: all that ring")]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object")]
When = Annotated[str, typer.Argument(help="7:00, 2026-11-30T07:00, 10m, 1h30m, sunset-20m")]
DaysOption = Annotated[
    str, typer.Option("--days", help="mon,tue...; weekdays, weekends, daily; none: once")
]
HolidaysOption = Annotated[Holidays, typer.Option(help="what a public holiday does to it")]
Label = Annotated[str, typer.Option("--label", "-l", help="its name, or what a reminder says")]
Place = Annotated[str, typer.Option(help="room whose curtain and light wake first")]
Actions = Annotated[
    list[str] | None,
    typer.Option(
        "--do",
        help="DEVICE OPERATION, for example 'cover.living_curtain close'; or 'drive.to kitchen'",
    ),
]
_KINDS = {
    "alarm": Bilingual("目覚まし", "alarm"),
    "timer": Bilingual("タイマー", "timer"),
    "reminder": Bilingual("リマインダー", "reminder"),
    "routine": Bilingual("決まりごと", "routine"),
}
_SET = Bilingual("{}{}: {}", "{} {}: {}")
_NEXT = Bilingual("次: {}", "next: {}")
_NEVER = Bilingual("未定", "not known yet")
_AGAIN = Bilingual("{}分後にもう一度: {}", "again in {} min: {}")
_STOPPED = Bilingual("止めました: {}", "stopped: {}")
_REMOVED = Bilingual("{}{}を消しました", "{} {} is removed")
_NONE_SET = Bilingual("ありません。`add` で足せます", "none is set; `add` sets one")
_HOLDS = Bilingual("条件は今、満たされています", "its condition holds now")
_HOLDS_NOT = Bilingual("条件は今、満たされていません", "its condition does not hold now")
_WOULD = Bilingual("します: {}（{}）", "would do: {} ({})")
_CANNOT = Bilingual("できません: {}（{}）", "cannot: {} ({})")
_NOT_UNDERSTOOD = Bilingual(
    "分かりません: {}。例: 7:00、2026-11-30T07:00、10m、1h30m、sunset-20m",
    "not understood: {}; for example 7:00, 2026-11-30T07:00, 10m, 1h30m, sunset-20m",
)
_NO_MINUTES = Bilingual("--minutes は0より大きい数です", "--minutes is a number above 0")
_GROUPS = {
    "daily": frozenset(range(7)),
    "weekdays": frozenset(range(5)),
    "weekends": frozenset({5, 6}),
}
DRIVE_TO = "drive.to"
"""In place of a device and its operation: the wheeled base goes to a room."""
_UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0}


def timing_of(text: str, days: str, holidays: Holidays, now: datetime) -> Timing:
    """Read a time as the command line takes it. Raises `ValueError`."""
    chosen = _days(days, holidays)
    for event in SunEvent:
        if text.startswith(event.value):
            return BySun(event, _offset(text.removeprefix(event.value)), chosen)
    if text and text[-1] in _UNITS and real_number(text[0]) is not None:
        return After(_length(text))
    if "T" in text or " " in text:
        at = datetime.fromisoformat(text)
        return Once(at if at.tzinfo else at.replace(tzinfo=now.tzinfo))
    if ":" not in text:
        raise ValueError(f"{text[:40]!r} is no time")
    wall = time.fromisoformat(text if text.index(":") == 2 else f"0{text}")
    if chosen is not None:
        return Recurring(wall, chosen)
    return Once(_next(wall, now))


def _next(wall: time, now: datetime) -> datetime:
    day: date = now.date()
    today = datetime.combine(day, wall, tzinfo=now.tzinfo)
    return today if today > now else datetime.combine(day + timedelta(1), wall, tzinfo=now.tzinfo)


def _days(text: str, holidays: Holidays) -> Days | None:
    if not text:
        return None
    if text in _GROUPS:
        return Days(_GROUPS[text], holidays)
    named = [d.strip()[:3].lower() for d in text.split(",")]
    if wrong := [day for day in named if day not in WEEKDAYS]:
        raise ValueError(f"{wrong[0]!r} is no day of the week")
    return Days(frozenset(map(WEEKDAYS.index, named)), holidays)


def _offset(text: str) -> float:
    return 0.0 if not text else (-1.0 if text[0] == "-" else 1.0) * _length(text[1:])


def _length(text: str) -> float:
    """`1h30m`, `90s`."""
    seconds, number = 0.0, ""
    for char in text:
        if char in _UNITS:
            count = real_number(number)
            if count is None:
                raise ValueError(f"{number!r} is no number; for example 1h30m, 10m, 90s")
            seconds, number = seconds + count * _UNITS[char], ""
        else:
            number += char
    if number or not seconds:
        raise ValueError(f"{text!r} is no length of time; for example 1h30m, 10m, 90s")
    return seconds


def _action(text: str) -> dict[str, Any]:
    device, _, operation = text.partition(" ")
    if device == DRIVE_TO:
        if not operation.strip():
            raise ValueError(f"{text!r} is not {DRIVE_TO} ROOM")
        return {"action_type": GO_TO_ROOM, "payload": {"room": operation.strip()}}
    kind = device.partition(".")[0]
    if not operation or not kind:
        raise ValueError(f"{text!r} is not DEVICE OPERATION")
    return {
        "action_type": f"{DEVICES}.{kind}_{operation.strip()}",
        "payload": {"device_id": device},
    }


def family(kind: str) -> typer.Typer:
    """The commands of one kind."""
    app = typer.Typer(no_args_is_help=True, help=f"{kind.capitalize()}s of the running companion.")
    _adds(app, kind)
    _lists(app, kind)
    for name, command in (
        ("skip", skip),
        ("snooze", snooze),
        ("stop", stop),
        ("remove", remove),
        ("preview", preview),
    ):
        app.command(name)(command)
    return app


def _adds(app: typer.Typer, kind: str) -> None:
    @app.command("add")
    def add(
        when: When,
        config: ConfigPath = DEFAULT_CONFIG,
        days: DaysOption = "",
        holidays: HolidaysOption = Holidays.LIKE_ANY_DAY,
        label: Label = "",
        place: Place = "",
        do: Actions = None,
    ) -> None:
        """Set a new one; prints what then stands in the schedule."""
        # The household's own moment: in the doll's house it is not ours.
        now = datetime.fromisoformat(ask(config, "/api/schedule")["now"])
        try:
            timing = timing_of(when, days, holidays, now)
            actions = [_action(text) for text in do or ()]
        except (ValueError, IndexError) as error:
            leave(
                config,
                _NOT_UNDERSTOOD.filled(error),
                2,
            )
        form = {"timing": to_plain(timing), "label": label, "place": place, "actions": actions}
        answer = ask(config, "/api/schedule", {"kind": kind, "form": form})
        told = said(timing, now.tzinfo).get(settings_of(config).language)
        tell(config, _SET, _KINDS[kind].get(settings_of(config).language), answer["alarm_id"], told)
        tell(config, _NEXT, _moment(answer["due"], now, config))


def _lists(app: typer.Typer, kind: str) -> None:
    @app.command("list")
    def listed(config: ConfigPath = DEFAULT_CONFIG, as_json: AsJson = False) -> None:
        """List the saved entries, soonest first."""
        answer = ask(config, f"/api/schedule?kind={kind}")
        if as_json:
            typer.echo(json.dumps(answer, ensure_ascii=False))
            return
        now = datetime.fromisoformat(answer["now"])
        for row in answer["entries"]:
            told = said(from_plain(row["form"]["timing"]), now.tzinfo)
            due = _moment(row["due"], now, config)
            words = told.get(settings_of(config).language)
            typer.echo(f"[{row['id']}] {due:<14} {row['state']:<8} {words}  {row['form']['label']}")
        if not answer["entries"]:
            tell(config, _NONE_SET)


def skip(number: Number, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Pass over its next moment."""
    answer = ask(config, f"/api/schedule/{number}/skip", {"skipping": True})
    tell(config, _NEXT, _moment(answer["due"], _now(config), config))


def snooze(
    number: MaybeNumber = None, config: ConfigPath = DEFAULT_CONFIG, minutes: float = 9.0
) -> None:
    """Silence what rings; it rings again."""
    if not math.isfinite(minutes) or minutes <= 0:
        leave(config, _NO_MINUTES, 2)
    where = f"/api/schedule/{number}/snooze" if number else "/api/schedule/snooze"
    which = ask(config, where, {"snooze_s": minutes * 60})["alarm_ids"]
    tell(config, _AGAIN, f"{minutes:g}", ", ".join(map(str, which)))


def stop(number: MaybeNumber = None, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Silence what rings."""
    where = f"/api/schedule/{number}/stop" if number else "/api/schedule/stop"
    tell(config, _STOPPED, ", ".join(map(str, ask(config, where, {})["alarm_ids"])))


def remove(number: Number, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Take it out."""
    answer = ask(config, f"/api/schedule/{number}/remove", {})
    tell(config, _REMOVED, _KINDS[answer["kind"]].get(settings_of(config).language), number)


def preview(number: Number, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Show what would happen if it were due now; nothing is done."""
    found = ask(config, f"/api/schedule/{number}/preview")
    now, language = _now(config), settings_of(config).language
    coming = [_moment(at, now, config) for at in found["coming"]]
    tell(config, _NEXT, ", ".join(coming) or _NEVER.get(language))
    if found["condition"] is not None:
        tell(config, _HOLDS if found["condition"] else _HOLDS_NOT)
    for step in found["steps"]:
        mark = _WOULD if step["possible"] else _CANNOT
        tell(config, mark, step["label"][language.value], step["why"][language.value])


def _now(config: Path) -> datetime:
    """The household's moment."""
    return datetime.fromisoformat(ask(config, "/api/schedule")["now"])


def _moment(at: str | None, now: datetime, config: Path) -> str:
    """`07:00`, with the date when it is not today; in the household's time zone."""
    language = settings_of(config).language
    return clock(datetime.fromisoformat(at), now, language) if at else _NEVER.get(language)


app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
for _kind in ("alarm", "timer", "reminder", "routine"):
    app.add_typer(family(_kind), name=_kind)
