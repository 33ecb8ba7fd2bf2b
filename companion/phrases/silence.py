"""Silence 沈黙の理由: words the reasons for which an act or a message was not said aloud."""

from collections.abc import Mapping

from companion.words.language import Bilingual

SILENCE: Mapping[str, Bilingual] = {
    "people_see_it": Bilingual("その場の人に見えるので", "who is there sees it"),
    "nothing_new": Bilingual("わざわざ言うほどではないので", "it is no news"),
    "nobody_here": Bilingual("家に誰もいないので", "nobody is at home"),
    "quiet_hours": Bilingual("静かな時間なので", "these are quiet hours"),
    "asleep": Bilingual("寝ている人がいるので", "somebody is asleep"),
    "no_hurry": Bilingual("急ぎではないので", "there is no hurry"),
    "spoke_enough": Bilingual("今は口数を控えているので", "it has said enough for now"),
}
"""By reason, as the attention room gives it."""
