"""Texts of the page that erases, in both languages."""

from companion.words.language import Bilingual

ERASE_TEXT: dict[str, Bilingual] = {
    key: Bilingual(ja, en)
    for key, ja, en in (
        ("part.speaker", "声(スピーカー)", "Speaker"),
        ("part.drive", "台車", "Wheeled base"),
        ("erase", "記録を消す", "Erase from the log"),
        ("erase.this", "この記録を消す…", "Erase this…"),
        ("erase.open", "記録を消す…", "Erase from the log…"),
        (
            "erase.about",
            "名前や言葉、日付で探せます。見つかった記録と、それを引用した記録の中身が消えます。",
            "Search by a name, a word or a date. The content of what is found is erased,"
            " and of whatever quotes it.",
        ),
        ("erase.text", "この言葉を含む記録", "Entries with these words"),
        ("erase.since", "この日から", "From this day"),
        ("erase.until", "この日まで", "Up to this day"),
        ("erase.look", "探す", "Search"),
        (
            "erase.none",
            "中身のある記録は見つかりませんでした。",
            "No entry that still has content.",
        ),
        (
            "erase.nothing",
            "探す言葉か日付を入れてください。",
            "Enter a word or a date to search for.",
        ),
        ("erase.found", "見つかった記録", "What was found"),
        ("erase.more", "ほか{n}件", "and {n} more"),
        ("erase.goes", "消えるもの", "What is erased"),
        (
            "erase.goes.content",
            "見つかった{n}件の中身: 言葉、見たもの、考え、結果",
            "the content of what was found ({n}): words, what was seen, thoughts, results",
        ),
        (
            "erase.goes.voice",
            "覚えた声の特徴:",
            "what is known of the voice of",
        ),
        (
            "erase.goes.quoting",
            "それを引用している記録{n}件の中身",
            "the content of whatever quotes it ({n})",
        ),
        (
            "erase.goes.memory",
            "そこから覚えたこと、それについての問い",
            "what was remembered from it, and questions about it",
        ),
        (
            "erase.goes.copies",
            "この機械が自動で取ったバックアップと、言語モデルの下読み。モデルは読み込み直します(一分ほど)",
            "automatic backups on this machine and what the model has read ahead; the model is "
            "loaded anew (about a minute)",
        ),
        ("erase.stays", "残るもの", "What is kept"),
        (
            "erase.stays.fact",
            "何かがあったこと、その時刻と種類。記録のつながりはそのまま確かめられます",
            "that something happened, when, and of which kind; the record still verifies"
            " as a whole",
        ),
        ("erase.stays.line", "消したことを示す一行", "one line saying that it was erased"),
        (
            "erase.stays.copies",
            "手で作ったバックアップや、ほかの機械に置いた写し。これは手で消してください",
            "backups made by hand and copies on other machines: erase those by hand",
        ),
        ("erase.sure", "元に戻せません。消しますか。", "This cannot be undone. Erase it for good?"),
        ("erase.yes", "消す", "Erase"),
        ("erase.no", "やめる", "Cancel"),
        ("erase.doing", "消しています…", "Erasing…"),
        ("erased", "中身は消してあります", "Its content was erased"),
        (
            "erased.line",
            "{n}件の記録の中身を消しました",
            "The content of {n} entries was erased",
        ),
        (
            "erased.line.one",
            "1件の記録の中身を消しました",
            "The content of one entry was erased",
        ),
    )
}
