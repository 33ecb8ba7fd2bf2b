"""The wheeled base on the page and in its API: where it is, where it can be sent."""

from tests.twins.drive import DriveTwin
from tests.unit.web.conftest import client_of
from tests.unit.web.twins import Household


async def test_p_004_home_shows_where_it_is_and_sends_it(home: Household) -> None:
    """P-004: its room, every way, its dock; 202 means asked, and whose wish it is."""
    home.drive = DriveTwin()
    async with client_of(home) as page:
        drawn = (await page.get("/home?lang=en")).text
        assert "In the Hall" in drawn
        assert "dock" in drawn
        assert drawn.count('data-post="/api/drive/go"') == 3
        assert 'data-again="1000"' not in drawn
        told = (await page.get("/api/drive")).json()["drive"]
        assert (told["room"], told["moving"]) == ("hall", False)
        assert (await page.post("/api/drive/go", json={"room": "kitchen"})).status_code == 202
        assert home.sent_to == [("kitchen", "web")]


async def test_a_base_on_its_way_can_be_stopped_there(home: Household) -> None:
    """S-08: while it moves the card is looked at again and has its own Stop."""
    home.drive = DriveTwin(moving=True)
    async with client_of(home) as page:
        drawn = (await page.get("/home?lang=ja")).text
        assert "移動中（いまは玄関）" in drawn
        assert 'data-again="1000"' in drawn
        assert drawn.count('data-post="/api/stop"') == 2


async def test_a_base_that_is_lost_or_silent_says_so(home: Household) -> None:
    """B-048: no place is shown that is not known; trouble is in the reader's language."""
    home.drive = DriveTwin(room="", ill="the base does not answer; check its power and its cable")
    async with client_of(home) as page:
        drawn = (await page.get("/home?lang=ja")).text
        assert "どの部屋にいるのか分かりません" in drawn
        assert "台車" in drawn
        assert "the base does not answer" not in drawn


async def test_t_51_without_a_base_there_is_no_card_and_no_way(home: Household) -> None:
    """T-51: 404 for programs, nothing on the page; a room nobody knows is refused."""
    async with client_of(home) as page:
        assert "/api/drive/go" not in (await page.get("/home")).text
        assert (await page.get("/api/drive")).json() == {"drive": None}
        assert (await page.post("/api/drive/go", json={"room": "hall"})).status_code == 404
    home.drive = DriveTwin()
    async with client_of(home) as page:
        assert (await page.post("/api/drive/go", json={"room": "moon"})).status_code == 422
        assert home.sent_to == []
