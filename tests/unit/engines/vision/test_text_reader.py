"""Reading: what leaves it is short, plain text (T1)."""

from companion.engines.vision.text_reader import TEXT_CHARS, clean


def test_text_that_was_read_cannot_steer_what_shows_it() -> None:
    """T1: no control characters, no direction marks, no line breaks, no flood."""
    assert clean("a\x1b[31mb\u202ec\r\n d\u200be") == "a [31mb c d e"
    assert clean("\n\n") == ""
    assert len(clean("x" * 5000)) == TEXT_CHARS
