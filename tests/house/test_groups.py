"""Tests that share something slow run in one process: otherwise it is made once in each, without a word."""

import pytest


@pytest.mark.xdist_group("kept-together")
def test_groups_are_kept_together(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("loadgroup", False):
        pytest.skip("these tests run in one process, or are not dealt out by groups")
    assert request.node.nodeid.endswith("@kept-together")
