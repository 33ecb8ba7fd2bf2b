"""Garden routes: the companion's own life as a page and as JSON."""

from typing import Any

from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from companion.web.asked import Json, Query, query_of
from companion.web.garden_replay import moments, steps
from companion.web.reader import Reader
from companion.web.routes.pages import frame
from companion.web.site import reader_of, site_of
from companion.web.town import town_of
from companion.words.garden import (
    STATS,
    WEATHER_WORDS,
    ActionHistoryEntry,
    Weather,
    clock_of,
)
from companion.words.garden_view import GardenView, PersonView, PlaceView, ReplayView
from companion.words.language import Bilingual

LONGEST = 3 * 1440
"""Minutes after the beginning of a day that may be asked for; it ends before."""


class ReplayedDay(Query):
    """Day to look at, and how many minutes after it began."""

    day: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$")
    at: int = Field(0, ge=0, le=LONGEST)


async def page(request: Request) -> HTMLResponse:
    """Page of the garden: town, day, needs, people, diary."""
    site, reader = site_of(request), reader_of(request)
    garden = site.parts.garden
    view = garden.view() if garden is not None else None
    shown = {} if view is None else _shown(view, reader)
    context = {"view": view, **shown, **await frame(site, reader, "more")}
    return await site.draw(request, reader, "garden.html", context)


async def replay(request: Request) -> HTMLResponse:
    """Page of a day of the garden at one of its minutes."""
    site, reader, asked = site_of(request), reader_of(request), query_of(request, ReplayedDay)
    garden = site.parts.garden
    view = None if garden is None else await garden.replay(asked.day, asked.at)
    shown = {} if view is None else _replayed(view)
    context = {"day": asked.day, "view": view, **shown, **await frame(site, reader, "more")}
    return await site.draw(request, reader, "garden_replay.html", context)


def _replayed(view: ReplayView) -> dict[str, Any]:
    return {
        "town": town_of(view.places, view.people),
        "weather": None if view.weather is Weather.UNKNOWN else WEATHER_WORDS[view.weather],
        "clock": clock_of(view.at),
        "at": view.at - view.began,
        "last": view.ended - view.began,
        "moments": moments(view),
        "steps": steps(view),
    }


def _shown(view: GardenView, reader: Reader) -> dict[str, Any]:
    places = {place.id: place.name for place in view.places}
    return {
        "town": town_of(view.places, view.people),
        "weather": None if view.weather is Weather.UNKNOWN else WEATHER_WORDS[view.weather],
        "began_on": view.began_on,
        "today": [
            {
                "entry": entry,
                "clock": clock_of(entry.started),
                "changes": ", ".join(
                    f"{reader.words(f'garden.stat.{stat.value}')}{change:+.0f}"
                    for stat, change in entry.stat_changes.items()
                ),
            }
            for entry in view.today
        ],
        "needs": [(stat.value, round(view.stats.need(stat))) for stat in STATS],
        "plan": [
            {
                "item": item,
                "clock": clock_of(item.start),
                "place": reader.words.of(places[item.place]) if item.place in places else "",
            }
            for item in view.plan
        ],
        "friends": sorted(
            (one for one in view.people if one.affinity is not None),
            key=lambda one: -(one.affinity or 0.0),
        ),
        "diary": view.diary[::-1],
    }


async def garden(request: Request) -> Json:
    """The garden as it is now; `{"garden": null}` where there is none, or it has not begun."""
    reader = site_of(request).parts.garden
    view = reader.view() if reader is not None else None
    return Json({"garden": None if view is None else view_json(view)})


def view_json(view: GardenView) -> dict[str, Any]:
    """The garden as plain values."""
    return {
        "clock": view.clock,
        "day": view.day,
        "dark": view.is_dark,
        "weather": view.weather.value,
        "stats": {stat.value: round(view.stats.need(stat), 1) for stat in STATS}
        | {"money": round(view.stats.money)},
        "places": [_place(one) for one in view.places],
        "people": [_person(one) for one in view.people],
        "plan": [
            {
                "at": clock_of(item.start),
                "action": item.action.value,
                "place": item.place,
                "why": _both(item.why),
                "done": item.done,
                "changed": None if item.changed is None else _both(item.changed),
            }
            for item in view.plan
        ],
        "today": [_entry(one) for one in view.today],
        "diary": [
            {
                "day": page.day,
                "sentences": [
                    {"words": _both(one.words), "events": list(one.events)}
                    for one in page.sentences
                ],
            }
            for page in view.diary
        ],
    }


def _place(place: PlaceView) -> dict[str, Any]:
    return {
        "id": place.id,
        "name": _both(place.name),
        "leads_to": list(place.leads_to),
        "facilities": [_both(one) for one in place.facilities],
    }


def _person(person: PersonView) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": _both(person.name),
        "place": person.place,
        "emoji": person.emoji,
        "action": person.action.value,
        "job": _both(person.job),
        "self": person.is_self,
        "affinity": None if person.affinity is None else round(person.affinity),
        "quarrelled": person.quarrelled,
        "promises": [_both(one) for one in person.promises],
        "ties": [
            {
                "name": _both(one.name),
                "affinity": round(one.affinity),
                "quarrelled": one.quarrelled,
            }
            for one in person.ties
        ],
    }


def _entry(entry: ActionHistoryEntry) -> dict[str, Any]:
    return {
        "event_id": entry.event_id,
        "at": clock_of(entry.started),
        "action": entry.action.value,
        "target": _both(entry.target),
        "minutes": entry.minutes,
        "reason": _both(entry.reason),
        "episode": entry.episode,
        "stat_changes": {stat.value: change for stat, change in entry.stat_changes.items()},
    }


def _both(words: Bilingual) -> dict[str, str]:
    return {"ja": words.ja, "en": words.en}


ROUTES = (
    Route("/garden", page, methods=["GET"]),
    Route("/garden/replay", replay, methods=["GET"]),
    Route("/api/garden", garden, methods=["GET"]),
)
