"""Texts of the scenes to play, in both languages."""

from companion.words.language import Bilingual

SCENES_TEXT: dict[str, Bilingual] = {
    key: Bilingual(ja, en)
    for key, ja, en in (
        ("scenes", "場面", "Scenes"),
        (
            "scenes.about",
            "小さな芝居を、見たり演じたりできます。演じたことは、家の事実にも記憶にもなりません。",
            "Little plays to watch or to play a role in; no fact of the home, and no memory.",
        ),
        ("scenes.open", "場面を見る", "Open scenes"),
        ("scene.play", "この場面へ", "Go to this scene"),
        ("scene.roles", "役", "Roles"),
        ("scene.stage", "舞台", "Stage"),
        ("scene.people", "登場人物", "Characters"),
        ("scene.things", "あるもの", "Things"),
        ("scene.tension.Low", "緊張: 低い", "tension: low"),
        ("scene.tension.Medium", "緊張: 中くらい", "tension: medium"),
        ("scene.tension.High", "緊張: 高い", "tension: high"),
        ("scene.watch", "見るだけ", "Only watch"),
        ("scene.role", "演じる役", "Role to play"),
        ("scene.whose", "次の番:", "Next:"),
        ("scene.line", "台詞", "Line"),
        ("scene.act", "行動", "Act"),
        ("scene.no_act", "行動しない", "No act"),
        ("scene.turn", "演じる", "Play this turn"),
        ("scene.next", "次の一手", "Next turn"),
        ("scene.again", "初めから", "Begin anew"),
        ("scene.begun", "初めに戻しました", "It begins anew"),
        ("scene.turns", "これまで", "So far"),
        ("scene.turns.none", "まだ何も起きていません。", "Nothing has happened yet."),
        ("scene.stories", "見つかった物語", "Stories found"),
        ("scene.thought", "考え", "Thought"),
        ("scene.belief", "認識", "Belief"),
        ("scene.desire", "欲求", "Desire"),
        ("scene.intention", "意図", "Intention"),
        ("scene.High", "強い", "high"),
        ("scene.Mid", "ふつう", "middling"),
        ("scene.Low", "弱い", "low"),
    )
}
