"""Passages that follow each other, blocks that stand elsewhere, and what stands between."""

import numpy as np

from ingest.resolve.bilingual.chains import fill_gaps, find_alone, find_chains, follow_each_other


def test_a_moved_block_is_a_chain_of_its_own() -> None:
    fit = np.full((6, 6), -0.5, dtype=np.float32)
    for at, there in ((0, 3), (1, 4), (2, 5), (3, 0), (4, 1), (5, 2)):
        fit[at, there] = 0.6
    assert sorted(find_chains(fit)) == [[(0, 3), (1, 4), (2, 5)], [(3, 0), (4, 1), (5, 2)]]


def test_a_lone_pair_must_be_far_ahead_of_its_rivals() -> None:
    fit = np.full((3, 3), -0.5, dtype=np.float32)
    fit[0, 2] = 0.6
    assert find_alone(fit, []) == [(0, 2)]
    fit[1, 2] = 0.55
    assert find_alone(fit, []) == []


def test_lists_by_the_alphabet_share_no_order() -> None:
    assert follow_each_other([(0, 10), (1, 11), (2, 12)], is_learnt=True)
    assert not follow_each_other([(0, 50), (10, 20), (20, 90), (30, 0)], is_learnt=True)


def test_what_stands_between_pairs_is_paired_though_it_fits_less() -> None:
    fit = np.full((3, 3), -0.9, dtype=np.float32)
    fit[0, 0] = fit[2, 2] = 0.6
    fit[1, 1] = -0.2
    assert fill_gaps(fit, [(0, 0), (2, 2)]) == [(0, 0), (1, 1), (2, 2)]
    fit[1, 1] = -0.8
    assert fill_gaps(fit, [(0, 0), (2, 2)]) == [(0, 0), (2, 2)]
