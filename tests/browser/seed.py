"""An evening in the doll's house, written through the real journal: what the screens show.

Run it to look at the page: `python -m tests.browser.seed [PORT]`.
"""

import asyncio
import math
import sys
import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import cv2

from companion.web.app import serve
from companion.web.parts import Address
from companion.web.vitals import Vitals
from companion.words.capability import RiskTier
from companion.words.decision import DecisionOutcome, DeliveryKind, Thought
from companion.words.frame import Detection
from companion.words.health import Health, HealthStatus
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.observation import Certainty, Change
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.noted import Noted
from tests.twins.memory_house import Behaviour
from tests.unit.web.twins import EVENING, Household, StandingClock, decision_of

CLIP = Path(__file__).parents[1] / "data" / "video" / "walkin_a.mp4"
MENU = (
    "skip",
    "defer",
    "turn_on_hall_light",
    "close_living_cover",
    "set_temperature_living_climate_23",
    "speak_chime",
)
_WELL = (
    ("llm", Bilingual("qwen2.5-1.5b が答えています", "qwen2.5-1.5b answers")),
    ("broker", Bilingual("mosquitto につながっています", "connected to mosquitto")),
    ("camera", Bilingual("玄関のカメラが映っています", "the hall camera delivers")),
    ("store", Bilingual("記録に書けます", "the record can be written")),
)


async def evening(home: Household) -> None:
    """A morning, an absence, an arrival after dark, a curtain that stuck, a question."""
    ja = home.language is Language.JA
    await _morning(home, ja)
    await _arrival(home, ja)
    await _spoken_to(home, ja)
    await _stuck_curtain(home, ja)
    await _question(home)
    _settle(home)


async def _morning(home: Household, ja: bool) -> None:
    home.clock.at = EVENING - timedelta(hours=11, minutes=50)
    await home.journal.noted(Noted())
    seen = await home.see("hall", Change.APPEARED)
    home.clock.pass_s(1500)
    await home.see("living", Change.APPEARED, count=2)
    home.clock.pass_s(600)
    decision = decision_of(
        "",
        {},
        seen.id,
        summary=Bilingual("何もしない", "Do nothing"),
        reason="もう明るいので、何もつけなくてよい" if ja else "It is bright, nothing is needed",
        outcome=DecisionOutcome.SKIP,
        menu=MENU,
        chosen="skip",
    )
    await home.decide(seen, decision)
    home.clock.pass_s(3000)
    await home.see("hall", Change.GONE)
    await home.see("living", Change.GONE)
    home.clock.at = EVENING - timedelta(hours=4)
    await home.see("kitchen", Change.APPEARED, certainty=Certainty.ESTIMATE, confidence=0.62)
    home.clock.pass_s(900)
    await home.see("bedroom", Change.UNKNOWN, certainty=Certainty.UNKNOWN)


async def _arrival(home: Household, ja: bool) -> None:
    home.clock.at = EVENING - timedelta(minutes=9)
    seen = await home.see("hall", Change.APPEARED, confidence=0.94, count=1)
    home.clock.pass_s(2)
    thought = Thought(
        personality="世話好き" if ja else "caring",
        belief="帰ってきた人の足もとが暗い" if ja else "Whoever came home stands in the dark",
        desires=(("安全", "High"), ("節約", "Low"))
        if ja
        else (("safety", "High"), ("saving", "Low")),
        intention="玄関を明るくする" if ja else "Light up the hall",
    )
    decision = decision_of(
        "device_control.light_turn_on",
        {"device_id": "light.hall"},
        seen.id,
        reason="暗い玄関に人が帰ってきたから" if ja else "Someone came home to a dark hall",
        thought=thought,
        menu=MENU,
    )
    decided = await home.decide(seen, decision)
    await home.rule(decided)
    home.clock.pass_s(1)
    done = await home.act(decision, decided)
    home.clock.pass_s(2)
    text = (
        "おかえりなさい。19:53に玄関の明かりをつけました。"
        if ja
        else "Welcome home. I turned on the hall light at 18:53."
    ).replace("19:53", "18:53")
    await home.tell(decided, done, text)


async def _spoken_to(home: Household, ja: bool) -> None:
    home.clock.at = EVENING - timedelta(minutes=6)
    words = "ちょっと寒いね" if ja else "It is a little cold"
    heard = await home.remember(await home.journal.heard(Said(words, "web"), TrustLabel.OWNER))
    home.clock.pass_s(4)
    reply = (
        "リビングは20.5度です。エアコンを23度にしましょうか。"
        if ja
        else "The living room is at 20.5 °C. Shall I set it to 23?"
    )
    await home.journal.replied(
        reply, heard, trust=TrustLabel.OWNER, speaker_name="コト" if ja else "Koto"
    )


async def _stuck_curtain(home: Household, ja: bool) -> None:
    home.clock.at = EVENING - timedelta(minutes=4)
    home.house.behave(DeviceId("cover.living"), Behaviour.HALF)
    seen = await home.see("living", Change.APPEARED, confidence=0.91, count=2)
    decision = decision_of(
        "device_control.cover_set_position",
        {"device_id": "cover.living", "position": 0},
        seen.id,
        summary=Bilingual("リビングのカーテンを閉める", "Close the living room curtain"),
        reason="外が暗く、部屋が見えてしまうから" if ja else "It is dark and one can see in",
        menu=MENU,
        chosen="close_living_cover",
    )
    decided = await home.decide(seen, decision)
    await home.rule(decided)
    done = await home.act(decision, decided)
    home.clock.pass_s(3)
    text = (
        "リビングのカーテンは半分で止まりました。引っかかっていないか見てもらえますか。"
        if ja
        else "The living room curtain stopped half way. Could you see whether it is caught?"
    )
    await home.tell(decided, done, text, DeliveryKind.NOTIFY)
    home.house.behave(DeviceId("cover.living"), Behaviour.OBEYS)


async def _question(home: Household) -> None:
    home.clock.at = EVENING - timedelta(seconds=40)
    heard = (await home.store.record.recent(limit=30))[-1]
    decision = decision_of(
        "device_control.climate_set_temperature",
        {"device_id": "climate.living", "temperature": 23},
        heard.id,
        summary=Bilingual(
            "リビングのエアコンを23度にする", "Set the living room air conditioner to 23 °C"
        ),
        impact=Bilingual(
            "リビングの暖房が強くなります(元に戻せます)",
            "The living room gets warmer (can be undone)",
        ),
        reason="寒いと言われたから" if home.language is Language.JA else "You said it was cold",
        risk=RiskTier.ASK,
        menu=MENU,
        chosen="set_temperature_living_climate_23",
    )
    decided = await home.decide(heard, replace(decision, shown_hash="5" * 32))
    await home.rule(decided)
    question = await home.store.approvals.ask(
        decided.id, decision.summary, decision.impact, int(decision.risk)
    )
    await home.journal.asked(question)


def _settle(home: Household) -> None:
    home.clock.at = EVENING
    home.vitals.samples = tuple(_sample(i) for i in range(60))
    home.troubles = [
        Health(
            part="time",
            status=HealthStatus.DEGRADED,
            since=EVENING - timedelta(hours=3),
            what=Bilingual("時刻がまだ合っていません", "the clock is not synchronised yet"),
            remedy=Bilingual("ネットワークを確かめてください", "check the network"),
        ),
        *(
            Health(
                part=part, status=HealthStatus.OK, since=EVENING - timedelta(hours=11), what=what
            )
            for part, what in _WELL
        ),
    ]
    capture = cv2.VideoCapture(str(CLIP))
    capture.set(cv2.CAP_PROP_POS_MSEC, 9000)
    ok, frame = capture.read()
    capture.release()
    if ok:
        height, width = frame.shape[:2]
        home.viewfinder.jpeg = cv2.imencode(".jpg", frame)[1].tobytes()
        home.viewfinder.size = (width, height)
        box = (int(width * 0.49), int(height * 0.02), int(width * 0.18), int(height * 0.9))
        home.viewfinder.found = (Detection("person", 0.94, box),)


def _sample(i: int) -> Vitals:
    busy = 38 if 30 < i < 42 else 0
    return Vitals(
        at=EVENING - timedelta(seconds=5 * (60 - i)),
        cpu_percent=14 + busy + 6 * math.sin(i / 3),
        memory_percent=46 + i / 30,
        rx_bytes_s=1800 + 900 * math.sin(i / 5),
        tx_bytes_s=5200 + 2600 * math.cos(i / 4),
        disk_percent=31,
        temperature_c=None,
        llm_queue=1 if busy else 0,
        job_backlog=i % 3,
    )


async def main(port: int) -> None:
    """Serve the seeded evening in both languages until interrupted."""
    with tempfile.TemporaryDirectory() as folder:
        home = Household(Path(folder), StandingClock())
        await evening(home)
        await serve(home.parts(), Address(port=port), started=print)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 8440))
