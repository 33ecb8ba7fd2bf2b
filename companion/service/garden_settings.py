"""Settings of the garden, the companion's own small life."""

from pathlib import Path

from pydantic import Field

from companion.service.home_settings import Section


class GardenSettings(Section):
    """The companion's own small life in its garden. It needs no model, and answers no question
    about the house."""

    enabled: bool = Field(True, description="false: the companion has no life of its own")
    world: Path = Field(
        Path("world-config.json"), description="lengths and effects of the garden's actions"
    )
    maps: Path = Field(Path("maps.json"), description="places of the town and their facilities")
    characters: Path = Field(Path("characters.json"), description="the people of the town")
    time_scale: float = Field(
        1.0,
        gt=0,
        le=1440,
        description="garden minutes in a real minute; 1 goes with the wall clock",
    )
    catch_up_h: float = Field(
        8.0, ge=0, le=72, description="garden hours that are lived after a time off, at most"
    )
    llm_calls_per_hour: int = Field(
        6, ge=0, description="times an hour the garden may ask the model, when nobody else does"
    )

    def files(self) -> tuple[Path, Path, Path]:
        """The three files that describe it."""
        return self.world, self.maps, self.characters
