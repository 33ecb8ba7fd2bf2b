"""Influence 影響: the values that a decision records as `persona_influence` and `mood_influence`.

A choice by the sum computes what persona and mood changed (`phrases/influences.py`). Every other
decider applies neither, records that, and says which one it is. A model never words it: it cannot
observe what moved it.
"""

from companion.words.language import Bilingual

REFLEX = Bilingual(
    "反射: 人格も気分も使わず、頼まれた通りにした",
    "reflex: neither persona nor mood was applied; done exactly as asked",
)
ALARM_GUARD = Bilingual(
    "警報の番人: 人格も気分も使わず、必ず知らせる",
    "alarm guard: neither persona nor mood was applied; danger is always told",
)
NO_CHOICE = Bilingual(
    "選ぶ余地がなく、人格も気分も使わなかった",
    "neither persona nor mood was applied: there was nothing to choose",
)
MODEL = Bilingual(
    "人格も気分も使っていない: 何が変わったかは、まだ計っていない",
    "neither persona nor mood was applied: nothing measures yet what they change",
)
GUARD_AS_SAVED = Bilingual(
    "番人: 選ぶことがなく、保存された通りにした。人格も気分も使っていない",
    "guard: nothing to choose, done as saved; neither persona nor mood was applied",
)
GUARD_DEADLINE = Bilingual(
    "番人: 期限までに考えがまとまらず、保存された通りにした。人格も気分も使っていない",
    "guard: no decision by the deadline, done as saved; neither persona nor mood was applied",
)
GUARD_INVALID = Bilingual(
    "番人: 考えが得られず、保存された通りにした。人格も気分も使っていない",
    "guard: no valid decision, done as saved; neither persona nor mood was applied",
)
NONE_APPLIED = (
    REFLEX,
    ALARM_GUARD,
    NO_CHOICE,
    MODEL,
    GUARD_AS_SAVED,
    GUARD_DEADLINE,
    GUARD_INVALID,
)
"""Every text that a decision without a sum may record as an influence."""
