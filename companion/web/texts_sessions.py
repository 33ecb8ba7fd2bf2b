"""Texts of logging in and of the list of sessions, in both languages."""

from companion.words.language import Bilingual

SESSIONS_TEXT: dict[str, Bilingual] = {
    key: Bilingual(ja, en)
    for key, ja, en in (
        ("pair.show", "パスワードなしで入れるコードを出す", "Show a code that logs a phone in"),
        (
            "pair.about",
            "3分間、1台に1回だけ使えます。ほかの人に見せないでください。",
            "It works once, for 3 minutes. Show it to nobody else.",
        ),
        ("pair.code", "ログイン用のQRコード", "QR code that logs a phone in"),
        ("pair.until", "残り{s}秒", "{s} s left"),
        (
            "pair.over",
            "コードの期限が切れました。もう一度出せます。",
            "The code has expired; ask for another.",
        ),
        ("pair.title", "この端末でログイン", "Log in on this device"),
        (
            "pair.here",
            "読み取ったコードで、パスワードなしでログインします。",
            "The scanned code logs this device in, without the password.",
        ),
        ("pair.password", "パスワードでログインする", "Use the password instead"),
        ("pair.use", "ログインする", "Log in"),
        (
            "pair.wrong",
            "このコードは使えません。期限切れか、使用済みです。新しいコードを出してください。",
            "This code is no longer good: it was used, or is too old. Show a new one.",
        ),
        (
            "pair.wait",
            "回数が多すぎます。少し待ってください。",
            "Too many tries. Wait a moment.",
        ),
        ("sessions", "ログイン中の端末", "Logged-in devices"),
        (
            "sessions.about",
            "見覚えのない端末があれば、ログアウトさせてから、パスワードを変えてください。",
            "A device nobody recognises: log it out, then change the password.",
        ),
        ("sessions.empty", "ログインしている端末はありません。", "No device is logged in."),
        ("sessions.this", "この端末", "This device"),
        ("sessions.unknown", "種類のわからないブラウザ", "Unknown browser"),
        ("sessions.since", "ログイン", "Logged in"),
        ("sessions.seen", "最後に使用", "Last used"),
        ("sessions.end", "ログアウトさせる", "Log it out"),
        ("sessions.ended", "ログアウトさせました", "It is logged out"),
        ("sessions.end_others", "ほかの端末をすべてログアウト", "Log out all others"),
        ("sessions.ended_others", "ほかの端末をログアウトさせました", "All others are logged out"),
        (
            "password.wait",
            "回数が多すぎます。{wait}後にもう一度。前にログインした端末と、この機械そのものからは、"
            "すぐに試せます",
            "Too many tries. Try again in {wait}. Devices that logged in before, and the machine "
            "itself, may try at once",
        ),
        ("wait.s", "{n}秒", "{n} s"),
        ("wait.min", "{n}分", "{n} min"),
    )
}
