"""`companion doctor` checks whether Home Assistant answers, takes the token and shows entities."""

from companion.links.configured import ConfiguredHub
from companion.links.home_assistant.hub import HubAway, HubSaidNo, TokenMissing, TokenRefused
from companion.phrases import health
from companion.words.finding import Finding


async def hub_finding(hub: ConfiguredHub) -> Finding:
    """One look, with our own client whatever engine is configured; nothing is kept open."""
    from companion.links.home_assistant.look import look_at

    try:
        seen = await look_at(hub.address, hub.token(), hub.exposure)
    except TokenMissing as error:
        return health.hub("token_missing", "", str(error), 0, True)
    except TokenRefused as error:
        return health.hub("token_refused", "", str(error), 0, True)
    except (HubAway, HubSaidNo) as error:
        return health.hub("away", "", str(error), 0, True)
    known, shown = seen.registry.exposure_known, len(seen.registry.entities)
    return health.hub("up", seen.version, "", shown, known or shown > 0)
