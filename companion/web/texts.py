"""Texts of the page in both languages; the words are those of the glossary (PAGE.md, Words)."""

from collections.abc import Iterable

from markupsafe import Markup

from companion.web.quotation import OwnNames, drawn, quoted_element, without_marks
from companion.web.texts_erase import ERASE_TEXT
from companion.web.texts_form import FORM_TEXT
from companion.web.texts_garden import GARDEN_TEXT
from companion.web.texts_health import HEALTH_TEXT
from companion.web.texts_memory import MEMORY_TEXT
from companion.web.texts_plan import PLAN_TEXT
from companion.web.texts_scenes import SCENES_TEXT
from companion.web.texts_schedule import SCHEDULE_TEXT
from companion.web.texts_sessions import SESSIONS_TEXT
from companion.web.texts_voice import VOICE_TEXT
from companion.words.language import Bilingual, Language

TEXT: dict[str, Bilingual] = {
    key: Bilingual(ja, en)
    for key, ja, en in (
        # Places and frame
        ("now", "今", "Now"),
        ("log", "記録", "Log"),
        ("routines", "予定", "Routines"),
        ("home", "家", "Home"),
        ("more", "その他", "More"),
        ("stop", "停止", "Stop"),
        ("stop.hint", "いま動いているものをすべて止める", "Stop everything that is moving now"),
        ("stop.done", "止めました", "Stopped"),
        ("places", "画面", "Places"),
        ("skip", "本文へ", "Skip to content"),
        ("online", "つながっています", "Live"),
        ("offline", "接続が切れました。つなぎ直しています…", "Connection lost. Reconnecting…"),
        ("failed", "できませんでした", "That did not work"),
        ("login.again", "もう一度ログインしてください", "Please log in again"),
        # Log
        ("filter", "種類で絞る", "Filter by kind"),
        ("filter.main", "主なこと", "Highlights"),
        ("filter.all", "すべて", "All"),
        ("filter.observation", "気づき", "Noticed"),
        ("filter.decision", "判断", "Decisions"),
        ("filter.action", "結果", "Actions"),
        ("filter.message", "話したこと", "Said"),
        ("filter.garden", "庭", "Garden"),
        ("log.new", "件の新着", "new"),
        ("log.older", "さらに前", "Earlier"),
        (
            "log.empty",
            "まだ記録がありません。カメラに人が映るか、機器の状態が変わると、ここに一行ずつ増えます。",
            "Nothing here yet. When a camera sees someone or a device changes, "
            "a line appears here.",
        ),
        (
            "log.empty.garden",
            "庭の暮らしはまだ始まっていません。始まると、庭でのできごとがここに並びます。",
            "Life in the garden has not begun. Once it does, what happens there is listed here.",
        ),
        ("log.words", "ことばで探す", "Words to look for"),
        ("log.room", "部屋", "Room"),
        ("log.any_room", "どの部屋も", "any room"),
        ("log.who", "話した人", "Who spoke"),
        ("log.anybody", "だれでも", "anybody"),
        ("log.find", "探す", "Search"),
        ("log.all_again", "すべて見る", "Show everything"),
        (
            "log.none_found",
            "ここまでの記録には見つかりません。ことばを減らすか、「さらに前」を押してください。",
            "Nothing found so far back. Use fewer words, or press Earlier.",
        ),
        ("filter.visits", "人の出入り", "Visits"),
        (
            "visits.about",
            "人が部屋にいた間のことを、ひとまとまりにしています。"
            "映像は残さないので、出るのは今いる部屋の映像だけです。",
            "What happened because somebody was in a room, as one group each. "
            "No picture is kept: only a room that somebody is in now shows one.",
        ),
        (
            "visits.empty",
            "まだありません。カメラに人が映ると、その間にしたことと一緒に、ここに出ます。",
            "Nothing here yet. When a camera sees someone, it appears here "
            "with what was done because of it.",
        ),
        ("visit.somebody", "だれか", "somebody"),
        ("visit.one", "1人", "one person"),
        ("visit.several", "{}人", "{} people"),
        ("visit.still", "{}から · 今もいます", "since {} · still there"),
        ("visit.left", "{}まで", "until {}"),
        ("visit.away", "{}にはもういませんでした", "no longer there at {}"),
        ("visit.lost", "{}まで確認、その後は不明", "seen until {}, unknown since"),
        ("visit.nothing", "何もしませんでした。", "Nothing was done because of it."),
        ("visit.came", "なぜ人がいると分かったか", "How it was seen"),
        ("visit.link", "この出入りへのリンク", "Link to this visit"),
        ("undo.all", "{}件まとめて元に戻す", "Undo all {}"),
        ("log.day", "この24時間", "The last 24 hours"),
        ("undo", "元に戻す", "Undo"),
        ("undo.doing", "元に戻しています…", "Undoing…"),
        ("undone", "元に戻しました", "Undone"),
        ("irreversible", "元に戻せません", "Cannot be undone"),
        ("taught", "教わったこと", "What I was taught"),
        (
            "taught.about",
            "自分からしたことへの言葉です。頼まれたことと、決めてある予定は、これまでどおりします。",
            "Said of things I did by myself. What is asked for and saved routines go on as before.",
        ),
        (
            "taught.empty",
            "まだありません。記録の「これは…」から教えられます。",
            "Nothing yet. Say it under “This was…” of a line in the log.",
        ),
        ("taught.open", "これは…", "This was…"),
        ("taught.wrong", "違った", "Wrong"),
        ("taught.never", "もうしないで", "Never again"),
        ("taught.free", "取り消す", "Take it back"),
        ("taught.kept.wrong", "次からは先に聞きます", "Next time I ask first"),
        ("taught.kept.never", "自分からはもうしません", "I will not do it by myself any more"),
        ("taught.kept.free", "取り消しました", "Taken back"),
        ("taught.said.wrong", "違うと言われました", "Called wrong"),
        ("taught.said.never", "もうしないでと言われました", "Never again"),
        ("taught.said.free", "言ったことを取り消しました", "Taken back what was said of it"),
        ("why", "なぜ", "Why"),
        ("why.title", "なぜこうなったか", "Why this happened"),
        ("why.none", "この番号の記録はありません。", "There is no record with this number."),
        ("back", "記録へ戻る", "Back to the log"),
        # Signs of kind
        ("kind.observation", "気づき", "Noticed"),
        ("kind.device", "機器", "Device"),
        ("kind.input", "言われたこと", "Said to it"),
        ("kind.decision", "判断", "Decision"),
        ("kind.ruling", "可否の確認", "Possible?"),
        ("kind.question", "確認のお願い", "Approval asked"),
        ("kind.approval", "承認", "Approval"),
        ("kind.answer", "確認への返事", "Approval answered"),
        ("kind.action", "結果", "Result"),
        ("kind.message", "話したこと", "Said"),
        ("kind.stop", "停止", "Stop"),
        ("kind.schedule", "予定", "Schedule"),
        ("kind.system", "システム", "System"),
        # Chain steps
        ("step.trigger", "きっかけ", "Trigger"),
        ("step.evidence", "根拠", "Evidence"),
        ("step.thought", "考え", "Thought"),
        ("step.options", "選択肢", "Options"),
        ("step.decision", "判断", "Decision"),
        ("step.ruling", "可否の確認", "Is it possible?"),
        ("step.approval", "承認", "Approval"),
        ("step.result", "結果", "Result"),
        ("step.message", "話したこと", "What it said"),
        ("step.other", "前後のできごと", "Around it"),
        (
            "model.words",
            "モデルの言葉。これで決まったとは限りません",
            "the model's own words; not what decided it",
        ),
        ("decided_by", "決めたのは", "Decided by"),
        ("decided_by.llm", "言語モデル", "the language model"),
        (
            "decided_by.ranker",
            "選択の学習モデル(候補が一つに)",
            "the learned ranking (one option was left)",
        ),
        ("decided_by.sum", "理由の合計", "the sum of its reasons"),
        ("term.sensible", "見立て", "Sense"),
        ("term.role", "物の役目", "Role"),
        ("term.need", "手当て", "Need"),
        ("term.wish", "言いつけ", "Asked ahead"),
        ("term.taught", "この家で学んだこと", "Learnt here"),
        ("term.desire", "人柄", "Persona"),
        ("term.mood", "気分", "Mood"),
        ("term.attention", "関心", "Attention"),
        ("term.disturbing", "わずらわしさ", "Disturbance"),
        ("term.vote", "言語モデルの一票", "Model's vote"),
        ("term.duty", "頼まれたこと", "Request"),
        ("term.danger", "危なさ", "Danger"),
        ("term.manner", "やり方", "Manner"),
        ("term.body", "体の具合", "Body"),
        ("term.schedule", "予定", "Schedule"),
        ("term.place", "場所", "Place"),
        ("term.chance", "気まぐれ", "Whim"),
        ("decided_by.no_choice", "ほかに選択肢なし", "there was only one option"),
        ("opinion.read", "読み取ったこと", "What it read"),
        ("opinion.left_out", "学習モデルが外した選択肢", "Left out by the ranking"),
        ("decided_by.reflex", "決まった手順", "a fixed rule"),
        ("decided_by.routine_guard", "保存した予定", "the saved routine"),
        ("decided_by.alarm_guard", "警報の見張り", "the guard of alarms"),
        ("decided_by.garden", "庭での理由の合計", "the sum of its reasons in the garden"),
        ("decided_by.owner", "持ち主", "the owner"),
        ("decided_by.garden", "庭での暮らし", "the life in its garden"),
        ("model", "モデル", "Model"),
        ("persona_influence", "人柄の影響", "Persona"),
        ("mood_influence", "気分の影響", "Mood"),
        ("trust", "誰の言葉か", "Whose words"),
        ("trust.self", "本体のプログラム", "its own program"),
        ("trust.owner", "持ち主", "owner"),
        ("trust.household", "家の人の声", "somebody at home, by voice"),
        ("trust.guest", "来客", "guest"),
        ("trust.observed", "見聞きしただけの情報", "seen or read, nobody's order"),
        ("risk", "危険度", "Risk"),
        ("risk.0", "話すだけ", "talk only"),
        ("risk.1", "元に戻せる", "can be undone"),
        ("risk.2", "確認してから", "asks first"),
        ("risk.3", "頼まれたときだけ、確認してから", "only when asked to, and asks first"),
        ("belief", "状況の見立て", "What it took to be so"),
        ("desires", "したかったこと", "Wants"),
        ("want.high", "強い", "strong"),
        ("want.mid", "ふつう", "middling"),
        ("want.low", "弱い", "weak"),
        ("options.count", "選択肢の数", "How many"),
        ("chosen", "選んだ", "chosen"),
        ("asked", "頼まれたこと", "Asked for"),
        ("seen", "見えたこと", "Seen"),
        ("before", "その前", "Before"),
        ("took", "かかった時間", "Took"),
        ("failure", "理由", "Reason"),
        ("failure.already_so", "もうそうなっていた", "it was so already"),
        ("failure.no_change", "操作しても変わらなかった", "nothing changed"),
        ("failure.not_reached", "その状態にならなかった", "the state was not reached"),
        ("failure.bad_parameters", "その機器ではできない操作", "the device cannot do this"),
        ("failure.device_unknown", "その機器がない", "there is no such device"),
        ("failure.device_unavailable", "機器が応答しない", "the device is offline"),
        ("failure.house_unreachable", "家の機器につながらない", "the home cannot be reached"),
        ("failure.outcome_unknown", "結果を確認できなかった", "the outcome could not be seen"),
        (
            "failure.contradicted",
            "機器の報告とほかのセンサーが合わない",
            "other sensors do not confirm its report",
        ),
        ("failure.stopped", "止められた", "it was stopped"),
        ("failure.late", "処理が遅れて止まった", "it was too slow, and stopped"),
        ("failure.stuck", "先へ進めなかった", "it could get no further"),
        ("failure.lost", "どの部屋か分からない", "it did not know which room it was in"),
        ("failure.offline", "台車が応答しない", "the base does not answer"),
        ("failure.unknown_room", "そこへの道を知らない", "it knows no way there"),
        ("failure.crashed", "本体の不具合", "a fault in the companion"),
        ("failure.other", "ほかの理由", "another reason"),
        ("failure.busy", "ほかの動作の途中", "something else was under way"),
        ("failure.begun_before", "前に始めたまま止まった", "it was begun before a restart"),
        ("failure.unavailable", "今は使えない", "not available now"),
        ("failure.bad_arguments", "できない頼み方", "it cannot be asked for like this"),
        ("failure.unknown_operation", "知らない操作", "there is no such operation"),
        ("failure.no_such_alarm", "その予定がない", "there is no such entry"),
        ("failure.never_comes", "その時刻は来ない", "that moment never comes"),
        ("failure.not_saved", "保存できなかった", "it could not be saved"),
        ("failure.camera_gone", "カメラにつながらない", "the camera cannot be reached"),
        ("failure.privacy_on", "プライバシー中", "privacy is on"),
        ("failure.eyes_unavailable", "検出の部品が動いていない", "the detector is not running"),
        ("failure.blind", "映像から分からない", "the picture shows nothing to judge by"),
        ("evidence", "裏付け", "Evidence"),
        ("evidence.own_report", "機器自身の報告だけ", "the device's own report only"),
        ("evidence.witnessed", "ほかのセンサーでも確認", "confirmed by another sensor"),
        ("evidence.contradicted", "ほかのセンサーでは確認できず", "not confirmed by other sensors"),
        ("failure.wrong_state", "別の状態になった", "it ended in another state"),
        ("approval.rule", "理由", "Rule"),
        ("rule.by_itself", "確認なしで動かしてよい機器", "may be used without asking"),
        ("rule.granted", "聞かなくてよいと任されている", "allowed ahead for a time"),
        ("rule.user_command", "頼まれた", "it was asked for"),
        ("rule.whitelist", "設定で許可されている", "allowed in the settings"),
        ("rule.saved_routine", "保存した予定のとおり", "as the saved routine says"),
        ("rule.not_on_list", "許可されていないので確認する", "not allowed without asking"),
        ("rule.low_dominance", "自信がないので確認する", "I am unsure, so I ask"),
        ("rule.tier_2_asks", "必ず確認する操作", "always asked first"),
        ("rule.failed_before", "前に失敗したので確認する", "it failed before, so I ask"),
        (
            "rule.tier_3_requested_by_owner",
            "頼まれても必ず確認する",
            "always asked first, even on request",
        ),
        ("rule.tier_3_never_by_itself", "自分からはしない", "never done unasked"),
        ("rule.public_authority", "来客は機器を動かせない", "guests cannot use devices"),
        (
            "rule.prompted_by_words",
            "ほかの人の言葉がきっかけなので確認する",
            "somebody else's words suggested it, so I ask",
        ),
        (
            "rule.another_question_waits",
            "ほかの確認の返事を待っている",
            "another question is waiting",
        ),
        (
            "rule.too_many_questions",
            "返事を待っている確認が多すぎる",
            "too many questions are waiting for an answer",
        ),
        (
            "rule.asked_often_enough",
            "何度も確認したので、今回は聞かない",
            "asked often enough already",
        ),
        ("rule.waits_its_turn", "順番を待っている", "waits its turn"),
        ("rule.never_again", "もうしないと言われた", "the owner said never again"),
        ("rule.called_wrong", "前に違うと言われたので聞く", "it was called wrong before, so I ask"),
        ("rule.no_action", "何もしないので不要", "nothing is done, nothing to approve"),
        # Result marks
        ("mark.danger", "危険", "Danger"),
        ("mark.success", "確認済み", "Confirmed"),
        ("mark.partial", "一部だけ", "Partly"),
        ("mark.no_effect", "変化なし", "No change"),
        ("mark.failed", "失敗", "Failed"),
        ("mark.pending", "返事待ち", "Waiting for an answer"),
        ("mark.granted", "承認", "Approved"),
        ("mark.denied", "いいえ", "Declined"),
        ("mark.not_needed", "承認不要", "No approval needed"),
        ("mark.forbidden", "禁止", "Forbidden"),
        ("mark.put_off", "今は確認しない", "Not asked now"),
        ("mark.allowed", "可能", "Possible"),
        ("mark.refused", "できない", "Not possible"),
        ("mark.skip", "見送り", "Skipped"),
        ("mark.defer", "先送り", "Deferred"),
        ("mark.unknown", "不明", "Unknown"),
        ("mark.estimate", "推定", "Estimate"),
        # Now
        ("now.quiet", "静かに見守っています。", "Quietly keeping an eye on things."),
        ("now.waiting", "返事を待っています。", "Waiting for an answer."),
        (
            "now.trouble",
            "うまく動いていないところがあります。",
            "Something is not working.",
        ),
        ("now.waking", "起動しています。", "Starting up."),
        ("now.private", "プライバシー中です。何も見ていません。", "Privacy is on. I see nothing."),
        ("now.people", "だれがどこに", "Who is where"),
        (
            "now.people.empty",
            "まだ何も見ていません。カメラが人を見つけると、部屋ごとにここに出ます。",
            "Nothing seen yet. When a camera finds someone, each room is shown here.",
        ),
        ("now.said", "最後の言葉", "Last said"),
        (
            "now.said.empty",
            "まだ何も話していません。何かをして結果を確かめると、ここで話します。",
            "Nothing said yet. What was done is told here once its result was seen.",
        ),
        ("now.recent", "最近のこと", "Lately"),
        ("now.camera", "カメラ", "Camera"),
        ("now.body", "本体", "This device"),
        ("mood", "気分", "Mood"),
        ("mood.unknown", "ふだんどおりの気分です", "In its usual mood"),
        ("mood.pleasant", "心地よさ", "Pleasantness"),
        ("mood.active", "活発さ", "Energy"),
        ("say", "話しかける", "Say something"),
        ("say.send", "送る", "Send"),
        ("say.place", "例:廊下の明かりをつけて", "e.g. turn on the hall light"),
        ("say.sent", "受け取りました", "Received"),
        ("talk", "会話", "Conversation"),
        ("talk.room", "この画面のある部屋", "This screen is in"),
        ("talk.room.none", "決めない", "no room"),
        ("talk.thinking", "まだ考えています…", "Still thinking…"),
        ("talk.failed", "返事を作れませんでした。", "No answer came of this:"),
        (
            "talk.empty",
            "まだ会話がありません。下の欄に書くと、ここに並びます。",
            "No conversation yet. Write below and it appears here.",
        ),
        ("privacy", "プライバシー", "Privacy"),
        ("privacy.on", "カメラ停止中", "Cameras closed"),
        ("privacy.off", "カメラ作動中", "Cameras open"),
        ("camera.none", "カメラはまだつながっていません。", "No camera is connected yet."),
        (
            "camera.gone",
            "映像が来ていません。いま誰がいるかは不明です。",
            "No picture is arriving. Who is there is unknown.",
        ),
        ("camera.late", "{s}秒前の検出", "found {s} s ago"),
        ("camera.mask", "テレビや写真を囲む", "Mark a television or picture"),
        (
            "camera.mask.how",
            "映像の上で、テレビや写真を指かマウスで囲んでください。中の人は、部屋の人とは見なしません。",
            "Draw around a television or picture with a finger or the mouse. "
            "People inside are not taken for people in the room.",
        ),
        ("camera.mask.clear", "囲みを全部消す", "Remove all marks"),
        ("camera.mask.failed", "保存できませんでした。", "It was not saved."),
        ("camera.live", "の今の映像", ", live"),
        # Asking
        ("ask.title", "確認させてください", "May I?"),
        ("ask.yes", "はい", "Yes"),
        ("ask.no", "いいえ", "No"),
        ("ask.why", "なぜ聞いているか", "Why I ask"),
        ("ask.since", "{at}から返事待ち", "Waiting since {at}"),
        ("ask.touches", "影響", "Touches"),
        ("ask.more", "ほかに確認待ち:", "Also waiting for an answer:"),
        ("ask.all", "{}件ともはい", "Yes to all {}"),
        (
            "ask.all.lists",
            "まとめて「はい」にすると、次のすべてをします:",
            "Yes to all does these:",
        ),
        ("ask.hour", "はい、一時間は聞かない", "Yes, and don't ask for an hour"),
        ("ask.today", "はい、今日は聞かない", "Yes, and don't ask today"),
        ("ask.older", "前からの確認:", "Asked before and still open:"),
        ("ask.answered", "答えを記録しました", "The answer is recorded"),
        # Certainty
        ("fact", "事実", "Fact"),
        ("estimate", "推定", "Estimate"),
        ("unknown", "不明", "unknown"),
        ("person", "人", "Person"),
        ("people.present", "います", "someone is here"),
        ("people.absent", "いません", "nobody here"),
        # Routines
        (
            "routines.empty",
            "まだ予定はありません。下から目覚まし、タイマー、リマインダー、決まりごとを"
            "追加できます。",
            "Nothing is set yet. Add alarms, timers, reminders and routines below.",
        ),
        ("rules", "自動実行ルール", "Automation rules"),
        (
            "rules.about",
            "いつ見るか、いつ考えるかだけを決めます。機器は動かしません。",
            "They only decide when to look or think. They never operate a device.",
        ),
        ("rules.uses", "使う機能", "Uses"),
        ("rules.uses.none", "機能は使いません", "Uses no capability"),
        (
            "rules.empty",
            "設定された自動実行ルールはありません。",
            "No automation rule is configured.",
        ),
        ("prompted_by", "きっかけの言葉", "Prompted by the words"),
        ("rule.on", "動作中", "On"),
        ("rule.off", "停止中", "Off"),
        # Home
        (
            "home.empty",
            "機器がまだ見つかりません。MQTT の機器が見つかると、部屋ごとにここに並びます。",
            "No devices found yet. MQTT devices are listed here by room as they are found.",
        ),
        ("home.unreachable", "家の機器につながりません。", "The home's devices cannot be reached."),
        ("home.nowhere", "部屋が未設定", "No room set"),
        ("home.unavailable", "応答なし", "not responding"),
        ("home.colours", "色", "Colour"),
        ("put_off", "あとで考えること", "To be thought about later"),
        (
            "put_off.about",
            "条件がそろうと、もう一度考えます。停止を押すと、すべて取りやめます。",
            "Each is thought about again when its condition comes true. Stop cancels them all.",
        ),
        ("drive.stands", "{}にいます", "In the {}"),
        ("drive.moving", "移動中（いまは{}）", "On its way, in the {} now"),
        ("drive.lost", "どの部屋にいるのか分かりません", "It does not know which room it is in"),
        ("drive.go", "行き先", "Send it to"),
        ("drive.dock", "充電台", "dock"),
        ("drive.stop", "止める", "Stop"),
        # More
        ("capabilities", "機能", "Capabilities"),
        ("capability.operation", "操作", "Operations"),
        ("available", "使えます", "Available"),
        ("unavailable", "使えません", "Not available"),
        (
            "tool.line",
            "外のプログラム「{token}」が道具「{tool}」を使いました",
            "The program {token} used the tool {tool}",
        ),
        ("grant.given", "聞かずにしてよいと任されました: {what}", "Allowed ahead: {what}"),
        ("grant.revoked", "任されていたことの取り消し: {what}", "No longer allowed ahead: {what}"),
        ("grants", "任されていること", "Allowed ahead"),
        (
            "grants.about",
            "しばらく聞かずにしてよいと言われたことです。",
            "What I may do for a time without asking.",
        ),
        ("grants.until", "{at}まで", "until {at}"),
        ("grants.tier.1", "元に戻せることだけ", "what can be undone"),
        ("grants.tier.2", "確認が要ることも", "also acts that else need a yes"),
        ("grants.revoke", "取り消す", "Take back"),
        ("grants.revoked", "取り消しました", "Taken back"),
        ("grants.empty", "いまはありません", "Nothing now"),
        ("approvals", "承認の履歴", "Approvals"),
        (
            "approvals.empty",
            "まだ何も確認していません。元に戻しにくいことをする前に、ここで確認します。",
            "Nothing asked yet. Before doing what is hard to undo, I ask here.",
        ),
        ("language", "言語", "Language"),
        ("password", "パスワード", "Password"),
        (
            "password.about",
            "決めるまで、このページはこの機械からしか開けません。決めると、設定した宛先で"
            "家の中から開けるようになります(次の起動から)。",
            "Until one is set this page opens only on this machine. Once set, it can be opened "
            "from the home network at the configured address (from the next start).",
        ),
        ("password.old", "今のパスワード", "Current password"),
        ("password.new", "新しいパスワード(8文字以上)", "New password (8 characters or more)"),
        ("password.set", "決める", "Set it"),
        ("password.short", "8文字以上にしてください", "Use at least 8 characters"),
        ("password.wrong", "パスワードが違います", "Wrong password"),
        ("login", "ログイン", "Log in"),
        ("logout", "ログアウト", "Log out"),
        ("phone", "電話で開く", "Open it on a phone"),
        (
            "phone.scan",
            "家の Wi-Fi につないだ電話のカメラで読むと開きます。",
            "Scan this with a phone that is in the home's Wi-Fi.",
        ),
        (
            "phone.compare",
            "証明書はこの機械が作ったものです。電話が尋ねたら、次の指紋と同じか見てから信頼してください。",
            "This machine made the certificate. Compare its fingerprint when the phone asks.",
        ),
        (
            "phone.plain",
            "まだ暗号化されていません。設定で HTTPS を入れると、家の中でも読み取られなくなります。",
            "It is not encrypted yet. Switch HTTPS on in the settings against listeners.",
        ),
        (
            "phone.keep",
            "開いたら「ホーム画面に追加」で、アプリのように置けます。",
            "Once open, “Add to Home Screen” keeps it there like an app.",
        ),
        (
            "phone.closed",
            "いまはこの機械でだけ開けます。パスワードを決め、設定で家の中へ開くと、ここにコードが出ます。",
            "It opens on this machine only. Set a password and open it to the home in the "
            "settings; then a code to scan is shown here.",
        ),
        ("about", "この機械について", "About"),
        (
            "about.text",
            "すべてこの機械の中で動きます。クラウドには何も送りません。したことと、その"
            "理由は、すべて記録に残ります。",
            "Everything runs on this machine. Nothing is sent to a cloud. The log keeps"
            " what it did, and why.",
        ),
        ("error.404", "見つかりません", "Not found"),
        ("error.500", "この画面を表示できませんでした", "This page could not be shown"),
        (
            "error.works",
            "見守りは続いています。停止ボタンも使えます。",
            "Watching goes on and the Stop button works.",
        ),
        (
            "error.do",
            "記録を開くか、少し待ってから読み込み直してください。",
            "Open the log, or reload in a moment.",
        ),
        # Controls
        ("home.started", "最後の実行:", "last run"),
        ("slide.color", "色", "Colour"),
        ("slide.mode", "運転", "Mode"),
        ("slide.muted", "消音", "Muted"),
        ("slide.oscillating", "首振り", "Swinging"),
    )
}

TEXT |= ERASE_TEXT | MEMORY_TEXT | SCHEDULE_TEXT | FORM_TEXT | HEALTH_TEXT | SESSIONS_TEXT
TEXT |= VOICE_TEXT | SCENES_TEXT | GARDEN_TEXT
TEXT |= PLAN_TEXT


class Words:
    """One reader's language; `words("undo")` gives the text. Raises `KeyError` if untold."""

    def __init__(self, language: Language, own_names: Iterable[Bilingual] = ()) -> None:
        """`own_names`: what the owner calls rooms, devices and people."""
        self.language = language
        self._own_names = OwnNames(own_names, language)

    def draw(self, text: str) -> Markup:
        """A sentence of ours as HTML, its quotations marked with their language."""
        return drawn(self._own_names.marked(text), self.language)

    def quote(self, text: str) -> Markup:
        """Foreign words as HTML, marked with their language."""
        return quoted_element(text, self.language)

    def plain(self, text: str) -> str:
        """A sentence for an attribute, which takes no marks."""
        return without_marks(text)

    def __call__(self, key: str) -> str:
        """The text under `key`."""
        return TEXT[key].get(self.language)

    def failure(self, code: str) -> str:
        """Why something came to nothing, for a code of `failure_class`."""
        return self.either(f"failure.{code}", self("failure.other"))

    def either(self, key: str, otherwise: str) -> str:
        """The text under `key`, or `otherwise` for what has no word of its own."""
        text = TEXT.get(key)
        return text.get(self.language) if text else otherwise

    def reasons(self) -> dict[str, str]:
        """Why something pressed was not done, by the answer's status; `none`: nobody answered."""
        return self._group("reason.")

    def voice(self) -> dict[str, str]:
        """Words of the voice card, by the state or trouble that its script is told."""
        return self._group("voice.word.")

    def reading(self) -> list[str]:
        """Sentences that a person reads aloud, so that their voice becomes known."""
        return list(self._group("voice.read.").values())

    def _group(self, start: str) -> dict[str, str]:
        return {key.removeprefix(start): self(key) for key in TEXT if key.startswith(start)}

    def of(self, label: Bilingual | None) -> str:
        """A label in this language; "" for none."""
        return label.get(self.language) if label else ""

    @property
    def ja(self) -> bool:
        """Whether the reader reads Japanese."""
        return self.language is Language.JA
