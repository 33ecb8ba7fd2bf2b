"""Stop word 止める言葉: a whole sentence that stops everything; any person may say it.

It is one to six times a lead-in ("hey", いや), a stem ("stop", 止まって) and an ending ("please",
ください). It holds no other word: "stop the music" and 止めた車 are sentences like any other.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from companion.words.kana import hiragana


@dataclass(frozen=True)
class _Language:
    """Parts of a stop sentence in one language, as regular expressions in folded letters."""

    lead_in: str
    always: str
    """Stopping is always safe, so it is taken from every speaker at all times."""
    while_busy: str
    """Spoken while it talks or acts, these stop it too. At other times they mean something else:
    やめて alone cancels what was asked for last."""
    ending: str
    between: str
    """Stands between two words; pauses and marks are folded to it."""


_A_WHILE = r"(?:(?:for )?(?:a|one|just a|just one) (?:second|sec|minute|min|moment|bit)|a while)"
_ENGLISH = _Language(
    lead_in=r"please|hey|oh|o?k|okay|no|nope|now|just|right|al?l ?right|well|um|uh|er|ah|look"
    r"|listen|sorry|excuse me|i said|quick(?:ly)?|enough|whoa|yeah|so",
    always=r"stop(?: (?:moving|driving|here|there|right there|where you are))?|halt"
    r"|freeze|emergency stop|(?:don't|do not) move|stand still",
    while_busy=r"(?:(?:can|could|will|would) you (?:please |just )?|you (?:can|may|should) )?"
    r"(?:(?:stop|quit)(?: (?:it|that|this|everything|doing (?:that|this)|(?:talk|speak|read)ing))?"
    rf"(?: {_A_WHILE})?|pause {_A_WHILE}|be (?:quiet|silent)(?: {_A_WHILE})?"
    rf"|shut (?:up|it)|hold (?:on|up)(?: {_A_WHILE})?|wait(?: up| there| here)?(?: {_A_WHILE})?)"
    r"|(?:don't|do not) (?:talk|speak|say anything)(?: any ?more)?|give it a rest"
    rf"|hang on(?: {_A_WHILE})?|hold it(?: there| right there)?"
    r"|(?:a|one|just a|just one) (?:second|sec|minute|min|moment)"
    r"|(?:that's |that is |that will be )?(?:quite )?enough(?: of (?:that|this))?"
    r"|quiet(?: down)?|s+h+|hush|shush|silence|cut (?:it|that) out|knock it off|never ?mind|cancel"
    r"|cancel that",
    ending=r"please|now|right now|already|immediately|at once|then|thanks"
    r"|thank you|will you|would you|okay|ok|i said",
    between=" ",
)
_KINDLY = (
    r"て?(?:よ|ね|な|ね?ってば|って|(?:くだ|下)さい(?:よ|ね|ってば|ませんか)?|(?:お願い|おねがい)(?:します)?"
    r"|くれ(?:よ|る|ない|ないか|ますか|ませんか)?|もらえ(?:る|ない|ますか|ませんか)|ちょうだい|頂戴|ほしい(?:んだ(?:けど)?|です)?)?"
)
_IMPERATIVE = r"(?:よ|って|ってば|って言って(?:る|いる)(?:の|んだ|でしょ)?)?"
_SOFT = r"(?:です|だ|だよ|だから|ですから|ですよ|よ|ね|から|って|ってば)?"
_STOP_DOING = r"(?:止|と)(?:まっ|め)|(?:す(?:と|た)っぷ|緊急停止)し"
_JAPANESE = _Language(
    lead_in=r"あ+|え+|まあ?|おい|ねえ?|いや|いえ|いいえ|だめ|駄目|ちょっと|ちょ|もう|はい|うん|ごめん|すみません|あの|わあ?|うわ"
    r"|こら|ほら|さあ|お願い(?:だから|します)?|おねがい|頼む(?:から)?|いいから|とにかく|(?:今|いま)?すぐ(?:に)?|早く|はやく"
    r"|いったん|一旦|一度|(?:そこ|ここ|その場)で|そこまで(?:で)?|分かったから|わかったから|やっぱり?|悪いけど|だから",
    always=rf"(?:{_STOP_DOING})て{_KINDLY}|(?:止|と)ま(?:れ{_IMPERATIVE}|りなさい)|(?:止|と)め(?:ろ{_IMPERATIVE}|なさい)"
    rf"|すとっぷ{_SOFT}|緊急停止|動かないで{_KINDLY}|動くな{_IMPERATIVE}"
    r"|止ま|とま|止め|すと",  # cut off by what sounds beside it, such as a ringing alarm
    while_busy=rf"(?:待っ|まっ|やめ|止し|よし|黙っ|だまっ|(?:静|しず)かにし|中止し|中断し|停止し|いいかげんにし|いい加減にし)て{_KINDLY}"
    rf"|(?:待て|まて|やめろ|黙れ|だまれ|静かにしろ|しずかにしろ){_IMPERATIVE}|(?:待ち|やめ|黙り|だまり|静かにし|しずかにし)なさい"
    r"|お(?:待ち|まち)(?:ください|下さい)|(?:待|ま)った|(?:一旦|一時)?停止|中止|中断|きゃんせる"
    rf"|もう(?:いい|結構|けっこう|十分|じゅうぶん|たくさん|沢山|おしまい){_SOFT}|うるさい(?:よ|な|なあ|ってば|です)?"
    r"|(?:全部|ぜんぶ)(?:すとっぷ|(?:止|と)めて)"
    rf"|(?:話|(?:話す|しゃべる|喋る|読む|歌う)の)を?(?:やめ|止め)て{_KINDLY}|お?(?:静か|しずか)に{_SOFT}"
    rf"|(?:話さ|しゃべら|喋ら)な(?:いで{_KINDLY}|くていい{_SOFT})|何でもない(?:です|よ)?|なんでもない(?:です|よ)?",
    ending=r"もう|今すぐ|すぐに?|ちょっと|早く|はやく|お願い(?:だから|します)?|おねがい|頼む(?:から)?|いいから|そこで",
    between="",
)
_TIMES = 6
_LONGEST = 80
"""Letters of a stop sentence: "stop" said over and over is not longer."""


def _sentences(words: _Language, stems: str) -> re.Pattern[str]:
    gap = words.between
    close = rf"(?:{gap}|$)"
    return re.compile(
        rf"(?:(?:(?:{words.lead_in}){gap}){{0,3}}(?:{stems})"
        rf"(?:{gap}(?:{words.ending})){{0,2}}{close}){{1,{_TIMES}}}"
    )


_LANGUAGES = (_ENGLISH, _JAPANESE)
_SENTENCES: Mapping[bool, Mapping[_Language, re.Pattern[str]]] = {
    False: {words: _sentences(words, words.always) for words in _LANGUAGES},
    True: {words: _sentences(words, f"{words.always}|{words.while_busy}") for words in _LANGUAGES},
}
_PAUSES = re.compile(r"[\s、。,.!?…・~「」\"]+")
_DRAWN_OUT = re.compile(r"(?<=[ぁ-ん一-龯])[ーっぁぃぅぇぉ]+(?=[ 、。,.!?…~]|$)")
"""待ってー, やめてっ."""


def means_stop(text: str, *, busy: bool = False) -> bool:
    """True if the whole sentence is a stop word, also said several times: "stop, stop!". `busy`:
    it is heard while something is said or done."""
    if len(text) > _LONGEST:
        return False
    plain = hiragana(unicodedata.normalize("NFKC", text).casefold().replace("’", "'"))
    plain = _PAUSES.sub(" ", _DRAWN_OUT.sub("", plain)).strip()
    return any(
        pattern.fullmatch(plain.replace(" ", words.between)) is not None
        for words, pattern in _SENTENCES[busy].items()
    )
