"""Settings of the motion gate stand in a module of their own, because reading the configuration
must not load OpenCV."""

from pydantic import BaseModel, ConfigDict, Field


class GateSettings(BaseModel):
    """Settings of what counts as motion, and what as a blind camera."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    luma_step: int = Field(10, ge=1, description="grey levels a thumbnail pixel must change")
    luma_share: float = Field(0.002, gt=0, description="share of pixels that opens stage 2")
    contour_share: float = Field(0.003, gt=0, description="smallest moving area of the picture")
    keep_s: float = Field(3.0, ge=0, description="stage 2 stays open this long after stage 1")
    rest_s: float = Field(2.0, gt=0, description="while closed, stage 2 learns this often")
    black_mean: float = Field(
        8.0, ge=0, description="mean luma under which a picture without contrast is black"
    )
    black_deviation: float = Field(
        1.5, ge=0, description="contrast in luma that a dark room still has and a dark lens has not"
    )
    flat_deviation: float = Field(2.0, ge=0, description="a picture without contrast is blind")
    dazzled_mean: float = Field(247.0, gt=0, description="mean luma over which all is white")
    blind_after_s: float = Field(1.0, ge=0, description="black or flat for this long is blind")
    frozen_after_s: float = Field(
        8.0, ge=0, description="bit-identical frames this long: frozen camera; 0 = never"
    )
    frozen_frames: int = Field(4, ge=1, description="... and at least so many of them")
