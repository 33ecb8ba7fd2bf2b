"""Greetings 挨拶: hello, goodbye, "who are you?" and "how are you?", read as whole sentences.

The vocabulary is closed, and it is asked only where the grammar found no command: a scene may be
called "good night".
"""

import re
from collections.abc import Sequence
from enum import StrEnum


class Greeting(StrEnum):
    """Kind of greeting."""

    HELLO = "hello"
    MORNING = "morning"
    NIGHT = "night"
    HOME = "home"
    LEAVING = "leaving"
    MEETING = "meeting"
    NAME = "name"
    HOW = "how"
    PRAISE = "praise"


_FORMS = {
    Greeting.HELLO: (
        r"(hello|hi|hiya|hey|howdy|good (afternoon|evening|day)|greetings)( there| again)?"
        r"|(こんにち[はわ]|こんばん[はわ]|やあ|どうも|ハロー|もしもし)(です)?ー?"
    ),
    Greeting.MORNING: r"(good )?morning( everyone| all)?|おはよー?う?(ございます)?",
    Greeting.NIGHT: (
        r"(good ?|nighty )?night( everyone| all)?|sleep well|sweet dreams"
        r"|おやすみー?(なさい)?|お休み(なさい)?"
    ),
    Greeting.HOME: r"(i'?m|i am|we'?re|we are) (home|back)( now| again)?|ただいまー?|帰ったよ",
    Greeting.LEAVING: (
        r"(good)?bye( bye)?|see you( (later|soon|tomorrow|tonight))?|i'?m (off|leaving)( now)?"
        r"|[い行]ってきまー?す|[い行]ってくる(ね|よ)?|さようなら|またね|じゃあね|バイバイ"
    ),
    Greeting.MEETING: (
        r"(it'?s )?(nice|pleased|good|great) to meet you( too)?"
        r"|はじめまして|初めまして|(どうぞ)?よろしく(お願いします|ね)?"
    ),
    Greeting.NAME: (
        r"(who|what) are you|what('?s| is) your name|what (do|can|should) i call you"
        r"|do you have a name|tell me your name"
        r"|(あなた|君|きみ|お前)?(は|って)?(誰|だれ|何者)(です|なん)?(の|ん)?(です)?か?"
        r"|(あなた|君|きみ)?の?(お)?(名前|なまえ)(は|って)?(何|なに|なん)?(です|ていう|という)?"
        r"(の|ん)?(です)?か?|(お)?(名前|なまえ)を?(教えて|おしえて)(ください|くれる)?"
    ),
    Greeting.HOW: (
        r"how are (you|things)( (doing|feeling))?( today| now)?|how do you feel( today| now)?"
        r"|how('s| is) it going|are you (ok|okay|well|all right)|what'?s up"
        r"|(お)?(元気|調子|気分|ご機嫌)(は|って)?(どう|いかが)?(です|でした)?か?|元気にしてた"
        r"|(今の)?気分は(どう|いかが)?(です)?か?"
    ),
    Greeting.PRAISE: (
        r"(good|great|nice|well) (job|work|done|one)|well done|you('re| are) (great|the best|nice)"
        r"|(えら|偉|すご|凄)い(ね|な|よ)?|さすが(だ)?(ね)?|よくできました|いい子(だ)?(ね)?"
        r"|上手(だ)?(ね)?"
    ),
}  # fmt: skip
_READ = {kind: re.compile(form, re.IGNORECASE) for kind, form in _FORMS.items()}
_AROUND = "。.!！?？、, ~〜♪"


def greeting_in(text: str, names: Sequence[str]) -> Greeting | None:
    """Whether a sentence is nothing but one of these; `names`: by which the companion is called,
    before or after it."""
    said = " ".join(text.split()).strip(_AROUND)
    for name in sorted((n for n in names if n), key=len, reverse=True):
        called = re.escape(name) + r"(?:さん|ちゃん|くん)?"
        said = re.sub(rf"^{called}[{_AROUND}]+|[{_AROUND}]+{called}$", "", said, flags=re.I)
        said = said.strip(_AROUND)
    return next((kind for kind, form in _READ.items() if form.fullmatch(said)), None)
