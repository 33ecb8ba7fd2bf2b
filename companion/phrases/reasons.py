"""Reasons 理由: word a part's own trouble, in both languages of the page.

Parts speak English, for the log and for a person who writes them a letter. A person at the page
reads Japanese as well as English, so every reason a part of ours can give stands once in
`reasons.toml`, with its Japanese. A reason that comes from an operating system or somebody else's
library keeps its own words, in quotation marks, behind a Japanese sentence that says so.
"""

import errno
import os
import re
from collections.abc import Callable, Iterable, Mapping

from companion.words.language import Bilingual
from companion.words.table import table

QUOTE_CHARS = 160
_SIGNALS = {"4": "SIGILL", "6": "SIGABRT", "7": "SIGBUS", "9": "SIGKILL", "11": "SIGSEGV"}
_ERRNO: dict[int, str] = {
    errno.EPERM: "許可されていません",
    errno.ENOENT: "ファイルがありません",
    errno.EIO: "読み書きに失敗しました",
    errno.EACCES: "読み書きの許可がありません",
    errno.EBUSY: "ほかのプログラムが使っています",
    errno.ENODEV: "機器がありません",
    errno.ENOSPC: "空き容量がありません",
    errno.EROFS: "読み取り専用になっています",
    errno.EPIPE: "接続が切れました",
    errno.EADDRINUSE: "そのポートはほかで使われています",
    errno.ENETUNREACH: "ネットワークにつながっていません",
    errno.ECONNRESET: "相手が接続を切りました",
    errno.ETIMEDOUT: "時間内に返事がありません",
    errno.ECONNREFUSED: "相手が動いていません",
    errno.EHOSTUNREACH: "相手に届きません",
}
_Rules = tuple[tuple[re.Pattern[str], str, str], ...]
"""Pattern of the whole reason, Japanese, English; English "" keeps the part's own words."""


def _rules(rows: Iterable[Mapping[str, str]]) -> _Rules:
    return tuple((re.compile(r["if"], re.DOTALL), r["ja"], r.get("en", "")) for r in rows)


_TABLE = table("companion.phrases", "reasons.toml")
_REASONS, _WHOLE = _rules(_TABLE["reason"]), _rules(_TABLE["whole"])
_STRERROR = {os.strerror(number).lower(): number for number in _ERRNO}


def in_both(why: str) -> Bilingual:
    """A part's reason for a reader of either language; nothing for nothing."""
    text = " ".join(why.split())
    if not text:
        return Bilingual("", "")
    return _ours(text) or _systems(text) or _quoted(text)


def known(why: str) -> bool:
    """Whether the Japanese of a reason is written here, not quoted."""
    text = " ".join(why.split())
    return (_ours(text) or _systems(text)) is not None


def in_full(why: str) -> Bilingual:
    """The same where the part's own words hold the remedy: they are not cut short."""
    whole = _ours(" ".join(why.split()), _WHOLE)
    return whole or (in_both(why) if known(why) else Bilingual(why, why))


def of_error(error: BaseException) -> Bilingual:
    """Why something of ours broke: what it was, and that it is no fault of the reader's."""
    text = str(error)
    if text and (found := _ours(" ".join(text.split())) or _systems(text)) is not None:
        return found
    name = type(error).__name__
    return Bilingual(f"こちらの誤り（{name}）", f"a mistake of ours ({name}: {text})".rstrip(": "))


def _ours(text: str, rules: _Rules = _REASONS) -> Bilingual | None:
    for pattern, ja, en in rules:
        if (match := pattern.fullmatch(text)) is not None:
            told = _filled(ja, match, lambda both: both.ja)
            return Bilingual(told, _filled(en, match, lambda both: both.en) if en else text)
    return None


def _filled(template: str, match: re.Match[str], side: Callable[[Bilingual], str]) -> str:
    def fill(place: re.Match[str]) -> str:
        group, kind = match[place[1]] or "", place[2]
        if kind == ":both":
            return side(in_both(group))
        return side(_exit(group)) if kind == ":exit" else group

    return re.sub(r"{(\w+)(:\w+)?}", fill, template)


def _exit(code: str) -> Bilingual:
    if not code.startswith("-"):
        return Bilingual(f"終わった（終了コード{code}）", f"ended (exit code {code})")
    name = _SIGNALS.get(code[1:], f"signal {code[1:]}")
    return Bilingual(f"落ちた（{name}）", f"crashed ({name})")


def _systems(text: str) -> Bilingual | None:
    """The operating system's message, by its number or by its own words."""
    found = re.search(r"\[Errno (\d+)\]", text)
    number = int(found[1]) if found else None
    if number is None:
        number = next((n for words, n in _STRERROR.items() if words in text.lower()), None)
    if number is None or number not in _ERRNO:
        return None
    return Bilingual(_ERRNO[number], os.strerror(number))


def _quoted(text: str) -> Bilingual:
    short = text if len(text) <= QUOTE_CHARS else text[: QUOTE_CHARS - 1] + "…"
    return Bilingual(f"部品の言葉のまま「{short}」", text)
