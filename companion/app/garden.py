"""Garden: builds the companion's own life and the corridor that keeps it going."""

import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

from companion.app.foundations import Foundations
from companion.app.mind import Mind
from companion.app.storage import Storage
from companion.corridors.garden_stories import LivingStories
from companion.corridors.live import Live
from companion.desk.answerers.garden_asked import GardenAsked
from companion.desk.answerers.garden_day import Deeds, GardenDay
from companion.phrases import health
from companion.ports.answerer import Answerer
from companion.rooms.garden.room import Garden
from companion.rooms.garden.writers import NO_WRITERS, llm_writers
from companion.rooms.perception.budget import CallBudget
from companion.service.draws import SeededDraws
from companion.service.garden_files import load_garden
from companion.service.health_checks import KnownTroubles
from companion.service.settings import load_persona
from companion.service.watched_tasks import WatchedTasks
from companion.service.weather_outside import WeatherHeld


@dataclass(frozen=True, kw_only=True)
class OwnLife:
    """The garden; both None where it is switched off or has no files."""

    garden: Garden | None = None
    live: Live | None = None
    answerers: Callable[[Deeds], tuple[Answerer, ...]] = lambda _: ()
    """Answerers of questions about it, given the words for the acts in the home."""
    missing: KnownTroubles | None = None
    """Tells on the health page that it has no files."""


def build_own_life(stack: AsyncExitStack, on: Foundations, storage: Storage, mind: Mind) -> OwnLife:
    """Raises `ConfigWrong` for files that cannot be used."""
    settings, llm = on.settings.garden, mind.llm
    if not settings.enabled:
        return OwnLife()
    if not any(path.exists() for path in settings.files()):
        return OwnLife(missing=KnownTroubles({"garden": health.no_garden(settings.maps.parent)}))
    data = load_garden(*settings.files(), load_persona(on.settings))
    tasks, budget = WatchedTasks(), CallBudget(on.clock, settings.llm_calls_per_hour)
    stack.push_async_callback(tasks.close)
    # A seed is for the doll's house: two homes do not live the same life.
    seed = on.settings.home.seed if on.dollhouse is not None else None
    garden = Garden(
        data,
        storage.store.garden,
        storage.record,
        SeededDraws,
        new_seed=lambda: secrets.randbits(31) if seed is None else seed,
        language=on.language,
    )

    def may_ask() -> bool:
        if budget.left() <= 0:
            return False
        budget.spend()
        return True

    writers = (
        NO_WRITERS
        if settings.llm_calls_per_hour == 0
        else llm_writers(
            llm,
            SeededDraws(on.chance.choice(1 << 31)),
            probability=data.config.mini_episode_probability,
            language=on.language,
            may_ask=may_ask,
        )
    )
    live = Live(
        garden=garden,
        book=storage.store.garden,
        journal=storage.journal,
        record=storage.record,
        stream=on.hub,
        stories=LivingStories(),
        weather=WeatherHeld(storage.store.state),
        episodes=writers.episodes,
        talks=writers.talks,
        llm=llm,
        llm_idle=llm.idle,
        may_ask=may_ask,
        begin=tasks.begin,
        clock=on.clock,
        ids=on.ids,
        language=on.language,
        writable=storage.events.until_writable,
        time_scale=settings.time_scale,
        catch_up_minutes=int(settings.catch_up_h * 60),
    )
    stack.push_async_callback(live.close)
    return OwnLife(
        garden=garden,
        live=live,
        answerers=lambda deeds: (
            GardenDay(garden=garden, deeds=deeds),
            GardenAsked(
                garden=garden,
                at_home=[one.name.bilingual() for one in on.settings.people.values()],
            ),
        ),
    )
