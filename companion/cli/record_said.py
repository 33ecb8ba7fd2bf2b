"""Sentences of the commands that look after the record, in both languages: `companion verify`,
`backup`, `restore`, `rescue`, `confirm` and `erase`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.phrases.reasons import in_both
from companion.store.anchor import SIGNATURE
from companion.store.backup import Restored
from companion.store.quarantine import BY_ITSELF
from companion.store.rescue import Rescue
from companion.store.sealed import SEALED
from companion.store.taken_back import TakenBack
from companion.store.verify import BROKEN_MAX, UNSEALED, Findings
from companion.words.language import Bilingual

NO_RECORD = Bilingual(
    "記録がありません: {}。`companion run` で作られます。ほかの家の記録なら --config で"
    "指定してください",
    "there is no record {}; `companion run` makes one, and --config names another home",
)
NO_FOLDER = Bilingual("フォルダーがありません: {}", "there is no folder {}")
IS_FOLDER = Bilingual(
    "--to には書き出すファイルの名前を指定してください（{} はフォルダーです）",
    "--to is the file to write, and {} is a folder",
)
WHOLE = Bilingual(
    "{} は壊れていません。始め直す必要はありません", "{} is whole: there is nothing to rescue"
)
BEGIN_ANEW = Bilingual(
    "読めるもので始め直しますか（元のファイルは残ります）",
    "Begin anew with what can be read? The old file is kept",
)
BEGINS_ANEW = Bilingual(
    "始め直しています。残せたものはページに出ます",
    "the companion starts anew; its page tells what was saved",
)
NOTHING_HELD = Bilingual("確かめるものはありません", "nothing is held back")
KEEP_OR_NOT = Bilingual(
    "このまま使うなら `companion confirm --keep`、捨てるなら `companion confirm --discard`",
    "`companion confirm --keep` uses it as it stands, `--discard` throws it away",
)
KEPT = Bilingual("{}行をこのまま使います", "{} rows kept")
THROWN_AWAY = Bilingual("{}行を捨てました", "{} rows thrown away")
SAY_WHICH = Bilingual(
    "何を消すか指定してください: 番号、--since、--until、--text",
    "say which: numbers, --since, --until or --text",
)
TO_ERASE = Bilingual("{}件の記録が見つかりました", "{} events")
TO_ERASE_CITING = Bilingual(
    "{}件の記録が見つかりました（それを引用した記録も入っています）",
    "{} events with what cites them",
)
TO_ERASE_VOICE = Bilingual("{}の声の特徴も消えます", "the voice of {} is forgotten too")
ERASE_SURE = Bilingual("中身は元に戻せません。消しますか", "Take their content away for good?")
_SOUND = Bilingual("問題ありません", "sound")
_BROKEN = Bilingual("壊れているところ: {}か所", "BROKEN in {} places")
_ANCHORS = {
    "ok": Bilingual(
        "末尾の印: 記録の終わりと合っています", "anchor: the record holds the end it names"
    ),
    "signed": Bilingual(
        "末尾の印: 署名があり、記録の終わりと合っています",
        "anchor: signed, and the record holds the end it names",
    ),
    "unsigned": Bilingual(
        "末尾の印: 署名がありますが、確かめる鍵がありません",
        "anchor: signed, but no key was given to check it",
    ),
    "missing": Bilingual(
        "末尾の印がないので、終わりが切り取られていても分かりません",
        "no anchor: whether a tail was cut off cannot be shown",
    ),
    "broken": Bilingual("末尾の印: 合いません", "anchor: BROKEN"),
}
_BEFORE_KEY = Bilingual(
    "鍵を置く前に書かれたものです。コンパニオンを起動して（動いていれば1分待って）、"
    "`companion confirm` で確かめてください",
    "sealed before your key was put in place: start the companion, or wait a minute where it "
    "runs; then `companion confirm` shows what waits for your word",
)
_SIGNS_SOON = Bilingual(
    "コンパニオンは、起動して1分以内に署名します",
    "the companion signs the anchor within a minute of its start",
)
_OTHERS = Bilingual(
    "ほかのプログラムが書き換えたものは `companion confirm` で確かめて、使うか捨てるかを選べます",
    "`companion confirm` shows what another program changed, and uses it or not",
)
_RESCUE = Bilingual(
    "`companion rescue` で、読めるものを全部残して始め直せます（このファイルも残ります）。"
    "バックアップに戻すなら `companion restore ファイル名`",
    "`companion rescue` begins anew with all that can be read, and keeps this file; "
    "`companion restore FILE` brings a backup back",
)
_UNSEALED_JA = {
    "event_evidence": "記録から作り直して比べます",
    "deliberation_session": "1日だけ残る考えごと。行ごとに確かめます",
    "working_thought": "1日だけ残る考えごと。行ごとに確かめます",
    "meta": "ファイルについての情報。形を確かめます",
    "jobs.status, attempts, times": "裏の仕事の進み具合。形を確かめます",
}


def verified(record: Path, found: Findings, anchor: str) -> Iterator[Bilingual]:
    """Findings of `companion verify`, line by line, with the remedy last."""
    yield Bilingual(str(record), str(record))
    yield from _findings(found)
    yield _ANCHORS[anchor]
    if found.sound:
        yield _SOUND
        return
    yield _BROKEN.filled(found.broken_count)
    yield _remedy(found)


def _remedy(found: Findings) -> Bilingual:
    left = found.tables - {SIGNATURE}
    if found.before_key and left <= SEALED.keys():
        return _BEFORE_KEY
    if not left:
        return _SIGNS_SOON
    return _OTHERS if left <= set(BY_ITSELF) else _RESCUE


def _findings(found: Findings) -> Iterator[Bilingual]:
    rate = found.rows / found.took_s if found.took_s else 0
    yield Bilingual(
        f"記録{found.events}件、全部で{found.rows}行を{found.took_s:.1f}秒で調べました"
        f"（毎秒{rate:,.0f}行）",
        f"{found.events} events, {found.rows} rows in {found.took_s:.1f} s ({rate:,.0f} a second)",
    )
    yield from _gone(found)
    yield Bilingual(
        "つながりで確かめたもの: 記録、判断、結果、片付けた記録の跡",
        "the chain covers events, decisions, results and marks of what was thinned",
    )
    tables = ", ".join(SEALED)
    yield Bilingual(f"合計で確かめた表: {tables}", f"sums cover {tables}")
    for table, what in UNSEALED.items():
        yield Bilingual(
            f"合計に入らない表: {table}（{_UNSEALED_JA[table]}）", f"not covered: {table} ({what})"
        )
    if found.held:
        yield Bilingual(
            f"{found.held}行は、確かめるまで使いません。`companion confirm` で見られます",
            f"{found.held} rows are held back; `companion confirm` tells which",
        )
    for one in found.broken:
        yield Bilingual(
            f"壊れています: {one.table} の {one.row}: {in_both(one.why).ja}",
            f"broken: {one.table} {one.row}: {one.why}",
        )


def _gone(found: Findings) -> Iterator[Bilingual]:
    """Lines about events that are gone and that the record itself says so of."""
    if found.erasures or found.erased:
        yield Bilingual(
            f"中身を消した記録: {found.erased}件（消した回数: {found.erasures}回）",
            f"{found.erased} events were emptied by {found.erasures} erasures",
        )
    if found.thinned:
        yield Bilingual(
            f"残す日数が過ぎて片付けた記録: {found.thinned}件（その跡で確かめました）",
            f"{found.thinned} events went when their days were over, as sealed marks say",
        )
    if marks := len(found.explained.markers):
        yield Bilingual(
            f"その跡のうち、始め直したときに全部は残せなかったもの: {marks}か所",
            f"of these marks {marks} were not saved whole by a rescue",
        )
    if found.lost:
        yield Bilingual(
            f"始め直したときに失われた記録: {found.lost}件（そう書き残してあります）",
            f"{found.lost} events were lost before a rescue that says so",
        )
    for before, after in found.gaps[:BROKEN_MAX]:
        lost = after - before - 1
        yield Bilingual(
            f"記録 {before} と {after} の間で{lost}件",
            f"here {lost} events were lost between {before} and {after}",
        )
    if (more := len(found.gaps) - BROKEN_MAX) > 0:
        yield Bilingual(f"ほか{more}か所", f"and in {more} more places")


def backed_up(made: Path, size: int) -> Bilingual:
    """A backup was written. `size`: bytes."""
    return Bilingual(
        f"{made}: {size} バイト。戻すときは `companion restore {made}`",
        f"{made}: {size} bytes; restore it with `companion restore {made}`",
    )


def restored(put: Restored) -> Iterator[Bilingual]:
    """A backup was put in place."""
    events = put.findings.events
    yield Bilingual(
        f"{put.record}: 記録{events}件を確かめて戻しました",
        f"{put.record}: {events} events, verified",
    )
    yield from _taken_back(put.taken_back)
    if put.findings.before_key:
        yield Bilingual(
            "鍵を置く前のバックアップなので、目覚まし・決まりごと・目標・承認に鍵の印がありません。"
            "コンパニオンが動いたら `companion confirm` で見て、よければ使ってください",
            "it was made before your key was put in place, so its alarms, routines, goals and "
            "approvals are not sealed with it: once the companion runs, look at them and use them "
            "with `companion confirm`",
        )
    if put.aside is not None:
        yield Bilingual(f"前の記録は {put.aside} にあります", f"what was there lies at {put.aside}")


def _taken_back(again: TakenBack) -> Iterator[Bilingual]:
    """Erasures of after the backup."""
    if not again.is_known:
        yield Bilingual(
            "前の記録が読めないので、バックアップのあとで消したものや忘れさせたものは戻っている"
            "かもしれません。`companion erase` でもう一度消してください",
            "the record that was there cannot be read, so whatever was erased or forgotten since "
            "may be back: erase it again with `companion erase`",
        )
    if again.erased or again.forgotten:
        yield Bilingual(
            f"バックアップのあとで消した{again.erased}件と忘れさせた{again.forgotten}件は、戻した"
            "記録でも消しました。バックアップのファイルそのものには残っています",
            f"{again.erased} erased and {again.forgotten} forgotten since the backup are so in the "
            "restored record too; the backup file itself still holds them",
        )


def rescued(found: Rescue) -> Bilingual:
    """A damaged record was begun anew."""
    return Bilingual(
        f"記録{found.events}件を残しました。失われたもの: {found.lost}件、中身だけ読めなかった"
        f"もの: {found.emptied}件。壊れたファイルは {found.aside} にあります",
        f"{found.events} events saved, {found.lost} lost, {found.emptied} without their content; "
        f"the damaged file lies at {found.aside}",
    )


def erased(gone: dict[str, Any]) -> Bilingual:
    """The content of events was taken away. `gone`: the facts, as the page's API gives them."""
    emptied, rows, event_id = gone["emptied"], gone["derived_rows"], gone["event_id"]
    full = Bilingual("", "")
    if not gone["overwritten"]:
        full = Bilingual(
            "。ディスクがいっぱいで、ファイルにはまだ跡が残っています。空きを作ると上書きします",
            "; the disk is full: free space to overwrite the bytes",
        )
    return Bilingual(
        f"{emptied}件の記録の中身と、そこから覚えた{rows}行を消しました。"
        f"消したことは記録 {event_id} に残ります{full.ja}",
        f"{emptied} emptied, {rows} rows made of them deleted; the record says so as #{event_id}"
        f"{full.en}",
    )
