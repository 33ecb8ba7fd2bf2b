"""Talk forms: the lines of which an exchange of two to six turns is put together when no model has
time for it. Slots are filled from the two sheets and from what the town is like now."""

from collections.abc import Mapping
from typing import Final

from companion.words.language import Bilingual

B = Bilingual
TOPICS: Final[Mapping[str, tuple[tuple[Bilingual, ...], tuple[Bilingual, ...]]]] = {
    "weather": (
        (
            B("今日は{weather}ですね。", "{Weather} today, isn't it?"),
            B(
                "この{weather}、いつまで続くんでしょう。",
                "How long will it stay {weather}, do you think?",
            ),
            B(
                "{weather}の日の{place}もいいものですね。",
                "{place} has its charm when it is {weather}.",
            ),
        ),
        (
            B(
                "ええ、{place}まで来るのもひと仕事です。",
                "Yes, getting to {place} was quite a walk.",
            ),
            B("私はこういう空、きらいじゃないです。", "I don't mind this kind of sky."),
            B("洗濯物のことばかり考えてしまいます。", "All I can think of is my laundry."),
        ),
    ),
    "likes": (
        (
            B("最近も{other_like}、続けてますか。", "Are you still keeping up with {other_like}?"),
            B(
                "{other_like}の話、また聞かせてください。",
                "Tell me more about {other_like} some time.",
            ),
            B(
                "このあいだ{other_like}のことを思い出しました。",
                "Something made me think of you and {other_like}.",
            ),
        ),
        (
            B("もちろん。昨日も少しだけ。", "Of course. A little of it only yesterday."),
            B("それが、なかなか時間がなくて。", "Well, I hardly find the time."),
            B("よく覚えていてくれましたね。", "You remembered, how nice."),
        ),
    ),
    "mine": (
        (
            B("実は{my_like}を始めたんです。", "I have taken up {my_like}, you know."),
            B("{my_like}に、すっかり夢中で。", "I am quite lost to {my_like} these days."),
            B(
                "{my_like}って、やってみると奥が深いですよ。",
                "There is more to {my_like} than you would think.",
            ),
        ),
        (
            B("へえ、いつか見せてください。", "Really? Show me one day."),
            B("いかにもという感じですね。", "That is just like you."),
            B("私にもできるでしょうか。", "I wonder if I could do that."),
        ),
    ),
    "work": (
        (
            B("{other_job}のお仕事、忙しいですか。", "Busy with work as {other_job}?"),
            B("{my_job}も楽じゃないですよ。", "Being {my_job} is not always easy."),
            B("今日は珍しいお客さんが来たんですよ。", "We had an unusual customer today."),
        ),
        (
            B("まあ、ぼちぼちです。", "So-so, as always."),
            B("昨日は目が回りそうでした。", "Yesterday my head was spinning."),
            B("休みの日が待ち遠しいです。", "I can hardly wait for my day off."),
        ),
    ),
    "place": (
        (
            B("{place}には、よく来るんですか。", "Do you come to {place} often?"),
            B("{place}、少し変わりましたね。", "{place} has changed a little, hasn't it?"),
            B("{place}で会うとは思いませんでした。", "I did not expect to see you at {place}."),
        ),
        (
            B("ここに来ると落ち着くんです。", "I feel calm when I am here."),
            B("通りかかっただけなんです。", "I was only passing by."),
            B("週に一度は来ますね。", "About once a week, I suppose."),
        ),
    ),
    "news": (
        (
            B("{third}さんのこと、聞きました？", "Have you heard about {third}?"),
            B("さっき{third}さんを見かけましたよ。", "I saw {third} a while ago."),
            B("{third}さん、元気そうでした。", "{third} seemed to be well."),
        ),
        (
            B("いいえ、久しく会っていません。", "No, I have not met them for a while."),
            B("相変わらずですね、あの人は。", "Same as ever, that one."),
            B("今度、声をかけてみます。", "I will say hello next time."),
        ),
    ),
    "food": (
        (
            B("{eatery}の新しいお品書き、見ました？", "Have you seen the new menu at {eatery}?"),
            B(
                "お腹がすくと{eatery}のことばかり考えます。",
                "When I am hungry I think of {eatery}.",
            ),
            B("{eatery}の匂いには勝てませんね。", "Nobody resists the smell from {eatery}."),
        ),
        (
            B("あそこはいつ行っても間違いないです。", "You never go wrong there."),
            B("私は家で食べるほうが好きで。", "I would rather eat at home."),
            B("今度いっしょに行きましょうか。", "Shall we go together one day?"),
        ),
    ),
}
WARM: Final = (
    B("それはよかった。", "I am glad to hear that."),
    B("わかります、その気持ち。", "I know just how that feels."),
    B("ふふ、おもしろいですね。", "Ha, that is funny."),
    B("無理しないでくださいね。", "Don't overdo it, will you?"),
    B("話せてうれしいです。", "I am happy we could talk."),
    B("次に会うのが楽しみです。", "I look forward to the next time."),
    B("なるほど、そういう見方もありますね。", "I see, one can look at it that way too."),
    B("その話、続きが気になります。", "Now I want to know how it goes on."),
)
COOL: Final = (
    B("そうですか。", "Is that so."),
    B("まあ、人それぞれですから。", "Well, to each their own."),
    B("そろそろ行かないと。", "I should get going."),
    B("別に、たいしたことじゃないです。", "It is nothing much, really."),
    B("その話は前にも聞きました。", "You told me that before."),
    B("考えておきます。", "I will think about it."),
)
QUARREL: Final = (
    (
        B("この前のこと、まだ気にしているんです。", "I still think about the other day."),
        B("こちらにも言い分があります。", "There are two sides to that."),
    ),
    (
        B("少し言い方がきつくないですか。", "Isn't that a bit harsh?"),
        B("正直に言っただけです。", "I was only being honest."),
    ),
    (
        B("約束の時間くらい守ってください。", "You could at least be on time."),
        B("そこまで言うことないでしょう。", "There is no need to put it like that."),
    ),
)
MAKE_UP: Final = (
    (
        B("この前は言いすぎました。ごめんなさい。", "I said too much the other day. I am sorry."),
        B("こちらこそ。もう忘れましょう。", "So did I. Let us forget it."),
    ),
    (
        B("やっぱり、話せないのはさびしいです。", "I missed talking to you after all."),
        B("私もです。また前みたいに。", "Me too. Let it be as it was."),
    ),
)
PROMISE: Final = (
    (
        B("{when}、{meet}で会いませんか。", "Shall we meet at {meet}, {when}?"),
        B("いいですね、行きます。", "Good idea, I will be there."),
    ),
    (
        B(
            "{meet}を一緒に歩きたいです。{when}はどうですか。",
            "I would like to see {meet} with you. How about {when}?",
        ),
        B("約束ですよ。", "It is a promise."),
    ),
)
GIFT: Final = (
    (
        B("これ、{gift}です。よかったら。", "Here, {gift}, if you like."),
        B("わあ、ありがとうございます。", "Oh, thank you so much."),
    ),
)
GIFTS: Final = (
    B("庭で摘んだ花", "flowers from the garden"),
    B("焼きすぎたクッキー", "cookies I baked too many of"),
    B("みかんを三つ", "three tangerines"),
    B("手紙つきのしおり", "a bookmark with a note"),
    B("拾ったきれいな石", "a pretty stone I found"),
    B("編んだコースター", "a knitted coaster"),
    B("自家製の梅干し", "home-made pickled plums"),
    B("古い絵はがき", "an old postcard"),
)
