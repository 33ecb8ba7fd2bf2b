"""States 様子の言い方: what a value that a device reports is called, in both languages."""

from collections.abc import Mapping

from companion.words.language import Bilingual

STATES: Mapping[str, Bilingual] = {
    "on": Bilingual("ついている", "on"),
    "off": Bilingual("消えている", "off"),
    "open": Bilingual("開いている", "open"),
    "closed": Bilingual("閉まっている", "closed"),
    "opening": Bilingual("開いている途中", "opening"),
    "closing": Bilingual("閉まっている途中", "closing"),
    "stopped": Bilingual("途中で止まっている", "stopped"),
    "locked": Bilingual("鍵がかかっている", "locked"),
    "unlocked": Bilingual("鍵が開いている", "unlocked"),
    "locking": Bilingual("施錠中", "locking"),
    "unlocking": Bilingual("解錠中", "unlocking"),
    "jammed": Bilingual("鍵が引っかかっている", "jammed"),
    "heat": Bilingual("暖房", "heating"),
    "cool": Bilingual("冷房", "cooling"),
    "auto": Bilingual("自動", "auto"),
    "dry": Bilingual("除湿", "drying"),
    "fan_only": Bilingual("送風", "fan only"),
    "heat_cool": Bilingual("冷暖房", "heat / cool"),
    "playing": Bilingual("再生中", "playing"),
    "paused": Bilingual("一時停止中", "paused"),
    "idle": Bilingual("待機中", "idle"),
    "cleaning": Bilingual("掃除中", "cleaning"),
    "docked": Bilingual("充電台", "docked"),
    "returning": Bilingual("充電台へ戻る途中", "on its way to the dock"),
    "error": Bilingual("動けなくなっている", "stuck"),
    "present": Bilingual("いる", "present"),
    "absent": Bilingual("いない", "absent"),
}
