"""Not known 知らないことの言い方: words for what nothing that is known answers."""

from companion.words.language import Bilingual

NO_PROMISE = Bilingual(
    "そういう約束をした記録は見つかりません。必要なら、今もう一度言ってください。",
    "I find no such promise in my record. If you still need it, please tell me now.",
)
NOT_SAID = Bilingual(
    "私がそう言ったことは、最近の記録に見つかりません。",
    "I find no recent record of having said that.",
)
I_SAID = Bilingual("私が言ったのはこうです: {}", "What I said was: {}")
NO_PREMISE = Bilingual(
    "そのことは、私の記録には見つかりません。", "I find nothing of that in my record."
)
NOT_DONE = Bilingual(
    "私がそうしたことは、最近の記録に見つかりません。",
    "I find no recent record of having done that.",
)
CANNOT = Bilingual(
    "それは私にはできません。家の機器を動かす、時間を知らせる、覚えておく、のどれかなら任せてください。",
    "That is beyond me. I can work the things of this home, keep the time, and remember things.",
)
PERSON_UNKNOWN = Bilingual("{}のことは、私には分かりません。", "I cannot tell about {}.")
PEOPLE_UNKNOWN = Bilingual("それが誰のことかは、私には分かりません。", "I cannot tell who.")
SEEN_LAST = Bilingual(
    "今日最後に人を見たのは、{0}の{1}です。", "I last saw somebody today {0} in {1}."
)
SEEN_NOBODY = Bilingual(
    "最近の記録では、カメラは誰も見ていません。", "My cameras have seen nobody lately."
)
SECRET = Bilingual(
    "自分から誰かに話すことはありません。ただ、ここで聞いたことは記録に残り、家の人なら読めます。",
    "I tell nobody of my own accord. But what is said here stands in my record, and the people of "
    "this home can read it.",
)
TRUST = Bilingual(
    "私も間違えることがあります。大事なことは、記録やほかの人にも確かめてください。",
    "I do get things wrong. Please check what matters, in my record or with somebody else.",
)
MIND = Bilingual(
    "意見のようなものは言えます。それが考えと呼べるのかは、自分でもよく分かりません。",
    "I can say something like an opinion. Whether that is a mind, I am not sure myself.",
)
FOR_OTHERS = Bilingual(
    "その人の代わりに話すことは、私にはできません。どんな言葉を聞きたいですか。",
    "I cannot speak for somebody else. What would it be good to hear?",
)
BEING = Bilingual(
    "それは私にはないことです。この家で見たことと、聞いたことしか知りません。",
    "I have no such life of my own. I know only what I see and hear in this home.",
)
VIEW = Bilingual(
    "守りたいものが人によって違うので、どちらにも一理あると思います。どこがいちばん気になりますか。",
    "People want to protect different things there, so I see a point on both sides. What matters "
    "most to you?",
)
ADVICE = Bilingual(
    "まず、小さくて確かなことを一つだけすると思います。何がいちばん気がかりですか。",
    "I would begin with one small, safe step and decide the rest later. What weighs most on you?",
)
DOUBTED = Bilingual(
    "私は記録にあることだけを言っています。違っていたら教えてください。直します。",
    "I say only what stands in my record. If it is wrong, tell me and I will correct it.",
)
WHY_NOT = Bilingual(
    "しなかった理由は、記録に見つかりません。手のいることは、私にはできません。",
    "I find no reason in my record. What needs hands, I cannot do.",
)
TOLD_ON = Bilingual("私の記録では、それを聞いたのは{}です。", "By my record I was told that {}.")
NOT_HEARD = Bilingual(
    "私の記録には見つかりません。もう一度、教えてください。",
    "I do not find it in my record. Please tell me again.",
)
NOTHING_THEN = Bilingual(
    "その日の戸や鍵の記録も見つかりません。",
    "I find no record of doors and locks of that day either.",
)
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
