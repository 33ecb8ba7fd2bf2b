"""The trees of the product go with the last law, so that no later test collects around them."""

from collections.abc import Iterator

import pytest

from tests.law import measures


@pytest.fixture(scope="package", autouse=True)
def trees_go_with_the_last_law() -> Iterator[None]:
    """Empty what `measures` keeps."""
    yield
    for kept in (measures.text_of, measures.tree_of, measures.nodes_of):
        kept.cache_clear()
