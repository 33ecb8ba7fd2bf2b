"""Every policy is a task of its own."""

from typing import Any, cast

from companion.service.policy_runs import PolicyRuns


async def test_each_policy_runs_with_senses_triggers_and_clock() -> None:
    given: list[tuple[Any, ...]] = []

    class Watch:
        async def run(self, *has: Any) -> None:
            given.append(has)

    none = cast(Any, None)
    runs = PolicyRuns(
        policies={"a": cast(Any, Watch()), "b": cast(Any, Watch())},
        senses=none,
        triggers=cast(Any, "line"),
        clock=none,
    )
    tasks = runs.residents()
    assert [task.name for task in tasks] == ["policy a", "policy b"]
    assert all(task.finishes for task in tasks)
    await tasks[1].run()
    assert given == [(None, "line", None)]
