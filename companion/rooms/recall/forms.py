"""Some questions ask for an answer of one form: an age, a name, a weekday of somebody.

A telephone number, an age, a price, a job, a breed: a text without such a form does not answer the
question, however near it is; nor does one that tells it of somebody or something else. The forms
are wide on purpose: they rule out texts, and choose none.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.phrases.kinship import RELATIVES, relation_of
from companion.rooms.recall.asked import plain
from companion.rooms.recall.due import is_over
from companion.rooms.recall.rerank import stems
from companion.rooms.recall.words_of import names_in
from companion.words.episode import Episode
from companion.words.ids import EventId
from companion.words.recalled import Found


@dataclass(frozen=True, slots=True)
class Form:
    """形: how such a question is asked, and the form of its answers."""

    asked: re.Pattern[str]
    answer: re.Pattern[str]
    of_somebody: bool = False
    """It belongs to a person, a pet or a thing, which each answer has to be of."""
    or_name: bool = False
    """A name that the question does not hold is an answer, too."""


_JA = r"(?:[0-9]+(?:[.,][0-9]+)*|[〇零一二三四五六七八九十百千万]+)"
_EN = (
    r"(?:[0-9]+(?:[.,:][0-9]+)*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|"
    r"fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|dozen|couple|once|twice|both|none|"
    r"no|a)\b)"
)
_NUMBER = rf"{_JA}|{_EN}"
_CALLED_JA = r"(?<![母父姉兄娘婆爺者屋弟妹孫奥医嫁婿皆客])(?:さん|先生)"
"""A person called so by a name: お母さん and お医者さん are none."""
_HOUR = r"(?:[0-9]{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_UNITS_OF_TIME = r"(?:minutes?|hours?|days?|weeks?|months?|years?|nights?|times)"
_MONEY_JA = "料金|費用|代金|値段|家賃|給料|時給|会費|参加費|報酬|ギャラ|小遣い|謝礼"
_AGE = (
    r"(?:[0-9]{1,3}|\w+teen|ten|eleven|twelve|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|"
    r"one|two|three|four|five|six|seven|eight|nine|hundred)"
)
_YEARS = (
    rf"\b{_AGE}(?=[.,!?;]|$|[- ](?:years?|months?|weeks?)\b| (?:now|today|tomorrow|next|this|in|on|"
    rf"last|and|already|soon|going)\b)|\b(?:is|are|am|was|were|be|\w+'[smre]+|turn\w*|aged?|hit\w*|only|"
    rf"nearly|almost|about|over|under) {_AGE}\b(?! (?:of|o'clock|percent|pounds|euros|times))"
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*"

ROLE, COUNT, UNTIL, NUMBERED = "somebody's somebody", "count", "until", "number"
WEEKDAY, DURATION, DISTANCE = "day of the week", "duration", "distance"
_HOLDS_NAME = frozenset({"name", ROLE, "home", "author", "maker"})
_OF_SOMEBODY = {
    "name",
    "surname",
    "first name",
    "height",
    "weight",
    "illness",
    ROLE,
    "home",
    "telephone number",
    "postcode",
    "blood type",
    "age",
    "birthday",
    "job",
    "breed",
    "allergy",
    "school",
    "instrument",
    "favourite",
}

FORMS: Mapping[str, Form] = {
    name: Form(re.compile(asked), re.compile(answer), name in _OF_SOMEBODY, name in _HOLDS_NAME)
    for name, asked, answer in (
        (
            "telephone number",
            r"電話番号|携帯の?番号|\b(?:phone|telephone|mobile) number\b",
            r"[0-9〇一二三四五六七八九](?:[-\s]?[0-9〇一二三四五六七八九]){5,}",
        ),
        (
            "postcode",
            r"郵便番号|\b(?:post ?code|zip)\b",
            r"[0-9]{3}-?[0-9]{4}|\b[a-z]{1,2}[0-9]{1,2} ?[0-9][a-z]{2}\b|\b[0-9]{5}\b",
        ),
        (
            "password",
            r"パスワード|暗証|合言葉|\b(?:password|passcode|pin|combi\w*|code)\b",
            r"[0-9]{3,}|[a-z]+[-_]?[0-9]+|パスワード|暗証|合言葉|\b(?:password|passcode|code)\b",
        ),
        (
            "blood type",
            r"血液型|\bblood (?:type|group)\b",
            r"[abo]型|\b(?:a|b|o|ab)(?:[+-]| (?:positive|negative))",
        ),
        (
            "age",
            r"何歳|何才|おいくつ|\bhow old\b|\bwhat age\b",
            rf"{_JA}(?:歳|才|か月|ヶ月|だ|です|に|で|。|$)|{_YEARS}|還暦|古希|喜寿|米寿|成人|誕生|\bbirthday\b",
        ),
        (
            "birthday",
            r"誕生日(?:は|って|が)?(?:いつ|何)|\b(?:when|what).{0,25}birthday\b|"
            r"birthday.{0,12}\bwhen\b|\bwhen (?:was|were) \w+(?: \w+)? born\b",
            rf"誕生日|生まれ|還暦|\b(?:birthday|born|turn(?:s|ed|ing)?)\b|{_JA}月{_JA}日|"
            rf"{_MONTH} \d|\d+(?:st|nd|rd|th)?(?: of)? {_MONTH}",
        ),
        (
            "price",
            rf"いくら(?![つはをがの])|何円|なん円|(?:{_MONEY_JA})(?:は|って)|"
            r"\bhow much (?:rent|money|(?:is|are|was|were|will|would|'s)\b|"
            r"(?:did|do|does) .{0,30}(?:cost|pay|charge|spend|go for|sell for|earn|make))\b|"
            r"\bwhat.{0,45}\b(?:charg\w*|earn\w*|pay\w*|paid|cost\w*|wages?|rent|salary|fees?|price)\b",
            rf"{_JA}\s*(?:円|万(?![人歩回])|千(?![人歩回本])|ドル|ユーロ)|無料|ただ(?:で|だ|や|。|$)|[£$€¥]|{_EN}.{{0,12}}"
            r"(?:pound|quid|pence|dollar|euro|buck|yen|thousand|grand|hundred|each|\bp\b|"
            r"\b(?:a|per|an) (?:week|month|year|day|night|hour|head|go|lesson|visit)\b)|"
            rf"\bfree\b|[0-9]{{2,}}\.[0-9]{{2}}|(?:{_MONEY_JA}).*{_JA}|"
            r"(?:^|[.;!?] |\b(?:was|is|came to|for|it's|that's|says?|at|charged?|asked|only) )"
            r"(?:an? )?(?:\w+teen|\w+ty(?:[- ]\w+)?|[\w ]{0,20}hundred(?: and [\w-]+)?|[0-9]{2,})"
            r"(?=[.,!]|$)|"
            rf"\b(?:rent|price|cost|pay|paid|fee|bill|wage|charge|salary)\w*\b.*{_EN}",
        ),
        (
            "time of the clock",
            r"何時(?!間)|なんじ|\bwhat (?:time|hour)\b",
            rf"{_JA}(?:時|じ)(?!間|かん)|[0-9][:.][0-5][0-9]|正午|(?:朝|昼|夕方|夜)(?:一番|前|まで)|"
            r"食[前後]|(?:朝|昼|夕|晩)(?:ご飯|ごはん)?の?(?:前|後|あと)|"
            rf"\b{_HOUR}[- ]?(?:[ap]\.?m\b|o.?clock|(?:thirty|fifteen|forty|twenty|sharp)\b|"
            rf"in the (?:morning|afternoon|evening)|at night)|"
            rf"\b(?:half|quarter|past|to|at|by|till|until|from|before|about|around|between) "
            rf"{_HOUR}\b(?! (?:of|pounds?|quid|{_UNITS_OF_TIME})\b)|"
            rf"\b{_HOUR} (?:to|till|until|and) {_HOUR}\b|[,.;] ?{_HOUR}[.,!]?$|"
            r"\b(?:noon|midday|midnight|lunch ?time|first thing)\b",
        ),
        (
            UNTIL,
            r"(?:いつ|何日|何月|何曜日?)まで|\b(?:until|till|til) when\b|"
            r"\bhow long (?:is|are|will|does|do) .{1,40}(?:stay|here|away|closed|off|last)",
            rf"まで|期限|締め?切|{_JA}(?:日|月|時|泊|日間|週間|か月|ヶ月|年間)|ずっと|"
            rf"\b(?:until|till|til|through|to the|back|deadline|for good|fortnight|weekend)\b|"
            rf"{_EN}[- ](?:{_UNITS_OF_TIME})",
        ),
        (
            NUMBERED,
            r"\b(?:what|which)(?:'s|s| is| was)? (?:the |our |my |your |his |her |[\w-]+'s )?\w+ "
            r"(?:number|size)\b|"
            r"\b(?:what|which) (?:platform|gate|seat|floor|terminal|row|table|page|channel|bus)\b|"
            r"何番(?!目)|何号|何階|何ページ|何便|(?<!電話)(?<!暗証)(?<!郵便)番号(?:は|って|なん|何)",
            # "A man" and "half of it" count, and number nothing.
            rf"{_JA}|(?!(?:a|no|none|both|half|once|twice|couple|dozen)\b){_EN}",
        ),
        (
            DURATION,
            r"何(?:時間|分間|日間|週間|か月|ヶ月|年間)|(?:どれ|どの)くらい(?:時間)?(?:かか|続)|"
            r"\bhow long (?:did|does|do|will|would|has|have|is|was|are)\b",
            rf"{_JA}(?:秒|分|時間|日|泊|週間|か月|ヶ月|年)|半日|一晩|ずっと|"
            rf"{_EN}[- ](?:and a half |or so )?(?:seconds?|{_UNITS_OF_TIME})|"
            r"\b(?:hour|minute|fortnight|weekend|overnight|all (?:day|night|week)|since|until|till|"
            r"years?)\b",
        ),
        (
            DISTANCE,
            r"何(?:キロ|メートル)(?!グラム)|どれくらい遠|距離|\bhow far\b",
            rf"{_JA}(?:キロ|km|メートル|m|分|時間)|{_EN}[- ]?(?:miles?|k\b|km|metres?|yards?|"
            rf"minutes?|hours?|stops?)|\bmiles?\b",
        ),
        (
            "first name",
            r"下の名前|フルネーム|\b(?:full|first|given|christian) name\b",
            r"下の名前|フルネーム|\b(?:full|first|given|christian) name\b|\bcall (?:me|her|him)\b",
        ),
        (
            "surname",
            r"名字|苗字|\b(?:surname|(?:last|family) name)\b",
            r"名字|苗字|\b(?:surname|(?:last|family|full) name|mrs?|ms|miss)\b",
        ),
        (
            WEEKDAY,
            r"何曜|\b(?:what|which) (?:week ?)?day of the week\b|\bwhich weekday\b",
            r"[月火水木金土日]曜|(?<![一-龥])[月火水木金土日]{2,6}(?![一-龥])|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|週末|weekend|毎日|"
            r"every ?day",
        ),
        (
            "colour",
            r"何色|なに色|なにいろ|どんな色|\b(?:what|which) colou?r",
            r"色|赤|青|白|黒|緑|紫|紺|藍|ピンク|グレー|ベージュ|オレンジ|シルバー|ゴールド|ネイビー|カーキ|"
            r"\b(?:red|blue|white|black|green|yellow|brown|purple|pink|gr[ae]y|orange|beige|navy|"
            r"turquoise|silver|gold|golden|copper|cream|maroon|teal|violet|lilac|khaki|burgundy|"
            r"ginger|blonde?|colou?r)\b",
        ),
        (
            "height",
            r"身長|背丈|\bhow tall\b|\bheight\b",
            rf"{_JA}(?:センチ|cm|メートル|尺)|(?:身長|背)[^。、]{{0,8}}{_JA}|"
            rf"{_EN}[- ]?(?:feet|foot|ft|cm|centi\w+|met\w+|inch\w*)|\b(?:tall|height)\b.*{_EN}",
        ),
        (
            "weight",
            r"体重|何キロ(?!メートル)|何グラム|\bhow heavy\b|\bweigh\w*\b",
            rf"{_JA}(?:キロ|グラム|kg|g\b|トン)|(?:体重|重さ|ウエイト)[^。]{{0,10}}{_JA}|"
            rf"{_EN}[- ]?(?:kilos?|kg|grams?|g\b|pounds?|lbs?|stone|ounces?|tons?)|"
            rf"\b(?:weigh\w*|heavy)\b.*{_EN}",
        ),
        (
            "size",
            r"サイズ|何センチ|\bsize\b",
            rf"{_NUMBER}|[sml]サイズ|\b(?:small|medium|large)\b",
        ),
        (
            "illness",
            r"(?:何|なん|どんな)の?(?:ご)?(?:病気|病)|病名|"
            r"\b(?:what|which) (?:illness|disease|condition)\b",
            r"症|炎|病(?![院室棟])|癌|がん|ガン|腫|瘤|潰瘍|梗塞|骨折|捻挫|風邪|インフル|コロナ|糖尿|緑内|白内|アレルギー|"
            r"\b\w+itis\b|\b(?:cancer|flu|cold|diabet\w*|cataract\w*|glaucoma|asthma|stroke|dementia|"
            r"fracture\w*|broke\w*|sprain\w*|hernia|infection|virus|disease|syndrome|pneumonia|ulcer\w*)\b",
        ),
        (
            "score",
            r"何点|点数|\b(?:what|which) (?:score|mark|grade)\b|\bhow many (?:points|marks)\b",
            rf"(?<=[ぁ-んァ-ヴ、。…]){_JA}(?![0-9〇一二三四五六七八九十百千万月日時年円個人回度分])|合格|\b(?:score\w*|marks?|grade\w*|got|pass\w*|points?|percent)\b.*(?:{_NUMBER})|"
            rf"{_EN}[- ]?(?:points?|marks?|percent|out of)|\b[a-f][+-]?\b(?= (?:in|for|grade))",
        ),
        (
            COUNT,
            r"何(?:個|つ|人|名|回|度|枚|本|杯|匹|頭|台|冊|箱|袋|錠|粒|組|部屋|種類|軒|"
            r"曲|着|足|ミリ|トン|画|級|段|通|きょうだい)|\bhow many\b",
            rf"{_NUMBER}|いくつか|みんな|全員|ひとり|ふたり",
        ),
        (
            "job",
            r"(?:仕事|職業|職)(?:は|って|$)|何の仕事|どんな仕事|何をして働|"
            r"\bdo(?:es)? .{1,30} do (?:for (?:a living|work|a job)|at work)\b|"
            r"\bdid .{1,30} do before|"
            r"\b(?:job|profession|occupation)\b",
            r"仕事|職|働|勤め|務め|会社|社員|店員|屋をし|(?:師|医|士|官|員|家|者|長|手|教諭|教師|先生)(?:を|と|の|に|だ|で|、|。|$)|"
            r"エンジニア|デザイナー|プログラマー|シェフ|パート|バイト|"
            r"\b(?:work\w*|job|career|profession|retire\w*|employ\w*|hired|office|shifts?|trainee|business)\b|"
            r"\b(?:an?|as|the) (?:\w+ ){0,2}(?:\w+(?:er|or|ist|ian|man|woman|ant|ent)|"
            r"nurse|vet|chef|cook|pilot|clerk|guard|temp|judge|coach|smith|nanny|maid|monk|nun|priest|vicar)\b",
        ),
        (
            "breed",
            r"品種|犬種|猫種|\b(?:what|which) (?:breed|species)\b|\bbreed\b",
            r"種|雑種|ミックス|血統|三毛|柴|秋田犬|プードル|チワワ|ダックス|テリア|シェパード|レトリ|コーギー|パグ|ビーグル|コリー|スパニエル|"
            r"ハスキー|ブルドッグ|マルチーズ|ポメラニアン|シーズー|スコティッシュ|マンチカン|アメショ|アメリカン|ペルシャ|シャム|"
            r"ラグドール|ベンガル|ロシアン|"
            r"\b(?:breed|mongrel|mix|cross|rescue|moggy|tabby|siamese|persian|ragdoll|\w*(?:doodle|poo)|"
            r"poodle|terrier|retriever|lab|labrador|spaniel|collie|beagle|dachshund|shepherd|\w*hound|"
            r"bulldog|pug|corgi|husky|whippet|setter|pointer|boxer|rottweiler|dalmatian|chihuahua|"
            r"shorthair|coon|bengal|burmese|sphynx|gecko|lop)\b",
        ),
        (
            "allergy",
            r"アレルギー|\ballerg\w+",
            r"アレルギー|アナフィラキシー|エピペン|かゆ|痒|じんま|蕁麻|ぶつぶつ|湿疹|くしゃみ|イガイガ|腫れ|食べられ|だめ|ダメ|"
            r"\ballerg|\bepi-?pen|\bcoeliac|\bintoleran|\brash\b|\bhives\b|\bswell|\breact|\bitch|\bsneez|"
            r"\b(?:can't|cannot) (?:have|eat|touch)\b",
        ),
        (
            "school",
            r"どこの学校|どの学校|学校(?:は|って)|(?:出身|どこの)(?:大学|高校|中学)|"
            r"\b(?:what|which) (?:school|university|uni|college)\b",
            r"小学|中学|高校|大学|学院|学園|幼稚園|保育園|[東京阪名北九早慶]大|"
            r"\b(?:school|primary|secondary|academy|college|grammar|university|uni|nursery)\b",
        ),
        (
            "place to stay",
            r"(?:どの|どこの|何の|なんの|なんていう)(?:ホテル|旅館|宿)|(?:ホテル|旅館|宿)(?:の名前)?(?:は|って)|"
            r"\b(?:what|which) (?:hotel|hostel|inn|b&b)\b",
            r"ホテル|旅館|宿|民泊|ペンション|ゲストハウス|荘|キャンプ|テント|[ァ-ヴー]{3,}(?:に|で)泊|"
            r"\b(?:hotel|inn|hostel|airbnb|resort|lodge|guest ?house|cottage|villa|apartment|"
            r"campsite|tent)\b|\bb&b|\bstay\w*|\bbook(?:ed|ing)\b",
        ),
        (
            "name",
            r"名前(?:は|って|を|なん|何|わか|分か|$|[?？]|.{0,7}(?:か|っけ)[。?？]*$)|(?:何|なん).{0,4}名前|"
            r"\b(?:what|whats|what's) .{1,40}\b(?:names?|surname|called)\b",
            rf"名前(?!.{{0,6}}(?:決ま|考え|候補))|という|って(?:い|言)|呼|{_CALLED_JA}|\b(?:called|names?|named|mrs?|ms|miss|dr)\b",
        ),
        (
            ROLE,
            r"の[^のはが、。]{1,8}は(?:誰|だれ|どなた)(?:[?？だで]|$)|"
            r"\bwho(?:'s| is| was) (?!\w+ing\b)[\w ]{1,25}(?:'s|s') \w+(?: \w+)?[?]?$",
            rf"{_CALLED_JA}|\b(?:called|names?|named|mrs?|ms|miss|dr)\b",
        ),
        (
            "favourite",
            r"好きな(?![んの])|好物|お気に入り|\bfavou?rite\b",
            r"好[きみ物]|気に入|大好|目がな|はまっ|夢中|ファン|一番|最高|"
            r"\b(?:favou?rite|lov\w+|lik\w+|enjoy\w*|best|fans?|prefer\w*|ador\w+|obsessed|"
            r"mad about|fond|into|never tires|always)\b",
        ),
        (
            "author",
            r"(?:作者|著者)は|誰が書い|\bwho wrote\b|\bauthor\b",
            r"作者|著|書い|\b(?:by|wrote|written|author)\b",
        ),
        (
            "maker",
            r"どこの(?:メーカー|製品|会社の)|メーカーは|\b(?:what|which) (?:make|brand)\b",
            r"製|社の|メーカー|\b(?:made by|make|brand|model)\b",
        ),
        (
            "home",
            r"どこに(?:住|すん)|住所|\bwhere (?:does|do|is) .{1,30} liv(?:e|ing)\b|\baddress\b",
            r"住|引っ越|[市区町村県丁目]|\b(?:liv(?:e|es|ed|ing)|moved?|moving|road|street|lane|avenue)\b",
        ),
        (
            "instrument",
            r"(?:何の|どの)楽器|楽器は|\b(?:what|which) instrument",
            r"ピアノ|ギター|ベース|ドラム|太鼓|バイオリン|ヴァイオリン|チェロ|フルート|サックス|トランペット|ホルン|"
            r"クラリネット|オーボエ|ハープ|ウクレレ|尺八|三味線|琴|笛|管|弦|オルガン|ハーモニカ|"
            r"\b(?:piano|keyboard|guitar|bass|drums?|violin|viola|fiddle|cello|flute|sax\w*|trumpet|horn|"
            r"trombone|tuba|euphonium|clarinet|oboe|bassoon|harp|ukulele|recorder|banjo|organ|accordion|"
            r"harmonica|mandolin)\b",
        ),
    )
}
"""Of texts as `asked.plain` gives them."""


_OWN_WORDS = re.compile(
    r"phone|telephone|mobile|number|post|postcod\w*|zip|password|passcod\w*|pin|combi\w*|code|blood|"
    r"type|group|old|ag|age|birthday|born|birth|date|much|many|rent|money|cost\w*|pay\w*|paid|earn\w*|"
    r"salary|price|pric|expensive|time|clock|day|week\w*|colou?r\w*|size|siz|tall|heavy|weigh\w*|"
    r"job|work|living|liv|profession|occupation|breed|species|specie|allerg\w*|school|university|"
    r"uni|college|favourit\w*|favorit\w*|author|wrote|writ\w*|mak|brand|hotel|hostel|inn|instrument\w*|name|nam|names|surname|first|called|call|address|addres|liv|mov|"
    r"電話|番号|携帯|郵便|パスワード|暗証|合言葉|血液|型|血液型|歳|才|年齢|誕生|誕生日|最初|前|日|生まれる|幾ら|円|値段|"
    r"家賃|給料|掛かる|時|時間|曜|曜日|色|サイズ|センチ|キロ|身長|体重|仕事|職業|品種|犬種|猫種|種|"
    r"好き|好物|気に入り|作者|著者|書く|メーカー|製品|アレルギー|学校|大学|高校|中学|出身|ホテル|旅館|宿|泊まる|楽器|住む|住所|名字|苗字|下|今|昔|現在|名前|幾つ|つ|個|人|名|回|度|枚|本|"
    r"杯|匹|頭|台|冊|箱|袋|錠|粒|組|何|now|currently|last|before|new|big|little|whole|come|com|came|coming|round|gonna|going|go|goes|went|after|end|finally|"
    r"何[曜時日月年分円回個]|何曜日|いま|こと|全部|一人|一番|新しい|結局|最終|つぐ|高さ|背丈|点|点数|病気|病|score|mark|grade|illness|disease|condition|wrong|heavi\w*|height"
)
"""Words of a question that name the form; the others say whose or of what it is."""
_WHOLE_NAME = re.compile(
    r"\b(?!(?:Mrs?|Ms|Miss|Dr|Doctor|Nurse|Coach|Sister|Brother|Father|Prof\w*|Captain|Rev\w*|Pastor|"
    r"Officer|Uncle|Aunt\w*|Cousin|Gran\w*|Nan|St|Hi|Hey|Hello|Dear|Oh)\b)([A-Z]\w+) [A-Z]\w+"
)
_PLACE_NAMES = re.compile(
    r"\b(?:in|at|to|from|near|via|for) (?:the )?([A-Z]\w+)|"
    r"([ァ-ヴー一-龥]{2,})(?:に(?!会)|へ|で|から|まで)"
)
_OF_A_PLACE = re.compile(
    r"[駅町村街市県国島山川湖浜海岬峠港]|温泉|公園|地名|場所|"
    r"\b(?:town|village|city|country|island|beach|river|lake|station|place|road|street)\b"
)
"""The question is of the name of a place."""
_OF_TIME = re.compile(r"日|月|曜|曜日|時|何|言う|day|time|long|how|until|till")
_ADDRESSED = re.compile(r"([一-龥ァ-ヴーぁ-ん]{1,8}?)(?:さん|ちゃん|くん|君)")
ASKS_WHEN = frozenset({"next", "due", "come", "again", "次", "来る", "予定", "する", "行く"})
"""Words of a question for a time that say nothing of what it is the time of."""
_OWNER = re.compile(r"\b([A-Z]\w+?)(?='s|s')|([一-龥ァ-ヴー]+?)(?:さん|ちゃん|くん|君)?(?=の)")
_ENDINGS_JA = "いうくぐすつぬぶむるえきりけせてめれさ"
_VERB = re.compile(r"([一-龥]+)[ぁ-ん]{1,2}")
SAME_BEGINNING = 6
"""Letters by which two words of one root begin alike."""
_COUNTER = re.compile(
    r"何(個|つ|人|名|回|度|枚|本|杯|匹|頭|台|冊|箱|袋|錠|粒|組|部屋|種類|軒|曲|着|足|ミリ|トン|画|級|段|通)"
)
_THINGS = re.compile(r"\bhow many (?:different |kinds of )?(?!people|guests|persons|times)(\w+)")
"""Things that are counted under their own name: forty people are forty guests."""
_NAME_BEFORE = re.compile(r"[一-龥]{1,4}$|[ァ-ヴー]+$|[ぁ-ん]{1,4}$")
_NAME_BEHIND = re.compile(r"\.? \w+")
_PRONOUN = re.compile(r"\b(?:he|she|they|him|them|her|his|their)\b|彼|あの人|その人")
"""A pronoun means somebody who is named elsewhere in the question, or nowhere."""


def form_of(question: str) -> str:
    """The form that a question asks for; "" where it asks for none of these."""
    said = plain(question)
    return next((name for name, form in FORMS.items() if form.asked.search(said)), "")


def form_is_missing(
    question: str,
    found: Sequence[Found],
    beside: Mapping[EventId, Iterable[Episode]],
    people: Iterable[str],
) -> bool:
    """Whether none of these texts has the form that is asked for, of what it is asked of."""
    form = FORMS.get(form_of(question))
    if form is None or (form is FORMS[WEEKDAY] and is_over(question)):
        return False
    speakers = frozenset(word for one in people for word in stems(one))
    who, what = _wanted(form, question, speakers)
    counted = _counted(question) if form is FORMS[COUNT] else None
    having = (one.episode for one in found if _has(form, question, one.episode))
    if counted is not None:
        having = (one for one in having if counted(one, beside.get(one.id, ())))
    sums = frozenset(_SUM.findall(plain(question))) if form is FORMS["price"] else frozenset()
    return not any(
        _is_of(one, beside.get(one.id, ()), who, what if sums.isdisjoint(_sums_in(one)) else ())
        for one in having
    )


def _wanted(
    form: Form, question: str, speakers: frozenset[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Words that a talk must hold, all of them, to be of the one who is asked about; and words of
    which it must hold one, to be of the thing."""
    who, what = subject_of(question)
    if form.of_somebody:
        if _PRONOUN.search(plain(question)):
            return who & speakers, (who | what) - speakers
        if form is FORMS[ROLE]:
            return who | what, frozenset()
        return who, what if form is FORMS["name"] or not who else frozenset()
    if form in (FORMS[DURATION], FORMS[DISTANCE]):
        # A journey has many names.
        return who & speakers, frozenset()
    if form is FORMS[UNTIL]:
        what = frozenset(w for w in stems(question) if not _OF_TIME.fullmatch(w)) - who
    # An owner is no word of the matter: Ann's coat is not Ann's car.
    every = (who | what) - speakers
    of_a_thing = form in (FORMS[UNTIL], FORMS[NUMBERED])
    owners = _named(question) if of_a_thing else _owners_in(question)
    return who & speakers, (every - owners) or every


def _owners_in(question: str) -> frozenset[str]:
    """Names in a question to which something belongs."""
    owners = (one[0] for one in _OWNER.finditer(question))
    named = (one for one in owners if one.casefold() in names_in(question))
    return frozenset(word for one in named for word in stems(one))


def _named(question: str) -> frozenset[str]:
    """Words of the names in a question, also of those that only their address shows."""
    names = {*names_in(question), *(one[1] for one in _ADDRESSED.finditer(question))}
    return frozenset(word for one in names for word in stems(one))


def _counted(question: str) -> Callable[[Episode, Iterable[Episode]], bool]:
    """A test whether a talk counts the things that are asked for."""
    said = plain(question)
    if (ja := _COUNTER.search(said)) is not None:
        counter = "[個つ]" if ja[1] in "個つ" else ja[1]
        number = re.compile(rf"{_JA}{counter}|いくつか|みんな|全員|ひとり|ふたり")
        return lambda one, near: any(number.search(plain(t.text)) for t in (one, *near))
    things = counted_in(question)
    return lambda one, near: things <= _talk(one, near)


def counted_in(question: str) -> frozenset[str]:
    """The things whose number an English question asks for."""
    en = _THINGS.search(plain(question))
    return frozenset(map(relation_of, stems(en[1]))) if en is not None else frozenset()


def has_form(question: str, episode: Episode) -> bool:
    """Whether a question asks for a form of its own, and a text has it."""
    form = FORMS.get(form_of(question))
    return form is not None and _has(form, question, episode)


_SUM = re.compile(
    r"家賃|敷金|礼金|更新料|会費|月謝|給料|時給|年金|小遣い|保証金|管理費|共益費|[一-龥ァ-ヴー]{1,4}代|"
    r"\b(?:rent|deposit|fee|fare|fine|tax|tip|bill|bonus|pension|salary|wages?|refund|insurance)\b"
)
"""Sums that one thing has beside each other: the deposit of a flat is not its rent."""


def _sums_in(episode: Episode) -> frozenset[str]:
    return frozenset(_SUM.findall(plain(episode.text)))


def _of_another_sum(question: str, episode: Episode) -> bool:
    """Whether a question asks for a sum by its name, and a text names others alone."""
    asked, told = frozenset(_SUM.findall(question)), _sums_in(episode)
    return bool(asked and told) and asked.isdisjoint(told)


def _has(form: Form, question: str, episode: Episode) -> bool:
    said, asked = plain(episode.text), plain(question)
    if form is FORMS["price"] and _of_another_sum(asked, episode):
        return False
    # Mr Hill is no answer to the name of Mr Hill.
    if any(
        not (form.or_name and _called(said, match) in asked) for match in form.answer.finditer(said)
    ):
        return True
    if form in (FORMS["surname"], FORMS["first name"]):
        return any(match[1] in question for match in _WHOLE_NAME.finditer(episode.text))
    if not form.or_name:
        return False
    if form in (FORMS["name"], FORMS[ROLE]):
        names = _names_somebody(episode.text, places=_OF_A_PLACE.search(asked) is not None)
    else:
        names = names_in(episode.text)
    return bool(names - names_in(question))


def _called(text: str, match: re.Match[str]) -> str:
    """A form with the name before a さん, or behind a Mr."""
    before = _NAME_BEFORE.search(text[: match.start()]) if match[0] in ("さん", "先生") else None
    behind = _NAME_BEHIND.match(text[match.end() :]) if match[0].startswith(("m", "d")) else None
    return f"{before[0] if before else ''}{match[0]}{behind[0] if behind else ''}"


def _names_somebody(text: str, *, places: bool) -> frozenset[str]:
    """Names in a text that are not said as a place where somebody is or goes; with `places` those
    of towns and mountains, too."""
    there = {part.casefold() for match in _PLACE_NAMES.finditer(text) for part in match.groups("")}
    return names_in(text, places=places) - there


def subject_of(question: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a question that say whose the form is, and those that say of what."""
    names = {word for name in names_in(question) for word in stems(name)}
    words = frozenset(word for word in stems(question) if not _OWN_WORDS.fullmatch(word))
    who = frozenset(word for word in words if word in names or relation_of(word) in RELATIVES)
    return frozenset(map(relation_of, who)), words - who


def holds_most(question: str, episode: Episode, near: Iterable[Episode]) -> bool:
    """Whether a talk holds more than half of what a question is about, names and times aside."""
    names = frozenset(word for one in names_in(question) for word in stems(one))
    about = subject_of(question)[1] - names - ASKS_WHEN
    held = _talk(episode, near)
    return 2 * sum(_holds(held, one) for one in about) > len(about) or not about


def _is_of(
    episode: Episode, near: Iterable[Episode], who: frozenset[str], what: Collection[str]
) -> bool:
    held = _talk(episode, near)
    # A name that is a word of the dictionary, too, is read another way in another sentence.
    who = frozenset(one for one in who if one.isascii() or one not in episode.text)
    return who <= held and (not what or any(_holds(held, one) for one in what))


def _holds(held: frozenset[str], word: str) -> bool:
    """Whether a word is among these, be it in another form: promoted, promotion; 黒い, 黒."""
    if word in held:
        return True
    if word.isascii():
        begins = word[:SAME_BEGINNING]
        return len(begins) == SAME_BEGINNING and any(one.startswith(begins) for one in held)
    root = _root(word)
    return bool(root) and any(_root(one) == root for one in held)


def _root(word: str) -> str:
    """The part that the forms of a Japanese verb have in common: 上がる, 上げる."""
    verb = _VERB.fullmatch(word)
    return verb[1] if verb else word.rstrip(_ENDINGS_JA)


def _talk(episode: Episode, beside: Iterable[Episode]) -> frozenset[str]:
    """The words of a talk, and who says the middle of it: whose the others are is not told."""
    texts = (episode.speaker, episode.text, *(one.text for one in beside))
    return frozenset(relation_of(word) for text in texts for word in stems(text))
