"""Diary forms: the patterns and the short pieces of which a sentence of the diary is put together.

The pieces are short, so that two days with the same happening do not read alike.
"""

from collections.abc import Mapping
from typing import Final

from companion.words.language import Bilingual

B = Bilingual
PATTERNS: Final[Mapping[str, tuple[Bilingual, ...]]] = {
    "talked": (
        B(
            "{when}、{where}で{who}さんと{about}の話。{feel}",
            "{When} {who} and I, {where}: {about}. {feel}",
        ),
        B(
            "{who}さんに{where}で会い、{about}で{minutes}分。{feel}",
            "Ran into {who} {where} {when}; the talk was of {about}. {feel}",
        ),
        B(
            "{where}の{who}さん、{when}、話題は{about}。{feel}",
            "{who} told me of {about}, {where}, {when}. {feel}",
        ),
        B(
            "{about}のこと、{who}さんと{when}に。{where}にて。{feel}",
            "{When}, {where}: {about} with {who}. {feel}",
        ),
        B(
            "{when}は{who}さんと。{where}、{about}。{feel}",
            "With {who} {when}, {where}. We spoke of {about}. {feel}",
        ),
        B(
            "{where}で{who}さんに{about}のことを聞いてもらう。{feel}",
            "{who} lent me an ear {where}: {about}. {feel}",
        ),
        B(
            "立ち話、{who}さんと。{about}、{when}に{where}。{feel}",
            "Standing {where}, {who} and I got to {about}. {feel}",
        ),
        B(
            "{when}の{where}、{who}さんから{about}。{feel}",
            "From {who}, {when} {where}: {about}. {feel}",
        ),
        B(
            "{where}で{who}さんと、{about}を少し。{when}。{feel}",
            "{about}, a little, with {who} {where}. {feel}",
        ),
        B(
            "{who}さんと{minutes}分、{where}。{about}まで話す。{feel}",
            "Talk with {who} wandered to {about} {where}, {minutes} minutes. {feel}",
        ),
    ),
    "promised": (
        B("{who}さんと約束、{about}。{feel}", "A promise with {who}: {about}. {feel}"),
        B(
            "{when}、{about}と{who}さんと決めた。{feel}",
            "{When} settled with {who}: {about}. {feel}",
        ),
        B("忘れないように。{who}さん、{about}。{feel}", "Not to forget: {who}, {about}. {feel}"),
        B("{about}。{who}さんと指切り。{feel}", "{who} and I shook hands on it: {about}. {feel}"),
        B(
            "手帳に一行、{who}さん、{about}。{feel}",
            "One line in my notebook: {about}, {who}. {feel}",
        ),
        B(
            "{who}さんの誘いにうなずく。{about}。{feel}",
            "{who} asked and I nodded: {about}. {feel}",
        ),
        B(
            "{where}で{who}さんと約束ひとつ、{when}。{feel}",
            "One more promise {where}, {when}, to {who}. {feel}",
        ),
        B(
            "{when}、{who}さんが次の日取りを決めてくれた。{feel}",
            "{who} found us a date, {when} {where}. {feel}",
        ),
        B(
            "また会う約束。{who}さん、{where}で。{feel}",
            "We shall meet again, {who} said {where}. {feel}",
        ),
        B("{who}さんに、うん、と答えた。{about}。{feel}", "Yes, I told {who}: {about}. {feel}"),
        B(
            "楽しみがふえた。{about}、{who}さんと。{feel}",
            "Something to look forward to, {about}, with {who}. {feel}",
        ),
        B(
            "指折り数える。{who}さん、{about}。{feel}",
            "Counting the hours for {who}: {about}. {feel}",
        ),
        B(
            "{where}、{when}、{who}さんと予定を合わせる。{feel}",
            "{who} and I compared our days {where}, {when}. {feel}",
        ),
        B("{who}さんの名を手のひらに書く、{when}。{feel}", "Wrote {who} on my palm {when}. {feel}"),
        B(
            "{when}の{where}、{who}さんと次を決める。{feel}",
            "Next time was settled {where}; {who} chose, {when}. {feel}",
        ),
        B(
            "予定が埋まった。{about}、相手は{who}さん。{feel}",
            "My calendar has {who} in it: {about}. {feel}",
        ),
    ),
    "kept": (
        B(
            "約束どおり、{when}、{where}に{who}さん。{feel}",
            "{who} came, {when}, {where}, as promised. {feel}",
        ),
        B("{where}で待ち合わせ。{who}さんも来た。{feel}", "Met {who} {where} {when}. {feel}"),
        B("{who}さんとの約束を{where}で果たした。{feel}", "Kept my word to {who} {where}. {feel}"),
        B("{who}さん、{where}で手を振っていた。{feel}", "{who} stood waving {where}. {feel}"),
        B(
            "{when}に{where}。待つ間もなく{who}さん。{feel}",
            "Hardly a wait {where}: {who}, {when}. {feel}",
        ),
        B(
            "二人とも来た。{who}さんと{where}、{when}。{feel}",
            "Both of us came {where}, {who} first. {feel}",
        ),
        B(
            "{when}、{who}さんと{where}で落ち合う。{feel}",
            "{who} and I found each other {where}, {when}. {feel}",
        ),
        B(
            "時間どおりの{where}、{who}さんも。{feel}",
            "On time, both: {who} {where}, {when}. {feel}",
        ),
        B(
            "言ったとおりに{where}へ。{who}さんがいた、{when}。{feel}",
            "Went as I had said, {where}; so had {who}. {feel}",
        ),
        B(
            "約束がひとつ片づく。{who}さん、{where}、{when}。{feel}",
            "One promise fewer: {who}, {where}, {when}. {feel}",
        ),
    ),
    "stood_up": (
        B("{where}で待ったが、{who}さんは来なかった。{feel}", "Waited {where}; no {who}. {feel}"),
        B(
            "{when}、{where}。{who}さんの姿はなく。{feel}",
            "{When} {where}, alone, without {who}. {feel}",
        ),
        B(
            "{who}さんを待つ、{where}。来ない。{feel}",
            "{where}, watching the road for {who}. {feel}",
        ),
        B(
            "{when}まで{where}にいた。{who}さんは忘れたらしい。{feel}",
            "{who} must have forgotten {where}. {feel}",
        ),
        B(
            "ひとりの{where}、{when}。{who}さんの約束は流れた。{feel}",
            "So much for {who} and {when} {where}. {feel}",
        ),
        B(
            "{who}さん、どうしたのだろう。{where}、{when}。{feel}",
            "What kept {who}? I stood {where}, {when}. {feel}",
        ),
        B(
            "{where}で時計を何度も見た。{who}さんは現れず。{feel}",
            "No sign of {who} {where}, {when}. {feel}",
        ),
        B(
            "約束の{where}に、わたしだけ。{who}さんはどこに。{feel}",
            "Only I kept to it: {where}, {when}, not {who}. {feel}",
        ),
    ),
    "forgot": (
        B(
            "{who}さんとの約束に行けなかった。{when}、{where}のはずだった。{feel}",
            "Failed {who}: {when}, {where}, and I was elsewhere. {feel}",
        ),
        B(
            "{where}に行くはずが。{who}さん、ごめん。{feel}",
            "Should have been {where} for {who}. {feel}",
        ),
        B(
            "{who}さんを待たせてしまった、{where}で。{feel}",
            "{who} waited {where} for nobody. {feel}",
        ),
        B(
            "気づけば約束の時刻。{who}さんは{where}にいたはず。{feel}",
            "Too late for {who} {where}; the hour was gone. {feel}",
        ),
        B(
            "{who}さんに合わせる顔がない。{where}、{when}。{feel}",
            "How do I face {who} now? {where}, {when}. {feel}",
        ),
        B(
            "{when}、{where}へ行けずじまい。{who}さんに悪いことをした。{feel}",
            "I owed {who} an hour {where}, {when}. {feel}",
        ),
        B("{who}さんとの{where}を逃した。{feel}", "Missed {who} and {place} both. {feel}"),
        B(
            "頭から抜けていた、{who}さんとの約束。{where}、{when}。{feel}",
            "It slipped my mind: {who}, {where}, {when}. {feel}",
        ),
    ),
    "quarrelled": (
        B(
            "{when}、{where}で{who}さんと言い合い。{feel}",
            "{When}, {where}: words with {who}. {feel}",
        ),
        B(
            "{who}さんと気まずく。{where}を{when}に出た。{feel}",
            "{who} and I fell out {where}, {when}. {feel}",
        ),
        B(
            "{who}さんと、らしくない言葉を交わす。{where}。{feel}",
            "Sharp words {where}; {who} left first. {feel}",
        ),
        B(
            "つい言いすぎた、{who}さんに。{when}、{where}。{feel}",
            "I said too much to {who}, {when} {where}. {feel}",
        ),
        B(
            "{where}の空気が重い。{who}さんは黙ったまま。{feel}",
            "A cold silence {where} between {who} and me. {feel}",
        ),
        B(
            "{who}さんと目を合わせない{when}、{where}。{feel}",
            "{who} and I looked past each other {where}, {when}. {feel}",
        ),
        B(
            "ささいなことで{who}さんともめる。{where}、{when}。{feel}",
            "A small thing grew big {where}: {who} and I. {feel}",
        ),
        B(
            "{where}で声が大きくなった。相手は{who}さん。{feel}",
            "Voices rose {where}, {when}; mine and that of {who}. {feel}",
        ),
    ),
    "made_up": (
        B(
            "{who}さんと{where}で仲直り、{when}。{feel}",
            "Peace with {who}, {where}, {when}. {feel}",
        ),
        B(
            "{when}、{who}さんに謝れた。{where}。{feel}",
            "{When} I told {who} sorry {where}. {feel}",
        ),
        B(
            "{who}さんが先に笑った。{where}、{when}。{feel}",
            "{who} smiled first, {where}, {when}. {feel}",
        ),
        B(
            "もとどおり、{who}さんと。{where}にて。{feel}",
            "{who} and I are as before, since {where}. {feel}",
        ),
        B(
            "握手をした。{who}さん、{where}、{when}。{feel}",
            "A handshake {where}, and {who} is a friend again. {feel}",
        ),
        B(
            "{who}さんとのわだかまりが解けた、{where}。{feel}",
            "The knot with {who} came undone {where}. {feel}",
        ),
        B(
            "{when}の{where}で、ごめん、と{who}さんに。{feel}",
            "Sorry, I said; fine, said {who}, {where}, {when}. {feel}",
        ),
        B(
            "また並んで歩ける、{who}さんと。{where}、{when}。{feel}",
            "Side by side again with {who}, {when}, {where}. {feel}",
        ),
    ),
    "gave": (
        B(
            "{who}さんと{about}。{where}、{when}。{feel}",
            "{about}, between {who} and me, {where}. {feel}",
        ),
        B(
            "{when}、{about}が{who}さんとの間を行き来。{feel}",
            "{When} {where}: {about}, and {who} smiling. {feel}",
        ),
        B(
            "{about}。{who}さんの顔がほころぶ、{where}。{feel}",
            "{where}, {when}: {about}, wrapped for a friend, {who}. {feel}",
        ),
        B(
            "{where}で包みがひとつ、{who}さんと。中身は{about}。{feel}",
            "A small parcel {where} with {who}; inside, {about}. {feel}",
        ),
        B(
            "贈り物の日。{who}さん、{about}、{where}。{feel}",
            "A day for gifts: {who}, {where}, {about}. {feel}",
        ),
        B(
            "包みを開けば{about}。{who}さんと{where}。{feel}",
            "Under the paper {about}; {who}, {where}. {feel}",
        ),
        B(
            "{when}、{about}のやりとり、{who}さんと。{feel}",
            "{about} changed hands {when}: {who} and I. {feel}",
        ),
        B(
            "手から手へ、{about}。{where}の{who}さん。{feel}",
            "From hand to hand {where}: {about}; with {who}. {feel}",
        ),
        B(
            "{about}ひとつで明るい{where}。{who}さん、{when}。{feel}",
            "{about} lit up {when} for {who} and me. {feel}",
        ),
        B(
            "何でもない日に{about}。{who}さん、{where}。{feel}",
            "No birthday, yet {about}. {who}, {where}. {feel}",
        ),
    ),
    "met": (
        B(
            "{when}、{where}で{who}さんとすれ違う。{feel}",
            "{When} {who} crossed my way {where}. {feel}",
        ),
        B("{who}さんを{where}で見かけた、{when}。{feel}", "Saw {who} {where}, {when}. {feel}"),
        B(
            "{where}に{who}さん。{when}のこと。{feel}",
            "{who}, of all people, {where}, {when}. {feel}",
        ),
        B(
            "{when}、{who}さんの後ろ姿が{where}に。{feel}",
            "{who} from behind, {where}, {when}. {feel}",
        ),
        B("会釈だけ、{who}さんと。{where}。{feel}", "Just a nod to {who} {where}. {feel}"),
        B(
            "{where}、{when}、見覚えのある{who}さん。{feel}",
            "A known face {where}: {who}, {when}. {feel}",
        ),
        B(
            "{who}さんも{where}にいた。{when}。{feel}",
            "{who} was about {where} too, {when}. {feel}",
        ),
        B(
            "{where}の向こうに{who}さん、{when}。{feel}",
            "Across {place} I made out {who}, {when}. {feel}",
        ),
        B("{who}さんに手を振る。{where}、{when}。{feel}", "Waved to {who} {where}, {when}. {feel}"),
        B("行きあったのは{who}さん、{where}。{feel}", "Who but {who} {where}, {when}. {feel}"),
        B(
            "{who}さん、{when}に{where}で、つかの間。{feel}",
            "{who}, briefly, {when} {where}. {feel}",
        ),
        B(
            "道が重なる。{who}さんと{where}、{when}。{feel}",
            "Our ways met {where}, {who} and I, {when}. {feel}",
        ),
    ),
    "worked": (
        B(
            "{where}で{minutes}分働く。{when}から。{feel}",
            "{minutes} minutes at work {where}, {when} on. {feel}",
        ),
        B(
            "{when}、{where}の仕事。{minutes}分、{money}円。{feel}",
            "{When} work {where}: {money} yen richer. {feel}",
        ),
        B(
            "{money}円分の働き、{where}にて。{when}開始。{feel}",
            "Earned {money} yen {where}, {minutes} minutes. {feel}",
        ),
        B(
            "仕事は{when}から{minutes}分。{where}。{feel}",
            "Work began {when} {where}, {minutes} minutes. {feel}",
        ),
        B(
            "{where}の持ち場に{when}。{minutes}分。{feel}",
            "On my feet {where}, {when}; {minutes} minutes. {feel}",
        ),
        B(
            "財布に{money}円。{where}で{when}から。{feel}",
            "{money} more in my purse, thanks to hours {where}. {feel}",
        ),
        B(
            "{when}から{where}。{minutes}分で{money}円。{feel}",
            "{where} from {clock}: {minutes} minutes, {money} yen. {feel}",
        ),
        B("袖をまくって{where}へ、{when}。{feel}", "Sleeves up {where}, {when}. {feel}"),
        B(
            "{where}で手を動かす、{money}円ぶん。{feel}",
            "Hands busy {where} for {money} yen. {feel}",
        ),
    ),
    "ate": (
        B(
            "{where}で食事、{money}円。{when}。{feel}",
            "A meal {where}, {money} yen, {when}. {feel}",
        ),
        B("{when}のごはんは{where}。{feel}", "{When} I ate {where}. {feel}"),
        B(
            "お腹をすかせて{where}へ、{when}。{money}円。{feel}",
            "Hungry, so {where} {when}: {money} yen. {feel}",
        ),
        B(
            "{where}の席、{when}、{minutes}分。{feel}",
            "{minutes} minutes over food {where}, {when}. {feel}",
        ),
        B("{when}、{where}の湯気の前。{feel}", "Steam from a bowl {where}, {when}. {feel}"),
        B("{money}円で満腹、{where}。{feel}", "Full for {money} yen, {where}. {feel}"),
        B("いただきますは{where}で、{when}。{feel}", "Table for one {where}, {when}. {feel}"),
        B("{where}に席をひとつもらう、{when}。{feel}", "One seat for me {where}, {when}. {feel}"),
        B(
            "{minutes}分かけて味わう、{where}。{feel}",
            "Ate slowly {where}, {minutes} minutes. {feel}",
        ),
        B(
            "{when}、{where}で皿を空にする。{money}円。{feel}",
            "An empty plate {where}, {when}, {money} yen. {feel}",
        ),
        B(
            "ごちそうさま、{where}。{money}円を置いて出る。{feel}",
            "Left {money} yen {where} and walked out fed. {feel}",
        ),
    ),
    "soaked": (
        B(
            "{where}の湯に{minutes}分、{when}。{feel}",
            "{minutes} minutes in hot water {where}, {when}. {feel}",
        ),
        B(
            "{when}、{where}で汗を流す。{money}円。{feel}",
            "{When}: soap and steam {where}, {money} yen. {feel}",
        ),
        B(
            "{where}、{money}円の湯。{when}。{feel}",
            "{money} yen well soaked {where}, {when}. {feel}",
        ),
        B(
            "肩まで{minutes}分。{where}、{when}。{feel}",
            "Up to my shoulders {where}, {minutes} minutes. {feel}",
        ),
        B(
            "{where}の湯気に包まれる、{when}。{feel}",
            "{when} the steam closed over me {where}. {feel}",
        ),
        B(
            "湯上がりの{where}。{money}円、{when}。{feel}",
            "Pink and warm {where}, {when}, {money} yen. {feel}",
        ),
        B(
            "{when}、のぼせる手前まで{where}。{feel}",
            "I stayed in {where} till my fingers wrinkled. {feel}",
        ),
        B("{where}で{when}、ふう、と声が出る。{feel}", "A long breath out {where}, {when}. {feel}"),
        B(
            "あたたまった、{where}、{minutes}分。{feel}",
            "Warm through after {minutes} minutes {where}. {feel}",
        ),
        B(
            "{money}円、湯けむり、{where}。{when}。{feel}",
            "{money} yen, steam, {place}, {when}. {feel}",
        ),
    ),
    "saw": (
        B(
            "{when}、{where}まで歩く。{weather}。{feel}",
            "{When} on foot: {where}, {weather}. {feel}",
        ),
        B("{where}は{weather}。{when}に着いた。{feel}", "{where} {when}, {weather}. {feel}"),
        B(
            "足は{where}へ。{when}、{weather}。{feel}",
            "My feet chose {where} {when}. {weather}. {feel}",
        ),
        B(
            "{weather}のなか、{where}へ寄り道。{when}。{feel}",
            "A detour {when}: {place}, {weather}. {feel}",
        ),
        B(
            "{when}、あてもなく{where}。{weather}。{feel}",
            "{weather}, no errand, and {place} {when}. {feel}",
        ),
        B("角を曲がると{where}だった、{when}。{feel}", "Round a corner, {place}, {when}. {feel}"),
        B("{where}が見たくなった、{when}。{feel}", "Wanted a look at {place}, {when}. {feel}"),
        B(
            "{when}、{where}に出てみる。{weather}。{feel}",
            "Out to {place} {when}; {weather}. {feel}",
        ),
        B("道なりに行けば{where}、{weather}。{feel}", "The road led to {place}, {weather}. {feel}"),
    ),
    "rested": (
        B(
            "{where}で{minutes}分ぼんやり、{when}。{feel}",
            "{minutes} idle minutes {where}, {when}. {feel}",
        ),
        B(
            "{when}、{where}に腰かける。{weather}。{feel}",
            "{When} I sat {where}; {weather}. {feel}",
        ),
        B(
            "何もしない{minutes}分。{where}、{when}。{feel}",
            "Nothing at all {where} {when}, {minutes} minutes. {feel}",
        ),
        B(
            "{weather}を眺める。{where}、{minutes}分。{feel}",
            "{minutes} minutes of {weather} to look at, {where}. {feel}",
        ),
        B("ひと休みは{where}、{when}。{feel}", "A pause {where} {when}. {feel}"),
        B("{where}で目をつぶる、{when}。{feel}", "Eyes shut {where}, {when}. {feel}"),
        B("{where}で{minutes}分、手を止める。{feel}", "Let {minutes} minutes pass {where}. {feel}"),
        B("{when}、{where}の音を聞いていた。{feel}", "Listened to {place}, {when}. {feel}"),
        B("急がない{when}、{where}。{feel}", "{place}, {when}, and no plan. {feel}"),
    ),
    "hurried": (
        B("{when}、あわてて{where}へ駆け込む。{feel}", "{When} a dash to {place}. {feel}"),
        B(
            "{where}がなかったらと思うと。{when}。{feel}",
            "Thank heaven for {place}, {when}. {feel}",
        ),
        B("{when}は{where}まで小走り。{feel}", "Half running to {place}, {when}. {feel}"),
        B("間に合った、{where}。{when}。{feel}", "Just in time: {place}, {when}. {feel}"),
        B("こらえて{where}まで、{when}。{feel}", "Held on as far as {place}, {when}. {feel}"),
        B("話は後、まず{where}。{when}。{feel}", "First {place}, then the rest, {when}. {feel}"),
        B(
            "{where}の戸を急いで開ける、{when}。{feel}",
            "The door of {place} came just soon enough. {feel}",
        ),
        B("近くに{where}。助かった、{when}。{feel}", "Saved by {place}, {when}. {feel}"),
    ),
    "stayed_out": (
        B("夜は{where}に泊まる、{money}円。{feel}", "The night {where}, {money} yen. {feel}"),
        B("{where}の布団、{when}から。{feel}", "Slept {where} from {clock}. {feel}"),
        B(
            "今夜の天井は{where}、{money}円。{feel}",
            "Another ceiling tonight: {place}, {money} yen. {feel}",
        ),
        B("荷をほどいて{where}、{when}。{feel}", "Shoes off {where}, {when}. {feel}"),
        B(
            "{where}の窓から町の灯。{money}円の夜。{feel}",
            "Town lights from a window {where}. {feel}",
        ),
        B(
            "{where}に宿を取る。{money}円、{when}。{feel}",
            "Took a room {where}, {when}: {money} yen. {feel}",
        ),
        B("家には帰らず、{where}。{feel}", "Not home but {where}, {when}. {feel}"),
        B("{when}、よその枕。{where}。{feel}", "A strange pillow {when}, {where}. {feel}"),
        B("{money}円で買った眠り、{where}。{feel}", "{money} yen worth of sleep {where}. {feel}"),
        B(
            "{where}の鍵を受け取る、{when}。{feel}",
            "My key for tonight: {place}, {money} yen. {feel}",
        ),
        B(
            "戸を閉めて{where}、{when}。旅の人の気分。{feel}",
            "Like a traveller {where}, {when}. {feel}",
        ),
    ),
    "injected": (
        B("{when}のこと。{about}{feel}", "{When}: {about} {feel}"),
        B("{where}にて。{about}", "{where}. {about}"),
        B("{about}{when}、{where}。{feel}", "{about} That was {when}, {where}. {feel}"),
        B("今日の大事件、{when}。{about}", "News of the day, {when}. {about} {feel}"),
        B("{when}、{where}でのこと。{about}{feel}", "{When} {where}, this: {about} {feel}"),
        B("忘れずに書く。{about}{feel}", "To remember: {about} {feel}"),
    ),
    "story": (
        B("{about}{feel}", "{about} {feel}"),
        B("書いておく。{about}", "For the record: {about} {feel}"),
        B("これで一件落着。{about}{feel}", "So that is how it ended. {about} {feel}"),
        B("思えば長い話。{about}", "A story with a beginning: {about}"),
        B("糸がつながった。{about}{feel}", "The threads came together. {about} {feel}"),
        B("あの続き。{about}{feel}", "The rest of it: {about} {feel}"),
    ),
    "episode": (
        B("{where}、{when}。{about}", "{When}, {where}: {about}"),
        B("{when}のこと。{about}{feel}", "{When}. {about} {feel}"),
        B("{where}で。{about}{feel}", "{where}. {about} {feel}"),
        B("ひとつ覚え書き、{when}。{about}", "A note from {when}. {about}"),
        B("そういえば{when}。{about}{feel}", "By the way, {when}: {about} {feel}"),
    ),
}
WHEN: Final[Mapping[str, tuple[Bilingual, ...]]] = {
    "night": (
        B("夜更け", "deep in the night"),
        B("真夜中すぎ", "past midnight"),
        B("{clock}、まだ暗い頃", "still dark at {clock}"),
        B("夜のいちばん深い頃", "in the small hours"),
        B("町の眠る{clock}", "with the town asleep at {clock}"),
    ),
    "morning": (
        B("朝", "in the morning"),
        B("朝の{clock}", "early at {clock}"),
        B("目が覚めてすぐ", "soon after waking"),
        B("{clock}", "at {clock}"),
        B("朝のうち", "before noon"),
        B("朝いちばん", "first thing"),
        B("朝の{clock}すぎ", "past {clock} already"),
        B("午前", "this morning"),
    ),
    "day": (
        B("昼", "around noon"),
        B("{clock}ごろ", "about {clock}"),
        B("日の高いうち", "in full daylight"),
        B("{clock}", "at {clock}"),
        B("午後", "this afternoon"),
        B("昼どき", "at midday"),
        B("{clock}を少しすぎた頃", "just past {clock}"),
        B("昼下がり", "in the long afternoon"),
    ),
    "evening": (
        B("夕方", "toward evening"),
        B("{clock}", "at {clock}"),
        B("日暮れどき", "at dusk"),
        B("夕方の{clock}", "around {clock}"),
        B("灯りがつく頃", "as lamps came on"),
        B("夕暮れ", "at nightfall"),
        B("日の傾く頃", "as the day leaned"),
        B("夕方{clock}ごろ", "at {clock} that evening"),
    ),
    "late": (
        B("夜", "at night"),
        B("{clock}", "at {clock}"),
        B("夜遅く", "well after dark"),
        B("{clock}すぎ", "after {clock}"),
        B("星の下", "under stars"),
        B("夜の{clock}", "at {clock} tonight"),
        B("一日の終わり", "last thing"),
        B("今夜", "tonight"),
    ),
}
FEEL: Final[Mapping[str, tuple[Bilingual, ...]]] = {
    "high": (
        B("足どりが軽い。", "Light steps."),
        B("いい日だ。", "A good day."),
        B("思わず鼻歌。", "I hummed."),
        B("胸が明るい。", "Bright inside."),
        B("笑ってばかり。", "So much laughing."),
        B("上々。", "Splendid."),
        B("満ち足りた。", "Content."),
        B("また行こう。", "Again, soon."),
        B("風まで甘い。", "Even the wind was sweet."),
        B("心がほどけた。", "Something loosened."),
        B("言うことなし。", "Nothing to add."),
        B("得をした気分。", "A small win."),
        B("声がはずむ。", "My voice ran ahead of me."),
        B("顔がゆるむ。", "I could not stop smiling."),
        B("今日は当たり。", "A lucky one."),
        B("足が踊る。", "My feet wanted to dance."),
        B("日記に書きたくなった。", "That one goes in here."),
        B("空が高い。", "A high sky."),
        B("いい匂いがした。", "It smelled good."),
        B("いつまでも続けばいい。", "It could have gone on."),
        B("ほっとした。", "A relief."),
        B("得意な気分。", "Proud."),
        B("眠るのが惜しい。", "Too good for sleep."),
        B("背すじが伸びる。", "I stood taller."),
        B("うれしい誤算。", "Better than planned."),
        B("口笛を吹いた。", "I whistled."),
        B("世界が近い。", "Everything felt near."),
        B("ごきげん。", "Cheerful."),
        B("身が軽い。", "Featherlight."),
        B("しみじみ。", "Deeply good."),
        B("ゆたかな時間。", "Rich hours."),
        B("はなまる。", "Full marks."),
    ),
    "even": (
        B("ふつうの日。", "Ordinary."),
        B("悪くない。", "Not bad."),
        B("そんなものだ。", "So it goes."),
        B("静かだった。", "Quiet."),
        B("まずまず。", "Fair enough."),
        B("少し眠い。", "A bit drowsy."),
        B("覚えておこう。", "Worth keeping."),
        B("淡々と。", "Steady."),
        B("空を見ていた。", "I watched the sky."),
        B("ゆっくりでいい。", "No hurry."),
        B("ひと息。", "A breath."),
        B("いつもの顔。", "Same as ever."),
        B("急ぐ用もない。", "Nothing pressing."),
        B("時計ばかり見た。", "I kept looking at the clock."),
        B("ほどほど。", "Middling."),
        B("考えごとをしていた。", "I was lost in thought."),
        B("特になし。", "Nothing special."),
        B("手がふさがっていた。", "My hands were full."),
        B("可もなく不可もなく。", "Neither here nor there."),
        B("まあ、いいか。", "Fine, then."),
        B("落ち着いている。", "Calm."),
        B("のんびり。", "Easygoing."),
        B("少し考えた。", "I wondered a little."),
        B("ぼちぼち。", "Getting along."),
        B("いつもどおり。", "As usual."),
        B("肩の力を抜く。", "Shoulders loose."),
        B("深呼吸。", "Deep breath."),
        B("変わりなし。", "No change."),
        B("うなずいておく。", "A nod to that."),
    ),
    "low": (
        B("気が重い。", "Heavy."),
        B("ため息ひとつ。", "One sigh."),
        B("早く寝たい。", "Bed, please."),
        B("うまくいかない。", "Not my day."),
        B("雨みたいな心。", "Rain inside."),
        B("少しさびしい。", "A little lonely."),
        B("明日に期待。", "Tomorrow, then."),
        B("しょんぼり。", "Downcast."),
        B("肩が落ちる。", "My shoulders sank."),
        B("あまり話したくない。", "I would rather not talk."),
        B("甘いものがほしい。", "Something sweet would help."),
        B("ついていない。", "No luck."),
        B("足が重い。", "Leaden feet."),
        B("ひとりになりたい。", "Alone, please."),
        B("くたびれた。", "Worn out."),
        B("元気が出ない。", "No spark."),
        B("なんだか寒い。", "Somehow cold."),
        B("言葉が出ない。", "No words."),
        B("うつむいて歩く。", "Eyes down."),
        B("泣きそうだ。", "Close to tears."),
        B("そっとしておいて。", "Leave me be."),
        B("晴れない。", "Grey inside."),
    ),
}
EVENTS_OF: Final = (
    "stayed_out",
    "quarrelled",
    "made_up",
    "kept",
    "stood_up",
    "forgot",
    "promised",
    "gave",
)
"""Kinds that a page never leaves out."""

WITHOUT_WEATHER: Final[Mapping[str, tuple[Bilingual, ...]]] = {
    "saw": (
        B("{when}、ふらりと{where}へ。{feel}", "{When} I drifted off: {place}. {feel}"),
        B("気づけば{where}にいた、{when}。{feel}", "I found myself {where} {when}. {feel}"),
        B("{where}まで遠回り、{when}。{feel}", "The long way round: {place}, {when}. {feel}"),
        B("{when}の散歩、行き先は{where}。{feel}", "A walk {when}, as far as {place}. {feel}"),
    ),
}
"""Wordings beside the others where the weather is not known, and those that name it fall away."""
