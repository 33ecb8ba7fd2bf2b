"""Pages: serve the five places, the why-chain and the conversation. Every page is read-only
HTML."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from companion.home.device_group import parts_of
from companion.home.taught import TAUGHT, Lesson
from companion.ports.record import Record
from companion.web.asked import Query, RowId, number_in, query_of
from companion.web.bells import bells_of
from companion.web.day import DRAWN, day_picture
from companion.web.deeds import DRIVE
from companion.web.drive import drive_card
from companion.web.heard import heard_card
from companion.web.lines import FILTERS, LogLine, is_main
from companion.web.memory import view_of
from companion.web.phone import phone
from companion.web.plan_pane import plan_pane
from companion.web.presence import mood, presences
from companion.web.reader import Reader
from companion.web.search import SPEAKERS, TEXT_MAX, LogSearch, Sought
from companion.web.sessions import session_now
from companion.web.site import Site, reader_of, site_of
from companion.web.sparkline import gauges
from companion.web.times import Age, age
from companion.web.visits import VISITS, VisitLog
from companion.words.areas import TaughtValue, value_in
from companion.words.device import devices_in
from companion.words.event import Event, EventSource
from companion.words.facts import Requested, acted_of, fact_of
from companion.words.health import Health, HealthStatus
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.travel import MOVES

PAGE_LINES = 50
DAY_EVENTS = 400
_TALK = (EventSource.USER_INPUT, EventSource.AUTONOMY_MESSAGE, EventSource.CONVERSATION_REPLY)
PUT_OFF = "intent_put_off"
"""Kind of the event that tells what is put off, and what it waits for."""
_SAID = (EventSource.AUTONOMY_MESSAGE, EventSource.CONVERSATION_REPLY)


class LogQuery(Query):
    """Part of the log to show, and the search in it."""

    kind: str = "main"
    before: RowId | None = None
    q: str = Field("", max_length=TEXT_MAX)
    room: str = Field("", max_length=64)
    who: str = Field("", max_length=64)


async def now(request: Request) -> HTMLResponse:
    """Now 今: what is happening, who is where, what was last said, what is asked."""
    site, reader = site_of(request), reader_of(request)
    parts = site.parts
    said = await parts.record.recent(limit=1, sources=_SAID)
    recent = shown(
        "main", await parts.record.recent(limit=40, sources=FILTERS["main"], origin="home")
    )[:6]
    context = {
        "said": await reader.log.lines(said, reader.now),
        "lines": await reader.log.lines(recent, reader.now),
        "people": presences(
            await parts.state.rows("world_item"), reader.words, reader.names, reader.now
        ),
        "mood": mood(await parts.state.rows("mood"), reader.words, reader.now),
        "cameras": [(name, reader.names.place(place)) for name, place in parts.cameras.items()],
        "gauges": [g for g in gauges(parts.vitals.history(), reader.words) if g.points][:3],
        **await plan_pane(site, reader),
        **await frame(site, reader, "now"),
    }
    return await site.draw(request, reader, "now.html", context)


async def log(request: Request) -> HTMLResponse:
    """Log 記録: the activity log from the database, by kind, words, room and speaker."""
    site, reader = site_of(request), reader_of(request)
    asked = query_of(request, LogQuery)
    kinds = ("main", VISITS, *(name for name in FILTERS if name != "main"), "garden")
    chosen = asked.kind if asked.kind in kinds else "main"
    sought = Sought(text=asked.q, room=asked.room, who=asked.who)
    listed = await _listed(site, reader, chosen, sought, asked.before)
    today = await site.parts.record.recent(limit=DAY_EVENTS, sources=DRAWN)
    context = {
        "sought": sought,
        "address": urlencode({**asked.model_dump(exclude={"before"}), "kind": chosen}),
        "rooms": [(place.id, reader.names.place(place.id)) for place in site.parts.places],
        "speakers": SPEAKERS,
        "kind": chosen,
        "kinds": kinds,
        "day": day_picture(today, reader.now),
        **listed,
        **await frame(site, reader, "log"),
    }
    return await site.draw(request, reader, "log.html", context)


async def _listed(
    site: Site, reader: Reader, kind: str, sought: Sought, before: int | None
) -> dict[str, Any]:
    """The lines or visits of one filter, and where the next page begins."""
    parts = site.parts
    if kind == VISITS:
        page = await VisitLog(parts.record, reader, parts.cameras).page(sought, before)
        return {"visits": page.visits, "oldest": page.oldest}
    if sought.anything:
        search = LogSearch(parts.record, parts.house, reader)
        found = await search.find(sought, FILTERS.get(kind, ()), before)
        return {"lines": found.lines, "oldest": found.oldest}
    events = await listed(site, kind, before)
    lines = await reader.log.lines(shown(kind, events), reader.now)
    return {"lines": lines, "oldest": events[-1].id if len(events) == PAGE_LINES else 0}


async def why(request: Request) -> HTMLResponse:
    """The why-chain around one event, as steps down a line."""
    site, reader, event_id = site_of(request), reader_of(request), number_in(request, "event_id")
    event = await site.parts.record.event(EventId(event_id))
    if event is None:
        raise HTTPException(404)
    chain = await site.parts.record.chain(event.id)
    steps = await reader.chain(event.id).steps(chain)
    (line,) = await reader.log.lines((event,), reader.now)
    erasable = not event.erased and event.kind != "erased"
    view = view_of(site.parts, reader)
    remembered = await view.of_event(event.id) if view is not None else ()
    context = {"steps": steps, "line": line, "erasable": erasable, "remembered": remembered}
    context |= await frame(site, reader, "log")
    return await site.draw(request, reader, "why.html", context)


async def talk(request: Request) -> HTMLResponse:
    """Conversation 会話: only the user's and the persona's turns."""
    site, reader = site_of(request), reader_of(request)
    turns = await site.parts.record.recent(limit=PAGE_LINES, sources=_TALK)
    spoken = [e for e in reversed(turns) if _is_said(e)]
    lines = await reader.log.lines(spoken, reader.now)
    context = {
        "turns": list(zip(spoken, lines, strict=True)),
        "thinking": await _still_thinking(site.parts.record, spoken),
        "unanswered": await _unanswered(site, reader, spoken),
        "phones": site.parts.phones is not None,
        "heard": {e.id: heard_card(e, reader.words) for e in spoken if e.user_text},
        "listening": parts_of_voice(site),
        "rooms": [(place.id, reader.names.place(place.id)) for place in site.parts.places],
        **await frame(site, reader, "now"),
    }
    return await site.draw(request, reader, "talk.html", context)


async def voice(request: Request) -> HTMLResponse:
    """Voice 声: a test of this device's microphone, the voices and the wake words to choose."""
    site, reader = site_of(request), reader_of(request)
    shelf = site.parts.voices
    context = {
        "phones": site.parts.phones is not None,
        "listening": parts_of_voice(site),
        **_known_voices(site),
        "voices": shelf.voices() if shelf is not None else (),
        "sheet": shelf.sheet if shelf is not None else "",
        "wake": shelf.wake() if shelf is not None else None,
        **await frame(site, reader, "more"),
    }
    return await site.draw(request, reader, "voices.html", context)


VOICE_PARTS = ("microphone", "voice", "speaker id")


def _known_voices(site: Site) -> dict[str, object]:
    """People whose voices are known, and the names that a new one may have."""
    book = site.parts.voice_book
    try:
        known = () if book is None else book.all()
    except OSError as error:
        return {"known": (), "book_trouble": str(error), "people": ()}
    names = {name for person in site.parts.people.values() for name in (person.ja, person.en)}
    return {
        "known": known,
        "book_trouble": "",
        "people": sorted(names - {one.name for one in known}),
    }


def parts_of_voice(site: Site) -> list[Health]:
    """Health of the microphone and of the voice of the home."""
    return [h for h in site.parts.desk.health() if h.part in VOICE_PARTS]


UNSAID = frozenset({"requested", "restated"})
"""Kinds of input whose words nobody said: a press, and a sentence as it was corrected."""


def _is_said(event: Event) -> bool:
    """Words; a press on the page is none, though the record says what was asked by it."""
    return bool(event.assistant_text or (event.user_text and event.kind not in UNSAID))


async def _put_off(site: Site, reader: Reader) -> list[LogLine]:
    """Deferred thoughts: one line for each, with the event that it waits for, oldest first."""
    lines: list[LogLine] = []
    for intent in site.parts.put_off():
        chain = await site.parts.record.chain(intent.decision_event_id)
        told = [e for e in chain.events if e.kind == PUT_OFF]
        lines += await reader.log.lines(told[-1:], reader.now)
    return lines


async def _taught(site: Site, reader: Reader) -> list[dict[str, Any]]:
    """The owner's lessons, newest first; each links to its act."""
    rows = await site.parts.state.rows(TAUGHT)
    found: list[dict[str, Any]] = []
    for row in sorted(rows, key=lambda one: one.observed_at, reverse=True):
        wish = await site.parts.record.event(row.evidence_event_ids[0])
        taught = value_in(row, TaughtValue)
        if wish is None or taught is None or taught.value == Lesson.FREE:
            continue
        lesson, label = taught.value, reader.words.of(Bilingual(taught.ja, taught.en))
        asked = fact_of(wish, Requested)
        about = asked.of if asked is not None else EventId(0)
        told: dict[str, Any] = {"lesson": lesson, "label": label, "of": about or None}
        found += [told] if told not in found else []
    return found


async def _still_thinking(record: Record, spoken: Sequence[Event]) -> bool:
    """Whether what was said last waits for a reply that takes its time."""
    if not spoken or not spoken[-1].user_text:
        return False
    last = spoken[-1].id
    notes = await record.recent(limit=20, after=last, sources=(EventSource.SYSTEM,), origin="home")
    kinds = {note.kind for note in notes if last in note.evidence_event_ids}
    return "still_thinking" in kinds and "reply_failed" not in kinds


async def _unanswered(site: Site, reader: Reader, spoken: Sequence[Event]) -> dict[EventId, str]:
    """Why a sentence was left without a reply, by its id: told where the reply is waited for, not
    in the log alone."""
    if not spoken:
        return {}
    notes = await site.parts.record.recent(
        limit=PAGE_LINES, after=spoken[0].id, sources=(EventSource.SYSTEM,), origin="home"
    )
    failed = [note for note in notes if note.kind == "reply_failed"]
    lines = await reader.log.lines(failed, reader.now)
    return {
        cause: line.why
        for note, line in zip(failed, lines, strict=True)
        for cause in note.evidence_event_ids
    }


async def home(request: Request) -> HTMLResponse:
    """Home 家: devices by room, their state, age and controls, the last action with undo."""
    site, reader = site_of(request), reader_of(request)
    last = await last_actions(site, reader)
    cards = reader.devices.cards(reader.now, last.items())
    context = {
        "rooms": reader.devices.rooms(cards, site.parts.places),
        "drive": drive_card(site.parts.drive, reader.words, reader.names, last.get(DRIVE)),
        "connected": site.parts.house.connected(),
        **await frame(site, reader, "home"),
    }
    return await site.draw(request, reader, "home.html", context)


async def more(request: Request) -> HTMLResponse:
    """More: capabilities, rules, health, vitals, approvals, plan, language, password, about."""
    site, reader = site_of(request), reader_of(request)
    parts = site.parts
    asked = (EventSource.APPROVAL_QUESTION, EventSource.APPROVAL_ANSWER)
    history = [e for e in await parts.record.recent(limit=200, sources=asked) if is_main(e)][:20]
    purpose = parts.plan.plan.purpose if parts.plan is not None else None
    context = {
        "capabilities": [(c.SPEC, c.availability()) for c in parts.catalogue.all()],
        "policies": parts.policies,
        "gauges": gauges(parts.vitals.history(), reader.words),
        "approvals": await reader.log.lines(history, reader.now),
        "purpose": "" if purpose is None else purpose.text,
        "taught": await _taught(site, reader),
        "grants": () if parts.grants is None else await parts.grants.listed(),
        "phone": await phone(site, request.url.port or 443),
        "put_off": await _put_off(site, reader),
        "scenes": parts.scenes is not None,
        "garden": parts.garden is not None,
        "operation_labels": lambda spec: dict.fromkeys(
            reader.words.of(o.label) for o in spec.operations
        ),
        "has_password": site.keys.has_password(),
        "sessions": sessions_shown(request, site, reader),
        "current_session": session_now(request) is not None,
        **await frame(site, reader, "more"),
    }
    return await site.draw(request, reader, "more.html", context)


def sessions_shown(request: Request, site: Site, reader: Reader) -> list[dict[str, Any]]:
    """Sessions that are logged in, as the page shows them. Sessions live by the wall clock of this
    machine, which in the doll's house is not that of the household."""
    zone, now = reader.now.tzinfo, datetime.now(UTC)
    current = session_now(request)

    def when(seconds: float) -> Age:
        at = datetime.fromtimestamp(seconds, zone)
        return age(at, now.astimezone(zone), reader.words.language)

    return [
        {
            "id": each.id,
            "browser": each.browser,
            "system": each.system,
            "address": each.address,
            "since": when(each.since),
            "seen": when(each.seen),
            "current": current is not None and each.id == current.id,
        }
        for each in site.keys.sessions.living()
    ]


async def frame(site: Site, reader: Reader, place: str) -> dict[str, Any]:
    """Content that every page shows beside its own: pending questions, bells, privacy, health."""
    parts = site.parts
    pending = await parts.approvals.pending()
    in_front = tuple(one for one in pending if one.is_in_front(reader.now))
    health = parts.desk.health()
    return {
        "place": place,
        "pending": in_front,
        "older_questions": tuple(one for one in pending if one not in in_front),
        "privacy": parts.desk.privacy(),
        "health": health,
        "unwell": [h for h in health if h.status is not HealthStatus.OK],
        "now": reader.now,
        "bells": bells_of(parts.schedule_requests, reader.words, reader.now),
    }


async def listed(site: Site, kind: str, before: int | None) -> tuple[Event, ...]:
    """Events of one filter, newest first."""
    upto = EventId(before) if before else None
    events = await site.parts.record.recent(
        limit=PAGE_LINES,
        before=upto,
        sources=FILTERS.get(kind, ()),
        origin="garden" if kind == "garden" else "",
    )
    return events


def shown(kind: str, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events that the filter shows."""
    if kind == "garden":
        return tuple(e for e in events if e.origin == "garden")
    return tuple(e for e in events if is_main(e)) if kind == "main" else events


async def last_actions(site: Site, reader: Reader) -> dict[str, LogLine]:
    """The newest action line of each device, and of the wheeled base under `DRIVE`."""
    events = await site.parts.record.recent(limit=60, sources=(EventSource.ACTION_RESULT,))
    wishes = await site.parts.record.recent(limit=60, sources=(EventSource.USER_INPUT,))
    how = await reader.log.standing((*events, *wishes))
    lines: dict[str, LogLine] = {}
    for event in events:
        told = await reader.log.told(event)
        if told.result is None:
            continue
        drives = (DRIVE,) if told.result.capability == MOVES.removesuffix(".") else ()
        own = {acted_of(p).device_id: p for p in parts_of(told.result)}
        for thing in (*drives, *devices_in(told.result.result_payload)):
            if thing not in lines:
                # Of an act on several each card tells its own device alone.
                mine = replace(told, result=own.get(thing, told.result))
                lines[thing] = reader.log.line(mine, reader.now, how)
    return lines


ROUTES = (
    Route("/", now, methods=["GET"]),
    Route("/log", log, methods=["GET"]),
    Route("/log/{event_id}", why, methods=["GET"]),
    Route("/talk", talk, methods=["GET"]),
    Route("/voice", voice, methods=["GET"]),
    Route("/home", home, methods=["GET"]),
    Route("/more", more, methods=["GET"]),
)
