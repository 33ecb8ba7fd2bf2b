"""Texts of the page of memory, in both languages."""

from companion.words.language import Bilingual

MEMORY_TEXT: dict[str, Bilingual] = {
    key: Bilingual(ja, en)
    for key, ja, en in (
        ("memory", "記憶", "Memory"),
        (
            "memory.about",
            "家の人がはっきり言ったことです。どの言葉から覚えたかは、記録で確かめられます。",
            "What people of this home said plainly. The log has the words it comes from.",
        ),
        ("memory.open", "記憶を見る", "Open memory"),
        ("memory.words", "記憶から探す", "Look in memory for"),
        ("memory.find", "探す", "Search"),
        ("memory.all_again", "すべて見る", "Show everything"),
        (
            "memory.empty",
            "まだ何も聞いていません。「母はピーナッツアレルギーなんだ」のようにはっきり言うと、ここに並びます。",
            "Nothing was told yet. Say something plainly, such as “my mother is allergic to"
            " peanuts”, and it is listed here.",
        ),
        (
            "memory.none_found",
            "その言葉は、聞いたことの中にありません。",
            "Nothing that was told holds these words.",
        ),
        ("memory.household", "この家", "The household"),
        ("memory.somebody", "家の人", "somebody of this home"),
        ("memory.line", "記録を見る", "In the log"),
        ("memory.until", "{day}まで", "until {day}"),
        ("memory.over", "今はちがうこと", "No longer so"),
        ("memory.standing.candidate", "未確認の好み", "Preference, not confirmed"),
        ("memory.standing.confirmed", "確かめた好み", "Preference, confirmed"),
        ("memory.standing.revoked", "取り消した好み", "Preference, taken back"),
        ("memory.confirm", "そのとおり", "That is right"),
        ("memory.confirmed", "確かめました", "Confirmed"),
        ("memory.revoke", "取り消す", "Take it back"),
        ("memory.revoked", "取り消しました", "Taken back"),
        ("memory.correct", "直す…", "Correct…"),
        ("memory.right", "正しい文に書き直してください", "Change it to the right sentence"),
        ("memory.correct.yes", "覚え直す", "Put it right"),
        ("memory.forget", "忘れる…", "Forget…"),
        (
            "memory.forget.sure",
            "同じ文で言ったことと、同じことを言ったほかの言葉も忘れ、二度と思い出しません。"
            "記録の一行は残ります。元に戻せません。",
            "Whatever was said in the same sentence goes too, and every other telling of the"
            " same; it does not come back. The line in the log is kept. This cannot be undone.",
        ),
        ("memory.forget.yes", "忘れる", "Forget it"),
        ("memory.forgotten", "忘れました", "Forgotten"),
        ("memory.said", "ほかに話したこと", "Also said"),
        ("feedback", "手応えから分かったこと", "Signs of the household"),
        (
            "feedback.about",
            "取り消したこと、自分の手でしたこと、はい・いいえから分かったことです。"
            "自分からすることに少しだけ効き、日がたつと薄れます。",
            "From what was undone, done by hand, or answered yes or no. It counts a little in"
            " acts of my own accord, and fades with the days.",
        ),
        ("feedback.for", "少し、するほうに", "A little for it"),
        ("feedback.against", "少し、しないほうに", "A little against it"),
        ("feedback.forget", "これを忘れる", "Forget this"),
        ("memory.of_line", "ここから覚えたこと", "Remembered of it"),
    )
}
