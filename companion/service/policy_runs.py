"""Runs every policy as a task of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from companion.ports.clock import Clock
from companion.ports.part import ResidentSpec, Stage
from companion.ports.policy import Policy, TriggerSink
from companion.ports.senses import Senses


@dataclass(frozen=True, kw_only=True)
class PolicyRuns:
    """The configured policies and what they are given."""

    policies: Mapping[str, Policy]
    senses: Senses
    triggers: TriggerSink
    clock: Clock

    def residents(self) -> tuple[ResidentSpec, ...]:
        """A task for each; a policy with nothing to watch comes to its end."""
        return tuple(
            ResidentSpec(
                f"policy {name}",
                partial(policy.run, self.senses, self.triggers, self.clock),
                Stage.INTAKE,
                finishes=True,
            )
            for name, policy in self.policies.items()
        )
