"""Japanese statements: one clause at a time, by patterns over the whole clause.

As in English, a pattern stands here only if nearly every sentence that it matches tells a lasting
thing. Where no subject is said the speaker tells of themselves, and only a first sentence may.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.phrases.kinship import PETS, RELATIVES, relation_of
from companion.rooms.consolidation.statements.statement import LIKES, ME, US, Statement

MOST_LETTERS = 30
"""Most letters of a value; a longer one is a story."""

_KIN = "|".join(
    sorted((re.escape(w) for r in RELATIVES.values() for w in r.ja), key=len, reverse=True)
)
_PET = "|".join(sorted((w for key in PETS for w in RELATIVES[key].ja), key=len, reverse=True))
_I = r"(?:私|わたし|あたし|僕|ぼく|ボク|俺|おれ|オレ|わし|わたくし|自分)"
_WE = r"(?:私たち|わたしたち|僕たち|僕ら|俺たち|俺ら|うちら|我が家|わが家|うち|家族)"
_NAME = r"[一-龯ァ-ヶーA-Za-z]{1,8}(?:さん|ちゃん|くん|君|様|先生)|[A-Z][a-z]+"
_ATTRIBUTES = {
    "名前": "name",
    "誕生日": "birthday",
    "生年月日": "birthday",
    "住所": "address",
    "電話番号": "phone number",
    "携帯番号": "phone number",
    "血液型": "blood type",
    "星座": "star sign",
    "職業": "job",
    "仕事": "job",
    "出身": "hometown",
    "出身地": "hometown",
    "年齢": "age",
    "歳": "age",
}
"""Attributes by the key that English has as well; others keep their own word."""
_ATTRIBUTE = (
    r"(?:"
    + "|".join(_ATTRIBUTES)
    + r"|(?:[一-龯ァ-ヶーA-Za-z\-・]{1,8}の?)?(?:記念日|サイズ|暗証番号|パスワード|合言葉|担任|主治医|かかりつけ"
    r"|あだ名|ニックネーム|好物|趣味|大学|高校|中学|小学校|保育園|幼稚園|勤め先|発表会|運動会|門限|お小遣い"
    r"|小遣い|おこづかい|定休日|座右の銘|旧姓|身長)"
    r"|[一-龯ァ-ヶーA-Za-z\-・]{1,8}(?:の)?(?:番号|コード|サイズ|予約|面接|試験|授業|レッスン|病院)"
    r"|(?:一番)?好きな[一-龯ぁ-んァ-ヶー]{1,8})"
)
_SUBJECT = rf"(?:(?:(?P<own>(?:{_I}|{_WE})の))?(?P<kin>{_KIN})(?:の(?P<of>{_KIN}))?|(?P<i>{_I})|(?P<we>{_WE})|(?P<name>{_NAME}))"
_TOPIC = r"(?:は|って|ってば|の方は|、)、?"
_CLAUSE = re.compile(rf"^{_SUBJECT}{_TOPIC}(?P<rest>.+)$")
_HAS_ATTRIBUTE = re.compile(rf"^(?:{_SUBJECT}の)?(?P<what>{_ATTRIBUTE})(?:は|って|が)、?(?P<v>.+)$")
_END = re.compile(
    r"(?:(?:なん)?(?:だった|でした)?(?:だ|です|でございます|や|じゃ)?(?:よ|ね|な(?=[。!！]*$)|わ|さ|ぞ|の|けど|けども|けれど|から|ので|もの|もん|し|ねん|で|ん)*|なの(?:よ|ね)*)[。!！\s]*$"
)
_OPENING = re.compile(
    r"^(?:(?:あのね|あのさ|あの|ねえ|ねぇ|ね|実は|じつは|そういえば|えっと|ええと|えーと|あと|それと|それから|ちなみに|ところで|うん"
    r"|はい|いいえ|そうそう|そう|まあ|ほら|あ|お|なんか|一応|言っとくけど|言っておくと|知ってると思うけど|念のため)[、,\s]+)+"
)
_CALLS = re.compile(rf"^(?!{_I}|{_WE}|(?:{_KIN})、)[ぁ-んァ-ヶーA-Za-z]{{2,8}}、")
"""The name of who is spoken to: ポポ、."""

_Fill = Callable[["re.Match[str]"], Statement | None]
_NOW = r"(?:もう|今は|いまは|最近は|最近、|ずっと|昔から|実は|本当に|とても|すごく|めっちゃ|かなり|けっこう|結構|ちょっと|少し|ひどい|重度の|軽い|全然|あまり|あんまり|絶対|普段は|いつも)*"


def _is(predicate: str, *, negated: bool = False) -> _Fill:
    def fill(found: "re.Match[str]") -> Statement:
        not_so = negated or bool(found.groupdict().get("neg"))
        return Statement(whose=ME, predicate=predicate, value=found["v"], negated=not_so)

    return fill


def _people(rest: str, fill: _Fill) -> tuple["re.Pattern[str]", _Fill]:
    return re.compile(rf"^{_NOW}{rest}{_SAID}$"), fill


_SAID = r"(?:なん|ん|の)?(?:だ|です|や|じゃ|よ|ね|な|わ|さ|ぞ|の|けど|けども|けれど|から|ので|もの|もん|し|ねん|で)*[。!！\s]*"
_NEG = r"(?P<neg>(?:じゃ|では)(?:ない|なくなった|ありません|なかった)(?:です)?)?"
_SETTING = (
    r"(?:(?:朝|昼|夜|夕方|夏|冬|春|秋|晩|寝るとき|寝る前|休みの日|普段|コーヒー|紅茶|お茶|部屋|お風呂|風呂|音楽|ご飯|ごはん"
    r"|パン|卵|照明|明かり|電気|温度|エアコン|声|音|食べ物|飲み物|料理|果物|ラーメン|うどん|そば|カレー|ビール)(?:に|の)?は)?"
)
"""Topics of a taste that are no person: 夜は暗い方が好き. Any other topic may be somebody."""
_PROFESSION = r"(?:[一-龯ァ-ヶーA-Za-z]{0,6}(?:師|士|医|員|家|手|生|官|者|教諭|教授|先生|エンジニア|デザイナー|プログラマー|コック|シェフ|ナース|ドライバー|マネージャー|アナウンサー|カメラマン|ライター|パイロット|農家|漁師|大工|主婦|主夫|学生|[小中高大]学?[0-9一二三四五六]年生|社長|店長))"
_STATE = r"(?:ベジタリアン|菜食主義(?:者)?|ヴィーガン|ビーガン|左利き|右利き|両利き|糖尿病|喘息|色弱|色覚異常|花粉症|妊娠中|下戸|夜型|朝型|猫舌|独身|既婚|一人っ子|高血圧|低血圧|貧血|近視|遠視|老眼|乳糖不耐症|偏頭痛持ち|耳が遠い|目が悪い)"
_OF_PEOPLE: tuple[tuple["re.Pattern[str]", _Fill], ...] = (
    _people(rf"(?P<v>[^、。はが]+?)(?:の)?アレルギー(?:持ち)?(?:が?(?:ある|あります|あって)|で(?!は|も))?{_NEG}", _is("allergic_to")),
    _people(r"(?P<v>[^、。はが]+?)に(?:は)?アレルギー(?:が|反応が)?(?:ある|あります|出る|出ます)", _is("allergic_to")),
    _people(r"(?P<v>[^、。はが]+?)(?:が|は|も)(?:体質的に|体に合わなくて)?(?:食べられない|食べれない|食べられません|飲めない|飲めません|食べちゃいけない|食べてはいけない|飲んじゃいけない|食べちゃだめ|だめ|ダメ|駄目)", _is("cannot_have")),
    _people(rf"(?P<v>{_SETTING}[^、。は]+?)(?:が|は|も)?(?:(?:あまり|あんまり|そんなに|もう)?好き(?:じゃない|ではない|じゃありません|ではありません|じゃなくなった)|大?嫌い|大?きらい|苦手|(?:大の)?苦手|だいきらい)", _is(LIKES, negated=True)),
    _people(rf"(?P<v>{_SETTING}[^、。は]+?)(?:が|は|も)(?:一番|いちばん)?(?:大好き|大好物|だいすき|好き|すき|お気に入り|好み)(?:です)?", _is(LIKES)),
    _people(rf"(?P<v>{_SETTING}[^、。は]+?(?:方|ほう))が(?:落ち着く|落ち着きます|よく眠れる|よく眠れます)", _is(LIKES)),
    _people(r"(?P<v>[^、。はが]+?より(?:も)?[^、。はが]+?)(?:の(?:方|ほう))?が(?:好き|いい|好み)", _is("prefers")),
    _people(rf"(?P<v>{_SETTING}[^、。はが]{{1,8}})派", _is("prefers")),
    _people(r"(?P<v>[^、。が]+?)(?:は|を|も)(?:もう)?(?:一切)?(?:食べない|食べません|食べなくなった|食べなくなりました|食べるのをやめた|食べるのをやめました|食べないことにした|食べないようにしてる|食べないようにしている)", _is("eats", negated=True)),
    _people(r"(?P<v>[^、。が]+?)(?:は|を|も)(?:もう)?(?:一切)?(?:飲まない|飲みません|飲まなくなった|飲まなくなりました|飲むのをやめた|飲むのをやめました|飲まないことにした|飲まないようにしてる)", _is("drinks", negated=True)),
    _people(r"(?P<v>(?:お酒|酒|たばこ|タバコ|煙草|コーヒー|カフェイン|甘いもの|間食|肉|牛乳|パン|揚げ物|ビール|ワイン|炭水化物|砂糖)[^、。が]{0,3}?)(?:は|を)?(?:やめた|やめました|止めた|断った|卒業した|控えてる|控えている)", _is("does", negated=True)),
    _people(rf"(?P<v>{_STATE}){_NEG}", _is("is")),
    _people(r"(?P<v>[^、。は]+?)(?:が|は)(?:怖い|こわい|恐い)", _is("afraid_of")),
    _people(r"(?:今は|いまは)?(?P<v>[^、。はが]+?)(?:に|で)(?:一人で|ひとりで)?(?:住んで(?:い)?(?:る|ます)|住んどる|暮らして(?:い)?(?:る|ます)|住んでおります)", _is("lives_in")),
    _people(r"(?:先月|先週|昨日|去年|今月|この春|この前|春に|最近)?、?(?:[^、。はが]+から)?(?P<v>[^、。はがで]+?)(?:に|へ)(?:引っ越し(?:た|ました|てきた|てきました)|引っ越して(?:き|来)(?:た|ました)|引越し(?:た|ました)|越してきた|越してきました|転居し(?:た|ました))", _is("lives_in")),
    _people(r"(?P<v>[^、。はが]+?)(?:で働いて(?:い)?(?:る|ます)|に勤めて(?:い)?(?:る|ます)|勤務)", _is("works_at")),
    _people(rf"(?P<v>{_PROFESSION})(?:を(?:して|やって)(?:い)?(?:る|ます))", _is("job")),
    _people(rf"(?P<v>{_PROFESSION})", _is("job")),
    _people(r"(?:今|もう|今年|やっと)?(?:で)?(?P<v>[0-9一二三四五六七八九十]{1,4}(?:歳|才)(?:半)?)(?:になった|になりました|になります|になる)?", _is("age")),
    _people(r"(?P<v>[^、。はが]+?)(?:という名前|って名前|といいます|っていう|っていいます|って言います|と申します|という)", _is("name")),
    _people(r"(?P<v>[0-9一二三四五六七八九十]{1,3}月[0-9一二三四五六七八九十]{1,3}日)(?:生まれ|が誕生日)", _is("birthday")),
    _people(r"(?P<v>[^、。はが]+語)(?:を|が)(?:話す|話せる|話します|話せます|喋れる|しゃべれる)", _is("speaks")),
    _people(r"(?:毎[朝晩日食夜]|朝晩|一日[0-9一二三]回|食後に)(?:に|は)?、?(?P<v>[^、。はが]+?(?:薬|錠|錠剤|漢方|サプリ|ビタミン剤|インスリン|目薬)[^、。はが]*?)を(?:飲んで|のんで|服用して|さして|打って)(?:い)?(?:る|ます)", _is("takes")),
    _people(rf"(?P<v>(?:{_PET})(?:を)?(?:[0-9一二三四五六]匹)?)(?:を)?(?:飼って(?:い)?(?:る|ます)|飼い始めた|飼い始めました)", _is("has")),
)  # fmt: skip
_CALLED = re.compile(
    r"^(?:私|僕|俺|わたし)?(?:のこと)?(?:は|を)?、?(?:これから|今度から)?(?:は)?、?(?P<v>[^、。はをが]{1,10}?)(?:って|と)呼んで(?:ほしい|欲しい|ください|下さい|くれ|ね|よ|です)*[。!！]*$"
)
_SPOKEN_TO = re.compile(
    r"^(?:私|僕|俺)?(?:に)?(?:は)?、?(?:これから|今度から|もっと)?(?:は)?、?(?P<v>英語で|日本語で|敬語で|タメ口で|ため口で|丁寧に|ゆっくり|関西弁で|敬語なしで|短く)(?:話して|しゃべって|喋って|話しかけて)(?:ほしい|ください|下さい|くれ|ね|よ|です)*[。!！]*$"
)
_KEPT = re.compile(
    rf"^(?:(?:{_I}|{_WE})の)?(?P<what>[^、。はがをの]{{1,12}}(?:の[^、。はがをの]{{1,8}})?)(?:は|って)、?(?:いつも|今は|普段|全部|ぜんぶ)*(?P<v>[^、。はが]+?)に(?:置いて(?:ある|あります|る)|しまって(?:ある|あります|る)|入れて(?:ある|あります|る)|隠して(?:ある|あります|る)|片付けて(?:ある|あります)|掛けて(?:ある|あります)|かけて(?:ある|あります)|保管して(?:ある|あります|る|いる)|移した|移しました|置くことにした){_SAID}$"
)
_KEY = re.compile(
    rf"^(?:(?:{_I}|{_WE})の)?(?P<what>[^、。はがを]{{0,8}}(?:鍵|合鍵|カギ|印鑑|ハンコ|はんこ|通帳|パスポート|保険証|救急箱|懐中電灯|電池|工具箱|母子手帳|権利書|遺言|消火器|ブレーカー|元栓|充電器|体温計|爪切り|薬|会社|職場|実家|学校))(?:は|って)、?(?:今は|いつも)?(?P<v>[^、。はが]{{2,}}?)(?:に(?:ある|あります|入ってる|入っています|入っている)|の(?:中|下|上|横|裏|奥|隣)(?:に(?:ある|あります))?|や){_SAID}$"
)
_WHEN = re.compile(
    rf"^(?:うちは|うちの)?(?:(?P<kin>{_KIN})の)?(?P<what>(?:[一-龯ァ-ヶーぁ-んA-Za-z]{{1,10}}?(?:ゴミ|ごみ|教室|塾|習い事|レッスン|リハビリ|通院|練習|部活|パート|会議|ヨガ|ピアノ|英会話|水泳|スイミング|バイト|デイサービス|生協|出勤|回収|収集)|ゴミ|ごみ|塾|リハビリ|通院|部活|パート|ヨガ|ピアノ|英会話|水泳|スイミング|バイト|デイサービス|生協)(?:の日)?)(?:は|って|が)、?(?:毎週)?(?P<v>(?:第[0-9一二三四五、・と]+)?[月火水木金土日]曜?(?:日)?(?:(?:と|、|・)[月火水木金土日]曜?(?:日)?)*(?:の[^、。はが]+)?){_SAID}$"
)
_NAMED_PET = re.compile(
    rf"^(?:(?P<own>{_I}|{_WE})(?:の|で(?:飼ってる|飼っている)))?(?P<what>{_PET})(?:の名前)?(?:は|の名は)、?(?P<v>[^、。はがも]{{1,10}}?)(?:という名前|って名前|って(?:いう|言う|いいます|言います)|という|といいます)?{_SAID}$"
)
_RELATED = re.compile(rf"^(?P<v>{_NAME})は(?:{_I}|{_WE})の(?P<what>{_KIN}){_SAID}$")
_OF_ONESELF = frozenset(
    [
        "allergic_to",
        "cannot_have",
        "likes",
        "prefers",
        "eats",
        "drinks",
        "does",
        "is",
        "afraid_of",
        "lives_in",
        "works_at",
        "speaks",
        "takes",
        "birthday",
    ]
)
"""Predicates that the speaker means of themselves where no subject is said; an age or a name said
alone answers a question about somebody else as often."""
_NO_VALUE = re.compile(
    r"^.*(?:じゃな|ではな|でなく).*$|^(?:それ|これ|あれ|そこ|ここ|あそこ|こっち|そっち|みんな|全部|ぜんぶ|何か|なにか|そう|こう|一緒|同じ|秘密|ない|まだ|もう.*|もっと.*|好き|嫌い|大事|大変|元気|無事|いい|よい|すごい|きれい|うるさい|最高|最低|本当|無理|内緒)$"
)
_PASSING = re.compile(
    r"来年|来月|来週|今日|今夜|今晩|明日|あした|今朝|さっき|今だけ|とりあえず|このあと|昨日の|今から|いま(?!は)|てる途中|まだ"
)
_NOT_NAMED = re.compile(
    r"(?:かわい|可愛|元気|大き|小さ|好き|嫌|寝|食|飲|走|鳴|いる|いない|どこ|病気|年寄り|歳|才|[いたるすくうむぬぶ]$|[0-9])"
)


def statements(clause: str, *, first: bool) -> Iterator[Statement]:
    """Statements of a Japanese clause; it has no mark of question or doubt (`doubts`). `first`: it
    begins what was said, so that a subject left out is the speaker."""
    clause = _CALLS.sub("", _OPENING.sub("", clause.strip()))
    for read in (_called, _of_things, _attribute):
        found = read(clause)
        if found is not None:
            yield found
            return
    subject = _CLAUSE.match(clause)
    told = _of_person(subject["rest"]) if subject is not None else None
    if subject is not None and told is not None:
        whose, of = _subject(subject)
        yield replace(told, whose=whose, subject=of)
        return
    told = _of_person(clause) if first else None
    if told is not None and told.predicate in _OF_ONESELF:
        yield told


def _of_person(rest: str) -> Statement | None:
    for pattern, fill in _OF_PEOPLE:
        found = pattern.match(rest)
        if found is not None:
            told = fill(found)
            return told if told is not None and _is_value(told.value) else None
    return None


def _is_value(value: str) -> bool:
    short = 0 < len(value.strip()) <= MOST_LETTERS
    return short and not _NO_VALUE.match(value) and not _PASSING.search(value)


def _subject(found: "re.Match[str]") -> tuple[str, str]:
    """The owner, and the relative."""
    if found["kin"]:
        relative = relation_of(found["kin"])
        if found["of"]:
            relative = f"{relative}'s {relation_of(found['of'])}"
        return (US if found["own"] and not re.match(_I, found["own"]) else ME), relative
    if found["we"]:
        return US, ""
    if found["name"]:
        return re.sub(r"(?:さん|ちゃん|くん|君|様)$", "", found["name"]), ""
    return ME, ""


def _called(clause: str) -> Statement | None:
    for pattern, predicate in ((_CALLED, "called"), (_SPOKEN_TO, "spoken_to")):
        found = pattern.match(clause)
        if found is not None:
            return Statement(whose=ME, predicate=predicate, value=found["v"])
    return None


def _of_things(clause: str) -> Statement | None:
    for pattern, predicate in ((_KEPT, "kept_at"), (_KEY, "kept_at"), (_WHEN, "when")):
        if (found := pattern.match(clause)) is not None and _is_value(found["v"]):
            what = found["what"]
            if found.groupdict().get("kin"):
                what = f"{relation_of(found['kin'])}'s {what}"
            whose = ME if re.match(_I, clause) or "'s " in what else US
            return Statement(whose=whose, subject=what, predicate=predicate, value=found["v"])
    for pattern in (_NAMED_PET, _RELATED):
        found = pattern.match(clause)
        if found is not None and _is_value(found["v"]) and not _NOT_NAMED.search(found["v"]):
            whose = ME if re.match(_I, clause) or pattern is _RELATED else US
            return Statement(
                whose=whose,
                subject=relation_of(found["what"]),
                predicate="name",
                value=re.sub(r"(?:さん|ちゃん|くん|君)$", "", found["v"]),
            )
    return None


def _attribute(clause: str) -> Statement | None:
    found = _HAS_ATTRIBUTE.match(clause)
    if found is None:
        return None
    value = _END.sub("", found["v"])
    if not _is_value(value) or re.search(
        r"(?:ない|たい|ている|てる|った|した|くて|すぎ|そう)$", value
    ):
        return None
    whose, subject = _subject(found) if found["kin"] or found["name"] or found["i"] else (US, "")
    what = _ATTRIBUTES.get(found["what"], found["what"])
    if not (found["kin"] or found["name"] or found["i"]):
        # 誕生日は5月3日: one's own; 暗証番号は…: the household's.
        whose = ME if found["what"] in _ATTRIBUTES or "好き" in found["what"] else US
    return Statement(whose=whose, subject=subject, predicate=what, value=value)
