"""Texts of logging in and of the list of sessions, in both languages."""

from companion.words.language import Bilingual

SESSIONS_TEXT: dict[str, Bilingual] = {
    key: Bilingual(ja, en)
    for key, ja, en in (
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
