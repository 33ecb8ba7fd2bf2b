"""Help texts: give `--help` in Japanese. The English ones stand with the commands themselves: the
first lines of a command's docstring, and the `help` of its options."""

from collections.abc import Mapping
from typing import Any

JAPANESE: Mapping[str, str] = {
    # run, doctor, watch
    "Run the companion until it is stopped; the page's address is printed.":
        "コンパニオンを動かします。止めるまで動き続け、ページのアドレスを表示します。",
    "configuration file": "設定ファイル",
    "Check what works and what is missing, and tell the remedy.":
        "動いているもの、足りないもの、その直し方を調べます。",
    "look at the tree installed or staged under this folder":
        "このフォルダの下に置かれた一式を調べる",
    "move secrets into files; the unit follows the drivers":
        "秘密をファイルに移し、systemdの設定を機器に合わせる",
    "make a sound with the speaker and the buzzer": "スピーカーとブザーを鳴らしてみる",
    "print the extras that the drivers need, and no more":
        "ドライバーに必要な追加パッケージの名前だけを表示する",
    "Print the facts a clip or camera would give; a clip runs as fast as it goes.":
        "動画やカメラから分かる事実を表示します。動画はできるだけ速く流します。",
    "video file, /dev/videoN, or a camera's name":
        "動画ファイル、/dev/videoN、またはカメラの名前",
    "one JSON object a line": "1行に1つのJSON",
    "also read signs and QR codes": "看板とQRコードも読む",
    "for a camera's name": "カメラを名前で指すときの設定ファイル",
    # The plan
    "The purpose that it works for.": "コンパニオンが働く目的。",
    "what to work for, in your own words": "何のために働くか。自分の言葉で",
    "Set the purpose; goals and tasks are made of it.":
        "目的を決めます。それから目標と課題が作られます。",
    "Show the purpose.": "目的を表示します。",
    "Drop the purpose, its goals and its open tasks.":
        "目的と、その目標、残っている課題を取り下げます。",
    "Show the purpose, the active goals and their tasks.":
        "目的、進めている目標、その課題を表示します。",
    "Go on with a plan that was interrupted or halted.":
        "中断した、または止まった計画を再開します。",
    "Let the interrupted task go and go on with the next.":
        "中断した課題を破棄して、次に進みます。",
    "Allow the tasks of a goal together that would ask one by one.":
        "1つずつ確認するはずの、目標の課題をまとめて許可します。",
    "id of an active goal, for example G1": "進めている目標のID。例: G1",
    "without asking here": "ここでは確認しません",
    "state.json and events.jsonl.": "state.json と events.jsonl。",
    "Check both exported files, running or not. Exit 1: one is not as it should be.":
        "書き出した2つのファイルを調べます。動作中でもできます。終了コード1: 誤りがある。",
    # The record
    "Is the record what was written? Running or not. Exit 1: broken; 2: no record.":
        "記録が書かれたままかを確かめます。動作中でもできます。終了コード1: 壊れている、"
        "2: 記録がない。",
    "state folder; default: the configured one": "状態フォルダ。なければ設定のもの",
    "one JSON object": "JSONを1つ",
    "key of the anchor, if one is used": "アンカーの鍵（使っている場合）",
    "Copy the record, running or not, to one file that `companion restore` takes.":
        "記録を1つのファイルに写します。動作中でもできます。`companion restore` で戻せます。",
    "file to write": "書き出すファイル",
    "Put a backup in place, once it verifies. The old record is moved aside, not overwritten.":
        "バックアップを確かめてから戻します。前の記録は上書きせず、脇に移します。",
    "state folder to restore to": "戻す先の状態フォルダ",
    "Begin a damaged record anew with all that can be read of it, running or not.":
        "壊れた記録から読めるものをすべて移し、新しい記録を始めます。動作中でもできます。",
    "do not ask": "確認しない",
    "Show what another program changed in the record, and say whether it may be used.":
        "ほかのプログラムが記録に加えた変更を表示し、使ってよいかを決めます。",
    "use what was changed, or throw it away": "変更を使うか、捨てるか",
    "Take the content of events away for good, running or not; that something was stays.":
        "記録の中身を完全に消します。動作中でもできます。何かがあったことは残ります。",
    "numbers in the log": "記録の番号",
    "from this time on": "この時刻から",
    "before this time": "この時刻より前",
    "whatever holds this, for example a name": "この言葉（名前など）を含むもの",
    "kept in the record": "理由。記録に残る",
    "not what cites them": "それを引いている記録は消さない",
    # scene
    "Tell the stories found in the log of the garden, and how many are still open.":
        "庭の記録から見つかった物語と、まだ終わっていない物語の数を表示します。",
    "how many of the newest": "新しいものから何件か",
    "Little plays on a stage of their own; nothing of them is a fact of the home.":
        "場面を演じます。演じたことは家の事実にはなりません。",
    "List the scenes and the roles of each.": "場面と、それぞれの役を一覧します。",
    "Play SCENE, from where it was left. Type a line, with tags like (GET: key) before it.":
        "SCENEを演じます。前に止めたところから続きます。台詞を打ちます。"
        "前に (GET: 鍵) のようなタグを付けられます。",
    "name of a scene": "場面の名前",
    "play this role yourself": "この役を自分で演じる",
    "scripted (no model), or an engine of `llm:`":
        "scripted（モデルなし）、または `llm:` のエンジン",
    "turns to play; default: until you leave, or 12": "演じる手数。なければやめるまで、または12手",
    "begin anew": "初めから演じる",
    "show what they think": "考えも表示する",
    "print the Scene State XML at the end": "最後に場面のXMLを表示する",
    "the same numbers, the same play": "同じ数なら同じ芝居になる",
    "ja | en; default: the household's": "ja | en。なければ家のことば",
    # memory
    "What was said and happened.": "話したこと、あったこと。",
    "Take a talk into memory; ready when it can be found by words. Can be run again.":
        "会話を記憶に取り込みます。言葉で探せるようになると終わります。繰り返せます。",
    "Answer QUESTION, or each line of a file, from what was said, with the evidence.":
        "質問に、またはファイルの1行ごとに、話したことをもとに、根拠と一緒に答えます。",
    "what is asked": "質問",
    "Put right what was told: the wrong version never comes back.":
        "聞いたことを正します。間違っていたほうは二度と出てきません。",
    "Rely on something no more: it is not recalled again. `companion erase` also removes it.":
        "覚えたことを使わなくします。もう思い出しません。`companion erase` なら消し去ります。",
    "Show facts and preferences that people told: whose they are, when they held, who said so.":
        "聞いた事実と好みを表示します。だれのことか、いつのことか、だれが話したか。",
    "Write everything that was said and is still relied on to a file.":
        "話したことのうち、今も使っているものをすべてファイルに書き出します。",
    "as `companion memory show` and `recall` print it":
        "`companion memory show` と `recall` が表示する番号",
    "as `show` prints it": "`show` が表示する番号",
    "as it was held then": "その時点のもの",
    "everything that people said with these words": "この言葉を含む、人が話したことすべて",
    "Show the household's signs about acts (undo, by hand, yes and no), or forget one.": (
        "家の人の手応え（取り消し、自分の手、はい・いいえ）から分かったことを表示し、一つを忘れる"
    ),
    "forget it, by its key in brackets": "括弧の中の名で一つを忘れる",
    "lines as `companion memory import` reads them": "`companion memory import` が読む形の行",
    "of this person or relative only": "この人や身内のものだけ",
    "only what began or ended since then": "それ以後に始まったか終わったものだけ",
    "the right value, or the whole right sentence": "正しい値、または正しい文全体",
    "lines {id, time, speaker, text, source}": "1行に {id, time, speaker, text, source}",
    "a separate store in this folder, not the household's":
        "家の記録ではなく、このフォルダの別の記録",
    "Make what was said findable by meaning; goes on where it was cut off.":
        "話したことを意味でも探せるようにします。途中で止めても続きから始まります。",
    "Find what was said about QUERY, or about each line of a file, best first.":
        "質問、またはファイルの各行について、話したことを探します。よいものから並べます。",
    "what is looked for": "探すこと",
    "how many": "いくつ",
    "lines {question or query, as_of?, speaker?}": "1行に {question か query, as_of?, speaker?}",
    "who asks: `my` is theirs": "尋ねる人。「私の」はその人のもの",
    "ask as at this time; default: now": "この時刻の時点で尋ねる。なければ今",
    "no language model; none is used so far": "言語モデルを使わない。今のところもともと使わない",
    "do not search by meaning": "意味では探さない",
    # understand
    "Read TEXT, or each line of a file; nothing is done about it.":
        "文、またはファイルの各行を読み取ります。実行はしません。",
    "the sentence": "文",
    "ja | en; default: as it is written": "ja | en。なければ書かれた文字から決める",
    "areas, floors, entities as JSON; default: the configured home":
        "部屋、階、機器のJSON。なければ設定の家",
    "id or name of the speaker's room": "話している人の部屋のidか名前",
    "when it is said, ISO 8601; default: now": "言った時刻（ISO 8601）。なければ今",
    "lines {sentence, language, room?, home?, previous?}":
        "各行が {sentence, language, room?, home?, previous?} のファイル",
    "one JSON object a sentence": "1文に1つのJSON",
    # hear
    "Show how each sound FILE would be understood; nothing is done about it.":
        "音声ファイルごとに、何と聞き取り、どう読み取るかを示します。実行はしません。",
    "sound files": "音声ファイル",
    "ja | en; default: found out by ear": "ja | en。なければ聞いて決める",
    "one JSON object a file": "1ファイルに1つのJSON",
    # voices
    "Voices that it knows.": "知っている声",
    "Know a voice by a minute of reading; then other voices command nothing.":
        "1分の読み上げで声を覚えます。そのあとは、ほかの声の頼みごとを聞きません。",
    "Every enrolled voice.": "登録した声をすべて表示します。",
    "Forget a voice. After the last one every voice counts as one of the household again.":
        "声を忘れます。最後の一つを消すと、どの声も家の人の声に戻ります。",
    "whose voice it is": "だれの声か",
    "WAV files of this person; default: the microphone":
        "その人の声のWAVファイル。なければマイクで聞く",
    "how long to listen": "聞く秒数",
    # persona
    "Character sheets.": "人物設定",
    "Find what is wrong with a character sheet; each line says what to do about it.":
        "人物設定の誤りを探します。どの行にも直し方が出ます。",
    "Print what a persona says by its forms, in both languages, with the same facts for each.":
        "その人物の言い方を、同じ事実について、日本語と英語で表示します。",
    "also let the language model talk as this persona":
        "言語モデルにも、この人物として話させる",
    "a sheet; default: the configured one": "人物設定のファイル。なければ設定にあるもの",
    "name of a sheet beside the configured one, or file":
        "設定の人物設定と同じフォルダーにある名前、またはファイル",
    # Talking with the running companion
    "Say something to the companion and print its reply.":
        "コンパニオンに話しかけ、返事を表示します。",
    "how long to wait for the reply": "返事を待つ秒数",
    "id of the room it is said in": "話している部屋のid",
    "Show what it did and why, newest last.": "したことと理由を、新しいものを最後に表示します。",
    "go on with new lines": "新しい行が出るたびに続けて表示する",
    "how many lines": "行数",
    "The cause chain of one line of the log.": "記録の1行について、そうなったわけをたどります。",
    "its number in `companion log`": "`companion log` の番号",
    "Take an action back, by the number of its result in the log.":
        "したことを、記録にある結果の番号で元に戻します。",
    "Forget everything that was learned from one line of the log.":
        "記録の1行から覚えたことをすべて忘れます。",
    "Every device, its room and its state as last seen.":
        "すべての機器と、その部屋、最後に分かった状態を表示します。",
    "Where the wheeled base is, or the wish that it goes to a room; `stop` stops it.":
        "台車の居場所を表示します。部屋を書けばそこへ行かせます。`stop` で止まります。",
    "id of the room to go to; none: where it is": "行き先の部屋のid。なければ居場所を表示する",
    "Questions that wait for your y or n.": "y か n の返事を待っている確認を表示します。",
    "Answer a question with y or n.": "確認に y か n で答えます。",
    "its number in `companion approvals`": "`companion approvals` の番号",
    "y or n": "y か n",
    "Stop what is being done now.": "今していることを止めます。",
    # config, setup
    "The configuration.": "設定。",
    "Read the configuration and every plug-in's section; list all problems with their lines.":
        "設定と各プラグインの項目を読み、誤りを行番号つきですべて表示します。",
    "Connect what you have.": "家にあるものをつなぎます。",
    "Connect Home Assistant: its address, a token, what the companion may see.":
        "Home Assistantをつなぎます: アドレス、トークン、見せてよいもの。",
    "as in the browser; asked for when left out": "ブラウザーで開くアドレス。なければ尋ねる",
    "file with the token; asked for when left out": "トークンのファイル。なければ尋ねる",
    "not only what is exposed": "公開されたものだけでなく、すべて",
    "websocket (ours) or homeassistant_api (the package; ADR 0021)":
        "websocket（当方のもの）か homeassistant_api（パッケージ、ADR 0021）",
    "leave the doll's house or stay": "模擬の家から移るか、残るか",
    "write without asking": "確認せずに書く",
    # models
    "Model weights.": "モデルの重み。",
    "Have a model on this device; quick when it is already there, resumes when interrupted.":
        "モデルをこの機器に置きます。すでにあればすぐ終わり、途中で切れても続きから始めます。",
    "only the small model (CI)": "小さいモデルだけ（CI用）",
    "take this GGUF file instead of downloading": "ダウンロードせず、このGGUFファイルを使う",
    "only what reads signs on camera (27 MB)": "カメラの看板を読むものだけ（27 MB）",
    "only the English voice (58 MB)": "英語の声だけ（58 MB）",
    "only what turns speech into text (133 MB)": "話し言葉を文字にするものだけ（133 MB）",
    "only what tells voices apart (16 MB)": "声を聞き分けるものだけ（16 MB）",
    "only what hears the end of free talk (12 MB)": "自由な話の終わりを聞き分けるものだけ（12 MB）",
    "only models that benchmarks of grammars measure (331 MB)":
        "文法の測定に使うモデルだけ（331 MB）",
    "folder of the model files": "モデルファイルのフォルダ",
    "Show which model files are there, by hash.":
        "どのモデルファイルがあるかを、ハッシュで確かめて表示します。",
    # alarm, timer, reminder, routine
    "Alarms of the running companion.": "動作中のコンパニオンのアラーム。",
    "Timers of the running companion.": "動作中のコンパニオンのタイマー。",
    "Reminders of the running companion.": "動作中のコンパニオンのリマインダー。",
    "Routines of the running companion.": "動作中のコンパニオンのルーティン。",
    "Set a new one; prints what then stands in the schedule.":
        "新しく設定し、予定に入った内容を表示します。",
    "7:00, 2026-11-30T07:00, 10m, 1h30m, sunset-20m":
        "7:00、2026-11-30T07:00、10m、1h30m、sunset-20m など",
    "mon,tue...; weekdays, weekends, daily; none: once":
        "mon,tue...、weekdays、weekends、daily。なければ1回だけ",
    "what a public holiday does to it": "祝日にどうするか",
    "its name, or what a reminder says": "名前、またはリマインダーの言葉",
    "room whose curtain and light wake first": "先にカーテンと照明で起こす部屋",
    "DEVICE OPERATION, for example 'cover.living_curtain close'; or 'drive.to kitchen'":
        "機器と操作。例: 'cover.living_curtain close'、'drive.to kitchen'",
    "List the saved entries, soonest first.": "設定済みのものを、次に来る順に表示します。",
    "Pass over its next moment.": "次の1回だけ休みます。",
    "its number, as `list` shows it": "`list` に出る番号",
    "Silence what rings; it rings again.": "鳴っているものを止めます。しばらくしてまた鳴ります。",
    "its number; none: all that ring": "番号。なければ鳴っているものすべて",
    "Silence what rings.": "鳴っているものを止めます。",
    "Take it out.": "予定から外します。",
    "Show what would happen if it were due now; nothing is done.":
        "今その時刻だったら何が起きるかを表示します。実行はしません。",
    # mcp
    "Serve the tools over stdin and stdout (Model Context Protocol), until stdin ends.":
    "標準入出力で道具を使わせる（Model Context Protocol）。入力が終わるまで。",
    "how much the program may: read, ask or act": "できること: read、ask、act",
    # tokens
    "Keys of programs outside.": "外のプログラムの鍵。",
    "Make a token and print it, once.": "鍵を作り、一度だけ表示する。",
    "Every token, what it opens, and since when.": "すべての鍵と、開けるもの、作った時。",
    "Take a token back; it opens nothing from the next request on.": "鍵を取り消す。すぐに効く。",
    "its name; of an inbound token the source": "鍵の名前。inboundではソースの名前",
    "what it opens": "開けるもの",
    # grants
    "What it may do for a time without asking.": "しばらく聞かずにしてよいこと。",
    "List the acts that need no question now, and until when.": "いま聞かずにしてよいことと期限。",
    "Take one back: from now on it asks again.": "一つ取り消す。これからはまた確認する。",
    "its number in `grants list`": "`grants list` に出る番号",
    # sessions
    "Who is logged in on the page.": "ページにログインしている端末。",
    "Every browser that is logged in, the one used last first.":
        "ログインしているブラウザーを、最後に使われた順に表示します。",
    "End one session, or all of them; it is logged out at once.":
        "1つ、またはすべての端末をログアウトさせます。すぐに効きます。",
    "as `companion sessions list` names it": "`companion sessions list` に出るid",
    "every session": "すべての端末",
    # Of typer itself
    "Show this message and exit.": "この説明を表示して終わる",
}  # fmt: skip
_PANELS = {
    "ARGUMENTS_PANEL_TITLE": "引数",
    "OPTIONS_PANEL_TITLE": "オプション",
    "COMMANDS_PANEL_TITLE": "コマンド",
    "DEFAULT_STRING": "[既定値: {}]",
    "ENVVAR_STRING": "[環境変数: {}]",
    "REQUIRED_LONG_STRING": "[必須]",
}
"""Typer's fixed words, by the names of `typer.rich_utils`."""


def put_in_japanese(command: Any) -> None:
    """From now on the help of this command of typer, and of all below it, is Japanese. A text
    without a translation stays: the commands of a checkout have none."""
    from rich.text import Text
    from typer import rich_utils

    class FoldedText(Text):
        """Text that goes on in the next line where it has no space to be cut at: rich leaves the
        rest of a long word out, and a Japanese sentence is one word to it."""

        @classmethod
        def from_markup(cls, text: str, **how: Any) -> Text:
            return Text.from_markup(text, overflow="fold", **how)

    for name, said in {**_PANELS, "Text": FoldedText}.items():
        setattr(rich_utils, name, said)
    _translate(command)


def _translate(command: Any) -> None:
    command.help = _said(command.help)
    command.short_help = _said(command.short_help)
    told = command.get_usage
    command.get_usage = lambda context: told(context).replace("Usage: ", "使い方: ", 1)
    help_option = command.get_help_option
    command.get_help_option = lambda context: _translated(help_option(context))
    for parameter in command.params:
        _translated(parameter)
    for below in getattr(command, "commands", {}).values():
        _translate(below)


def _translated(parameter: Any) -> Any:
    if hasattr(parameter, "help"):
        parameter.help = _said(parameter.help)
    return parameter


def _said(english: str | None) -> str | None:
    return JAPANESE.get(english, english) if english is not None else None
