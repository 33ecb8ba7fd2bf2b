"""Own news 身の上: reads what people tell of their own day and mood as the occasion of an answer.

"I passed!", "I am worn out", 寂しいな, "tell me a joke": the answer is a reaction, which the sheet
of the persona has. The vocabulary is closed; a sentence about somebody else, a condition, a
denial, a question or a long story is left to the model. It is asked only where the grammar found no
command.
"""

import re

from companion.words.language import Language, language_of
from companion.words.persona import Saying

WORDS_EN, LETTERS_JA = 14, 36
"""A longer sentence tells more than its first words."""

_SO = r"(?:so |really |very |feeling |a bit |a little |just |pretty |quite |totally |completely )*"
_AM = rf"\bi(?:'m| am| feel| was| felt) {_SO}"
_DID = r"\bi(?:'ve| have)?(?: just| finally| also| really)* "
_LOVED = (
    r"(?:my|our|a|the) (?:\w+ )?(?:dog|puppy|cat|kitten|pet|hamster|rabbit|horse|budgie|parrot"
    r"|mum|mom|mother|dad|father|sister|brother|son|daughter|baby|wife|husband|partner|grand\w+"
    r"|gran|nan|nana|uncle|aunt|auntie|cousin|niece|nephew|friend|mate|patient|colleague"
    r"|neighbou?r|teacher)"
)
"""The loved ones whom people mourn; a phone and a battery die too."""
_EN: tuple[tuple[Saying, str], ...] = (
    (
        Saying.JEST,
        r"\b(?:tell|know|got|have)(?: me)? (?:a|another|any|some)(?: good| funny)? jokes?\b"
        r"|\bmake me laugh\b|\bsay something funny\b|\bcheer me up\b",
    ),
    (
        Saying.PRAISE,
        r"^(?:thanks?(?: you)?(?: so much| a lot)?[,!.]? )?you(?:'re| are)(?: so| very| really"
        r"| such"
        r"| always)* (?:clever|smart|great|kind|sweet|cute|funny|amazing|awesome|brilliant"
        r"|wonderful|lovely|helpful|the best|an? (?:star|genius|gem|angel|(?:great|big|real) help"
        r"|good (?:listener|friend|robot|companion)))[.! ]*$|^i (?:really )?(?:love"
        r"|like) you[.! ]*$",
    ),
    (
        Saying.SORRY,
        r"^(?:i'm |i am )?(?:so |very |really )?sorry(?: (?:about|for) (?:that|earlier|before"
        r"|(?:shout|yell|snapp|swear)ing|being \w+))?(?: (?:that )?i (?:yelled|shouted|snapped"
        r"|swore"
        r"|was (?:so )?\w+))?(?: at you)?(?: earlier| before| just now)?[.! ]*$"
        r"|^my bad[.! ]*$|^i apologi[sz]e[.! ]*$",
    ),
    (
        Saying.JOY,
        rf"{_DID}(?:passed|won|aced|graduated|made it|did it|got (?:in(?=[.!]*$)|accepted|promoted"
        r"|engaged|married|hired)|got (?:the|a|my) (?:new )?(?:job|promotion|raise|offer|licen[cs]e"
        r"|degree|place)"
        r"|finished (?:my|the) (?:thesis|exams?|book|novel|project|marathon|race|degree))\b"
        rf"|{_AM}(?:happy|glad|excited|thrilled|over the moon|proud|engaged|pregnant"
        r"|getting married)\b"
        r"|(?:^|\bit(?:'s| is) |\btoday is )my birthday(?: today)?[.!]*$"
        r"|\bbest day ever\b|\bgood news\b"
        r"|\b(?:what|had|was) a (?:great|lovely|wonderful|fantastic|brilliant) (?:day|time|week)\b",
    ),
    (
        Saying.GRIEF,
        rf"\b{_LOVED} (?:has |have )?(?:just )?(?:died|passed(?: away| on)?|is (?:dead|gone))\b"
        rf"|\b(?:i|we)(?:'ve| have)?(?: just)? lost {_LOVED}\b|\bhad to (?:put|have) {_LOVED}"
        r" (?:down|put down)\b",
    ),
    (
        Saying.COMFORT,
        rf"{_DID}(?:split up|failed|messed up|screwed up|broke up|cried|made a (?:big "
        rf"|terrible )?mistake"
        r"|lost (?:my (?:job|friend|dog|cat)|the (?:match|game|race))|(?:got|was) (?:fired|dumped"
        r"|told off|scolded|rejected)|had an? (?:fight|row|argument|(?:bad|terrible|awful|horrible"
        r"|rough|rotten) (?:day|week|time|night)))\b"
        rf"|{_AM}(?:sad|down|low|depressed|upset|miserable|heartbroken|gloomy|angry|furious"
        r"|disappointed|embarrassed|ashamed|fed up|blue)\b"
        r"|^had an? (?:fight|row|argument) with\b"
        r"|^(?:we|they|he|she) (?:just )?(?:broke up|split up|dumped me|left me)\b"
        r"|\b(?:wife|husband|girlfriend|boyfriend|partner) (?:has )?(?:just )?(?:left|dumped) me\b"
        r"|\b(?:boss|teacher|manager) (?:has )?(?:yelled|shouted|told me off|scolded)",
    ),
    (
        Saying.LONELY,
        rf"{_AM}(?:lonely|all alone)\b|\b(?:you(?:'re| are) )?all i(?:'ve| have) got\b"
        r"|\b(?:nobody|no ?one)(?: else)? to talk to\b",
    ),
    (
        Saying.NIGHT,
        r"^i(?:'m| am) (?:going|off|heading) to (?:bed|sleep)(?: now)?[.!]*$|^bed ?time[.!]*$",
    ),
    (
        Saying.CHEER,
        r"^(?:please )?(?:tell|say)(?: me)? something (?:nice|kind|sweet|good|encouraging)"
        r"(?: to me)?[.! ]*$|^(?:please )?(?:encourage|compliment) me[.! ]*$"
        rf"|{_AM}(?:nervous|anxious|stressed(?: out)?|worried about my)\b"
        r"|\bi(?:'ve| have)(?: got)? (?:an? |my )(?:big |important )?(?:exam|test|interview"
        r"|presentation|audition|driving test)\b",
    ),
    (Saying.BORED, rf"{_AM}bored\b|^(?:there(?:'s| is) )?nothing to do\b|\bthis is boring\b"),
    (
        Saying.CARE,
        rf"{_AM}(?:tired|exhausted|worn out|knackered|sleepy|shattered|sick|ill|not feeling well"
        r"|unwell|dead on my feet)\b|^what a (?:long |tiring )?(?:day|week)[.!]*$"
        r"|\b(?:long|tiring|hard|exhausting) day\b|(?:\bi |^)(?:can'?t|cannot|could ?n'?t"
        r"|could not) (?:get to )?sleep\b"
        r"|\bi have a (?:headache|cold|fever)\b"
        r"|\bmy (?:back|head|tooth|stomach|neck|knee|throat)s? (?:hurts?|aches?|is killing me)\b",
    ),
)
_JA: tuple[tuple[Saying, str], ...] = (
    (
        Saying.JEST,
        r"(?:冗談|ジョーク|ダジャレ|だじゃれ|駄洒落)を?(?:何か|ひとつ|一つ)?(?:言|聞か|教え|頼"
        r"|お願)"
        r"|笑わせて|(?:面白い|おもしろい|おもろい)(?:話|はなし|こと)を?(?:して|言って|言うて|聞かせて|教えて|ない)",
    ),
    (
        Saying.PRAISE,
        r"^(?:ありがとう、?)?(?:君|きみ|あなた|おまえ(?:さん)?|コト|リン|ゲン|モモ)?(?:って|は)?、?"
        r"(?:ほんとに?|本当に|とても|めっちゃ|すごく|なんて)?"
        r"(?:すごい|凄い|偉い|えらい|かわいい|可愛い|賢い|かしこい|優しい|やさしい|頼りになる"
        r"|たのもしい|頼もしい|最高|天才|いい子|物知り|気が利く|大好き|助かる)"
        r"(?:だ|です|なん)?(?:ね|な|よ|なあ)*[。！!]*$",
    ),
    (
        Saying.SORRY,
        r"^.{0,24}(?:[。、か])(?:ごめん|すまん|すまない|悪い|わるい)(?:な|ね|よ)*[。！!]*$"
        r"|^(?:さっき|この間|この前|昨日|いつも)?[はも]?、?(?:[^。、はが]{1,10}[てで])?、?(?:ほんとに?|本当に)?"
        r"(?:ごめん|すまん|すまない|申し訳ない|悪かった)(?:なさい|ね|な|よ|なあ)*(?:[、。][^。、]{1,8}[てで])?[。！!]*$"
        r"|^(?:さっきは)?、?(?:ちょっと)?言い(?:すぎ|過ぎ)た(?:ね|な|よ|かな)*[。！!]*$",
    ),
    (
        Saying.JOY,
        r"(?:テスト|試験|受験|面接|発表|課題|宿題)が?(?:やっと|全部)?終わっ|合格し|受かっ|内定(?:を|が|も)|優勝し|(?:試合|勝負|将棋|大会)(?:に"
        r"|で)勝っ|昇進し|昇格し"
        r"|結婚する"
        r"|婚約し|妊娠し|卒業し|褒められ|ほめられ|(?:やっと|ついに)[^。]{0,10}(?:完成|でき|終わっ)"
        r"|誕生日(?:なんだ|だよ|だ|です|なの)[。！!]*$|(?:うれし|嬉し|楽し)(?:い|かった)(?:な|よ"
        r"|！|!|。|なあ|わ)*$"
        r"|いい(?:一日|日)だった|いいことがあっ|仕事が?決まっ",
    ),
    (
        Saying.GRIEF,
        r"亡くな(?:っ|り)|他界し|逝って?しま|逝っちゃ"
        r"|(?:[犬猫鳥父母]|ペット|ハムスター|金魚|ちゃん|さん|友達|親友)[がは]?死(?:んだ|んじゃ|にま)"
        r"|(?:ちゃん|さん|父|母|妻|夫)が?(?:おらんように|いなく)なっ(?:て|た|ちゃ)",
    ),
    (
        Saying.COMFORT,
        r"さんざん(?:だ|な|でし)|散々(?:だ|な|でし)|ついてな(?:い|かった)(?:な|よ|わ|日|ー|。)*$|失敗し|ミスし|(?:試験|テスト|面接|大学)[にで]?落ち|怒られ|叱られ|(?:けんか|喧嘩|ケンカ)し"
        r"|(?:振|ふ)られ|(?:彼氏?|彼女|恋人|旦那|妻|嫁|夫)[とに](?:は|も)?(?:別れた|別れちゃ|別れまし|逃げられ)"
        r"|^(?:もう)?別れ(?:た|ちゃった)(?=[。！!…]|$|よ|の|んだ)|^もう(?:無理|むり|だめ|ダメ|いや|嫌)(?:だ|かも|です)?[。…]*$|クビに"
        r"|(?:試合|勝負|将棋)?に?負け(?:た|ちゃ|まし)"
        r"|悲しい|つらい|落ち込ん|落ち込む|へこ(?:んで|む|んだ)|凹[んむ]|嫌なことがあ"
        r"|いやなことがあ|最悪"
        r"|むかつく|腹が?立[つっ]|悔しい|くやしい|泣きたい|憂うつ|憂鬱|恥ずかし(?:い|かった)",
    ),
    (
        Saying.NIGHT,
        r"^(?:じゃあ|もう|そろそろ|先に)*、?(?:寝る|休む|寝ます|休みます)(?:ね|よ|わ|かな)*[。！!]*$",
    ),
    (Saying.LONELY, r"寂し[いく]|さみしい|さびしい|ひとりぼっち|孤独だ"),
    (
        Saying.CHEER,
        r"(?:いい|よい|嬉しい|うれしい|優しい|元気の?出る|励ましの)(?:こと|言葉)を?(?:何か)?(?:言って|かけて|ちょうだい)"
        r"|(?:励まして|はげまして|褒めて|ほめて|応援して)(?:くれ|ください|よ|ね|ほしい)*[。！!]*$"
        r"|緊張(?:する|して|し)|不安(?:だ|で|な)|(?:明日|あした|あさって|来週|今日)[はの]?、?"
        r"(?:試験|テスト|面接|発表|プレゼン|本番|受験)|ドキドキする",
    ),
    (
        Saying.BORED,
        r"(?:暇|ひま)(?:だ|な|です|すぎ|[。！!]*$)|退屈|つまんない(?:な|よ)*[。]*$|することがない",
    ),
    (
        Saying.CARE,
        r"(?:疲|つか)れ[たてち]|くたくた|へとへと|眠い|ねむい|(?:眠|寝ら?)れ(?:ない|へん|ん(?!だ))|寝不足|しんどい|だるい"
        r"|(?:頭|腰|お腹|おなか|歯|肩|喉|のど|膝)が?(?:痛い|いたい)|風邪(?:をひ|ひい|気味)"
        r"|(?:体調|具合|気分)が(?:悪い|わるい|よくない|良くない)|残業(?:だっ|で)",
    ),
)
_ALONE_EN = re.compile(
    rf"(?:(?:oh|ugh|god|man|well|just|still|i'm|am|feeling)[,. ]*)*{_SO}(?:(?P<care>tired"
    rf"|exhausted|knackered"
    r"|shattered|worn out|sleepy|unwell|poorly)|(?P<comfort>sad|gutted|heartbroken|miserable|fed up"
    r"|devastated|(?:bad|rough|awful|horrible|terrible|rotten) (?:day|night|week))|"
    r"(?P<lonely>lonely)"
    r"|(?P<bored>bored(?: stiff| to death)?)|(?P<cheer>nervous|stressed(?: out)?|anxious)|"
    r"(?P<joy>over the moon))"
    r"(?: today| tonight| now| again| at work)*[.!… ]*",
    re.IGNORECASE,
)
"""A mood without its "I am": the whole sentence, for "low" and "blue" are said of lights too."""
_READ = {
    Language.EN: [(saying, re.compile(form, re.IGNORECASE)) for saying, form in _EN],
    Language.JA: [(saying, re.compile(form)) for saying, form in _JA],
}
_NOT_OWN = {
    Language.EN: re.compile(
        r"\bif\b|\bunless\b|\bwhen(?:ever)?\b|\b(?:he|she|they|you) (?:said|says|told)\b"
        r"|\b(?:am|'m|was|feel) not\b(?! feeling well)|\b(?:don't|didn't|do not|did not|never"
        r"|not so)\b"
        r"|\b(?:used to|pretend|dreamt|dreamed|story|film|movie|would|could be)\b",
        re.IGNORECASE,
    ),
    Language.JA: re.compile(
        r"(?:彼|彼女|母|父|妻|夫|息子|娘|兄|姉|弟|妹|友達|隣|主人|さん|ちゃん|くん)(?:は|が|も"
        r"|って)(?!死|亡|おらん|いなく|逝)"
        r"|[たな]ら(?!い)|れば|とき|場合|(?:って|(?<!こ)と)(?:言|聞)|そうだ|らしい|みたい|かも"
        r"|(?:疲れて|眠く|寂しく|悲しく|緊張して|怒られて|退屈して)い?(?:な|ませ)"
        r"|(?:じゃ|では)な|心配な|不安な(?:い|く)|夢|映画|ドラマ|小説|失敗しな|負けな"
    ),
}
"""Conditions, denials, hearsay, tales and the news of somebody else."""
_ASKS = re.compile(r"[?？]\s*$")


def news_in(text: str) -> Saying | None:
    """The occasion that the sentence is; None for anything that is more or something else."""
    said = " ".join(text.split())
    language = language_of(said, Language.EN)
    long = len(said.split()) > WORDS_EN if language is Language.EN else len(said) > LETTERS_JA
    if long or _NOT_OWN[language].search(said):
        return None
    if (alone := _ALONE_EN.fullmatch(said)) is not None and alone.lastgroup:
        return Saying(alone.lastgroup)
    found = next((saying for saying, form in _READ[language] if form.search(said)), None)
    return None if found is not Saying.JEST and _ASKS.search(said) else found
