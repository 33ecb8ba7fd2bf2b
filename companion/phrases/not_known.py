"""Not known 知らないことの言い方: words for what nothing that is known answers."""

from companion.words.language import Bilingual

NO_PROMISE = Bilingual(
    "そういう約束をした記録は見つかりません。必要なら、今もう一度言ってください。",
    "I find no such promise in my record. If you still need it, please tell me now.",
)
NOT_SAID = Bilingual(
    "私がそう言った記録は見つかりません。", "I find no record of having said that."
)
I_SAID = Bilingual("私が言ったのはこうです: {}", "What I said was: {}")
NO_PREMISE = Bilingual(
    "そのことは、私の記録には見つかりません。", "I find nothing of that in my record."
)
NOT_DONE = Bilingual("私がそうした記録は見つかりません。", "I find no record of having done that.")
CANNOT = Bilingual(
    "それは私にはできません。家の機器を動かす、時間を知らせる、覚えておく、のどれかなら任せてください。",
    "That is beyond me. I can work the things of this home, keep the time, and remember things.",
)
PERSON_UNKNOWN = Bilingual("{}のことは、私には分かりません。", "I cannot tell about {}.")
PEOPLE_UNKNOWN = Bilingual("それが誰のことかは、私には分かりません。", "I cannot tell who.")
SEEN_LAST = Bilingual(
    "今日最後に人を見たのは、{0}の{1}です。", "I last saw somebody today {0} in {1}."
)
SEEN_NOBODY = Bilingual("今日は、カメラで誰も見ていません。", "My cameras have seen nobody today.")
NOT_TOLD = Bilingual(
    "{}のことは、まだ聞いていません。教えてもらえれば、覚えておきます。",
    "Nobody has told me about {}. Tell me, and I will remember it.",
)
TOLD_OF_IT = Bilingual(
    "{0}について聞いているのは、これだけです: {1}", "All I was told about {0}: {1}"
)
NOT_KNOWN = Bilingual("ごめんなさい、それは分かりません。", "I am sorry, I do not know that.")
NO_SUCH_THING = Bilingual(
    "{}は、この家の機器として登録されていないので、分かりません。",
    "I know no {} in this home, so I cannot tell.",
)
