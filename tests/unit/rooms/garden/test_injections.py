"""Events that the game master may bring up: worded for the companion, so that stories go on."""

from itertools import product

from companion.corridors.garden_stories import LivingStories, offered
from companion.rooms.garden.injections import FORMS, mood_change, offers
from companion.service.draws import SeededDraws
from companion.words.facts.garden import GardenInjected
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.story import StoryVerb

ME, MIO, GEN = "koto", "mio", "gen"
NAMES = {
    ME: Bilingual("コト", "Koto"),
    MIO: Bilingual("ミオ", "Mio"),
    GEN: Bilingual("ゲン", "Gen"),
}
DAY = 24 * 60


def test_every_offer_is_worded_in_both_languages_with_names_that_are_here() -> None:
    """T-23: of the garden's own people and things alone."""
    seen = set()
    for seed, near in product(range(300), ((), (MIO,), (MIO, GEN))):
        for one in offers((), ME, near, NAMES, SeededDraws(seed), 7):
            seen.add(one.verb)
            assert ME in (one.who, one.other) or FORMS[one.verb].alone
            assert {one.who, one.other} <= {ME, *near, ""}
            assert one.words.ja
            assert one.words.en
            assert "{" not in one.words.ja + one.words.en
            assert all(abs(change) <= 10 for change in mood_change(one).values())
    assert seen == {verb for verb, form in FORMS.items() if form.opens or form.opened_by_other}


def test_t_19_an_open_story_is_carried_on_until_it_is_whole() -> None:
    """T-19, E-048: what the game master brings up is what open stories wait for; each kind of story
    that it can begin comes to an end by it."""
    stories, draws = LivingStories(), SeededDraws(5)
    brought: list[tuple[str, int]] = []
    for number in range(400):
        minute = number * 3 * 60 + 600
        made = offers(stories.threads(), ME, (MIO, GEN), NAMES, draws, minute)
        facts = [offered(o.verb.value, o.who, o.other, o.about, minute) for o in made]
        chosen = stories.chosen(facts)
        if chosen is None:
            continue
        pick = made[chosen]
        brought.append((pick.words.en, minute))
        fact = GardenInjected(
            who=pick.who,
            other=pick.other,
            at=minute,
            map_id="park",
            verb=pick.verb.value,
            about=pick.about,
            words=pick.words,
        )
        stories.take(EventId(number + 1), fact)
    ended = {one.pattern for one in stories.all().told}
    assert {"lost_and_found", "debt_repaid", "help_returned", "secret_kept"} <= ended, ended
    assert len(ended) >= 6, ended
    month = [words for words, at in brought if at < 30 * DAY]
    assert len(month) == len(set(month)), "the same happened twice within a month"


def test_every_verb_of_a_story_that_is_brought_up_is_one_of_the_patterns() -> None:
    assert set(FORMS) <= set(StoryVerb)
