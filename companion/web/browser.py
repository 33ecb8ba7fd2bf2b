"""Browser: words a User-Agent by our own table, so that foreign text never stands in a list."""

from dataclasses import dataclass

_BROWSERS = (
    ("SamsungBrowser/", "Samsung Internet"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"),
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"), ("HeadlessChrome/", "Chrome"), ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
)  # fmt: skip
"""The first that stands in the text; later ones stand in the texts of those before as well."""
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class BrowserWords:
    """Names of a browser and of the system it runs on; "" where they are not known."""

    browser: str
    system: str


def about_browser(user_agent: str) -> BrowserWords:
    """Read a User-Agent header."""
    text = user_agent[:512]
    return BrowserWords(_first(_BROWSERS, text), _first(_SYSTEMS, text))


def _first(table: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for mark, name in table if mark in text), "")
