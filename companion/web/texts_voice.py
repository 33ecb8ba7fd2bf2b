"""Texts of speaking to it at the page, in both languages."""

from companion.words.language import Bilingual

VOICE_TEXT: dict[str, Bilingual] = {
    key: Bilingual(ja, en)
    for key, ja, en in (
        ("voice", "声で話す", "Talk by voice"),
        (
            "voice.how",
            "押している間か、軽く押してから話します。",
            "Hold it and speak, or tap it first.",
        ),
        ("voice.sound", "返事の声", "Spoken answers"),
        ("voice.level", "声の大きさ", "Loudness"),
        ("voice.settings", "声とマイク", "Voice and microphone"),
        ("voice.home", "家のマイクと声", "Microphone and voice of the home"),
        ("voice.test", "この端末のマイクを試す", "Test this device's microphone"),
        (
            "voice.test.about",
            "5秒間録音します。音は残さず、機器も動きません。",
            "It records five seconds. No sound is kept and nothing is done.",
        ),
        ("voice.test.begin", "5秒録音する", "Record 5 seconds"),
        ("voice.test.play", "聞いてみる", "Play back"),
        ("voice.known", "家の人の声", "Voices of the household"),
        (
            "voice.known.about",
            "声を登録すると、登録した声の頼みごとだけを行います。残すのは声の特徴の数字だけで、"
            "音は残しません。登録した人かどうかは、上のマイクの試しで分かります。",
            "Once a voice is enrolled, only enrolled voices are obeyed. Numbers that tell it apart "
            "are kept, and no sound. The microphone test above tells whose voice it hears.",
        ),
        (
            "voice.known.none",
            "登録した声はありません。どの声も家の人の声として聞きます。",
            "No voice is enrolled. Every voice counts as one of the household.",
        ),
        ("voice.known.trouble", "声の登録を読めません:", "The enrolled voices cannot be read:"),
        ("voice.known.of", "話し声{s}秒・登録", "{s} s of speech, enrolled"),
        ("voice.forget", "この声を消す…", "Forget this voice…"),
        (
            "voice.forget.sure",
            "最後の声を消すと、どの声も家の人の声として聞きます。",
            "After the last one, every voice counts as one of the household.",
        ),
        ("voice.forget.yes", "消す", "Forget it"),
        ("voice.enrol.name", "だれの声ですか", "Whose voice is it?"),
        ("voice.enrol.begin", "読み上げて登録する", "Enrol by reading aloud"),
        (
            "voice.enrol.read",
            "静かな所で、一人で、ふだんの声で読み上げてください。一分ほどです。",
            "To be read aloud in an everyday voice, alone, in a quiet room: about a minute.",
        ),
        ("voice.enrol.so_far", "読み上げた時間", "Time read so far"),
        ("voice.enrol.end", "読み終えた", "I have read it"),
        (
            "voice.read.01",
            "朝、目が覚めると、窓の外はまだ暗く、鳥の声だけが聞こえていました。",
            "When I woke this morning it was still dark, and only the birds could be heard.",
        ),
        (
            "voice.read.02",
            "台所でお湯を沸かし、温かいお茶をゆっくり飲みました。",
            "I put the kettle on in the kitchen and drank a cup of tea without any hurry.",
        ),
        (
            "voice.read.03",
            "今日は午前中に買い物へ行き、帰りに図書館で本を三冊借りるつもりです。",
            "Later I shall go shopping, and borrow three books from the library on my way home.",
        ),
        (
            "voice.read.04",
            "駅前のパン屋は、焼きたての匂いがするので、つい立ち寄ってしまいます。",
            "The bakery near the station smells so good that I can never walk past its door.",
        ),
        (
            "voice.read.05",
            "雨が降りそうなときは、洗濯物を早めに取り込みます。",
            "If it looks like rain, I bring the washing in before the first drops fall.",
        ),
        (
            "voice.read.06",
            "昼には、冷蔵庫に残っていた野菜で、簡単なスープを作りました。",
            "For lunch I made a simple soup from the vegetables that were left in the fridge.",
        ),
        (
            "voice.read.07",
            "庭の木には、去年より多くの実がなり、近所の人にも分けました。",
            "The tree in the garden has more fruit than last year, so the neighbours get some too.",
        ),
        (
            "voice.read.08",
            "夕方になると、部屋の明かりをつけて、カーテンを閉めます。",
            "Towards evening I switch on the lights and close the curtains of the living room.",
        ),
        (
            "voice.read.09",
            "友だちから電話があり、来週の旅行のことを長く話しました。",
            "A friend called, and we talked for a long time about our journey next week.",
        ),
        (
            "voice.read.10",
            "電車で二時間ほどの、海の見える静かな町です。",
            "It is a quiet town by the sea, about two hours from here by train.",
        ),
        (
            "voice.read.11",
            "夜は早めに風呂に入り、好きな音楽を小さな音で聴きます。",
            "At night I take a bath and listen to music that I like, with the volume turned down.",
        ),
        (
            "voice.read.12",
            "明日もよい一日になりますように。おやすみなさい。",
            "I hope that tomorrow will be another good day. Good night, everybody.",
        ),
        ("voice.voices", "声を選ぶ", "Voices"),
        (
            "voice.voices.about",
            "聞いてみて、選んだ行をこのファイルに書きます。次の言葉から変わります:",
            "Listen, then put the line into this file. The next message is spoken with it:",
        ),
        ("voice.voices.none", "使える声がありません。", "No voice is there to choose."),
        ("voice.chosen", "使用中", "in use"),
        ("voice.try", "聞いてみる", "Listen"),
        ("voice.wake", "呼びかけの言葉", "Wake words"),
        (
            "voice.wake.about",
            "選んだ行をこのファイルに書いて、再起動します:",
            "Put the line into this file and restart:",
        ),
        ("heard.sure", "確かさ", "Confidence"),
        ("heard.in.ja", "日本語", "Japanese"),
        ("heard.in.en", "英語", "English"),
        ("heard.ended.meaning", "意味で話し終わりと判断", "ended by its meaning"),
        ("heard.ended.turn_model", "声の調子で話し終わりと判断", "ended by its sound"),
        ("heard.ended.silence", "間があいて話し終わり", "ended by silence"),
        ("heard.ended.button", "ボタンで話し終わり", "ended by the button"),
        ("heard.no", "いいえ、こう言いました…", "No, I said…"),
        ("heard.said", "言ったこと", "What was said"),
        ("heard.corrects", "聞き違いの言い直し", "Says anew what was misheard"),
        # Picked by the script
        ("voice.word.understood", "聞こえた言葉:", "Understood:"),
        ("voice.word.fault_none", "音はよく届いています。", "The sound is good."),
        (
            "voice.word.fault_silent",
            "音がまったく届きません。消音になっていないか確かめてください。",
            "No sound at all. See whether the microphone is muted.",
        ),
        (
            "voice.word.fault_quiet",
            "音が小さすぎます。近くで話してください。",
            "The sound is too quiet. Speak closer.",
        ),
        (
            "voice.word.fault_clipped",
            "音が大きすぎて割れています。少し離してください。",
            "The sound is too loud and clipped. Move away a little.",
        ),
        (
            "voice.word.fault_wrong_rate",
            "音の速さが合いません。ほかのマイクを選んでください。",
            "The sample rate is wrong. Choose another microphone.",
        ),
        ("voice.word.fault_no_speech", "言葉は聞こえませんでした。", "No words were heard."),
        ("voice.word.voice_known", "登録した声です:", "An enrolled voice:"),
        (
            "voice.word.voice_strange",
            "登録した声ではありません。頼みごとは行いません。",
            "None of the enrolled voices. It would not be obeyed.",
        ),
        (
            "voice.word.voice_unclear",
            "だれの声か分かりません。もう少し長く話してください。",
            "It cannot tell whose voice this is. Say something longer.",
        ),
        (
            "voice.word.unclear_voice",
            "だれの声か分かりませんでした。もう少し長く話してください。",
            "It could not tell whose voice that was. Please say something longer.",
        ),
        ("voice.word.enrolled", "声を登録しました:", "This voice is enrolled now:"),
        (
            "voice.word.enrolled_alike",
            "よく似た声があり、取り違えることがあります:",
            "It is much like another voice, and the two may be taken for each other:",
        ),
        (
            "voice.word.enrol_too_short",
            "話し声が足りません。終わりまで読み上げてください。",
            "There is too little speech. Read all of it, please.",
        ),
        (
            "voice.word.enrol_several_voices",
            "一人の声に聞こえません。静かな所で、一人で読み上げてください。",
            "It does not sound like one voice. Read alone, in a quiet room.",
        ),
        (
            "voice.word.trouble_speaker_id",
            "声を聞き分けられません:",
            "Voices cannot be told apart:",
        ),
        ("voice.word.ending_whole", "この家への完全な言葉です。", "A whole sentence of this home."),
        (
            "voice.word.ending_may_go_on",
            "この家への言葉です。続きを少し待ちます。",
            "A sentence of this home; it would wait a moment for more.",
        ),
        ("voice.word.ending_open", "途中の言葉です。", "An unfinished sentence."),
        (
            "voice.word.ending_asks",
            "頼みごとですが、分からない言葉があります。",
            "A request with words that are not known here.",
        ),
        (
            "voice.word.ending_free",
            "決まった言い方ではないので、会話として考えます。",
            "No command of this home: it would be taken as conversation.",
        ),
        ("voice.word.home_idle", "呼びかけを待っています", "it waits for the wake word"),
        ("voice.word.home_waiting", "呼びかけを待っています", "it waits for the wake word"),
        ("voice.word.home_attending", "聞いています", "it is listening"),
        ("voice.word.home_listening", "聞いています", "it is listening"),
        ("voice.word.home_follow_on", "聞いています", "it is listening"),
        ("voice.word.home_hearing", "話を聞いています", "it hears somebody speak"),
        ("voice.word.home_interrupted", "話を聞いています", "it hears somebody speak"),
        ("voice.word.home_recognising", "言葉を読み取っています", "it works out the words"),
        ("voice.word.home_thinking", "考えています", "it thinks"),
        ("voice.word.home_speaking", "話しています", "it speaks"),
        ("voice.word.begin", "話す", "Speak"),
        ("voice.word.end", "話し終わり", "Done"),
        ("voice.word.idle", "ボタンを押すと聞きます", "Press to be heard"),
        ("voice.word.listening", "聞いています", "Listening"),
        ("voice.word.hearing", "話を聞いています", "Hearing a voice"),
        ("voice.word.reading", "言葉を読み取っています", "Working out the words"),
        ("voice.word.thinking", "考えています", "Thinking"),
        ("voice.word.speaking", "話しています", "Speaking"),
        ("voice.word.sound_on", "鳴らす", "on"),
        ("voice.word.sound_off", "鳴らさない", "off"),
        ("voice.word.stopped", "すべて止めました。", "Everything was stopped."),
        (
            "voice.word.again",
            "聞き取れませんでした。もう一度お願いします。",
            "That was not understood. Please say it again.",
        ),
        (
            "voice.word.no_speech",
            "声が聞こえませんでした。近くで話してください。",
            "No voice was heard. Speak closer to the phone.",
        ),
        (
            "voice.word.silent",
            "マイクから音がまったく届きません。消音になっていないか確かめてください。",
            "The microphone gives no sound at all. See whether it is muted.",
        ),
        ("voice.word.too_long", "長すぎました。短く話してください。", "That was too long."),
        (
            "voice.word.other_language",
            "日本語か英語で話してください。",
            "Please speak Japanese or English.",
        ),
        (
            "voice.word.lost",
            "接続が切れました。もう一度押すとつなぎ直します。",
            "The connection was lost. Press again to reconnect.",
        ),
        (
            "voice.word.insecure",
            "ブラウザは、HTTPSの画面でだけマイクを使えます。設定ファイルの web に https: true を"
            "書き、https:// で始まるアドレスで開いてください。文字では今も話せます。",
            "A browser gives its microphone to HTTPS pages only. Add https: true under web in the "
            "configuration and open the address with https://. Typing works as it is.",
        ),
        (
            "voice.word.refused",
            "マイクの使用が許可されていません。アドレス欄の左の印から、この画面にマイクを許可して"
            "ください。",
            "The microphone is not allowed here. Allow it for this page with the sign left of the "
            "address.",
        ),
        (
            "voice.word.none",
            "この端末のマイクが見つかりません。",
            "No microphone was found on this device.",
        ),
        (
            "voice.word.taken",
            "マイクをほかのアプリが使っています。閉じてからもう一度押してください。",
            "Another app uses the microphone. Close it and press again.",
        ),
        (
            "voice.word.trouble_busy",
            "ほかの端末の声を聞いています。少し待ってから押してください。",
            "Another phone is being heard. Press again in a moment.",
        ),
        ("voice.word.trouble_ears", "聞き取りが動いていません:", "Speech is not understood:"),
        (
            "voice.word.trouble_voice",
            "返事を声にできません。文字で出しています:",
            "The answer cannot be spoken and is shown instead:",
        ),
        (
            "voice.word.trouble_reply_failed",
            "返事を作れませんでした。",
            "No answer came of it.",
        ),
        (
            "voice.word.trouble_not_given",
            "記録に書けず、受け取れませんでした。",
            "It could not be recorded and was not taken.",
        ),
    )
}
