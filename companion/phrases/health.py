"""Health 調子: chooses the finding for the state of each part; its words stand in `health.toml`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from companion.phrases.findings import found
from companion.phrases.reasons import in_both, of_error
from companion.words.finding import Finding
from companion.words.language import Bilingual

MODEL_SILENT_S = 10.0
"""No token and no step of 64 prompt tokens for so long is no thinking: the slowest measured
step, the 1.5 B on one loaded core, takes 4 s; a Pi 5 is about as quick."""
_NOT_YET = frozenset({"", "not started", "stopped"})
"""Reports of an engine before it was first loaded."""
_NOBODY_TRIES = Bilingual(
    "つなぎ直す部分が動いていません。`sudo systemctl restart companion` で起動し直してください",
    "Nothing tries to reach it any more: start the companion again with "
    "`sudo systemctl restart companion`",
)


def _tried(trying: bool | None, lost: Finding) -> Finding:
    """Whether it is tried again, as observed, and what to look at. None: it was not asked."""
    if trying is None or lost.remedy is None:
        return lost
    if not trying:
        return replace(lost, remedy=_NOBODY_TRIES)
    ja, en = lost.remedy.ja, lost.remedy.en
    again = Bilingual(
        f"数秒おきにつなぎ直しています。{ja}", f"It is tried again every few seconds. {en}"
    )
    return replace(lost, remedy=again)


def broker(connected: bool, kind: str, last_error: str, trying: bool | None = None) -> Finding:
    """The MQTT broker and our link to it. `trying`: whether the link was seen to try
    lately; None where nobody looked."""
    if connected:
        return found("broker.up", kind=kind)
    if not last_error:
        return found("broker.connecting")
    return _tried(trying, found("broker.lost", why=in_both(last_error)))


def announcements(forged: Mapping[str, str]) -> Finding:
    """Announcements over MQTT that were refused. `forged`: topic -> reason."""
    topic, reason = next(iter(forged.items()))
    return found("announcements.forged", count=len(forged), topic=topic, why=in_both(reason))


def no_announcements() -> Finding:
    """Finding after the refused announcements are gone from the broker."""
    return found("announcements.none")


def hub(
    state: str,
    version: str,
    last_error: str,
    devices: int,
    exposure: bool,
    *,
    trying: bool | None = None,
    misread: Collection[str] = (),
) -> Finding:
    """Home Assistant. `state`: of the link; `exposure`: whether it told what is exposed;
    `trying`: whether the link was seen to try lately, None where nobody looked; `misread`:
    devices whose reports cannot be read."""
    if state in ("token_refused", "token_missing"):  # nothing is tried until there is a new one
        return found(f"hub.{state}", why=in_both(last_error))
    if state == "connecting":
        return found("hub.connecting")
    if state != "up":
        return _tried(trying, found("hub.away", why=in_both(last_error)))
    if not exposure or not devices:
        return found("hub.nothing_exposed" if exposure else "hub.no_administrator")
    if misread:
        return found("hub.misread", count=len(misread), device=min(misread))
    return found("hub.up", version=version, count=devices)


def model(
    ready: bool, name: str, why_down: str, awake: bool = True, silent_s: float = 0.0
) -> Finding:
    """The language model. `awake`: the unchanging part of the prompt was read.
    `silent_s`: for how long the running request has got no further, in real seconds."""
    if ready and silent_s >= MODEL_SILENT_S:
        return found("model.silent")
    if ready:
        return found("model.ready", name=name) if awake else found("model.waking")
    if why_down in _NOT_YET:
        return found("model.loading")
    restarting = why_down.startswith("restarting")
    return found("model.restarting" if restarting else "model.down", why=in_both(why_down))


def record(since: datetime | None, why: str, held: int, reserve: bool) -> Finding:
    """The record on the disk. `held`: events that wait in memory; `reserve`: whether
    the space kept back for a full disk is still there."""
    if since is not None:
        return found("record.unwritten", why=in_both(why), held=held)
    return found("record.written" if reserve else "record.little_space")


def record_kept(size: int, reports_days: float, looks_days: float, carried_from: str) -> Finding:
    """All is well: how much there is, how long details stay, and whether it was carried over from
    the file of another embedder at this start. `size`: bytes, backups too; 0 days: for good."""
    carried = found("record.carried", name=carried_from).what if carried_from else ""
    reports, looks = _days(reports_days), _days(looks_days)
    return found("record.kept", megabytes=size / 1e6, reports=reports, looks=looks, carried=carried)


def _days(days: float) -> Bilingual:
    return Bilingual(f"{days:g}日", f"{days:g} days") if days else Bilingual("ずっと", "for good")


def records_beside(used: str, others: Sequence[str]) -> Finding:
    """Records of other embedders lie in the same folder: one of them may be the household's."""
    return found("record.others_beside", used=used, names=", ".join(others))


def rescued(aside: str, events: int, lost: int, from_backup: str) -> Finding:
    """The record was damaged and begun anew at this start. `aside`: the damaged file's name;
    `lost`: entries that could not be saved; `from_backup`: the backup's name, if one was used."""
    key = "record.rescued_from_backup" if from_backup else "record.rescued"
    return found(key, backup=from_backup, events=events, lost=lost, aside=aside)


def record_broken(first: str, broken: int) -> Finding:
    """A full check found entries that are not what was written."""
    return found("record.broken", count=broken, why=in_both(first))


def record_held(lines: Sequence[Bilingual]) -> Finding:
    """Another program changed what authorises; what it put there does not act (ADR 0032)."""
    shown, more = lines[:3], len(lines) - 3
    ja = "、".join(line.ja for line in shown) + (f"、ほか{more}件" if more > 0 else "")
    en = "; ".join(line.en for line in shown) + (f"; and {more} more" if more > 0 else "")
    return found("record.changed", lines=Bilingual(ja, en))


def camera(trouble: Bilingual | None, private: bool) -> Finding:
    """One camera: trouble is unknown, never `nobody there`."""
    if private:
        return found("camera.private")
    return found("camera.blind", why=trouble) if trouble else found("camera.sees")


def eyes(why_down: str, private: bool) -> Finding:
    """The detector's worker: while it is down, every camera's room is unknown."""
    return found("eyes.private") if private else _up_or_down("eyes", why_down)


def ranker(why_down: str) -> Finding:
    """The second opinion: without it the model chooses from the whole menu."""
    return _up_or_down("ranker", why_down)


def _up_or_down(part: str, trouble: str) -> Finding:
    """A part that works, unless it gives a reason."""
    return found(f"{part}.down", why=in_both(trouble)) if trouble else found(f"{part}.up")


def remembering(episodes: int, with_vector: int, why_missing: str, trouble: str) -> Finding:
    """Memory: how much of what was said can be found, and by what. `why_missing`: why nothing can
    be found by meaning; `trouble`: why the index cannot be used."""
    if trouble:
        return found("memory.down", why=in_both(trouble))
    if why_missing:
        return found("memory.by_words", episodes=episodes, why=in_both(why_missing))
    if with_vector < episodes:
        return found("memory.being_indexed", episodes=episodes, left=episodes - with_vector)
    return found("memory.up", episodes=episodes)


def speaker(trouble: str) -> Finding:
    """Speech: while it cannot be heard, it stands on the page, and is not said later than a minute
    after."""
    return _up_or_down("speaker", trouble)


def voice(why_down: str, *, another: bool) -> Finding:
    """The voice engine of the household's language. `another`: one of less quality speaks."""
    if why_down and another:
        return found("voice.another", why=in_both(why_down))
    return _up_or_down("voice", why_down)


def no_voice() -> Finding:
    """A real home whose speaker is the simulated one; not to be found out in the morning only."""
    return found("speaker.none")


def plug_in_broken(why: str) -> Finding:
    """Its own code fails: file, line and what is wrong; the rest of the house runs without it."""
    return found("plug_in.broken", why=in_both(why))


def buzzer(trouble: str) -> Finding:
    """The last rung of an alarm: found out now, not in the morning."""
    return _up_or_down("buzzer", trouble)


def secrets_in_config(keys: Sequence[str], movable: bool, open_to_all: bool) -> Finding:
    """Secrets that stand in the configuration. `keys`: their places; `movable`: whether
    `companion doctor --fix` can move them all; `open_to_all`: everybody here can read them."""
    if not keys:
        return found("secrets.none")
    by_all = Bilingual("。この機器の誰でも読めます", "; everybody on this machine can read it")
    return found(
        "secrets.movable" if movable else "secrets.by_hand",
        keys=", ".join(keys),
        readable=by_all if open_to_all else "",
    )


def no_garden(folder: Path) -> Finding:
    """The companion's own life has no files in this folder."""
    return found("garden.none", folder=folder)


def no_microphone() -> Finding:
    """No microphone is configured: nothing is wrong, and nothing listens."""
    return found("microphone.none")


def satellite(connected: bool, why_not: str) -> Finding:
    """A satellite in another room. `why_not`: what ended the last try; "" before there was one."""
    if connected:
        return found("satellite.up")
    if not why_not:
        return found("satellite.connecting")
    return found("satellite.away", why=in_both(why_not))


def drive(trouble: str) -> Finding:
    """The wheeled base: without its link it stands, by its own dead-man."""
    return _up_or_down("drive", trouble)


def resident(*, up: bool, falls: int, error: BaseException | None, pause_s: float) -> Bilingual:
    """Word the end of a task, as it was observed. `falls`: how often it ended since the service
    began; `error`: None where it was started again and has not yet proved itself; `pause_s`:
    seconds until it is started again."""
    times = "once" if falls == 1 else f"{falls} times"
    if up:
        return Bilingual(f"再開しました（{falls}回目）", f"running again (stopped {times})")
    if error is None:
        return Bilingual(
            f"起動し直しました。様子を見ています（停止{falls}回）",
            f"started again, not yet known to hold (stopped {times})",
        )
    why = of_error(error)
    return Bilingual(
        f"停止しました: {why.ja}。{pause_s:.0f}秒後に起動し直します（停止{falls}回）",
        f"stopped: {why.en}; started again in {pause_s:.0f} s (stopped {times})",
    )


def exports(damage: str, unwritten: str) -> Finding:
    """The files `state.json` and `events.jsonl`. `damage`: what was found damaged at the start;
    `unwritten`: why they cannot be written."""
    return _up_or_down("exports", damage or unwritten)
