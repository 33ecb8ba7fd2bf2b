"""Not meant 本気でない: sentences whose words order and that, heard whole, order nothing.

They are quoted, told of what was done, said to somebody else, judged, or taken back. Each sign is
looked for in the folded sentence, whatever the grammar made of its words, and no act passes it.
"""

import re
from collections.abc import Sequence

from companion.words.language import Language

_NEVER_DONE = re.compile(
    "(?:いつも|いっつも|毎回|毎度|全然|ぜんぜん|ちっとも|一度も|誰も).*"
    "(?:くれない|くれません|くれへん|もらえない|もらえへん)(?:よ|ね|な|わ|。)*$"
)


_NEED_NOT = re.compile(
    "な(?:くて|くても|くったって|いでも?)(?:いい|良い|よい|ええ|結構|大丈夫)(?:です|だ)?(?:よ|わ|から|ね|で|んだよ|の)*[。!]*$"
)
"""消さなくていいよ: nothing is ordered, and nothing asked."""


_QUOTED = re.compile("[」』”]\\s*(?:って|と(?!、)|という|なんて|とか)")
_SAID_SO = re.compile("(?:が|も|は|曰く)[、 ]*[「『“][^」』”]+[」』”][、。!！ ]*$")
"""アナウンサーが「開けてください」: the quotation ends the sentence, behind who said it."""
_HEARD = re.compile("[てでろ](?:くれ|ください)?[、 ]+って(?=.{2})")


def quoted(said: str, text: str, language: Language) -> bool:
    """「開けて」って言ってた: words of somebody else, as they are written or said with a pause."""
    if language is not Language.JA:
        return False
    written = _QUOTED.search(said) or _SAID_SO.search(said)
    return written is not None or any(p.search(text) for p in (_HEARD, _QUOTE))


_KIN = "(?:お|ご)?(?:母|父|兄|姉|爺|婆|じい|ばあ|母上|父上|かあ|とう|にい|ねえ)(?:さん|ちゃん|様|さま|ちゃま)|まま|ぱぱ|先生|あなた|お前|おまえ|あんた|みんな|誰か|だれか"
_ASKED_OF = (
    "[てで](?:(?:い|き)?て)?(?:よ|ね|な|や|ください|くださいね|くれる|くれない|くれへん|くれないか|くれ|ちょうだい|ほしい|もらえる|もらえない|もらえます|もらえません|いただけます|いただけません|くれます|くれません)?"
    "(?:か|かな|かなあ|の|よ|ね|な|わ)*"
)
_NOT_TO_US = re.compile(
    f"{_ASKED_OF}、(?:(?:お|ご)?(?:兄|姉|爺|婆|かあ|とう)|{_KIN})[、。?]*$|[てで](?:よ|ね|な|や|くれ|ください)(?:お|ご)?(?:母|父|兄|姉|じい|ばあ|かあ|とう|にい|ねえ)(?:さん|ちゃん)[、。?]*$"
)
_WENT_ON = re.compile(
    "(?<!とい)(?<!どい)(?<!おい)[てで]、[^、。がはも]{0,8}?(?:(?<!昼)寝|昼寝し|ねむ|眠|出か?け|出てき|出てい|行っ|いっ|見|観|飲|食べ|読|浴び|帰|疲れ|(?<![有連代])休|遊|勉強し"
    "|仕事し|歌|踊|聴|書い|走っ|歩|起き|過ごし|楽しん|くつろ|入れ替え|あっため|温め|着替え)[^、。がはも]{0,3}?"
    "(?:た|(?<!てん)だ|ました|てきた|ちゃった|ちまった)(?:よ|ね|わ|の|なあ|とさ)?[、。]*$"
)
_MISHAP = "こぼし|溢し|零し|落と|おと|割っ|割れ|忘れ|間違|失敗し|なく|無くし|濡ら|焦が|焦げ|逃し|逃が|切らし|汚し|よごし"
_BY_ITSELF = "[沸湧茹炊焼煮冷晴降鳴溢漏溶乾疲飽暮切壊終始済混届着]|温ま|暖ま|止ん|冷め|焦げ|起き"
_WENT_THERE = re.compile(
    f"[てで]、(?!もう|まだ|.*(?:{_MISHAP}|かかって|届い|着い|来|き))[^、。がはも]{{1,8}}(?:に|へ|を|まで|で)[^、。がはも]{{1,6}}(?:た|だ|ました)(?:よ|ね|わ|の|なあ)*[、。]*$"
    f"|(?<![いお])て、(?!もう|まだ|.*(?:{_MISHAP})|{_BY_ITSELF})[一-龯]{{1,2}}(?:え|け|め|せ|っ|い|ん|し)?(?:た|だ|ました)(?:よ|ね|わ)*[、。]*$"
)
"""消して、廊下に出た; 閉めて、着替えた: what one did next, and no reason for what went before."""
_LIVED_SO = re.compile(
    "[てで](?:[^、。てで]{1,5}[でをにへ])?(?:出かけた|出掛けた|過ごし(?:た|て)|過ごす|暮らし(?:た|て)|暮らす|帰った|帰ってきた|出た|出てきた|行った|寝た|遊んだ|来た|きた)"
    f"(?:から|ので|んで|けど)(?![^、。]*(?:お願い|よろしく|頼む|早く|{_ASKED_OF}[?。]*$))[^、。]{{2,}}$"
)
"""つけて出かけたから冷えてるよ: a deed of the speaker, as the reason of a remark."""
_JUDGED = re.compile(
    "[てで](?:くれて)?、?(?:もう|ほんと(?:に|、)?|ほんま(?:に)?|なんか|また|まあ|めっちゃ|ちょっと|とても|すごく)*"
    "(?:もったいな|勿体な|えら(?:い(?:ね|な|わ|ぞ|$)|かった)|偉|ありがた|有難|助かった|ひど[いか]|酷|迷惑|嬉し|うれし|意味(?:が)?な|無駄|むだ|贅沢|ぜいたく"
    "|怒られ|叱られ|正解|よかった|良かった|最高だった|後悔|なんで|何で|何して|なにして|何考え|なに考え|どういうつもり|信じられ|ありえ|あり得)"
)
"""つけて、もったいない: what was done is judged, and nothing is asked for."""
_ASKED_ELSE = re.compile("に[^。]*(?:か|かどうか)(?:聞|訊|尋|たず)[いねけ]")
"""パパに閉めたか聞いて: somebody else is to be asked."""
_TAKEN_BACK = re.compile("[てで]、(?:は(?!や)|とは|うそ|嘘|なんちゃ|なんて(?!言)|冗談|じょうだん)")
_WELL = "(?:いや|あ|あっ|えっと|ごめん|うん|やっぱり|やっぱ|今のは|今の|いまの|ちょっと|もう|、)*"
_SOFT = "(?:わ|よ|な|ね|や|かな|か|です|だよ|だわ|だ|えっと|、|。)*$"
_WITHDRAWN = re.compile(
    f"(?:[てでろ]|お願い)(?:よ|ね|な|や|くれ|ください)?、?{_WELL}(?:違う|違った|ちがう|ちがった|違います|間違えた|間違い|まちがえた|なし(?:で|に)?|無し"
    "|取り消し(?:て|ます)?|取消し?|きゃんせる(?:して|で)?|(?:いや|やっぱり?|、)やめ(?:て|る|とく|ます|よう|た)|やめ(?:とく|ておく|ときます|よう|とこう|ます)|中止(?:で|して)?"
    f"|待って|じゃなくて|じゃなかった|ではなくて|ではなく|(?:自分|俺|私|こっち)(?:で|が)(?:やる|する|やります|します)(?:から)?(?:いい|大丈夫|ええ)?){_SOFT}"
)
"""つけて、やっぱなし; 開けて、ではなくて: taken back, and nothing said instead."""
_NO_NEED = re.compile(
    f"(?<!消して)(?<!けして)(?<!切って)(?<!止めて)(?<!とめて)(?<!やめて)(?<!下げて)(?<!閉めて)[てで]、{_WELL}(?:いい|ええ|いらない|いらん|必要ない|必要なかった|大丈夫){_SOFT}"
)
"""つけて、やっぱりいいや; after 消して it may be why."""
_SAYS = "言|いう|いって|いった|いわ|頼|お願いした|聞い|聞こ|思|書い|歌|叫|怒|注意|命|伝え|騒|呼|英語|日本語|どういう意味|何語|意味|せりふ|台詞|歌詞|曲|歌|映画|本|話|声|めーる|らいん"
_ORDERED_WORDS = "[てで](?:くれ|くださいよ?|ください|ほしい|よ|ね|おいて)?"
_QUOTE = re.compile(
    f"{_ORDERED_WORDS}、?(?:って|とか|なんて|と)(?!(?:言|い)って(?:い?る|ん)(?:の|じゃ|で|や|ね|だ))(?:[^、。]{{0,6}}?(?:{_SAYS}))"
    "(?![^、。]*(?:から|ので|んで|けど|し|が)、?.{3,})"
)
"""消してってドラマのせりふ: words of somebody else, or of nobody. After 頼まれたから an order may follow,
and 消してって言ってるの insists."""


def told_on(text: str, people: Sequence[str]) -> bool:
    """電気消して、寝ちゃった; 電気消して、お母さん: what was done, or what somebody else shall do.
    Japanese only."""
    last = text.rstrip("、。? ").rpartition("、")
    called = re.search(f"{_ASKED_OF}$", last[0]) and _HONORED.sub("", last[2]) in people
    told = (
        *(_NOT_TO_US, _WENT_ON, _WENT_THERE, _LIVED_SO, _TAKEN_BACK, _JUDGED),
        *(_RECALLED, _ITS_WAY, _AT_WILL),
    )
    return bool(called) or any(p.search(text) for p in told)


_RECALLED = re.compile("っけ[。?、]*$")
"""始めてもらってもいいんだっけ: asked, whatever stands before it."""
_ITS_WAY = re.compile("(?:たいぷ|主義|派|性格|方針)(?:です|だ|や|なの|なん|よ|ね|の|わ)*[。]*$")
"""消して寝るタイプ: what somebody is like."""
_AT_WILL = re.compile(
    "^(?:また|すぐ|いつも)?勝手に.*(?:んだ|んや|の|もん)(?:から|もん|よ|ね)*[。]*$"
)
"""勝手に流すんだから: a complaint."""
_HONORED = re.compile("(?<=.)(?:さん|ちゃん|くん|君|さま|様)$")
_TO_BUY = re.compile(
    "(?:[いるたな]|みたいな|っぽい|しい)(?:電気|らいと|照明|灯り|明かり|あかり|らんぷ)(?:が|を|は)?(?:ほしい|欲しい|買)"
)
"""青にできる電気がほしい: one that the home has not."""
_SAID_BY = re.compile(
    "[てで](?:くれ|ください|ね|よ)?、[^、。]*(?:(?:そう|こう|って)言[っうわ]|[がは]言って(?:い?[たる]))"
)
"""つけて、ミカがそう言ってた: told, and not ordered."""
_ASK_THEM = re.compile(
    "[てで]も?(?:いい|ええ|よい|大丈夫)か(?:どうか|な)?、?(?:聞|訊|きい|尋|たずね|確認)"
)
"""消していいか聞いて: somebody is to be asked."""
_MAY_I = re.compile(
    "(?<!もらっ)(?<!もろ)(?<!いただい)(?<!頂い)[てで]も?(?:いい|ええ|よい|大丈夫)(?:よね|よな|んだよね|んだっけ|んですか|ん?です?か|のか|の|か|かな)[。?]*$"
)


_PRAISED_EN = re.compile(
    r"^(?:(?:oh|ah|wow|and|but|honestly|,) )*(?:it's|it is|it was|it looks|it feels|that's|that is|that was|how|isn't it)"
    r" (?:(?:so|very|really|much|rather|quite|dead|proper|just|all) )*(?!(?:time|too|on|off)\b)[a-z]+ (?:with|having|to have|when|seeing) "
)
"""It's lovely with the fairy lights on: how it is, not how it shall be."""
_BUT_EN = re.compile(
    r"\b(?:so|please|can you|could you|would you|will you)\b(?! (?:much|nice|lovely))"
)
_THEN_EN = re.compile(
    r"(?:with|having|when [^,]* (?:is|are)) [^,]*, ?(?:then |just )?(?:turn|switch|open|close|shut|put|set|lock|start|stop|dim|pull|raise|lower|pause|mute)"
    r" (?:it|them|that|the [a-z]+|on|off|up|down)(?: (?:on|off|up|down|[0-9]+|to|back|a bit|a little|now|again))*[ ,.]*$"
)
"""It's stuffy with the window shut, open the window: an order that ends the sentence is meant."""
_HOW_TO_EN = re.compile(
    r"^(?:(?:so|hey|ok|um|,) )*(?:do you (?:even )?know|any idea|have you any idea|remember|tell me|show me|teach me|explain)(?: to)? how (?:to|you|i|we|do|one)\b"
)


_NEEDED_EN = re.compile(
    r"^(?:(?:so|hey|ok|and|but|well|um|,) )*(?:(?:do|does|did|don't|doesn't) (?:i|we|they|he|she|it"
    r"|(?!you\b)(?:my |our |the )?[a-z]+)(?: (?:really|still|even|actually))? (?:need|want|like|have (?=the\b|my\b|our\b))\b"
    r"|(?:do|did|would|don't|wouldn't) you(?: (?:really|still|even|actually))?"
    r" (?:(?:need|want|like|prefer|fancy) (?!to\b|me to\b)"
    r"|mind (?=(?:the|my|our|all|it|that|having)\b)))"
)
"""Do we need the heating on, would you like the light on: asked of a person."""


def only_a_question(text: str, language: Language) -> bool:
    """Do you know how to turn on the TV, do we need it on: nobody asks that it be done."""
    return language is Language.EN and any(p.search(text) for p in (_HOW_TO_EN, _NEEDED_EN))


_ASSENTS = re.compile(r"(?:(?:yes|yeah|yep|aye|ok|oh|well|,) )*go on(?: then| with you)?[ .!]*")
"""Go on then: a yes to what was asked, and no order for what is on."""


_TALE = re.compile(
    r"^(?:(?:hey|oh|so|and|well|,) )*(?:(?:did|have|do) (?:you|we|they) (?:ever )?(?:see|seen|watch|watched"
    r"|read|hear|heard|remember|know) (?:that|this|the) (?:[a-z]+ )?"
    r"(?:film|movie|show|programme|series|episode|book|song|story|play|video|advert)\b"
    r"|(?:he|she|they|(?:my|our|his|her) [a-z]+)'d (?:always |often )?"
    r"(?:sing|say|shout|yell|call|go|tell|stand|sit|come|walk|put|turn|get)\b)"
)
"""Did you see that film where ..., he'd sing it every morning: a tale, whatever words are in it."""


def never_done(text: str, language: Language) -> bool:
    """いつも消してくれない: a complaint, in the words of a request; and what is told or wanted."""
    if language is Language.EN:
        meant = _BUT_EN.search(text) or _THEN_EN.search(text)
        praised = _PRAISED_EN.search(text) is not None and meant is None
        is_told = _ASSENTS.fullmatch(text) or _TALE.match(text) or _CALLED_OUT.match(text)
        is_told = is_told or _HOW_THEY_ARE.fullmatch(text) or _GET_OFF.match(text)
        is_told = is_told or _OF_US.fullmatch(text)
        return praised or is_told is not None
    told = (
        _TO_PEOPLE,
        _LISTEN,
        _NEVER_DONE,
        _NEED_NOT,
        _TO_BUY,
        _SAID_BY,
        _ASK_THEM,
        _ASKED_ELSE,
        _NOBODY_ASKED,
    )
    return any(pattern.search(text) for pattern in told) or _ends_in_the_past(text)


def _ends_in_the_past(text: str) -> bool:
    """消灯は9時っていうのが決まりだった, 一時停止で捕まった: the deed is only named, no verb requests it,
    and the sentence ends with what was. アラーム停止、起きた orders."""
    named = _DEED.search(text) is not None and _REQUESTS_JA.search(text) is None
    return named and _WAS.search(text) is not None


_DEED = re.compile(
    "(?:消灯|点灯|停止|再生|換気|掃除|施錠|解錠|充電)(?:[はがをもの]|で(?!す)|って|という|とか)"
)
_WAS = re.compile(
    "た(?:んだ|んや|んです|ん|の|きり|もん)?(?:けど|けれど|です|でしょ|だよ|よ|ね|や|わ|な|ー|、)*[。!]*$"
)
_REQUESTS_JA = re.compile("[ぁ-ん][てで](?!も)|お願い|頼|よろしく|任せ|まかせ|いらない|いらん")
_NOBODY_ASKED = re.compile(
    "(?:なんて|とか|とは)、?(?:誰|だれ|1[つ言]|一[つ言])(?:も|に)[^、。]*(?:ない|ません|へん|ん)(?:よ|ね|や|わ|で|し|けど|です|。)*$"
)
"""開けてなんて誰も頼んでない: an order that nobody gave."""


_TO_PEOPLE = re.compile(
    "しなさい、?[^、。]{0,4}(?:二人|ふたり|あんた|お前|君たち|みんな)"
    "|\\d時(?:半|\\d+分)?(?:から|まで)(?:なん)?だ(?:って|そう|よ)[よねさ]*[。!]*$"
    "|^戸締ま?り[、はもって]+.*かった(?:な|あ|よ|ね|です|、)*[。!]*$"
)
"""静かにしなさい、二人とも; 映画は8時からだって; 戸締り、母はうるさかったなあ."""
_LISTEN = re.compile(
    "^(?:ねえ*|ちょっと|あの[さね]?|なあ|もう|、)*(?:聞い|きい)て(?:よ|くれ(?:よ|る)?|や|ほしい)?(?:[、。!]|$)"
)
"""ちょっと聞いてよ: somebody has something to tell."""
_OF_US = re.compile(
    r"give (?:me|us) .+ and (?:i|we)(?:'ll| will)\b.*"
    r"|(?:shush|hush|sh+|quiet)\b.*\b(?:it's|he's|she's|they're) (?:only|just) .*"
    r"|.*\bset it up(?: please)?"
)
"""Give me five minutes and I'll be down; shush, it's only the postman: said to those one lives with."""
_GET_OFF = re.compile(
    r"(?:(?:hey|oi|no|please|now|ah|[a-z]+ ,) ,? ?)*get (?:down|off|away|out|back)(?: from| off| of| out of) "
)
"""Get down from the curtains: said to a cat."""
_CALLED_OUT = re.compile(
    r"^(?:the|my|our|his|her|their|some|that|this|one)(?: [a-z']+){1,3}? "
    r"(?:yelled|shouted|screamed|hollered|barked|bellowed|whispered|muttered|sang|chanted|called out) "
)
"""The coach yelled faster: somebody else's words."""
_HOW_THEY_ARE = re.compile(
    r"(?:my|his|her|their|your) [a-z]+(?:'s| is| was) (?:always |still |usually )?on (?:mute|silent)(?: ?,.+)?"
    r"|(?:half|all|most|some|none|one|both|two|every one)(?: of)? (?:the|our|my|your|their|his|her|those|these) "
    r"(?!.*\b(?:(?:that|which|who) (?:is|are|was|were)|please)\b)[a-z' ]+? (?:is|are|was|were|has|have|had|went|look|looks|keep|keeps) [a-z' ]+"
)
"""Half the lights on our tree are dead, my phone's on mute: told of them."""


def may_it_be(text: str, language: Language) -> bool:
    """止めていいよね: leave is asked for, and nothing is ordered."""
    return language is Language.JA and _MAY_I.search(text) is not None


_LEFT_EN = re.compile(
    r"\b(?:no|wait|actually|sorry)\b(?: ,| no| wait| actually| just)* (?:leave|keep) (?:it|them|that)"
    r"(?: (?:on|off|open|closed|shut|alone|be|as (?:it|they) (?:is|are)))?(?: please)?[ .!]*$"
)
"""Off, no wait, leave it on: taken back in the same breath."""
_WITHDRAWN_EN = re.compile(
    r"^(?!(?:don't|do not|no|never|forget|leave|scratch|wait)\b).+?\S+ (?:[,.] ?|(?:oh|ah|um|uh|hmm|sorry|wait|hang on|hold on|actually|and|but|no) )*"
    r"(?:scratch that|never ?mind(?: that| it)?|nvm|forget (?:it|that|about it|about that)|actually no|actually don't|oh no|no wait|wait no|hold on no|(?:, |no |wait |actually )don't"
    r"|just kidding|kidding|jk|i'm joking|joking|(?:i'll|i will|i can|let me) do (?:it|that)(?: myself| instead| later)?|on second thoughts?(?: .*)?|(?:, |no |wait |actually )leave it"
    r"|ignore that|strike that|belay that|my mistake|(?:, |no |wait |actually )cancel that|(?:, |actually |oh )no|not really|(?:, |no )not now|(?:, |no )not yet)[ ,.]*$"
)
_TOLD_EN = re.compile(
    r"\b(?:is|was|'s) (?:a|an|the|my|our|her|his|their|this|that)(?: [a-z']+){0,2} (?:song|film|movie|book|game|track|tune|line|lyrics?|quote|phrase|saying|title|episode|idea|plan|joke|command|meme|poem|album)\b"
    r"|\b(?:sounds?|seems?|feels?|looks?) like (?:a|an|the)(?: [a-z']+){0,2} (?:idea|plan|joke|chore|pain|song|lyric)\b|\btakes? (?:ages|forever|too long|so long|me|a while|an hour|hours)\b"
    r"|\b(?:is|was|'s) what (?:he|she|they|you|i|we|everyone|everybody|mum|mom|dad|the [a-z]+) (?:said|says|say|told|wanted|want|wants|asked|meant|mean|means|used|did|does|do)\b"
    r"|\bsaid (?:nobody|no one|no-one) ever\b|\bas (?:my |our |the )?[a-z]+ (?:used to say|would say|always said|says|said)\b"
)
"""Turn off the lights is a song: an order's words are what is spoken about."""
_TITLE_EN = re.compile(
    r"^(?:please |can you |could you |hey |ok )*(?:play|put on|queue|find) (?:me |us )?(?:the|that|a|this) (?:song|track|tune|album|film|movie|playlist|podcast|video|episode|show)"
    r" (?!(?:in|on|at|from|to|again|please|for|by|over|through|now|once|next|louder|softly|quietly|and|then|after|when|up)\b)[a-z0-9]"
)
"""Play the song turn off the lights: a title orders nothing."""


def withdrawn(text: str, language: Language) -> bool:
    """消して、やっぱなし; `lock the door, actually no`: taken back in the same breath."""
    signs = (_WITHDRAWN, _NO_NEED) if language is Language.JA else (_WITHDRAWN_EN, _LEFT_EN)
    return any(sign.search(text) for sign in signs)


_HABIT_EN = re.compile(
    r"^(?:please )?stop (?:[a-z]+ing .*\broutine\b|cancell?ing|activating|setting|adding|reminding|running (?!it\b|the (?:vacuum|hoover|robot)))\b"
)
"""Stop running the routine: a habit that shall end."""


_ELSEWHERE_EN = re.compile(
    r"\b(?:in|at|round) (?:that|their|his|her|hers|theirs|next door'?s?|the neighbou?rs'?|(?:my |our )?(?:mum|mom|mother|dad|father|sister|brother|nan|gran|aunt|uncle|son|daughter|friend|boss)'?s)"
    r" ?(?:house|flat|place|home|kitchen|garden)?$|\bin that (?:house|flat|place)\b|\b(?:in|at) (?:their|the neighbou?rs'?|next door's) (?:house|flat|place|home)\b"
)
"""Every light on in that house: of another home than this one."""


def spoken_about(text: str, people: Sequence[str]) -> bool:
    """English words of an order that are a title, are told of, or are said to `people` by name."""
    called = next((name for name in people if text.rstrip(" ,.?!").endswith(f" {name}")), "")
    to_them = called and not _ABOUT_THEM.search(text.rstrip(" ,.?!").removesuffix(called))
    signs = (_ELSEWHERE_EN, _TOLD_EN, _TITLE_EN, _HABIT_EN, _PUT_RIGHT_EN, _DID_EN, _LIKED_EN)
    return bool(to_them) or any(sign.search(text) for sign in signs) or _is_described(text)


_A_THING = (
    r"(?:the|my|our|his|her|their|your|this|that|these|those|a|an|some|everything|nothing|anything)"
)
_SO_EN = re.compile(
    r"^(?:(?:oh|well|ok|hey|um|so|and|but|wow|gosh|why|they say|i think|,) )*"
    r"(?!(?:let|make|have|get|see|turn|put|set|what|who|i|we|you|it|there|here)\b)"
    rf"(?:{_A_THING}(?: (?!{_A_THING}\b)[a-z']+){{0,2}}?(?: (?:on|of|in|at|from|with|outside) (?:{_A_THING} )?[a-z']+(?: [a-z]+)?)?|[a-z]+)"
    r"(?:'s(?! (?:bed)?room\b)|'re| is| are| was| were| feels?| felt| looks?| looked| seems?"
    r"| seemed| sounds?| sounded| went| got| gets| used to be| isn't| aren't| wasn't)"
    r"(?P<so>(?: (?!and\b)[a-z']+){1,6})(?: [.!?])?$"
)
_ASKS_TOO = re.compile(
    r"\b(?:turn|switch|put|set|make|dim|lower|raise|close|shut|lock|unlock|get|bring|kill|start|stop|play"
    r"|pause|mute|open|give|let|take|crank|bump|knock|pop|heat|cool)\b(?= \S)|\b(?:can|could|would|will"
    r"|please|need|needs|it|them|to be|supposed|wants?|lights|lamps?|tv|telly|curtains?|blinds?|ac"
    r"|heating|heat on|door|time|alarm|timer|volume|music|minutes?|\d+)\b"
)
_LIKED_EN = re.compile(
    r"^(?:(?:oh|well|um|,) )*(?:i|we|they|he|she|everybody|everyone|people) (?:really |always |just |quite )?"
    r"(?:likes?|loves?|hates?|enjoys?|liked|loved|hated|used to)\b(?!.*(?: , | so | and | please| but |can you|could you))"
)
"""I like the news a bit louder: a taste, where nothing else is said."""


def _is_described(text: str) -> bool:
    """My throat's so dry, the washing is half shut: how something is, and nothing is asked for."""
    found = _SO_EN.match(text)
    return found is not None and _ASKS_TOO.search(found["so"]) is None


_DID_EN = re.compile(
    r"^(?:i|we|he|she|they|[a-z]+) (?:(?:just|already|only) )?(?:(?:closed|opened|turned|switched|locked|unlocked|started|paused|muted|dimmed) .* and (?:turn|switch|open|close|lock|unlock|start|pause|mute|dim|set|put)\b"
    r"|(?:made|set|started|put|asked)\b.*\b(?:yesterday|last (?:night|week))$)"
)
"""I closed the curtain and turn on the lamp: the tale goes on; Mika made a timer yesterday."""
_PUT_RIGHT_EN = re.compile(
    r"^(?:are you|did you|have you|why|when did|who|you (?!can\b|could\b|may\b)|they|he|she|it's (?:annoying|odd|funny)|never|don't|do not|(?:can|could) you (?:tell me|see|check) (?:if|whether)|would it|apparently|i heard|should (?:i|we)|stop [a-z]+ing|(?:there's )?no need"
    r"|i'm (?:so |really )?(?:tired|sick|fed up)|(?:my|our|his|her|the) [a-z]+ (?:wants?|likes?|loves?|needs?|tells?|asks?|keeps?))\b"
    r".* (?:no|nope|sorry|wait|hang on|hold on|actually|i mean)\b"
)
"""They told me to open the blinds, no, tilt them: put right, it is still told or asked."""
_ABOUT_THEM = re.compile(
    r"\b(?:for|to|with|and|of|by|like|from|about|at|than|wake|waking|tell|remind|call|called|named|near|or|hear|see|let|is|was|not) ,? ?$"
)
_ENDEARED = re.compile(
    r"^(?:(?:oh|hey|ok|um|,) )*(?:honey|hon|babe|baby|darling|sweetheart|sweetie|sweetpea|mum|mummy"
    r"|mom|mommy|dad|daddy|grandma|grandpa|granny|kids|boys|girls|son)(?: ,)? (?:please |just )?"
    r"(?:can|could|would|will|turn|switch|open|close|lock|unlock|put|get|shut|start|stop)\b"
)


_SENT = re.compile(
    r"^(?:please |just )?(?:go|run|pop|nip|come)(?: up| down| over| on)? and (?:turn|switch|open|close|lock|unlock|put|get|shut|start|stop|check)\b.*"
    r" (?:honey|hon|babe|baby|darling|sweetheart|sweetie|pet|duck|mum|mummy|mom|mommy|dad|daddy|grandma|grandpa|kids|boys|girls|son|lad|lass)$"
)
"""`go and turn it off, sweetheart`: a person is sent, and not the companion."""


_SEVERAL = re.compile(
    r".* , (?:the lot of you|you lot|you (?:two|2|three|3)|you guys|you kids|all of you|the pair of you)(?: ,? (?:please|now))?[ .!]*$"
)
"""`be quiet, the lot of you`: several are called, and the companion is one."""


def calls_by_endearment(text: str, language: Language) -> bool:
    """`honey can you lock the door`: said to somebody of the family, and not to the companion."""
    signs = (_ENDEARED, _SENT, _SEVERAL)
    return language is Language.EN and any(sign.match(text) for sign in signs)


_WAITS_EN = re.compile(
    r"\b(?:once|as soon as|whenever|when|after|until|till|unless|if)"
    r" (?:i|we|he|she|they|mum|mom|dad|mummy|mommy|daddy|everyone|everybody|nobody|somebody|someone"
    r"|(?:the|my|our|his|her|their) [a-z]+(?: [a-z]+)?)(?:'(?:ve|re|s|m|ll|d)| (?:is|are|has|have|had|was|were|am|will|get|gets|got"
    r"|come|comes|came|leave|leaves|left|go|goes|went|finish|finishes|finished|start|starts|started|stop|stops|stopped"
    r"|wake|wakes|fall|falls|arrive|arrives|ring|rings|call|calls|end|ends|say|says|tell|tells|begin|begins|open|opens|close|closes))\b"
)
_AS_IT_IS = re.compile(
    r"\bif (?:the|my|our) [a-z' ]+? (?:is|are) (?:still |already )?(?:on|off|open|closed|shut|locked|unlocked|running|playing)\b"
    r"|\b(?:before|after|when|once|if) i(?:'m| am| was| have| had)? (?:forget|forgot|go mad|lose|hear|scream|freeze|melt|die|said|told|asked|think|remember)"
)
"""`if the lamp is on` changes nothing of the order; `before I forget` is no time."""


_TELLS_THEN = re.compile(
    r"\b(?:tell|notify|warn|alert) me|\blet (?:me|us) know|\bgive (?:me|us) a (?:shout|call)"
    r"|\bremind me"
)
_THEN = re.compile(
    r"\b(?:when|once|as soon as|the (?:moment|minute)) (?:the|my|our|it|it's|somebody|someone|anyone)"
    r"\b[a-z' ]*?(?:\b(?:is|are|has|have|gets?)|'s) ?(?:all |just )?(?:done|finished|over|dry|ready|empty|full|open"
    r"|closed|unlocked|hot|cold|boiled|opened)\b"
    r"|\b(?:when|once|as soon as|the (?:moment|minute)) (?:the|my|our|somebody|someone|anyone)\b"
    r"[a-z' ]*? (?:finishes|opens|closes|rings|starts|stops|boils|beeps|drops|rises|goes off)\b"
)
_THEN_JA = re.compile(
    "(?:終わっ|おわっ|開い|閉まっ|鳴っ|沸い|たまっ|溜まっ|乾い|止まっ|始まっ|切れ|下がっ|上がっ|冷め|温まっ|炊け|焼け)"
    "たら、?(?:すぐ|すぐに)?(?:教え|おしえ|知らせ|しらせ|言っ|呼ん)"
)


def waits_to_tell(text: str, language: Language) -> bool:
    """Tell me when the washing is done: a promise, and no question for how it is now."""
    if language is Language.JA:
        return _THEN_JA.search(text) is not None
    return _TELLS_THEN.search(text) is not None and _THEN.search(text) is not None


def hangs_on_an_event(text: str, language: Language) -> bool:
    """Start the vacuum once we've left: it waits for what no time of the sentence says."""
    return (
        language is Language.EN
        and _WAITS_EN.search(text) is not None
        and _AS_IT_IS.search(text) is None
    )
