"""Asides 独り言 (Japanese): reasons told behind an order without a pause, and words begun anew.

Speech to text writes no marks: シャッター開けといて|車出すから. A piece that ends in a reason and begins
with a thing of its own tells why; a piece that could go on from the deed (消して寝た) or say who does it
(消してくれる人) is left alone. `is_beside` still looks for deeds of the house in it.
"""

import re
from collections.abc import Iterator

_REQUESTED = re.compile(
    "(?:て|で)(?:くれ(?:る|ない|へん|ます|ません)|もらえ(?:る|ない|ます|ません)|もらって(?:も)?いい(?:です)?|ちょうだい|ください|ほしい|や|な|ね|よ)(?:か|かな|かなあ|かね|の|ん|よ|ね|な|わ)*$"
    "|(?:お願い|頼む)(?:します|ね|よ|わ|な)*$"
)
"""Nothing can be told of such a form, so that whatever follows is beside it."""
_LEFT_SO = re.compile("(?:とい|どい|ておい|でおい|し|っ|い|け|め|げ|え|れ|せ|り)て$|[んい]で$")
_ASKED_AHEAD = re.compile("(?:とい|どい|ておい|でおい)て$")
_WHY_END = "(?:から|ので|んで|もんで|さかい|けん|けえ)(?:さ|ね|よ|な)?[。]?$"
_WHY = re.compile(f"{_WHY_END}")
_WHY_OR_STATE = re.compile(
    f"{_WHY_END}|(?:くて|すぎて|ちゃって|じゃって|てて|でて|ていて|でいて|し|もん|もの|の|わ|ねん|んだ|んだよ|やし|だし|る|い|ない|へん|そう|た|た[よわの]|(?<![しっいけんえ])で)(?:さ|ね|よ|な|あ)?[。]?$"
)
_SOMEBODY = "人|方|ひと|子|者|さん|ちゃん|くん|君|様|夫|妻|旦那|嫁|主人|彼|友|誰|だれ|家|店|会社|機|ろぼ|あぷり|やつ|奴|もの|物|とこ|所|時|とき|の(?!ど)|なんて|って|と(?!なり|もだち)|か(?!ぜ|ゆ)|は(?!や|な[がみ])|が|も(?!う)|を|に(?!もつ)|で(?!んわ)|ね(?![むこ])|よ(?!る)|な(?![べん])|わ(?![たす])|ん|らしい|そう|みたい|だけ|まで|より|ほど|くらい|ぐらい|れ|る|た|し"
_AUXILIARY = "お[いきけくこ]|い(?!ま(?![しす]))|しま[うっいわ]|あ[るっり]|くれ|くだ|もら|いただ|ほし|欲し|み[たるてよ]|きた|きて|く[るだ]|ちょう|や[っる]|あげ|ば|よ|ちゃ|じゃ|ら"
_GOES_ON = re.compile(
    f"^(?:{_SOMEBODY}|{_AUXILIARY}|お(?:母|父|兄|姉|爺|婆|かあ|とう|ばあ|じい|前))"
)
_OWN_WORDS = re.compile(
    "^(?:もう|今から|いまから|これから|すぐ|まだ|ちょっと|めっちゃ|なんか|すごく|ほんと|今日は?|(?:両)?手|[一-龯ー]{1,6}|[一-龯ぁ-んー]{1,6}?(?:が|も|は|を|に|で|と))(?![てで、。])"
)
"""A reason without a request before it begins with a thing of its own, and not with a verb."""
_PAST = re.compile("[たっ]だ?(?:から|ので|んで)|たもん")
_HANDS = re.compile(
    "^(?:両手|片手|手)(?:が|に|は|も|の)?(?!止|離した)[^、。]{0,14}(?:荷物|いっぱい|塞|ふさ|べたべた|びしょ|濡|泥|粉|油|洗剤|泡|赤ちゃん|子ども|子供|だらけ|抱|持っ|汚|離せ|放せ|使え|空い|あい)"
)
_OF_THE_BODY = re.compile(
    "^(?:目|頭|喉|のど|耳|足|腰|肩|手|体|からだ|鼻|お腹|背中)(?:が|も)(?!.*(?:[てで](?:ね|よ|や)?$))[^、。]{2,16}(?:する|い|た|てきた|てる|とる|ねん|わ)(?:の|ん|よ|ね|わ|から)*$"
)
"""暗くして|目がしょぼしょぼする: how the speaker's own body is."""
_MAYBE = re.compile(
    "^(?:たぶん|多分|どうせ|きっと|もしかしたら|そのうち|すぐ|もう)(?!.*(?:[てで](?:ね|よ|や|ください)?$))[^、。0-9]{0,8}(?:寝|忘れ|眠|出かけ|遅く)[^、。]{0,4}(?:ちゃう|じゃう|ちまう|てまう|でまう|しまう|そう)(?:から|わ|ので|し|ん|だ|な|よ|ね|ねん)*$"
)
"""消えるようにしといて|たぶん寝ちゃう: what the speaker will do."""
_SOMEBODYS_WHY = re.compile(
    "^(?:(?:お)?(?:ばあ|じい|父|母|かあ|とう|婆|爺|兄|姉)(?:ちゃん|さん)|赤ちゃん|子供|子ども|猫|犬|孫|息子|娘|夫|妻|旦那|嫁|みんな)(?:が|は|も)?(?!.*(?:言|頼|怒|って))[^、。0-9]{2,16}(?:から|ので|んで|し|ねん)$"
)
"""冷房入れて|ばあちゃん我慢しちゃうから: why, of somebody of the home."""
_CONSEQUENCE = re.compile(
    "^[^、。]*?(?:たら|だら|ると|だと|(?<!ら)いと|なきゃ|れば)(?:(?!から|を|止め|消し|つけ|開け|閉め|入れ|切っ|回し|鳴らし)[^、。0-9]){0,10}(?:動け|間に合わ|困|遅れ|遅刻|忘れ|寝ちゃ|寝てまう|怖が|泣|死|倒れ|いけな|無理|まず|大変|危|壊|腐|焦げ|伸び|のび|こぼれ|吹き|溢れ|冷め|冷え|起き|乾か|なくな|消え|風邪|割れ|溶け|落ち着|眠れ|寝られ|見え|聞こえ|集中でき|歩け|転|こけ)[^、。]*$"
)
"""このまま座ってたら動けなくなる: an `if` whose own consequence is told hangs on that. 止めてもらっちゃ困る
judges a deed."""
_DONE_TO = re.compile(
    "(?:起こ|消|閉め|開け|つけ|止め|切|鳴ら|動か|壊|荒ら)(?:さ|ら)れ(?=[たてるちん])"
)
"""夜中に起こされた: a deed done to somebody is no order, and tells of none."""
_TIMES = re.compile("[0-9]+(?:回目?|度目|人|匹|本|個|枚|歳|年生|時間睡眠|連勤|日連続)")
_NO_WHY = re.compile(
    "言[っいうわ]|頼|怒|注意|命じ|叫|って(?=[^、。])|らしい|そうだ|そうです|みたい|のに|かも|なら|とき|場合|まま|ないで|いらない|いらん|やめ|待|けど|やっぱ|間違|よね|っけ|でしょ|なんでもな|取り消|きゃんせる|じゃなく|じゃなかった|何|誰|どこ|いつ|必要|ほしい|くれ|もらえ|ください|もらっ|夢|[0-9]|\\?|、[^、]*(?:[てで]|[けげせめれ]ろ)$|いない|約束|予定|つもり|決まり|習慣|癖|くせ|主義|派|良か|よか|正解|失敗|後悔|びっくり|揉め|勝手|いつも|毎回|また|助か|嬉し|うれし|もったい|嫌|いや(?:だ|な)|いい"
)


_PLAINLY_BESIDE = (_HANDS, _OF_THE_BODY, _MAYBE, _SOMEBODYS_WHY)


def plain_reason(told: str) -> str:
    """A reason without the numbers, conditions and passives that only belong to itself."""
    return _DONE_TO.sub("され", _CONSEQUENCE.sub("大変だから", _TIMES.sub("", told)))


def reasons_behind(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every order with the reason that follows it without a pause, the shortest reason first."""
    for at in range(len(text) - 2, 2, -1):
        order, told = text[:at], text[at:].strip("、。 ")
        beside = order.endswith(("て", "で")) and any(s.match(told) for s in _PLAINLY_BESIDE)
        if text[at] in "、。" or text[at - 1] in "、。" or (_GOES_ON.match(told) and not beside):
            continue
        if "。" in told or _NO_WHY.search(plain_reason(told)):
            continue
        if _REQUESTED.search(order):
            fits = bool(_WHY_OR_STATE.search(told) or _HANDS.match(told))
        elif _LEFT_SO.search(order):
            past = _PAST.search(told) and not _ASKED_AHEAD.search(order)
            why = bool(_WHY.search(told) and _OWN_WORDS.match(told)) and not past
            fits = why or beside
        else:
            fits = False
        if fits:
            yield order, (plain_reason(told),)


_OTHERWISE = "(?:あ|っ|ん|、|いや|いえ|やっぱりー?|やっぱし?|じゃなくて|ちがう|違う|違った|ちゃう|ごめん|間違えた|待って|訂正)+"
_VALUES = (
    "\\d+時(?!間)(?:\\d+分)?",
    "(?:\\d+(?:時間|分|秒))+",
    "\\d+%",
    "\\d+(?:\\.5)?度",
)
_PUT_RIGHT = tuple(
    (
        re.compile(
            f"(?<!\\d){value}(?P<deed>(?!から|まで)[^\\d、。]{{0,16}}[てで])[、 ]{_OTHERWISE}(?P<new>{value})(?:で|に|が|を|は)?(?:して|変えて|いい|お願い|ね|よ|わ|頼む|だ|だった)*$"
        ),
        r"\g<new>\g<deed>",
    )
    for value in _VALUES
)
"""6時に起こして、いや6時15分で: the value that is put right after the deed, as if said before it."""
_SOUND = "(?:えーっと|えーと|えっと|ええと|うーんと|あのー?|あっ?|うん|いや|ごめん|、)*"
_SORT = "電気|明かり|灯り|あかり|照明|らいと|らんぷ|かーてん|ぶらいんど|えあこん|暖房|冷房|すぴーかー|鍵"
_WHICH = "(?P<which>[^、。てで?]{1,10}?)"
_LEFT_AS_IT_IS = "いい|ええ|大丈夫|なし|無し|抜き|ぬき|なしで|やめと(?:い|こ)|やめて|おいと|(?:開け|閉め|消さ|つけ|触ら|さわら|動かさ|かけ)(?:ない|ん)(?:で|とい)|(?:開け|閉め|消し|つけ)(?:とい|たまま|っぱなし)|残し|のこし|除い|のぞい|別"
_NARROWED = (
    (
        re.compile(
            f"^(?P<deed>[^?]*?(?:全部|ぜんぶ|全て|すべて|両方|みんな|かけ|掃除し)[^、。?]*[てで](?:ね|な|よ|や|ください|くれる?)?)、?{_SOUND}(?:でも|ただし?|けど|、)*(?P<which>[^、。てで?がを]{{1,10}}?)(?:のほう|の方)?(?:だけ)?は(?:[^、。はがを]{{2,12}}(?:から|ので|んで))?(?:まだ|、)?(?:{_LEFT_AS_IT_IS})[てではにおいわやよねだすからりしとこうけ]*[。]?$"
        ),
        r"\g<which>以外\g<deed>",
    ),
    (
        re.compile(
            f"^(?P<before>[^、。]*?)(?P<sort>{_SORT})(?P<rest>[^、。]*[てで](?:ね|な|よ|や|ください|くれる?)?)、{_SOUND}{_WHICH}の(?:ほう|方|やつ|ん)は(?:その|今の|いまの)まま(?:に|で|して|いい|ええ|おいて|ね|な|よ|わ)*[。]?$"
        ),
        r"\g<before>\g<which>以外の\g<sort>\g<rest>",
    ),
    (
        re.compile(
            f"^(?P<before>[^、。]*?)(?P<sort>{_SORT})(?P<rest>[^、。]*[てで](?:ね|な|よ|や|ください|くれる?)?)、{_SOUND}{_WHICH}(?:の(?:ほう|方|やつ|ん)(?:だけ)?|(?:の|だけ)(?=[ねな]))(?:ね|な|よ|だよ|や|やで|です|のこと|を)*[。]?$"
        ),
        r"\g<before>\g<which>の\g<sort>\g<rest>",
    ),
    (
        re.compile(
            f"(?:^|(?<=、))(?P<thing>[^、。てで?]{{1,12}}?)(?<!の)(?P<particle>[をは]?)、{_SOUND}{_WHICH}の(?:ほう|方|やつ)?(?:ね|な|だよ|です)?、"
        ),
        r"\g<which>の\g<thing>\g<particle>、",
    ),
)
"""電気つけて、天井のほうね; 扇風機、寝室のね、止めて: which of them is said behind the thing."""
_FEELS = (
    re.compile(
        "(?<=[てで])、?(?:めっちゃ|ちょっと|もう|なんか|ほんまに?)?(?:寒|さむ|暑|あつ|熱|眩し|まぶし|暗|くら|うるさ|眠|ねむ)(?:い|すぎる?)(?:わ|ねん|んや|から|さかい|し)[。]?$"
    ),
    "",
)
"""2度上げて寒いわ: how the speaker feels, behind an order without a pause."""
_FOR_A_WHILE = (
    re.compile(
        "^(?P<n>\\d+(?:分|秒|時間))(?:間)?(?:だけ|ほど|くらい)?(?:、|[^、。\\d]{1,8}(?:から|ので|んで|し)、?)?(?P<deed>[^、。\\d]*?(?:切っ|消し|止め|つけ|開け|閉め)て)、?(?:から)?(?:それから|そのあと|あと)?また(?:つけ|入れ|戻し|もどし|閉め|開け|消し|動かし)て(?:ね|な|よ|や|ください|くれる?)?[。]?$"
    ),
    r"\g<n>だけ\g<deed>",
)
"""5分だけ換気するから暖房切ってまたつけて: the deed for so long."""
_AGAIN = (
    *_PUT_RIGHT,
    _FOR_A_WHILE,
    (
        re.compile(
            "\\d+(?:\\.5)?(?P<unit>度|%)?(?:あー?|えっと|うーん|いや|、)*(?:やっぱり?|やっぱし)、?(?P<new>\\d+(?:\\.5)?)(?:度|%)?(?=$|[、。]|に|で)"
        ),
        r"\g<new>\g<unit>",
    ),
    (
        re.compile(
            "^(?P<how>暑い|寒い|あつい|さむい|眩しい|まぶしい|暗い|うるさい)(?P=how)、?(?=.{3})"
        ),
        "",
    ),
    (
        re.compile(
            "^(?:あー?、?)?(?P<no>(?:今日|明日|あした|今夜|今晩)(?:は|の)?[^、。はの]{1,8}(?:は)?(?:なし|無し|いらない|いらん|要らない|休み)(?:で)?)(?!か)[^、。でに?][^、。?]{1,16}(?:から|ので|し|だった|やった|んだ|ねん|なんで)(?:ね|よ|わ)*[。]?$"
        ),
        r"\g<no>",
    ),
    (re.compile("(?:勝手に|自動で|自動的に)(?=消え|切れ|止ま|つく|点く|閉ま|開く)"), ""),
    _FEELS,
    (
        re.compile(
            "(?:切ろ|消そ|つけよ|開けよ|閉めよ|入れよ|回そ|止めよ|かけよ)う?か(?:な|ね)?、(?=(?:切|消|つけ|開け|閉め|入れ|回|止め|かけ)[^、。]{0,4}[てで])"
        ),
        "、",
    ),
    (
        re.compile(
            "(?<=たい)(?:なあ?|なー|わあ?|ねん|のう)、(?=(?!でも|けど)[^、。]*[てで](?:ね|な|や|よ|くれ)?[。]?$)"
        ),
        "から、",
    ),
    (
        re.compile(
            "起こす(?:やつ|の|あらーむ|目覚まし)(?:を)?(?:作|せっとし|設定し|入れ|かけ)(?:っ?と?い?て)"
        ),
        "起こして",
    ),
    (
        re.compile(
            f"^(?P<was>[^、。]{{2,12}}?)(?P<deed>(?:を)?(?:つけ|点け|付け|消し|開け|閉め|止め|回し)て)、{_OTHERWISE}(?P<new>[^、。]{{2,12}}?)(?:のほう|の方)?にして(?=[、。]|$)"
        ),
        r"\g<new>\g<deed>",
    ),
    (
        re.compile("(\\d+(?:分|秒|時間|時|度|%))(?:だ|や|ね|な|で|です)*、?(?:うん|そう|、)*\\1"),
        "\\1",
    ),
    (
        re.compile(
            "(?:^|(?<=、))(?P<a>[^、。\\d?]{1,8}?)(?:か|だ|や|ね|だわ|だね|です)?、(?=(?P=a)(?:の|を|だけ|は|も|に))"
        ),
        "",
    ),
    (
        re.compile(
            "(?<=\\d)(?:%|ぱーせんと|度|分)?、(?:うーん|んー|うん|いや|えっと|あー|うー|やっぱり|やっぱ|ちょっと|まだ|、)+[^、。\\d?]{0,10}(?:な|かな|わ|ね|か|よ|なあ|すぎ|すぎる)?、(?=\\d+(?:%|ぱーせんと|度|分))"
        ),
        "、いや",
    ),
)


_IN_ITS_PLACE = (
    (
        re.compile(
            "((?:消し|切っ|止め)て)、?(?:その)?(?:代わり|かわり)に(?P<new>[^、。てで]+?)(?:で|に|を)?(?:お願い)?[。]?$"
        ),
        r"\1、\g<new>つけて",
    ),
    (
        re.compile(
            "(?P<one>[^、]*?(?P<noun>あらーむ|目覚まし(?:時計)?)(?:を|は)?(?:取り消し|きゃんせるし|消し|やめ|解除し|削除し|止め)て)、?"
            "(?P<hour>[^、あ目]{0,6}?\\d{1,2}(?:時|:)[^、あ目]{0,5}?に)(?:設定し|せっとし|かけ直し|かけなおし|入れ直し|かけ|入れ)て[。]?$"
        ),
        r"\g<one>、\g<hour>\g<noun>かけて",
    ),
)
"""シーリング消して代わりにフロアランプで; 6時のアラームを取り消して7時に設定して."""


def begun_anew(text: str) -> str:
    """A folded sentence without words that are said a second time: 左か、左のカーテン; 12分だ12分.
    A thing that takes the place of another is named with its deed."""
    for pattern, whole in _IN_ITS_PLACE:
        text = pattern.sub(whole, text)
    for pattern, once in _AGAIN:
        text = pattern.sub(once, text)
    return text


def narrowed(text: str) -> str:
    """つけて、天井のほうね: a folded order with the words that say of which thing, put before it;
    empty where there are none."""
    for pattern, before in _NARROWED:
        if (found := pattern.search(text)) is not None:
            return text[: found.start()] + found.expand(before) + text[found.end() :]
    return ""


_TIMED = re.compile(
    "(?P<order>^.*\\d+(?:分|秒|時間)(?:半)?.*(?:はかって|計って|測って|せっとして|かけて|お願い|鳴らして|たいまー|いや\\d+分))(?:ね|な|よ)?、?"
    "(?P<name>[一-龯]{1,4}|[一-龯ぁ-ん]{0,3}(?:麺|卵|茶|飯|肉|魚|鍋|芋)|らーめん|かっぷらーめん|ぱすた|すぱげってぃ|すぱげてぃ|うどん|そば|そうめん|たまご|こーひー|ぱん|とーすと|けーき|くっきー|ぴざ|ぐらたん|しちゅー|かれー|おかゆ|おでん|ぷりん|ぷらんく|すくわっと|すとれっち|歯みがき|はみがき|げーむ|おやつ|ごはん|ご飯|お風呂)(?:用|だから|だし|なの|の|や|や?で|だよ|です|ね|よ)*[。]?$"
)


def named_behind(text: str) -> str:
    """3分はかって、ラーメン: a timer whose name follows it; empty for none."""
    found = _TIMED.match(text)
    return "" if found is None else found["order"]


_ASKS = re.compile(
    "(?:何(?:度|ぱーせんと|%|時|分)?|いくつ|いくら|どう|どっち|どこ|どれくらい|どのくらい|っけ|(?:てる|ている|た|ます|です)(?:の|か|かな)?)$"
)


def asked_before_why(text: str) -> str:
    """湿度いま何%、喉痛いって言うから: the question before the pause; empty where none is."""
    first, _, why = text.partition("、")
    asks = _ASKS.search(first) is not None and _WHY.search(why) is not None
    return first if asks else ""
