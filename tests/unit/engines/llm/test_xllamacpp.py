"""Prompts that are read in steps."""

import pytest

from companion.engines.llm.xllamacpp import same_beginning


@pytest.mark.parametrize(
    ("held", "tokens", "expected"),
    [
        ([], [1, 2, 3], 0),
        ([1, 2, 9], [1, 2, 3, 4], 2),
        ([1, 2], [1, 2, 3, 4], 2),
        ([1, 2, 3, 4, 5], [1, 2, 3], 2),
        ([9, 2, 3], [1, 2, 3], 0),
    ],
)
def test_the_last_token_of_a_prompt_is_always_read_again(
    held: list[int], tokens: list[int], expected: int
) -> None:
    assert same_beginning(held, tokens) == expected
