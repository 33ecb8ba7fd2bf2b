"""Ids 識別子: every id is a type of its own, so one cannot be passed for another."""

from typing import NewType

EventId = NewType("EventId", int)
"""事象番号: position in the append-only record; grows, never reused."""

TriggerId = NewType("TriggerId", str)
"""きっかけ番号: one walk of the corridor."""

ApprovalId = NewType("ApprovalId", int)
"""承認番号: one question put to the owner."""

IntentId = NewType("IntentId", int)
"""意図番号: one lasting or running intent."""

JobId = NewType("JobId", int)
"""ジョブ番号: one background job."""

DeviceId = NewType("DeviceId", str)
"""機器番号: `domain.name`, for example `light.hall`."""
