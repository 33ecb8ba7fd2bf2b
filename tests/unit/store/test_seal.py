"""Seals: salts that never repeat, whoever asks for them."""

from concurrent.futures import ThreadPoolExecutor

from companion.store.seal import SEAL_BYTES, Salts


def test_no_salt_is_given_twice_from_any_thread() -> None:
    """ADR 15: a salt used twice would let two contents be compared."""
    salts = Salts()
    with ThreadPoolExecutor(4) as pool:
        given = [
            salt
            for batch in pool.map(lambda _: [salts.next() for _ in range(2000)], range(4))
            for salt in batch
        ]
    assert len(set(given)) == len(given) == 8000
    assert {len(salt) for salt in given} == {SEAL_BYTES}
