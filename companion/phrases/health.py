"""Health 調子: words the state of each part and its remedy, in both languages as equals."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from companion.phrases.reasons import in_both, of_error
from companion.words.finding import Finding
from companion.words.health import Button, HealthStatus
from companion.words.language import Bilingual

MODEL_SILENT_S = 10.0
"""No token and no step of 64 prompt tokens for so long is no thinking: the slowest measured
step, the 1.5 B on one loaded core, takes 4 s; a Pi 5 is about as quick."""
_NOT_YET = frozenset({"not started", "stopped"})
"""Reports of an engine before it was first loaded."""


_NOBODY_TRIES = Bilingual(
    "つなぎ直す部分が動いていません。`sudo systemctl restart companion` で起動し直してください",
    "Nothing tries to reach it any more: start the companion again with "
    "`sudo systemctl restart companion`",
)


def _tried(trying: bool | None, remedy: Bilingual) -> Bilingual:
    """Whether it is tried again, as observed, and what to look at. None: it was not asked."""
    if trying is None:
        return remedy
    if not trying:
        return _NOBODY_TRIES
    return Bilingual(
        f"数秒おきにつなぎ直しています。{remedy.ja}",
        f"It is tried again every few seconds. {remedy.en}",
    )


def broker(connected: bool, kind: str, last_error: str, trying: bool | None = None) -> Finding:
    """The MQTT broker and our link to it. `trying`: whether the link was seen to try
    lately; None where nobody looked."""
    if connected:
        return Finding(HealthStatus.OK, Bilingual(f"接続中（{kind}）", f"connected ({kind})"))
    if not last_error:
        return Finding(HealthStatus.STARTING, Bilingual("接続しています", "Connecting"))
    why = in_both(last_error)
    return Finding(
        HealthStatus.DOWN,
        Bilingual(
            f"切れました（{why.ja}）。機器の状態は不明で、操作もできません",
            f"Lost ({why.en}). Device states are unknown and nothing can be switched",
        ),
        _tried(
            trying,
            Bilingual(
                "カメラ、会話、記録は使えます。ブローカーを確かめてください",
                "Cameras, conversation and the log still work. Look at the broker",
            ),
        ),
    )


def announcements(forged: Mapping[str, str]) -> Finding:
    """Announcements over MQTT that were refused. `forged`: topic -> reason."""
    topic, reason = next(iter(forged.items()))
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"怪しい機器の知らせを{len(forged)}件断りました（{topic}: {in_both(reason).ja}）",
            f"{len(forged)} suspicious announcements of devices were refused "
            f"({topic}: {in_both(reason).en})",
        ),
        Bilingual(
            "誰がブローカーに書いたのか確かめ、その知らせ（retain）を消してください。"
            "自分の機器なら config.yaml の home.device_names に書くと必ず入ります。"
            "ただし companion/ とディスカバリーの接頭辞の下を操作する機器は入りません",
            "See who wrote to the broker and remove the retained message. A device of yours always "
            "finds a place once it stands under home.device_names in config.yaml, unless it is "
            "commanded below companion/ or the discovery prefix",
        ),
    )


def no_announcements() -> Finding:
    """Finding after the refused announcements are gone from the broker."""
    return Finding(
        HealthStatus.OK, Bilingual("怪しい知らせはありません", "nothing suspicious is announced")
    )


def hub(
    state: str,
    version: str,
    last_error: str,
    devices: int,
    exposure: bool,
    *,
    trying: bool | None = None,
    misread: Collection[str] = (),
) -> Finding:
    """Home Assistant. `state`: of the link; `exposure`: whether it told what is exposed;
    `trying`: whether the link was seen to try lately, None where nobody looked; `misread`:
    devices whose reports cannot be read."""
    if state in ("token_refused", "token_missing"):
        return _new_token(state == "token_refused", last_error)
    if state == "connecting":
        return Finding(HealthStatus.STARTING, Bilingual("接続しています", "Connecting"))
    if state != "up":
        why = in_both(last_error)
        return Finding(
            HealthStatus.DOWN,
            Bilingual(
                f"届きません（{why.ja}）。その機器の状態は不明で、操作もできません",
                f"Away ({why.en}). States of its devices are unknown; none can be switched",
            ),
            _tried(
                trying,
                Bilingual("電源とネットワークを確かめてください", "Look at its power and network"),
            ),
        )
    if not exposure or not devices:
        return _nothing_shown(exposure)
    if misread:
        return _misread(sorted(misread))
    return Finding(
        HealthStatus.OK,
        Bilingual(
            f"接続中（{version}、機器{devices}台）", f"connected ({version}, {devices} devices)"
        ),
    )


def _misread(devices: Sequence[str]) -> Finding:
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"知らせを読めない機器が{len(devices)}台あり、状態は不明です（{devices[0]}）",
            f"the reports of {len(devices)} devices cannot be read; they are unknown "
            f"({devices[0]})",
        ),
        Bilingual(
            "これはこちらの誤りです。`journalctl -u companion` の記録を添えて知らせてください",
            "This is a mistake of ours: please report it with what `journalctl -u companion` says",
        ),
    )


def _new_token(refused: bool, why: str) -> Finding:
    """401, or no token: nothing is tried until there is another one."""
    return Finding(
        HealthStatus.DOWN,
        Bilingual(
            "トークンが無効になっています。接続をやめて待っています"
            if refused
            else f"トークンがありません（{in_both(why).ja}）",
            "It refuses the token; nothing is tried until there is a new one"
            if refused
            else f"There is no token ({in_both(why).en})",
        ),
        Bilingual(
            "Home Assistant のプロフィールで長期アクセストークンを作り、"
            "`companion setup homeassistant` に渡してください。自動で再開します",
            "Make a long-lived access token in your Home Assistant profile and give it to "
            "`companion setup homeassistant`; it goes on by itself",
        ),
    )


def _nothing_shown(exposure: bool) -> Finding:
    ja = "公開された機器がありません" if exposure else "トークンが管理者のものではありません"
    en = "no device is exposed" if exposure else "the token is no administrator's"
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(f"つながりましたが、{ja}", f"connected, but {en}"),
        Bilingual(
            "Home Assistant の「設定 → 音声アシスタント → 公開」で機器を選んでください。"
            "または links.home_assistant.include に書いてください",
            "Choose devices in Home Assistant: Settings, Voice assistants, Expose; "
            "or write them into links.home_assistant.include",
        ),
    )


def model(
    ready: bool, name: str, why_down: str, awake: bool = True, silent_s: float = 0.0
) -> Finding:
    """The language model. `awake`: the unchanging part of the prompt was read.
    `silent_s`: for how long the running request has got no further, in real seconds."""
    if ready and silent_s >= MODEL_SILENT_S:
        return Finding(
            HealthStatus.DOWN,
            Bilingual("応答が止まっています", "It does not answer: it gets no further"),
            Bilingual(
                "期限が来れば起動し直します。ページからの操作、カメラ、記録は使えます",
                "At its deadline it is started anew. Devices still obey the page; "
                "cameras and log go on",
            ),
        )
    if ready and not awake:
        return Finding(
            HealthStatus.STARTING,
            Bilingual(
                "目を覚ましています（一分ほど）。ページからの操作は使えます",
                "waking up (about a minute); devices obey the page meanwhile",
            ),
        )
    if ready:
        return Finding(HealthStatus.OK, Bilingual(f"使えます（{name}）", f"ready ({name})"))
    if not why_down or why_down in _NOT_YET:
        return Finding(
            HealthStatus.STARTING,
            Bilingual(
                "読み込み中。ページからの操作は使えます", "loading; devices obey the page meanwhile"
            ),
        )
    why = in_both(why_down)
    if why_down.startswith("restarting"):
        return Finding(
            HealthStatus.DOWN,
            why,
            Bilingual(
                "待てば戻ります。ページからの操作、カメラ、記録は使えます",
                "It comes back by itself. Devices still obey the page; cameras and log go on",
            ),
        )
    return Finding(
        HealthStatus.DOWN,
        Bilingual(f"考えられません: {why.ja}", f"cannot think: {why.en}"),
        Bilingual(
            "ページからの操作は使えます。`companion models fetch` で用意できます",
            "devices still obey the page; `companion models fetch` brings a model",
        ),
    )


def record(since: datetime | None, why: str, held: int, reserve: bool) -> Finding:
    """The record on the disk. `held`: events that wait in memory; `reserve`: whether
    the space kept back for a full disk is still there. Unwritten it is down, so that every page
    says so at its top: acting by itself halts."""
    if since is not None:
        return Finding(
            HealthStatus.DOWN,
            Bilingual(
                f"書けません（{in_both(why).ja}）。{held}件をメモリに持っています",
                f"cannot be written ({in_both(why).en}); {held} entries wait in memory",
            ),
            Bilingual(
                "ページからの操作と停止は使えます。自動の行動は休みます。空き容量を作るか、"
                "書き込めるようにしてください。戻れば自動で書き、再開します",
                "The page's switches and Stop still work; acting by itself halts. Free disk space "
                "or make it writable: then what waits is written and it goes on by itself",
            ),
        )
    if not reserve:
        return Finding(
            HealthStatus.DEGRADED,
            Bilingual("空き容量がわずかです", "little disk space is left"),
            Bilingual(
                "いまは記録できますが、空き容量を作ってください",
                "It can still be written; free some space soon",
            ),
        )
    return Finding(HealthStatus.OK, Bilingual("記録しています", "it is written"))


def record_kept(size: int, reports_days: float, looks_days: float, carried_from: str) -> Finding:
    """All is well: how much there is, how long details stay, and whether it was carried over from
    the file of another embedder at this start. `size`: bytes, backups too; 0 days: for good."""
    reports, looks = _days(reports_days), _days(looks_days)
    said_ja = (
        f"記録しています（バックアップとあわせて{size / 1e6:.0f} MB）。"
        f"機器の報告は{reports.ja}、カメラに誰もいなかったことと、自分から見て変わりのなかったことは{looks.ja}、そのほかはずっと残します"
    )
    said_en = (
        f"it is written ({size / 1e6:.0f} MB with its backups); device reports are kept "
        f"{reports.en}, that a camera saw nobody and looks that found nothing new {looks.en}, "
        f"all else for good"
    )
    if carried_from:
        said_ja = (
            f"埋め込みの設定が変わったので、{carried_from} の記録をすべて引き継ぎました"
            f"。意味で探すための索引は、要るときだけ裏で作り直します。{said_ja}"
        )
        said_en = (
            f"the embedding preset was changed: everything was carried over from "
            f"{carried_from}; where the model changed, it is made findable by meaning anew, behind "
            f"the house's back; {said_en}"
        )
    return Finding(HealthStatus.OK, Bilingual(said_ja, said_en))


def _days(days: float) -> Bilingual:
    return Bilingual(f"{days:g}日", f"{days:g} days") if days else Bilingual("ずっと", "for good")


def records_beside(used: str, others: Sequence[str]) -> Finding:
    """Records of other embedders lie in the same folder: one of them may be the household's."""
    names = ", ".join(others)
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"{used} を使っています。別の記録もあります: {names}",
            f"{used} is used, and there are other records: {names}",
        ),
        Bilingual(
            f"{used} が正しければ、ほかのファイルを別のフォルダーへ移してください。ほかの方が"
            f"正しければ、止めてから {used} を移してください。次の起動で引き継ぎます",
            f"If {used} is the right one, move the others to another folder. If not, stop the "
            f"companion and move {used} away: the next start carries the other one over",
        ),
    )


def rescued(aside: str, events: int, lost: int, from_backup: str) -> Finding:
    """The record was damaged and begun anew at this start. `aside`: the damaged file's name;
    `lost`: entries that could not be saved; `from_backup`: the backup's name, if one was used."""
    ja = f"バックアップ {from_backup} から" if from_backup else "読めたものから"
    en = f"from the backup {from_backup}" if from_backup else "from what could be read"
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"壊れていたので、{ja}始め直しました。{events}件を救い、{lost}件を失いました",
            f"It was damaged and began anew {en}: {events} entries saved, {lost} lost",
        ),
        Bilingual(
            f"壊れたファイルは {aside} にそのまま残してあります。ディスクを確かめてください",
            f"The damaged file lies untouched at {aside}. Look at the disk or card",
        ),
    )


def record_broken(first: str, broken: int) -> Finding:
    """A full check found entries that are not what was written."""
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"書いたときと違うところが{broken}か所あります（{in_both(first).ja}）",
            f"{broken} places are not what was written ({in_both(first).en})",
        ),
        Bilingual(
            "読めるものを全部残して、新しい記録で始め直せます。下のボタンか `companion rescue` を"
            "使ってください。壊れたファイルは残ります。`companion verify` で詳しく分かります",
            "It can begin anew with all that can be read: press the button or run "
            "`companion rescue`. The damaged file is kept. `companion verify` tells more",
        ),
        (
            Button(
                label=Bilingual("読めるもので始め直す", "Begin anew with what can be read"),
                path="/api/record/rescue",
                said=Bilingual(
                    "始め直しています。数分かかることがあります",
                    "Beginning anew; it may take minutes",
                ),
            ),
        ),
    )


def record_held(lines: Sequence[Bilingual]) -> Finding:
    """Another program changed what authorises; what it put there does not act (ADR 0032)."""
    shown, more = lines[:3], len(lines) - 3
    ja = "、".join(line.ja for line in shown) + (f"、ほか{more}件" if more > 0 else "")
    en = "; ".join(line.en for line in shown) + (f"; and {more} more" if more > 0 else "")
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"ほかのプログラムが記録を書き換えました。確かめるまで使いません: {ja}",
            f"Another program changed the record; until you say so this is not used: {en}",
        ),
        Bilingual(
            "自分でしたことなら「このまま使う」、覚えがなければ「捨てる」を押してください。"
            "消えたものは `companion restore` でバックアップから戻せます",
            "If you did it yourself, use it as it stands; if not, throw it away. What is gone can "
            "be brought back from a backup with `companion restore`",
        ),
        tuple(
            Button(
                label=label,
                path="/api/record/held",
                body=f'{{"keep": {keep}}}',
                said=Bilingual("始め直しています", "Starting anew"),
            )
            for label, keep in (
                (Bilingual("捨てる", "Throw it away"), "false"),
                (Bilingual("このまま使う", "Use it as it stands"), "true"),
            )
        ),
    )


def camera(trouble: Bilingual | None, private: bool) -> Finding:
    """One camera: trouble is unknown, never `nobody there`."""
    if private:
        return Finding(
            HealthStatus.OK, Bilingual("プライバシー中。閉じています", "privacy is on; it is shut")
        )
    if not trouble:
        return Finding(HealthStatus.OK, Bilingual("映っています", "it sees"))
    return Finding(
        HealthStatus.DOWN,
        Bilingual(f"見えません: {trouble.ja}", f"it does not see: {trouble.en}"),
        Bilingual(
            "人がいるかどうかは不明として扱います。直れば自動で再開します",
            "whether anybody is there counts as unknown; it goes on by itself once it sees again",
        ),
    )


def eyes(why_down: str, private: bool) -> Finding:
    """The detector's worker: while it is down, every camera's room is unknown."""
    if private:
        return Finding(HealthStatus.OK, Bilingual("プライバシー中。休んでいます", "privacy is on"))
    if not why_down:
        return Finding(HealthStatus.OK, Bilingual("見分けられます", "it recognises what it sees"))
    why = in_both(why_down)
    return Finding(
        HealthStatus.DOWN,
        Bilingual(f"見分けられません: {why.ja}", f"it cannot recognise anything: {why.en}"),
        Bilingual(
            "起動し直しています。戻るまで、人がいるかどうかは不明として扱います",
            "It is being started again; until then whether anybody is there counts as unknown",
        ),
    )


def ranker(why_down: str) -> Finding:
    """The second opinion: without it the model chooses from the whole menu."""
    if not why_down:
        return Finding(HealthStatus.OK, Bilingual("一緒に考えます", "it gives its opinion"))
    why = in_both(why_down)
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"選択の学習モデルが使えません: {why.ja}",
            f"the choice ranking is not available: {why.en}",
        ),
        Bilingual(
            "言語モデルだけで選ぶので、選び方が下手になります。`scripts/setup.sh` で部品が入ります",
            "The model chooses alone, and less well. `scripts/setup.sh` installs what is missing",
        ),
    )


def remembering(episodes: int, with_vector: int, why_missing: str, trouble: str) -> Finding:
    """Memory: how much of what was said can be found, and by what. `why_missing`: why nothing can
    be found by meaning; `trouble`: why the index cannot be used."""
    if trouble:
        why = in_both(trouble)
        return Finding(
            HealthStatus.DOWN,
            Bilingual(f"前のことを思い出せません: {why.ja}", f"it recalls nothing: {why.en}"),
            Bilingual(
                "記録は失われていません。空き容量と state フォルダーの書き込み権を確かめてください"
                "（数分ごとにやり直します）",
                "Nothing is lost from the record. See to free space and to the rights of the "
                "state folder; it is tried again every few minutes",
            ),
        )
    known_ja, known_en = f"{episodes}件を覚えています", f"{episodes} things are remembered"
    if why_missing:
        why = in_both(why_missing)
        return Finding(
            HealthStatus.DEGRADED,
            Bilingual(
                f"{known_ja}。言葉だけで探しています: {why.ja}",
                f"{known_en}; they are found by words alone: {why.en}",
            ),
            Bilingual(
                "同じ言葉が出てこないと思い出せません。`scripts/setup.sh` で部品が入ります",
                "What was said in other words is not found. `scripts/setup.sh` installs what is "
                "missing",
            ),
        )
    if with_vector < episodes:
        left = episodes - with_vector
        return Finding(
            HealthStatus.OK,
            Bilingual(
                f"{known_ja}。意味で探せるように準備しています（あと{left}件）",
                f"{known_en}; {left} more are being made findable by meaning",
            ),
        )
    return Finding(HealthStatus.OK, Bilingual(known_ja, known_en))


def speaker(trouble: str) -> Finding:
    """Speech: while it cannot be heard, it stands on the page, and is not said later than a minute
    after."""
    if not trouble:
        return Finding(HealthStatus.OK, Bilingual("声が出せます", "it can be heard"))
    why = in_both(trouble)
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(f"声が出せません: {why.ja}", f"it cannot be heard: {why.en}"),
        Bilingual(
            "言葉はこの画面に出ます。会話は文字でできます。直れば自動で再開し、一分より古い言葉は話しません",
            "What it says stands on this page, and you can write to it. It goes on by itself; "
            "nothing older than a minute is said then",
        ),
    )


def voice(why_down: str, *, another: bool) -> Finding:
    """The voice engine of the household's language. `another`: one of less quality speaks."""
    if not why_down:
        return Finding(HealthStatus.OK, Bilingual("読み上げられます", "it can speak"))
    why = in_both(why_down)
    spoken = Bilingual("別の声で話します", "Another voice speaks")
    shown = Bilingual("言葉はこの画面に出ます", "What it says stands on this page")
    told = spoken if another else shown
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(f"いつもの声が使えません: {why.ja}", f"its voice is not available: {why.en}"),
        Bilingual(
            f"{told.ja}。`scripts/setup.sh` で部品が入ります",
            f"{told.en}. `scripts/setup.sh` installs what is missing",
        ),
    )


_NO_VOICE = (
    Bilingual("スピーカーがなく、目覚ましも鳴りません", "no speaker: no alarm can be heard either"),
    Bilingual(
        "config.yaml に speaker: {driver: alsa} と書いてください（機器は `aplay -L`）",
        "Write speaker: {driver: alsa} into config.yaml; `aplay -L` lists the devices.",
    ),
)


def no_voice() -> Finding:
    """A real home whose speaker is the simulated one; not to be found out in the morning only."""
    return Finding(HealthStatus.DEGRADED, *_NO_VOICE)


def plug_in_broken(why: str) -> Finding:
    """Its own code fails: file, line and what is wrong; the rest of the house runs without it."""
    told = in_both(why)
    return Finding(
        HealthStatus.DOWN,
        Bilingual(f"このプラグインを外して動いています: {told.ja}", f"It is left out: {told.en}"),
        Bilingual(
            "そのファイルを直して再起動するか、設定からその行を外してください",
            "Correct that file and restart, or take its line out of the configuration",
        ),
    )


def buzzer(trouble: str) -> Finding:
    """The last rung of an alarm: found out now, not in the morning."""
    if not trouble:
        return Finding(HealthStatus.OK, Bilingual("鳴らせます", "it can sound"))
    why = in_both(trouble)
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"ブザーが鳴らせません: {why.ja}", f"the last rung of an alarm is missing: {why.en}"
        ),
        Bilingual(
            "`sudo companion doctor --fix` で権利を整え、`sudo systemctl restart companion` "
            "のあと、`companion doctor --sound` で鳴らしてみてください",
            "`sudo companion doctor --fix` gives the service its rights; then `sudo systemctl "
            "restart companion`, and `companion doctor --sound` sounds it",
        ),
    )


def secrets_in_config(keys: Sequence[str], movable: bool, open_to_all: bool) -> Finding:
    """Secrets that stand in the configuration. `keys`: their places; `movable`: whether
    `companion doctor --fix` can move them all; `open_to_all`: everybody here can read them."""
    if not keys:
        return Finding(
            HealthStatus.OK, Bilingual("設定にはありません", "none in the configuration")
        )
    named = ", ".join(keys)
    ja, en = ("。この機器の誰でも読めます", "; everybody on this machine can read it")
    by_hand = Bilingual(
        "その項目をファイル（モード0600）に移し、設定には `_file` で終わる項目でその名前を"
        "書いてください。その項目がなければ、別の認証を選んでください",
        "Move it into a file of mode 0600 and name that by the key ending in `_file`; where there "
        "is no such key choose another way to log in",
    )
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(
            f"設定ファイルに秘密が書かれています（{named}）{ja if open_to_all else ''}",
            f"secrets stand in the configuration ({named}){en if open_to_all else ''}",
        ),
        Bilingual(
            "`sudo companion doctor --fix` が secrets/ のファイルに移します",
            "`sudo companion doctor --fix` moves them into files under secrets/",
        )
        if movable
        else by_hand,
    )


def no_garden(folder: Path) -> Finding:
    """The companion's own life has no files in this folder."""
    return Finding(
        HealthStatus.OK,
        Bilingual(
            f"庭のファイルが {folder} にないので、庭の暮らしはありません",
            f"no files of the garden in {folder}: the companion has no life of its own",
        ),
    )


def no_microphone() -> Finding:
    """No microphone is configured: nothing is wrong, and nothing listens."""
    return Finding(
        HealthStatus.OK,
        Bilingual(
            "家のマイクは設定されていないので、聞いていません。文字か「話す」ボタンで話せます",
            "no microphone is configured, so it hears no room; write to it, or press Speak",
        ),
    )


def satellite(connected: bool, why_not: str) -> Finding:
    """A satellite in another room. `why_not`: what ended the last try; "" before there was one."""
    if connected:
        return Finding(HealthStatus.OK, Bilingual("聞いています", "it listens"))
    if not why_not:
        return Finding(HealthStatus.STARTING, Bilingual("接続しています", "Connecting"))
    why = in_both(why_not)
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(f"届きません（{why.ja}）", f"out of reach ({why.en})"),
        Bilingual(
            "その部屋の声は聞こえません。電源とネットワーク、links.satellites の host と port を"
            "確かめてください。つながれば自動で再開します",
            "It hears nothing in that room. Look at its power and network, and at host and port "
            "under links.satellites; it goes on by itself once it is connected",
        ),
    )


def drive(trouble: str) -> Finding:
    """The wheeled base: without its link it stands, by its own dead-man."""
    if not trouble:
        return Finding(HealthStatus.OK, Bilingual("動けます", "it can drive"))
    why = in_both(trouble)
    return Finding(
        HealthStatus.DOWN,
        Bilingual(f"動けません: {why.ja}", f"it cannot drive: {why.en}"),
        Bilingual(
            "つながりが切れると0.5秒で止まります。戻っても、頼まれるまで動きません",
            "It stops within 0.5 s of losing the link, and does not move again until asked",
        ),
    )


def resident(*, up: bool, falls: int, error: BaseException | None, pause_s: float) -> Bilingual:
    """Word the end of a task, as it was observed. `falls`: how often it ended since the service
    began; `error`: None where it was started again and has not yet proved itself; `pause_s`:
    seconds until it is started again."""
    times = "once" if falls == 1 else f"{falls} times"
    if up:
        return Bilingual(f"再開しました（{falls}回目）", f"running again (stopped {times})")
    if error is None:
        return Bilingual(
            f"起動し直しました。様子を見ています（停止{falls}回）",
            f"started again, not yet known to hold (stopped {times})",
        )
    why = of_error(error)
    return Bilingual(
        f"停止しました: {why.ja}。{pause_s:.0f}秒後に起動し直します（停止{falls}回）",
        f"stopped: {why.en}; started again in {pause_s:.0f} s (stopped {times})",
    )


def exports(damage: str, unwritten: str) -> Finding:
    """The files `state.json` and `events.jsonl`. `damage`: what was found damaged at the start;
    `unwritten`: why they cannot be written."""
    if not damage and not unwritten:
        return Finding(
            HealthStatus.OK,
            Bilingual("記録どおりに書き出しています", "written as the record has it"),
        )
    why = in_both(damage or unwritten)
    return Finding(
        HealthStatus.DOWN,
        Bilingual(
            f"書き出しに問題があるので、計画と自分からの行動を止めています: {why.ja}",
            f"the exports are in trouble, so the plan and its own acts halt: {why.en}",
        ),
        Bilingual(
            "目覚まし・停止・頼まれた操作は動きます。見たら `companion resume` か計画のページで"
            "再開してください",
            "Alarms, stops and what you ask for work. Once you have looked, `companion resume` or "
            "the page of the plan goes on",
        ),
    )
