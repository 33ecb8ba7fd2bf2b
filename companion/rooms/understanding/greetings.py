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
    SCOLDED = "scolded"
    THERE = "there"
    EFFORT = "effort"
    FESTIVE = "festive"


_FORMS = {
    Greeting.HELLO: (
        r"(hello|hi|hiya|hey|howdy|good (afternoon|evening|day)|greetings|yo)( there| again)?"
        r"|(it'?s been |long )(a while|ages|time no see)"
        r"|(お)?(久し|ひさし)(ぶり|ゅう)(です|だ|や)?(ね|な|なあ)?"
        r"|(こんにち[はわ]|こんばん[はわ]|やあ|どうも|ハロー|もしもし)(です)?ー?"
    ),
    Greeting.MORNING: r"(good )?morning( everyone| all)?|おはよー?う?(ございます|さん)?",
    Greeting.NIGHT: (
        r"(good ?|nighty |night[ -]?)?night( everyone| all)?|sleep well|sweet dreams"
        r"|((それ)?じゃあ?|もう|では|そろそろ)?、?おやすみー?(なさい)?(ね)?|お休み(なさい)?"
        r"|(もう|そろそろ|先に)(寝る|寝ます)(ね|よ|わ)*|(i'?m|we'?re) off to bed( now)?"
    ),
    Greeting.HOME: (
        r"(i'?m|i am|we'?re|we are) (home|back)( now| again)?|ただいま(ー|あ|です|戻りました)*"
        r"|(今|いま)?(帰った|帰りました|戻った)(よ|ぞ|わ|で)+"
    ),
    Greeting.LEAVING: (
        r"(good)?bye( bye)?|see you( (later|soon|tomorrow|tonight))?"
        r"|(right |ok |okay )?(i'?m|we'?re) (off|leaving)"
        r"( out| now| to (work|the shops?|school|town))*"
        r"|[い行]ってきまー?す|[い行]ってくる(ね|よ|わ|で|ー)*|さようなら|またね|じゃあね|バイバイ"
    ),
    Greeting.MEETING: (
        r"(it'?s )?(nice|pleased|good|great) to meet you( too)?"
        r"|はじめまして|初めまして|(どうぞ)?よろしく(お願いします|ね)?"
    ),
    Greeting.NAME: (
        r"(who|what) are you( exactly| again)?|what('?s| is) your name|what (do|can"
        r"|should) i call you"
        r"|do you have a name|tell me your name"
        r"|are you (the|that|a) (robot|machine|ai|computer|thing)( then)?"
        r"|(あなた|君|きみ|お前|あんた)(が|は)(例の|あの|噂の|その)?(機械|ロボット|装置|AI|コンパニオン|家の相棒)"
        r"(さん)?(なの|です|だよね|やな)?(か|ね)?"
        r"|(あなた|君|きみ|お前|あんた)?(は|って)?(誰|だれ|何者)(です|なん|な)?(の|ん)?(です)?か?"
        r"|(あなた|君|きみ|お前|あんた)?の?(お)?(名前|なまえ)(は|って)?(何|なに|なん)?(です|(て|と)(いう|言う))?"
        r"(の|ん)?(です)?か?|(お)?(名前|なまえ)を?(教えて|おしえて)(ください|くれる)?"
    ),
    Greeting.HOW: (
        r"(so,? )?how (are|have) (you|things)( (been|doing|feeling|keeping|getting on|going))*"
        r"(,? (today|now|lately|these days|then|with you|recently))*"
        r"|how do you feel(,? (today|now|lately|these days|then|with you|recently))*|how('s"
        r"| is) (it going|life( treating you)?|everything)|how('?ve| have) you been"
        r"|are you (ok|okay|well|all right|alright|in a good mood|feeling \w+)(,? (today|now"
        r"|lately|these days|then|with you|recently))*|what'?s up"
        r"|what('s| is) your mood( like)?|you all ?right|(what('s| is) new|how are you keeping)"
        r"(,? (today|now|lately|these days|then|with you|recently))*"
        r"|you (sound|seem|look)( a bit| a little| rather| very| so| pretty| quite)*"
        r" (down|sad|tired|low|quiet|cheerful|happy|grumpy|cross|gloomy|well|upset|off|chirpy)"
        r"(,? (today|now|lately|these days|then|with you|recently))*"
        r"|(お)?(元気|調子|気分|ご機嫌|機嫌|具合)(は|って)?(どう|いかが|どない)?(です|でした|だ|や)?(か|かな|よ|い|ね)*"
        r"|(お)?元気(に|で)?、?(して|しと)(い)?(た|る|ました|ます|った)(か|の|ん|かな|ね|い)*|(今の)?気分は(どう|いかが)?(です)?か?"
        r"|(最近|近頃|このごろ|この頃|その後)(は|って)?、?(お?元気|調子)?(は)?(どう|いかが|どない)?"
        r"(です|だ|や|して(い)?る|して(い)?た|しとる)?(か|かな|の|よ|い|ん)*(?<!最近)(?<!近頃)(?<!頃)(?<!ごろ)(?<!その後)"
        r"|(don'?t|do) you (ever )?(get|feel) (lonely|bored|tired|sad|sleepy)( [^,.?]{0,50})?"
        r"|([^。、]{1,20}、)?((さび|さみ|寂)しく|(退屈|たいくつ)(し|じゃ)|疲れ|眠くなら|飽き)(は)?(ない|なかった|ません|へん)(の|ん|です|か"
        r"|かな)+"
        r"|did you sleep well"
        r"|how('s| is| was) (your|the) (evening|day|morning|night|week)( going)?( so far)?"
        r"|(昨日|昨夜|ゆうべ)?(は)?、?よく(眠れ|寝られ|寝れ|寝)(た|ました)(の|ん)?(です)?(か|かな)?|(あなた|君|きみ|お前|あんた)(って|は|も)?"
        r"(眠くな|疲れ|退屈し|(さび|さみ|寂)しくな|怒|泣)(る|っ|い)?(たり|こと(が|って)?)?(する|なる|ある)?(の|ん|か)*"
        r"|(今日は)?、?(元気|機嫌)(が)?(ない|なさそう|良さそう|よさそう|いい)(ね|じゃん|の|ですね)+"
    ),
    Greeting.PRAISE: (
        r"(good|great|nice|well) (job|work|done|one)|well done|you('re| are) (great|the best|nice)"
        r"|that was (so |very |really )*(clever|nice|kind|sweet|good|great|brilliant|lovely)"
        r"( of you)?"
        r"|(えら|偉|すご|凄)い(ね|な|よ|じゃん|やん)*|さすが(だ|や)?(ね|な)?|よくできました|いい子(だ)?(ね)?"
        r"|上手(だ)?(ね)?|(でかした|やるじゃん|やるね|お見事|よくやった)(ね|な)?"
    ),
    Greeting.SCOLDED: (
        r"(what an? |you('re| are)? )?((so|such|a|an|just|really|totally|bloody|completely"
        r"|absolutely|absolute|complete|total|pretty) )*"
        r"(useless|stupid|dumb|idiot(ic)?|rubbish|hopeless|pathetic|worthless|moron|dummy|daft"
        r"|clueless"
        r"|piece of junk|waste of (space|time|money))( (thing|robot|machine|box|toy|thing))?"
        r"|you (suck|never (listen|understand)( to me| me)?|(don'?t|do not) (understand"
        r"|know) anything"
        r"|are (no use|no good|the worst|broken|terrible|not (listening|helping)( at all)?)"
        r"|(got|did) (it|that|this) (all )?wrong( again)?|messed (it|that) up( again)?)"
        r"|i (hate|can'?t stand) you|(please )?(do better|pay attention)( next time)?"
        r"|that('?s| is|'?s just| was) (all |just )?(wrong( again)?|not (what i"
        r" (said|asked( you)?( for)?|wanted|meant)|right|helpful|good enough))"
        r"|(もう|ねえ|ちょっと|お願いだから)?、?(もっと|もうちょっと|もう少し)?"
        r"(ちゃんと|しっかり)(して|やって|聞いて)(よ|ね|くれ|くれる|ください|ほしいな?|な)*"
        r"|(もう|ねえ)?、?(全然|ぜんぜん|まったく|全く)(違う|ちがう|だめ|ダメ|なってない)"
        r"(じゃん|じゃない|よ|ね|な|です|やん)*"
        r"|(まあ、?|なんて、?)?(この|ほんと(に)?|ほんま|まじで|マジで|お前は?|おまえは?|きみは?|君は?)?、?"
        r"(ケチな|けちな|ポンコツ|役立たず|役に立た(ない|ん)|使え(ない|ねえ|ん)|バカ|ばか|馬鹿|アホ|あほ|阿呆|まぬけ|間抜け|のろま|ダメロボット"
        r"|(へた|下手)くそ|(頭|あたま)(が)?(悪|わる)い)(機械|ロボット|やつ|奴|め|野郎|やろう)?(だ|や|です)?(な|ね|よ|なあ|の|か|わ)*"
        r"|(お前|おまえ|君|きみ|あなた)(なんか|のこと|は)?(大)?(嫌い|きらい)(だ|や|です)?(よ|な)?"
    ),
    Greeting.THERE: (
        r"are you (there|still there|here|listening|awake|around)|(can|do) you hear me|you there"
        r"|(is )?(anybody|anyone|somebody) (in there|listening|awake)|(knock,? knock)"
        r"|(ねえ|おーい|おい|もしもし)?、?(そこに)?(聞こえ|きこえ|聞い|きい|起き|おき)て(い)?(る|ます)(か|の|かな)*"
        r"|おーい|おーーい|(ねえ、?)?(そこに)(いる|います)(か|の|かな)*"
    ),
    Greeting.EFFORT: (
        r"(今日も|本日も|一日|いつも|毎日)?(お疲れ|おつかれ|お疲|ご苦労|ごくろう)(様|さま|さん)?(です|でした)?(ね|ー|～)?"
        r"|(that's|that is) (it|a day|a wrap)( for today)?"
    ),
    Greeting.FESTIVE: (
        r"(a )?(very )?(happy|merry) (birthday|new year|christmas|xmas|easter|thanksgiving"
        r"|halloween"
        r"|holidays)( to you)?( too)?|season'?s greetings"
        r"|(お?誕生日|新年|(あ|明)けまして|クリスマス)?、?おめでとう(ございます)?(ー)*|メリークリスマス|よいお年を|良いお年を|あけおめ"
    ),
}  # fmt: skip
_READ = {kind: re.compile(form, re.IGNORECASE) for kind, form in _FORMS.items()}
_AROUND = "。.!！?？、, ~〜～♪…ー"
_PARTS = re.compile(r"[。．.!！?？、,…\n]+\s*")
_CALLS = re.compile(
    r"^(?:(?:hi|hiya|hey|hello|oh|ah|well|so|right|ok|okay|なあ|ねえ|ねぇ|あの|さて)[,、!！ ]+)+",
    re.I,
)

_TAILS = re.compile(
    r"[, ]+(?:love|mate|dear|darling|buddy|pal|then|(?:do )?you know(?: that)?)$", re.IGNORECASE
)


def greeting_in(text: str, names: Sequence[str]) -> Greeting | None:
    """Whether a sentence is nothing but one of these; `names`: by which the companion is called,
    before or after it."""
    said = " ".join(text.split()).strip(_AROUND)
    for name in sorted((n for n in names if n), key=len, reverse=True):
        called = re.escape(name) + r"(?:さん|ちゃん|くん)?"
        said = re.sub(rf"^{called}[{_AROUND}]+|[{_AROUND}]+{called}$", "", said, flags=re.I)
        said = said.strip(_AROUND)
    bare = _TAILS.sub("", _CALLS.sub("", said)).strip(_AROUND)
    return next(
        (kind for one in (said, bare) for kind, form in _READ.items() if form.fullmatch(one)), None
    )


def parts_of(text: str) -> tuple[str, ...]:
    """The pieces of a sentence that may each be a greeting."""
    return tuple(part for part in _PARTS.split(text) if part.strip(_AROUND))
