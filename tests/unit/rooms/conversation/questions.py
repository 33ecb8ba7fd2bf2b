"""Questions to the companion in both languages, and what a useful answer would hold."""

from dataclasses import dataclass

from companion.words.language import Bilingual

_B = Bilingual


@dataclass(frozen=True, slots=True)
class Question:
    """`useful`: the reply holds one of these; there is no list of false ones, see `form.py`."""

    said: Bilingual
    useful: tuple[Bilingual, ...]


HEARD = (_B("うかがいました", "I hear"),)
QUESTIONS = (
    Question(
        _B("玄関の明かりはついてる?", "Is the hall light on?"),
        (_B("玄関の明かりはついています", "hall light is on"),),
    ),
    Question(
        _B("玄関の電気、消えてるよね?", "The hall light is off, right?"),
        (_B("玄関の明かりはついています", "hall light is on"),),
    ),
    Question(
        _B("リビングの明かりはどうなってる?", "How is the living room light?"),
        (_B("リビングの明かりは消えています", "living room light is off"),),
    ),
    Question(
        _B("台所の電気ついてる?", "Is the kitchen light on?"),
        (_B("台所の明かりは今の様子が分かりません", "kitchen light does not tell"),),
    ),
    Question(
        _B("玄関の明かりをつけてくれた?", "Did you turn the hall light on?"),
        (_B("玄関の明かりをつける操作をし、", "I tried to turn on the hall light, and"),),
    ),
    Question(
        _B("リビングのカーテン閉めた?", "Did you close the living room curtain?"),
        (_B("カーテンを閉める操作をしましたが", "curtain, but it did not"),),
    ),
    Question(
        _B("寝室の明かりを消してくれた?", "Did you switch off the bedroom light?"),
        (_B("寝室の明かりの操作はありません", "nothing that I did with the bedroom"),),
    ),
    Question(
        _B("玄関の鍵はかかってる?", "Is the front door locked?"),
        (_B("鍵はかかっています", "lock is locked"),),
    ),
    Question(
        _B("玄関の扉は開いてる?", "Is the front door open?"),
        (_B("扉は閉まっています", "front door is closed"),),
    ),
    Question(_B("家に誰がいる?", "Who is home?"), (_B("人を見ました", "saw somebody"),)),
    Question(
        _B("玄関に誰かいる?", "Is anybody in the hall?"), (_B("人を見ました", "saw somebody"),)
    ),
    Question(
        _B("リビングの気温は?", "What is the living room temperature?"), (_B("21.5", "21.5"),)
    ),
    Question(
        _B("エアコンは動いてる?", "Is the living room air conditioner running?"),
        (_B("heat", "heat"),),
    ),
    Question(_B("今何時?", "What time is it?"), (_B("今は18時", "It is 18:"),)),
    Question(_B("さっき何をしたの?", "What did you just do?"), (_B("操作をし", "I tried to"),)),
    Question(_B("玄関の明かりを消して", "Turn off the hall light"), HEARD),
    Question(_B("台所の明かりをつけて", "Turn on the kitchen light"), HEARD),
    Question(_B("玄関の鍵を開けて", "Unlock the front door please"), HEARD),
    Question(
        _B("こんにちは", "Hello"), (_B("こんにちは", "Hello"), _B("こんばんは", "Good evening"))
    ),
    Question(
        _B("ただいま", "I'm home"), (_B("おかえり", "Welcome"), _B("こんばんは", "Good evening"))
    ),
    Question(_B("おやすみ", "Good night"), (_B("おやすみ", "Good night"),)),
    Question(_B("名前は?", "What's your name?"), (_B("コト", "Koto"),)),
    Question(_B("調子はどう?", "How are you?"), (_B("気分は", "I feel"),)),
    Question(
        _B("ありがとう", "Thank you"), (_B("お言葉", "words make"), _B("励み", "kind of you"))
    ),
    Question(
        _B("今日は仕事で疲れた", "I had a hard day at work"),
        (_B("おつかれさま", "sounds hard"), _B("大変", "lot to carry")),
    ),
    Question(
        _B("テストに受かったよ", "I passed my exam"),
        (_B("お話", "interesting"), _B("考えて", "cheering")),
    ),
    Question(_B("フランスの首都は?", "Who won the match yesterday?"), (_B("お答え", "no answer"),)),
    Question(_B("明日は雨かな", "Will it rain tomorrow?"), (_B("お答え", "no answer"),)),
)
