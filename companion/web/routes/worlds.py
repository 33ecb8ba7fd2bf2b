"""World routes: the mood, and the scenes of the home and of the garden, as JSON.

`state.json` holds the five elements of the plan and nothing of these.
"""

from dataclasses import asdict

from starlette.requests import Request
from starlette.routing import Route

from companion.home.scene_xml import render
from companion.web.asked import Json
from companion.web.presence import mood as mood_of
from companion.web.site import reader_of, site_of


async def mood(request: Request) -> Json:
    """The companion's mood now; `{"mood": null}` before the first event that touched it."""
    site, reader = site_of(request), reader_of(request)
    drawn = mood_of(await site.parts.state.rows("mood"), reader.words, reader.now)
    return Json({"mood": None if drawn is None else asdict(drawn)})


async def scene(request: Request) -> Json:
    """Scene State XML of each world as it is now; null where there is none."""
    parts = site_of(request).parts
    home = None if parts.home_scene is None else render(await parts.home_scene())
    there = None if parts.garden is None else parts.garden.scene(parts.language)
    return Json({"home": home, "garden": None if there is None else render(there)})


ROUTES = (
    Route("/api/mood", mood, methods=["GET"]),
    Route("/api/scene", scene, methods=["GET"]),
)
