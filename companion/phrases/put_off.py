"""Put off 先送り: words that the companion thinks about an act later, again, or no more."""

from collections.abc import Mapping

from companion.words.intent import WaitsFor
from companion.words.language import Bilingual

UNTIL: Mapping[WaitsFor, Bilingual] = {
    WaitsFor.TIME: Bilingual("{at}まで待ちます", "until {at}"),
    WaitsFor.SOMEBODY: Bilingual("{place}に人が来るまで待ちます", "until somebody is in {place}"),
    WaitsFor.DEVICE_AT_REST: Bilingual("動いているものが止まるまで待ちます", "until it stands"),
}
TAKEN_UP = Bilingual(
    "あとで考えることにしていたことを考えます", "What was put off is taken up again"
)
EARLIER = Bilingual("（先送りしていたこと）{}", "(put off earlier) {}")
DROPPED_BECAUSE: Mapping[str, Bilingual] = {
    "too_old": Bilingual("古くなったため", "it is too old by now"),
    "too_many": Bilingual("先送りが多すぎるため", "too much was put off"),
    "too_often": Bilingual("何度も先送りしたため", "it was put off too often"),
    "superseded": Bilingual("新しいきっかけがあったため", "something newer took its place"),
    "stopped": Bilingual("止められたため", "Stop was pressed"),
    "erased": Bilingual("もとの記録が消されたため", "what it rested on was erased"),
}
_PUT_OFF = Bilingual("あとで考えることにしました: {}", "Put off {}")
_DROPPED = Bilingual("あとで考えるのをやめました: {}", "What was put off is let go: {}")


def put_off_until(waits_for: WaitsFor, at: str, place: Bilingual) -> Bilingual:
    """`Put off until somebody is in the hall`. `at` is a time of day."""
    until = UNTIL[waits_for]
    ja = until.ja.replace("{at}", at).replace("{place}", place.ja)
    en = until.en.replace("{at}", at).replace("{place}", f"the {place.en.lower()}")
    return Bilingual(_PUT_OFF.ja.format(ja), _PUT_OFF.en.format(en))


def dropped_because(reason: str) -> Bilingual:
    """`What was put off is let go: it is too old by now`. Raises `KeyError`."""
    why = DROPPED_BECAUSE[reason]
    return _DROPPED.filled(why)
