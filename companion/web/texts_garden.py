"""Texts of the page of the garden, in both languages."""

from companion.words.language import Bilingual

GARDEN_TEXT: dict[str, Bilingual] = {
    key: Bilingual(ja, en)
    for key, ja, en in (
        ("garden", "庭", "Garden"),
        (
            "garden.about",
            "わたし自身の小さな暮らしです。家のことや、家の人のことではありません。",
            "My own small life. It is nothing of this home and nothing of its people.",
        ),
        ("garden.open", "庭を見る", "Open the garden"),
        (
            "garden.empty",
            "庭の暮らしはまだ始まっていません。始まると、町と一日がここに出ます。",
            "Life in the garden has not begun. Once it does, its town and its day are shown here.",
        ),
        ("garden.weather", "天気", "weather"),
        ("garden.town", "町", "The town"),
        ("garden.picture", "町の絵: 誰がどこにいるか", "Picture of the town: who is where"),
        ("garden.nobody", "誰もいない", "nobody"),
        ("garden.today", "今日の行動", "Today"),
        (
            "garden.today.empty",
            "今日はまだ何もしていません。",
            "Nothing done yet today; each action is listed here when it ends.",
        ),
        ("garden.minutes", "{n}分", "{n} min"),
        ("garden.plan", "今日の予定", "Plan of the day"),
        ("garden.plan.empty", "予定は朝に立てます。", "The plan is made in the morning."),
        ("garden.plan.done", "済み", "done"),
        ("garden.plan.changed", "変更", "changed"),
        ("garden.needs", "調子", "How I am"),
        ("garden.stat.bladder", "トイレ", "toilet"),
        ("garden.stat.energy", "元気", "energy"),
        ("garden.stat.satiety", "満腹", "satiety"),
        ("garden.stat.hygiene", "清潔", "hygiene"),
        ("garden.stat.mood", "気分", "mood"),
        ("garden.money", "お金 {n}円", "money {n} yen"),
        ("garden.people", "町の人", "People of the town"),
        ("garden.affinity", "親しさ {n}", "closeness {n}"),
        ("garden.quarrelled", "けんか中", "at odds"),
        ("garden.promise", "約束", "promise"),
        ("garden.stories", "物語", "Stories"),
        ("garden.stories.open", "まだ続いている物語", "Still open"),
        ("garden.stories.told", "結末のついた物語", "Come to their end"),
        ("garden.stories.empty", "まだ物語はありません。", "No stories yet."),
        ("garden.diary", "日記", "Diary"),
        (
            "garden.diary.empty",
            "一日が終わると、日記が一ページ増えます。",
            "When a day ends a page is added.",
        ),
        ("garden.action.eat", "食事", "eats"),
        ("garden.action.sleep", "睡眠", "sleeps"),
        ("garden.action.toilet", "トイレ", "toilet"),
        ("garden.action.work", "仕事", "works"),
        ("garden.action.bathe", "入浴", "bathes"),
        ("garden.action.talk", "おしゃべり", "talks"),
        ("garden.action.rest", "休憩", "rests"),
        ("garden.action.move", "移動", "walks"),
        ("garden.action.thinking", "考え中", "thinks"),
        ("garden.action.idle", "のんびり", "idles"),
    )
}
