"""What pages are drawn with comes with the first of them (P21), and beside the loop (P24)."""

import asyncio
import threading

import pytest
from jinja2 import TemplateNotFound

from companion.web import site
from companion.web.site import Drawing


async def test_a_template_is_made_once_and_never_by_the_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever comes while it is made waits for the same one."""
    made, makers = site.templates, []

    def watched() -> object:
        makers.append(threading.current_thread())
        return made()

    monkeypatch.setattr(site, "templates", watched)
    drawing = Drawing()
    first, second = await asyncio.gather(*(drawing.template("error.html") for _ in range(2)))
    assert first is second
    assert len(makers) == 1
    assert makers[0] is not threading.main_thread()


async def test_a_page_that_is_not_there_is_an_error() -> None:
    """A slip of ours, not of whoever asks."""
    with pytest.raises(TemplateNotFound):
        await Drawing().template("nowhere.html")
