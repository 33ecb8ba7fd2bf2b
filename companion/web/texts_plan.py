"""Texts of the page of the plan, in both languages."""

from companion.words.language import Bilingual

PLAN_TEXT: dict[str, Bilingual] = {
    key: Bilingual(ja, en)
    for key, ja, en in (
        ("plan", "計画", "Plan"),
        (
            "plan.about",
            "目的を決めると、目標と課題を作り、ひとつずつ進めます。できたかどうかは、見たことだけで"
            "決まります。",
            "With a purpose I make goals and tasks and work through them one by one. A task is done"
            " only when that was observed.",
        ),
        ("plan.open", "計画を見る", "Open the plan"),
        ("plan.purpose", "目的", "Purpose"),
        (
            "plan.empty",
            "目的はまだありません。下に書くか、「目的は…」と話すと、ここに出ます。",
            "No purpose yet. Written below, or said as “the purpose is ...”, it stands here.",
        ),
        (
            "plan.empty.now",
            "目的はまだありません。「目的は…」と話すか、計画のページで決めると、目標と課題がここに並びます。",
            "No purpose yet. Said as “the purpose is ...” or set on the page of the plan, its goals"
            " and tasks stand here.",
        ),
        ("plan.choice", "選んだときの点数", "The sum of the choice"),
        ("plan.new", "新しい目的", "A new purpose"),
        ("plan.set", "この目的にする", "Work for this"),
        ("plan.drop", "目的を取り下げる", "Drop the purpose"),
        ("plan.dropped", "目的を取り下げました", "The purpose is dropped"),
        ("plan.goals", "目標と課題", "Goals and tasks"),
        (
            "plan.no_goal",
            "進めている目標はありません。目的ができると、ここに並びます。",
            "No goal is being worked on. Once there is a purpose, its goals are listed here.",
        ),
        ("plan.past", "終わった目標: {}件。", "Goals that ended: {}."),
        ("plan.interrupted", "中断しました", "Interrupted"),
        ("plan.halted", "止まっています", "Halted"),
        ("plan.resume", "再開する", "Resume"),
        ("plan.resumed", "再開しました", "It goes on"),
        ("plan.discard", "破棄する", "Discard"),
        ("plan.discarded", "破棄しました", "It is discarded"),
        ("plan.answered", "お返事を受け取りました", "The answer is taken"),
        (
            "plan.to_allow",
            "承認が要る課題: {}件。まとめて承認できます。",
            "Tasks that need a yes: {}. They can be allowed together.",
        ),
        ("plan.allow", "まとめて承認する", "Allow all of these"),
        (
            "plan.allowed",
            "承認しました。「任されていること」で取り消せます",
            "Allowed; it can be taken back under “Allowed ahead”",
        ),
        ("plan.yes", "はい", "Yes"),
        ("plan.no", "いいえ", "No"),
        ("plan.from", "開始", "from"),
        ("plan.status.pending", "待ち", "Pending"),
        ("plan.status.active", "実行中", "Active"),
        ("plan.status.done", "完了", "Done"),
        ("plan.status.fail", "失敗", "Failed"),
        ("plan.inspector", "いまの考えと結果", "Thought and result now"),
        (
            "plan.inspector.about",
            "書き出しファイルと同じ中身です。",
            "The same as in the exported file.",
        ),
        ("plan.thought", "考え", "Thought"),
        ("plan.action", "操作", "Action"),
        ("plan.result", "結果", "Result"),
        ("plan.phase.approving", "承認待ち", "Waiting for approval"),
        ("plan.phase.executing", "実行", "Executing"),
        ("plan.none", "まだありません", "None yet"),
    )
}
