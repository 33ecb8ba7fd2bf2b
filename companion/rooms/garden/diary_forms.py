"""Diary forms: the patterns and the short pieces of which a sentence of the diary is put together.

The pieces are short, so that two days with the same happening do not read alike.
"""

from collections.abc import Mapping
from typing import Final

from companion.words.language import Bilingual

B = Bilingual
PATTERNS: Final[Mapping[str, tuple[Bilingual, ...]]] = {
    "talked": (
        B(
            "{when}、{where}で{who}さんと{about}の話。{feel}",
            "{When} {who} and I, {where}: {about}. {feel}",
        ),
        B(
            "{who}さんに{where}で会い、{about}で{minutes}分。{feel}",
            "Ran into {who} {where} {when}; {about} it was. {feel}",
        ),
        B(
            "{where}の{who}さん、{when}、話題は{about}。{feel}",
            "{about}, says {who}, {where}, {when}. {feel}",
        ),
        B(
            "{about}のこと、{who}さんと{when}に。{where}にて。{feel}",
            "{When}, {where}: {about} with {who}. {feel}",
        ),
        B(
            "{when}は{who}さんと。{where}、{about}。{feel}",
            "With {who} {when}, {where}. Mostly {about}. {feel}",
        ),
    ),
    "promised": (
        B("{who}さんと約束、{about}。{feel}", "A promise with {who}: {about}. {feel}"),
        B(
            "{when}、{about}と{who}さんと決めた。{feel}",
            "{When} settled with {who}: {about}. {feel}",
        ),
        B("忘れないように。{who}さん、{about}。", "Not to forget: {who}, {about}. {feel}"),
    ),
    "kept": (
        B(
            "約束どおり、{when}、{where}に{who}さん。{feel}",
            "{who} came, {when}, {where}, as promised. {feel}",
        ),
        B("{where}で待ち合わせ。{who}さんも来た。{feel}", "Met {who} {where} {when}. {feel}"),
        B("{who}さんとの約束を{where}で果たした。{feel}", "Kept my word to {who} {where}. {feel}"),
    ),
    "stood_up": (
        B("{where}で待ったが、{who}さんは来なかった。{feel}", "Waited {where}; no {who}. {feel}"),
        B(
            "{when}、{where}。{who}さんの姿はなく。{feel}",
            "{When} {where}, alone, without {who}. {feel}",
        ),
    ),
    "forgot": (
        B(
            "{who}さんとの約束に行けなかった。{when}、{where}のはずだった。{feel}",
            "Failed {who}: {when}, {where}, and I was elsewhere. {feel}",
        ),
        B(
            "{where}に行くはずが。{who}さん、ごめん。{feel}",
            "Should have been {where} for {who}. {feel}",
        ),
    ),
    "quarrelled": (
        B(
            "{when}、{where}で{who}さんと言い合い。{feel}",
            "{When}, {where}: words with {who}. {feel}",
        ),
        B(
            "{who}さんと気まずく。{where}を{when}に出た。{feel}",
            "{who} and I fell out {where}, {when}. {feel}",
        ),
    ),
    "made_up": (
        B(
            "{who}さんと{where}で仲直り、{when}。{feel}",
            "Peace with {who}, {where}, {when}. {feel}",
        ),
        B(
            "{when}、{who}さんに謝れた。{where}。{feel}",
            "{When} I told {who} sorry {where}. {feel}",
        ),
    ),
    "gave": (
        B(
            "{who}さんと{about}。{where}、{when}。{feel}",
            "{about}, between {who} and me, {where}. {feel}",
        ),
        B(
            "{when}、{about}が{who}さんとの間を行き来。{feel}",
            "{When} {where}: {about}, and {who} smiling. {feel}",
        ),
    ),
    "met": (
        B(
            "{when}、{where}で{who}さんとすれ違う。{feel}",
            "{When} {who} crossed my way {where}. {feel}",
        ),
        B("{who}さんを{where}で見かけた、{when}。{feel}", "Saw {who} {where}, {when}. {feel}"),
        B(
            "{where}に{who}さん。{when}のこと。{feel}",
            "{who}, of all people, {where}, {when}. {feel}",
        ),
    ),
    "worked": (
        B(
            "{where}で{minutes}分働く。{when}から。{feel}",
            "{minutes} minutes at work {where}, {when} on. {feel}",
        ),
        B(
            "{when}、{where}の仕事。{minutes}分、{money}円。{feel}",
            "{When} work {where}: {money} yen richer. {feel}",
        ),
        B(
            "{money}円分の働き、{where}にて。{when}開始。{feel}",
            "Earned {money} yen {where}, {minutes} minutes. {feel}",
        ),
        B(
            "仕事は{when}から{minutes}分。{where}。{feel}",
            "Work began {when} {where}, {minutes} minutes. {feel}",
        ),
    ),
    "ate": (
        B(
            "{where}で食事、{money}円。{when}。{feel}",
            "A meal {where}, {money} yen, {when}. {feel}",
        ),
        B("{when}のごはんは{where}。{feel}", "{When} I ate {where}. {feel}"),
        B(
            "お腹をすかせて{where}へ、{when}。{money}円。{feel}",
            "Hungry, so {where} {when}: {money} yen. {feel}",
        ),
        B(
            "{where}の席、{when}、{minutes}分。{feel}",
            "{minutes} minutes over food {where}, {when}. {feel}",
        ),
    ),
    "soaked": (
        B(
            "{where}の湯に{minutes}分、{when}。{feel}",
            "{minutes} minutes in hot water {where}, {when}. {feel}",
        ),
        B(
            "{when}、{where}で汗を流す。{money}円。{feel}",
            "{When}: soap and steam {where}, {money} yen. {feel}",
        ),
        B(
            "{where}、{money}円の湯。{when}。{feel}",
            "{money} yen well soaked {where}, {when}. {feel}",
        ),
    ),
    "saw": (
        B(
            "{when}、{where}まで歩く。{weather}。{feel}",
            "{When} on foot: {where}, {weather}. {feel}",
        ),
        B("{where}は{weather}。{when}に着いた。{feel}", "{where} {when}, {weather}. {feel}"),
        B(
            "足は{where}へ。{when}、{weather}。{feel}",
            "My feet chose {where} {when}. {weather}. {feel}",
        ),
    ),
    "rested": (
        B(
            "{where}で{minutes}分ぼんやり、{when}。{feel}",
            "{minutes} idle minutes {where}, {when}. {feel}",
        ),
        B(
            "{when}、{where}に腰かける。{weather}。{feel}",
            "{When} I sat {where}; {weather}. {feel}",
        ),
        B(
            "何もしない{minutes}分。{where}、{when}。{feel}",
            "Nothing at all {where} {when}, {minutes} minutes. {feel}",
        ),
    ),
    "hurried": (
        B("{when}、あわてて{where}へ駆け込む。{feel}", "{When} a dash to {place}. {feel}"),
        B(
            "{where}がなかったらと思うと。{when}。{feel}",
            "Thank heaven for {place}, {when}. {feel}",
        ),
    ),
    "stayed_out": (
        B("夜は{where}に泊まる、{money}円。{feel}", "The night {where}, {money} yen. {feel}"),
        B("{where}の布団、{when}から。{feel}", "Slept {where} from {clock}. {feel}"),
    ),
    "episode": (
        B("{where}、{when}。{about}", "{When}, {where}: {about}"),
        B("{when}のこと。{about}{feel}", "{When}. {about} {feel}"),
    ),
}
WHEN: Final[Mapping[str, tuple[Bilingual, ...]]] = {
    "night": (
        B("夜更け", "deep in the night"),
        B("真夜中すぎ", "past midnight"),
        B("{clock}、まだ暗い頃", "at {clock}, still dark"),
    ),
    "morning": (
        B("朝", "in the morning"),
        B("朝の{clock}", "at {clock}, early"),
        B("目が覚めてすぐ", "soon after waking"),
        B("{clock}", "at {clock}"),
        B("朝のうち", "before noon"),
    ),
    "day": (
        B("昼", "around noon"),
        B("{clock}ごろ", "about {clock}"),
        B("日の高いうち", "in full daylight"),
        B("{clock}", "at {clock}"),
        B("午後", "this afternoon"),
    ),
    "evening": (
        B("夕方", "toward evening"),
        B("{clock}", "at {clock}"),
        B("日暮れに", "at dusk"),
        B("夕方の{clock}", "by {clock}"),
        B("灯りがつく頃", "as lamps came on"),
    ),
    "late": (
        B("夜", "at night"),
        B("{clock}", "at {clock}"),
        B("遅くに", "late"),
        B("{clock}を過ぎて", "after {clock}"),
        B("星の下", "under stars"),
    ),
}
FEEL: Final[Mapping[str, tuple[Bilingual, ...]]] = {
    "high": (
        B("足どりが軽い。", "Light steps."),
        B("いい日だ。", "A good day."),
        B("思わず鼻歌。", "I hummed."),
        B("胸が明るい。", "Bright inside."),
        B("笑ってばかり。", "So much laughing."),
        B("上々。", "Splendid."),
        B("満ち足りた。", "Content."),
        B("また行こう。", "Again, soon."),
        B("風まで甘い。", "Even the wind was sweet."),
        B("心がほどけた。", "Something loosened."),
        B("言うことなし。", "Nothing to add."),
        B("得をした気分。", "A small win."),
    ),
    "even": (
        B("ふつうの日。", "Ordinary."),
        B("悪くない。", "Not bad."),
        B("そんなものだ。", "So it goes."),
        B("静かだった。", "Quiet."),
        B("まずまず。", "Fair enough."),
        B("少し眠い。", "A bit drowsy."),
        B("覚えておこう。", "Worth keeping."),
        B("淡々と。", "Steady."),
        B("空を見ていた。", "I watched the sky."),
        B("ゆっくりでいい。", "No hurry."),
        B("ひと息。", "A breath."),
        B("いつもの顔。", "Same as ever."),
    ),
    "low": (
        B("気が重い。", "Heavy."),
        B("ため息ひとつ。", "One sigh."),
        B("早く寝たい。", "Bed, please."),
        B("うまくいかない。", "Not my day."),
        B("雨みたいな心。", "Rain inside."),
        B("少しさびしい。", "A little lonely."),
        B("明日に期待。", "Tomorrow, then."),
        B("しょんぼり。", "Downcast."),
    ),
}
EVENTS_OF: Final = (
    "stayed_out",
    "quarrelled",
    "made_up",
    "kept",
    "stood_up",
    "forgot",
    "promised",
    "gave",
)
"""Kinds that a page never leaves out."""
