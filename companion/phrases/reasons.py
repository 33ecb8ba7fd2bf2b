"""Reasons 理由: word a part's own trouble, in both languages of the page.

Parts speak English, for the log and for a person who writes them a letter. A person at the page
reads Japanese as well as English, so every reason a part of ours can give stands here once, with
its Japanese. A reason that comes from an operating system or somebody else's library keeps its own
words, in quotation marks, behind a Japanese sentence that says so.
"""

import errno
import os
import re
from collections.abc import Callable

from companion.words.language import Bilingual

QUOTE_CHARS = 160
_SIGNALS = {"4": "SIGILL", "6": "SIGABRT", "7": "SIGBUS", "9": "SIGKILL", "11": "SIGSEGV"}
_ERRNO: dict[int, str] = {
    errno.EPERM: "許可されていません",
    errno.ENOENT: "ファイルがありません",
    errno.EIO: "読み書きに失敗しました",
    errno.EACCES: "読み書きの許可がありません",
    errno.EBUSY: "ほかのプログラムが使っています",
    errno.ENODEV: "機器がありません",
    errno.ENOSPC: "空き容量がありません",
    errno.EROFS: "読み取り専用になっています",
    errno.EPIPE: "接続が切れました",
    errno.EADDRINUSE: "そのポートはほかで使われています",
    errno.ENETUNREACH: "ネットワークにつながっていません",
    errno.ECONNRESET: "相手が接続を切りました",
    errno.ETIMEDOUT: "時間内に返事がありません",
    errno.ECONNREFUSED: "相手が動いていません",
    errno.EHOSTUNREACH: "相手に届きません",
}
_Rule = tuple[str, str, str]
"""Pattern of the whole reason, Japanese, English. `{name}` is a group as it stands, `{name:both}`
a group that is a reason itself; English "" keeps the part's own words."""
RULES: tuple[_Rule, ...] = (
    # A plug-in's own code
    (r"(?P<where>\S+): it has no class Settings\(BaseModel\)",
     "{where}: クラス Settings(BaseModel) がありません", ""),
    (r"(?P<where>\S+): it has no function build\(settings\)",
     "{where}: 関数 build(settings) がありません", ""),
    (r"(?P<where>\S+): what build\(\) gives is no (?P<port>\w+): it has no (?P<names>.+)",
     "{where}: build() が返すものは {port} ではありません（{names} がありません）", ""),
    (r"(?P<where>\S+\.py(?::\d+)?): (?P<error>\w+(?:Error|Exception|Exit)): (?P<why>.+)",
     "{where}: {error}（{why}）", ""),
    (r"(?P<what>\S+\.py(?::\d+)?: \w+(?:Error|Exception|Exit))", "{what}", ""),
    # Workers: models, eyes, embedder
    (r"not started", "まだ起動していません", ""),
    (r"stopped", "止めてあります", ""),
    (r"restarting after exit (?P<exit>-?\d+)", "{exit:exit}ので、起動し直しています",
     "it {exit:exit} and is being started again"),
    (r"loading took too long", "読み込みに時間がかかりすぎました", ""),
    (r"waited (?P<s>[\d.]+) s for the model", "順番を{s}秒待ちました", ""),
    (r"no answer within (?P<s>[\d.]+) s", "{s}秒以内に答えませんでした", ""),
    (r"the worker died \(exit (?P<exit>-?\d+)\)(?P<more>.*)", "{exit:exit}",
     "it {exit:exit}{more}"),
    (r"the worker sent garbage: (?P<more>.*)", "壊れた答えを返しました", ""),
    (r"the detector's worker gave no answer: (?P<why>.+)", "検出の部品が答えません: {why:both}",
     "the detector gave no answer: {why:both}"),
    (r"the embedder gave no answer: (?P<why>.+)", "埋め込みの部品が答えません: {why:both}",
     "the embedder gave no answer: {why:both}"),
    (r"the embedder sent \d+ bytes", "埋め込みの部品の答えが壊れています", ""),
    (r"no model of speech to text in (?P<where>\S+): (?P<do>.+)",
     "話し言葉を文字にするモデルが {where} にありません: {do}", ""),
    (r"speech to text gave no answer: (?P<why>.+)", "聞き取りの部品が答えません: {why:both}",
     "speech to text gave no answer: {why:both}"),
    (r"wake word and voice activity gave no answer: (?P<why>.+)",
     "呼びかけを待つ部品が答えません: {why:both}",
     "wake word and voice activity gave no answer: {why:both}"),
    (r"the ranker's weights: (?P<why>.+)", "選択の学習モデルを読み込めません: {why:both}",
     "its weights: {why:both}"),
    (r"no model file (?:at|in) (?P<where>.+?): (?P<what>.+)",
     "モデルのファイルがありません（{where}）", ""),
    (r"FileNotFoundError: (?P<file>.+)", "ファイルがありません（{file}）", "there is no {file}"),
    (r"MemoryError:?.*", "メモリが足りません", "there is too little memory"),
    (r"(?:ModuleNotFoundError|ImportError|RuntimeMissing): (?P<more>.+)",
     "部品が入っていません（{more}）", "a part is not installed: {more}"),
    (r"llama-cpp-python is not installed: (?P<do>.+)",
     "llama-cpp-python が入っていません（{do}）", ""),
    (r"grammar: (?P<more>.*)", "文法の形が正しくありません", ""),
    # A model server elsewhere
    (r"no server at (?P<url>\S+): (?P<why>.*); see (?P<section>\S+)\.url",
     "{url} にサーバーがありません: {why:both}。{section}.url を確かめてください", ""),
    (r"its answer is no object", "サーバーの答えの形が正しくありません", ""),
    (r"the server did not answer in time", "サーバーが時間内に答えませんでした", ""),
    (r"the server refuses the key \((?P<code>\d+)\): see (?P<section>\S+)\.api_key_file",
     "サーバーが鍵を断りました（{code}）。{section}.api_key_file を確かめてください", ""),
    (r"it sends us elsewhere \((?P<code>\d+)\).*",
     "よそへ回されました（{code}）。設定した相手にだけ聞きます", ""),
    (r"it refused \((?P<code>\d+)\).*", "サーバーが断りました（{code}）", ""),
    (r"it failed \((?P<code>\d+)\).*", "サーバーが失敗しました（{code}）", ""),
    (r"no model (?P<name>\S+) there; it has: (?P<names>.*)",
     "モデル {name} がありません。あるもの: {names}", ""),
    (r"(?:its list of models is none|it sent no JSON|garbage:.*|no whole answer:.*|"
     r"the answer has no end|more than \d+ bytes in one answer)",
     "サーバーの答えが壊れています", ""),
    (r"the connection was cut.*", "接続が切れました", ""),
    # The broker, and a hub
    (r"not sent: (?P<why>.*)", "送れませんでした: {why:both}", "not sent: {why:both}"),
    (r"no connection to the (?:broker|hub): (?P<why>.*)", "つながっていません: {why:both}",
     "no connection: {why:both}"),
    (r".*(?:Not authorized|Not authorised|Bad user name or password).*",
     "ユーザー名かパスワードが違います", "it refuses the user name or the password"),
    (r"(?:Operation timed out|timed out|TimeoutError.*|.*[Tt]imeout.*)", "時間内に返事がありません",
     "no answer in time"),
    (r"Disconnected.*", "接続が切れました", "the connection was cut"),
    (r".*(?:Name or service not known|Temporary failure in name resolution|"
     r"nodename nor servname|No address associated).*", "名前が見つかりません（DNS）",
     "the name is not found (DNS)"),
    (r"the connection (?:broke|is closed|was lost).*|the hub closed the connection",
     "接続が切れました", "the connection was cut"),
    (r"no answer to (?P<what>\S+): .*", "{what} に答えがありません", ""),
    (r"links.home_assistant.ca_file is for the engine websocket only",
     "links.home_assistant.ca_file は engine: websocket のときだけ使えます", ""),
    (r"(?P<what>\S+) is not installed: (?P<do>.+)", "{what} が入っていません（{do}）", ""),
    (r"this is no Home Assistant", "相手は Home Assistant ではありません", ""),
    (r"(?P<url>(?:https?|wss?)://\S+): (?P<why>.+)", "{url}: {why:both}", "{url}: {why:both}"),
    (r"(?P<path>\S+) can be read by others: (?P<do>.+)",
     "{path} がほかの人にも読めます（{do}）", ""),
    (r"(?P<path>/\S+) is empty", "{path} が空です", ""),
    (r"mosquitto is not installed; (?P<do>.+)", "mosquitto が入っていません（{do}）", ""),
    (r"mosquitto did not start on port (?P<port>\d+).*",
     "mosquitto がポート{port}で起動しませんでした", ""),
    # The record
    (r"the record (?P<path>\S+) cannot be written \((?P<why>.+)\)\. Free disk space.*",
     "{why:both}（{path}）", "{why:both} ({path})"),
    (r"the record (?P<path>\S+) cannot be made \((?P<why>.+)\)\. .*",
     "作れません: {why:both}（{path}）", "it cannot be made: {why:both} ({path})"),
    (r"the record (?P<path>\S+) cannot be read \((?P<why>.+)\)\. .*",
     "読めません: {why:both}（{path}）", "it cannot be read: {why:both} ({path})"),
    (r"the record (?P<path>\S+) is gone, but a household lived here: (?P<traces>.+)\. "
     r"Bring it back.*",
     "記録 {path} がありませんが、この家の跡が残っています: {traces}。`companion restore` で"
     "いちばん新しいバックアップから戻してください。新しく始めるなら、これらを別のフォルダーへ移してください",
     ""),
    (r"there is no (?P<name>\S+), and several other records lie in (?P<folder>[^:]+): "
     r"(?P<names>.+)\. Keep the one.*",
     "{name} がなく、{folder} に別の記録がいくつもあります: {names}。正しいものだけを残し、"
     "ほかは別のフォルダーへ移してください", ""),
    (r"the record (?P<path>\S+) is damaged \((?P<why>.+)\)\. .*",
     "壊れています: {why:both}（{path}）。ファイルはそのまま残してあります",
     "it is damaged: {why:both} ({path}); the file was left as it is"),
    (r"(?P<table>[a-z_]+) all: (?P<then>\d+) rows were sealed, (?P<now>\d+) are there.*",
     "{table} の行が、書いたときと違います（{then}件のはずが{now}件）",
     "the rows of {table} are not those that were written ({then} then, {now} now)"),
    (r"the record (?P<path>\S+) is closed", "閉じてあります", "it is closed"),
    (r"the backup (?P<path>\S+) cannot be written \((?P<why>.+)\)",
     "バックアップ {path} が書けません: {why:both}", "the backup {path}: {why:both}"),
    (r"the anchor of (?P<path>\S+): (?P<why>.+)", "末尾の印 {path} が書けません: {why:both}",
     "the anchor of {path}: {why:both}"),
    (r"(?P<n>\d+) events wait for the disk \((?P<why>.+)\)", "{n}件が待っています: {why:both}",
     "{n} entries wait: {why:both}"),
    (r"attempt to write a readonly database", "読み取り専用になっています", "it is read-only"),
    (r"database or disk is full", "空き容量がありません", "the disk is full"),
    (r"disk I/O error", "ディスクの読み書きに失敗しました", "the disk fails"),
    (r"unable to open database file", "ファイルを開けません", "the file cannot be opened"),
    (r"database disk image is malformed|file is not a database|Could not decode to UTF-8.*|"
     r"a row that is held back is not what was written", "ファイルが壊れています",
     "the file is damaged"),
    (r"the key (?P<path>\S+) cannot be read \((?P<why>.+)\)\. .*",
     "鍵 {path} が読めません: {why:both}。このユーザーが読めるようにするか、元の場所へ戻して"
     "ください。記録には触れていません", ""),
    (r"the key (?P<path>\S+) holds (?P<n>\d+) bytes, fewer than (?P<least>\d+)\. .*",
     "鍵 {path} が{n}バイトしかありません（{least}バイト以上が要ります）。元の鍵に戻してください。"
     "記録には触れていません", ""),
    (r"database is locked", "ほかのプログラムが使っています", "another program uses it"),
    (r"(?P<table>[a-z_]+) (?P<row>[^:]+): (?P<why>it is not what was written|"
     r"the record does not hold.*|its signature is not.*|it cannot be read.*|SQLite stopped.*|"
     r"reading stopped.*|ids up to .*|\S+ is not of its form|differs from what.*|"
     r"names a row of.*|the \w+ is not as it was made|the list of schema.*|"
     r"the events it took out.*|events were taken out.*|its content is .*|the chain is .*|"
     r"content without .*|a column is .*|its moment is .*|the anchor is .*)",
     "{table} の {row}: {why:both}", ""),
    (r"(?P<table>[a-z_]+) (?P<row>[^:]+): \S+ (?:is|are) .*", "{table} の {row}", ""),
    # What a check of the record finds of one row
    (r"it is not what was written", "書いたときと違います", ""),
    (r"its content is not what was written", "中身が書いたときと違います", ""),
    (r"its content is gone", "中身がありません", ""),
    (r"content without its salt", "中身を確かめるための値がありません", ""),
    (r"a column is not of its type", "値の型が違います", ""),
    (r"(?P<name>\S+) is not of its form", "{name} の形が違います", ""),
    (r"the chain is broken here", "記録のつながりがここで切れています", ""),
    (r"ids up to (?P<last>\S+) are gone", "{last} までの記録がありません", ""),
    (r"its moment is not what its text says", "時刻が予定の中身と合いません", ""),
    (r"differs from what the event cites", "記録が引用しているものと違います", ""),
    (r"the events it took out are not those it sealed",
     "片付けた記録が、書き残したものと違います", ""),
    (r"events were taken out and nothing in the record says so",
     "記録が、跡を残さずに取り除かれています", ""),
    (r"(?P<then>\d+) rows were sealed, (?P<now>\d+) are there, not the same ones",
     "行が、書いたときと違います（{then}件のはずが{now}件）", ""),
    (r"the (?P<kind>\w+) is not as it was made", "{kind} が、作ったときと違います", ""),
    (r"the list of schema steps was changed", "表を作った手順の一覧が変えられています", ""),
    (r"names a row of (?P<table>\S+) that is not there", "{table} の、ない行を指しています", ""),
    (r"(?:reading|SQLite) stopped: (?P<why>.+)", "読み取りが途中で止まりました（{why:both}）", ""),
    (r"it cannot be read: (?P<why>.+)", "読めません（{why:both}）", ""),
    (r"its signature is not of this key", "署名がこの鍵のものではありません", ""),
    (r"the record does not hold the event it names", "指している記録がありません", ""),
    (r"the anchor is not signed, as before there was a key",
     "鍵を置く前に書いたもので、署名がありません", ""),
    (r"it is no record of a companion", "コンパニオンの記録ではありません", ""),
    (r"a reader keeps the WAL; erase again later to empty it",
     "ほかのプログラムが読んでいて、書き込み中のファイル（WAL）を空にできません。"
     "あとでもう一度消してください", ""),
    # What the owner asks of the record
    (r"no entry that still has content", "中身のある記録は見つかりませんでした", ""),
    (r"the record is whole, as far as it was looked at",
     "記録は、見たかぎり壊れていません", ""),
    (r"nothing is held back", "確かめるものはありません", ""),
    (r"no record on a disk", "ディスクに記録がありません", ""),
    (r"\S+ may not take anything out of the record", "記録を消せるのは持ち主だけです", ""),
    # What announced itself over MQTT
    (r"(?P<what>\S+) would be commanded on (?P<topic>.+)",
     "{what} は {topic} で操作することになります", ""),
    (r"(?P<what>\S+) made room: more than (?P<n>\d+) devices, and it is silent",
     "機器が{n}台を超え、何も知らせない {what} を外しました", ""),
    (r"more than (?P<n>\d+) devices", "機器が{n}台を超えました", ""),
    (r"(?P<what>\S+) uses a topic of (?P<other>\S+)",
     "{what} が {other} のトピックを使っています", ""),
    (r"a mistake of ours: (?P<what>\w+).*", "こちらの誤り（{what}）", ""),
    # Speaker and base
    (r"no speaker is connected", "スピーカーがつながっていません", ""),
    (r"another program uses the speaker", "スピーカーをほかのプログラムが使っています", ""),
    (r"an alarm rings", "目覚ましが鳴っています", ""),
    (r"the speaker does not get on", "スピーカーが途中で止まりました", ""),
    (r"the voice gave no sound: (?P<why>.+)", "声の部品が答えません: {why:both}",
     "the voice gave no sound: {why:both}"),
    (r"voice \w+: (?P<why>.+)", "{why:both}", "{why:both}"),
    (r"the voice (?P<name>\S+) was not fetched; .+",
     "声 {name} がまだありません。`companion models fetch --voice` で取得します（58 MB）", ""),
    (r"no voice speaks (?P<language>\w+)", "この言語（{language}）を話す声がありません", ""),
    (r"(?P<engine>\S+) has no voice (?P<name>[^;]+); there (?:is|are): (?P<there>.+)",
     "{engine} に声 {name} がありません。あるのは: {there}", ""),
    (r"(?P<program>\S+): (?P<why>.+); apt-get install (?P<package>\S+)",
     "{program} が使えません（{why:both}）。`apt-get install {package}` で入ります",
     "{program}: {why:both}; `apt-get install {package}`"),
    (r"(?P<why>.+); `python -m sounddevice` lists the devices",
     "スピーカーが開けません（{why:both}）。機器の一覧は `python -m sounddevice`",
     "{why:both}; `python -m sounddevice` lists the devices"),
    (r"the base is not switched on", "台車の電源が入っていません", ""),
    (r"the base does not answer; check its power and its cable",
     "台車が答えません。電源とケーブルを確かめてください", ""),
    (r"the line (?P<port>\S+) cannot be opened: (?P<why>.+)", "{port} を開けません: {why:both}",
     "{port} cannot be opened: {why:both}"),
    (r"another program uses the line (?P<port>\S+)", "{port} をほかのプログラムが使っています", ""),
    (r"(?:\S+: )?the package (?P<name>\S+) is missing: .*",
     "パッケージ {name} がありません。入れ方は `companion doctor` が示します",
     "the package {name} is missing; `companion doctor` says how to install it"),
    # Somebody else's name before it: `llm qwen: ...`
    (r"(?:llm|eyes|embedder|ranker|reading|detector)[^:]{0,60}: (?P<why>.+)", "{why:both}",
     "{why:both}"),
)  # fmt: skip
FULL_RULES: tuple[_Rule, ...] = (
    (r"the record (?P<path>\S+) is damaged \((?P<why>.+)\)\. It was left untouched: .*",
     "記録 {path} が壊れています（{why:both}）。ファイルには触れていません。`companion rescue` で"
     "読めるものから始め直すか、`companion restore` でバックアップに戻してください", ""),
    (r"the record (?P<path>\S+) is damaged \((?P<why>.+)\)\. What was recorded before is kept: .*",
     "記録 {path} が壊れています（{why:both}）。それまでの記録は残っています。ページか "
     "`companion rescue` で、読めるものから始め直してください", ""),
    (r"the record (?P<path>\S+) cannot be read \((?P<why>.+)\)\. It was left untouched: .*",
     "記録 {path} が読めません（{why:both}）。ファイルには触れていません。別の場所へ移して空の"
     "記録で始め直すか、バックアップに置き換えてください", ""),
    (r"the record (?P<path>\S+) cannot be written \((?P<why>.+)\)\. Free disk space.*",
     "記録 {path} に書けません（{why:both}）。空き容量を作るか、フォルダに書けるようにしてから、"
     "もう一度試してください。それまでの記録は残っています", ""),
    (r"the record (?P<path>\S+) cannot be made \((?P<why>.+)\)\. .*",
     "記録 {path} を作れません（{why:both}）。フォルダに書けるようにするか、別の状態フォルダを"
     "選んでください", ""),
    (r"(?P<what>.+) was written by a newer companion \(schema (?P<step>[^)]+)\)\.? ?(?P<more>.*)",
     "{what:both} は、もっと新しいコンパニオンが書いたものです（{step}）。触れていません。その版を"
     "入れ直すか、版を上げる前のバックアップに戻してください", ""),
    (r"the record (?P<path>\S+) could not be brought to the schema of this version "
     r"\((?P<why>.+)\)\. Nothing of it was changed(?:; a copy made before lies at "
     r"(?P<copy>\S+))?\. Start the version.*",
     "記録 {path} を、この版の形に移せませんでした（{why:both}）。何も変えていません。前の版で"
     "起動するか、バックアップに戻してください。そして、この文をそのまま知らせてください", ""),
    (r"the record could not be saved to (?P<path>\S+) \((?P<why>.+)\)",
     "記録を {path} に書き出せませんでした（{why:both}）", ""),
    (r"no backup of (?P<path>\S+) can be written \((?P<why>.+)\)",
     "{path} のバックアップが書けません（{why:both}）", ""),
    (r"the backup (?P<path>\S+) cannot be written \((?P<why>.+)\)",
     "バックアップ {path} が書けません（{why:both}）", ""),
    (r"there is no record (?P<path>.+)", "記録がありません: {path}", ""),
    (r"(?P<path>\S+) is not as it was written", "{path} の中身が書いたときと違います", ""),
    (r"there is no backup (?P<path>.+)", "バックアップがありません: {path}", ""),
    (r"the copy that (?P<path>.+) goes on from is not there any more",
     "{path} の元になるバックアップが、もうありません", ""),
    (r"(?P<path>.+) is being folded into (?P<copy>.+)",
     "{path} は {copy} にまとめているところです。少し待って、もう一度試してください", ""),
    (r"(?P<path>.+) cannot be used: .+ is not as it was written; nothing was changed",
     "{path} は使えません。書いたときと中身が違います。何も変えていません", ""),
    (r"(?P<path>.+) cannot be read \((?P<why>.+)\); nothing was changed",
     "{path} が読めません（{why:both}）。何も変えていません", ""),
    (r"(?P<path>.+) does not verify \((?P<why>.+)\); nothing was changed",
     "{path} は書いたときのままではありません（{why:both}）。何も変えていません", ""),
    (r"no companion has run with (?P<folder>.+) yet", "{folder} ではまだ一度も動いていません", ""),
    (r"(?P<path>.+) may not be read; run this as the service's user",
     "{path} を読めません。サービスのユーザーで実行してください", ""),
    (r"the companion did not answer \((?P<why>.+)\); what was asked for may still be done",
     "答えが返りませんでした（{why:both}）。頼んだことは行われたかもしれません", ""),
    (r"no companion answers at (?P<socket>\S+) \((?P<why>[^)]+)\) nor at (?P<port>\S+) "
     r"\((?P<more>[^)]+)\); `companion run` starts one",
     "{socket}: {why:both}、{port}: {more:both}", ""),
    (r"another companion \(pid (?P<pid>\w+)\) already uses (?P<folder>.+); stop it, or .*",
     "別のコンパニオン（pid {pid}）が {folder} を使っています。先に止めるか、別の状態フォルダを"
     "指定してください", ""),
    (r"the state folder (?P<folder>.+) cannot be used \((?P<why>.+)\); make it writable .*",
     "状態フォルダ {folder} が使えません（{why:both}）。このユーザーが書けるようにするか、設定の "
     "state_dir を変えてください", ""),
)  # fmt: skip
"""Whole sentences that hold the remedy, for a reader who sees nothing beside them."""


def _compiled(rules: tuple[_Rule, ...]) -> tuple[tuple[re.Pattern[str], str, str], ...]:
    return tuple((re.compile(pattern, re.DOTALL), ja, en) for pattern, ja, en in rules)


_COMPILED, _FULL = _compiled(RULES), _compiled(FULL_RULES)
_STRERROR = {os.strerror(number).lower(): number for number in _ERRNO}


def in_both(why: str) -> Bilingual:
    """A part's reason for a reader of either language; nothing for nothing."""
    text = " ".join(why.split())
    if not text:
        return Bilingual("", "")
    return _ours(text) or _systems(text) or _quoted(text)


def known(why: str) -> bool:
    """Whether the Japanese of a reason is written here, not quoted."""
    text = " ".join(why.split())
    return (_ours(text) or _systems(text)) is not None


def in_full(why: str) -> Bilingual:
    """The same where the part's own words hold the remedy: they are not cut short."""
    whole = _ours(" ".join(why.split()), _FULL)
    return whole or (in_both(why) if known(why) else Bilingual(why, why))


def of_error(error: BaseException) -> Bilingual:
    """Why something of ours broke: what it was, and that it is no fault of the reader's."""
    text = str(error)
    if text and (found := _ours(" ".join(text.split())) or _systems(text)) is not None:
        return found
    name = type(error).__name__
    return Bilingual(f"こちらの誤り（{name}）", f"a mistake of ours ({name}: {text})".rstrip(": "))


def _ours(
    text: str, rules: tuple[tuple[re.Pattern[str], str, str], ...] = _COMPILED
) -> Bilingual | None:
    for pattern, ja, en in rules:
        if (match := pattern.fullmatch(text)) is not None:
            told = _filled(ja, match, lambda both: both.ja)
            return Bilingual(told, _filled(en, match, lambda both: both.en) if en else text)
    return None


def _filled(template: str, match: re.Match[str], side: Callable[[Bilingual], str]) -> str:
    def fill(place: re.Match[str]) -> str:
        group, kind = match[place[1]] or "", place[2]
        if kind == ":both":
            return side(in_both(group))
        return side(_exit(group)) if kind == ":exit" else group

    return re.sub(r"{(\w+)(:\w+)?}", fill, template)


def _exit(code: str) -> Bilingual:
    if not code.startswith("-"):
        return Bilingual(f"終わった（終了コード{code}）", f"ended (exit code {code})")
    name = _SIGNALS.get(code[1:], f"signal {code[1:]}")
    return Bilingual(f"落ちた（{name}）", f"crashed ({name})")


def _systems(text: str) -> Bilingual | None:
    """The operating system's message, by its number or by its own words."""
    found = re.search(r"\[Errno (\d+)\]", text)
    number = int(found[1]) if found else None
    if number is None:
        number = next((n for words, n in _STRERROR.items() if words in text.lower()), None)
    if number is None or number not in _ERRNO:
        return None
    return Bilingual(_ERRNO[number], os.strerror(number))


def _quoted(text: str) -> Bilingual:
    short = text if len(text) <= QUOTE_CHARS else text[: QUOTE_CHARS - 1] + "…"
    return Bilingual(f"部品の言葉のまま「{short}」", text)
