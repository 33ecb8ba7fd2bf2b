"""Garden decision: a choice of the companion's own life in the form of every other decision, and
the model's vote on the next one.

The sum decides. The model is asked only while it has nothing else to do, for a number out of the
menu; its answer is one term of the next sum, and the garden never waits for it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.home.scene_xml import render
from companion.rooms.garden.body import needs_of
from companion.rooms.garden.catalogue import DEFINITIONS, SELECTABLE
from companion.rooms.garden.options import Option
from companion.rooms.garden.reasons import ACTION_WORDS, label, need_words, scored
from companion.rooms.garden.today import section
from companion.rooms.garden.town import Town
from companion.rooms.garden.world import Chosen, World
from companion.words.capability import RiskTier
from companion.words.decision import (
    ActionDecision,
    ConsoleDelivery,
    DecisionOutcome,
    DeliveryKind,
)
from companion.words.facts.garden import GardenPlanItem
from companion.words.garden import (
    ActionHistoryEntry,
    GardenAction,
    Inhabitant,
    clock_of,
)
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.llm import PromptMessage
from companion.words.scene import SceneState
from companion.words.score import ScoredEntry, TermName, best_of
from companion.words.trust import TrustLabel

MENU_MOST = 9
"""Entries that the model chooses from: one digit."""
RECORDED = 2
"""Best entries that a decision records, beside those that it is compared with. A decision with all
its sums takes five kilobytes, and thirty a day would be a third of a quiet home's record."""
DECIDED_BY = "garden"
_IMPACT = Bilingual("庭の中だけ", "the garden alone")
_SAME = Bilingual("{what}がなくても同じ選択", "the same would have been chosen without the {what}")
_OTHER = Bilingual(
    "{what}がなければ「{label}」だった", "without the {what} it would have been: {label}"
)
_PERSONALITY = Bilingual("性格", "personality")
_MOOD = Bilingual("気分", "mood")
_HEADINGS = {
    GardenAction.EAT: Bilingual("利用可能な食事場所:", "places to eat:"),
    GardenAction.SLEEP: Bilingual("利用可能な寝場所:", "places to sleep:"),
    GardenAction.BATHE: Bilingual("利用可能な入浴場所:", "places to bathe:"),
    GardenAction.TOILET: Bilingual("利用可能なトイレ:", "toilets:"),
    GardenAction.WORK: Bilingual("利用可能な職場:", "places to work:"),
}


def decision_of(
    chosen: Chosen, town: Town, language: Language, evidence: Iterable[EventId]
) -> ActionDecision:
    """The choice as the record keeps it. Its influences are computed: what would have been chosen
    without the terms of the personality, and without those of the mood."""
    sums = tuple(scored(chosen.situation, option, town) for option in chosen.options[:MENU_MOST])
    first, intention = sums[0], chosen.intention
    compared = {best_of(sums, (term,)).name for term in (TermName.DESIRE, TermName.MOOD)}
    kept = tuple(one for n, one in enumerate(sums) if n < RECORDED or one.name in compared)
    return ActionDecision(
        decision_outcome=DecisionOutcome.DO_ACTION,
        action_type=f"garden.{intention.action.value}",
        action_payload={
            "destination": intention.destination,
            "facility": intention.facility,
            "durationMinutes": intention.minutes,
        },
        reason=chosen.reason.get(language),
        persona_influence=_influence(kept, TermName.DESIRE, _PERSONALITY, language),
        mood_influence=_influence(kept, TermName.MOOD, _MOOD, language),
        evidence_event_ids=tuple(evidence),
        console_delivery=ConsoleDelivery(DeliveryKind.SILENT),
        decided_by=DECIDED_BY,
        judgment="",
        intent=first.label.get(language),
        summary=first.label,
        impact=_IMPACT,
        trust=TrustLabel.SELF,
        risk=RiskTier.TALK,
        scores=(first, *(_figures(one) for one in kept[1:])),
        chosen=first.name,
        model=chosen.vote and "vote",
    )


def _figures(entry: ScoredEntry) -> ScoredEntry:
    """An entry that was not chosen: its figures without their words."""
    terms = tuple(replace(one, why=Bilingual("", "")) for one in entry.terms)
    return replace(entry, terms=terms)


def _influence(
    menu: Sequence[ScoredEntry], term: TermName, what: Bilingual, language: Language
) -> str:
    other = best_of(menu, (term,))
    if other.name == menu[0].name:
        return _SAME.get(language).format(what=what.get(language))
    return _OTHER.get(language).format(what=what.get(language), label=other.label.get(language))


# The vote


_RULES = Bilingual(
    "役は、想像の町に暮らす「{name}」。性格: {personality}。次の行動を献立の番号で一つ選ぶ。"
    "数字だけを書く。",
    "You are {name}, who lives in an imagined town. You are {personality}. Choose the next action "
    "from the menu. Write its number only.",
)


_TALKED_TO = Bilingual("家のほう: 家の人と話している", "at home: somebody talks with me")
_LEFT_ALONE = Bilingual("家のほう: 用はない", "at home: nobody asks for anything")


def vote_prompt(
    world: World,
    menu: Sequence[Option],
    day: Sequence[ActionHistoryEntry],
    language: Language,
    scene: SceneState | None,
) -> tuple[PromptMessage, ...]:
    """Prompt of the vote: the scene, stats, actions possible here, the places around, the plan of
    the day, the job, what was done today, and of the home only whether somebody talks."""
    being = world.self_being
    sheet, stats = being.sheet, being.stats_at(world.now)
    rules = _RULES.get(language).format(
        name=sheet.name.get(language), personality=sheet.personality.get(language)
    )
    parts = [
        "" if scene is None else render(scene),
        f"{need_words(needs_of(stats)).get(language)}, {stats.money:.0f}円",
        here_line(world, language),
        *places_lines(world, language),
        plan_text(being.state.plan, world.town, language),
        job_text(sheet, world.town, language),
        section(day, language),
        (_TALKED_TO if world.talks_with_household(being) else _LEFT_ALONE).get(language),
        *(
            f"{n}. {label(option, world.town).get(language)}"
            for n, option in enumerate(menu[:MENU_MOST], 1)
        ),
    ]
    text = "\n".join(part for part in parts if part)
    return PromptMessage("system", rules), PromptMessage("user", text)


def vote_grammar(entries: int) -> str:
    """One number of the menu."""
    return f"root ::= [1-{min(entries, MENU_MOST)}]"


def read_vote(text: str, menu: Sequence[Option]) -> str:
    """Name of the option that was voted for; "" for what is no number of the menu."""
    names = {str(n): option.name for n, option in enumerate(menu[:MENU_MOST], 1)}
    return names.get(text.strip(), "")


def here_line(world: World, language: Language) -> str:
    """Actions that can begin on this very map."""
    being, here = world.self_being, world.self_being.state.map_id
    situation = world.situation(being)
    found = []
    for action in SELECTABLE:
        if not world.options.meets(situation, action):
            continue
        tags = DEFINITIONS[action].requirements.facility_tags
        places = world.options.places(situation, action) if tags else ()
        if not tags or any(place.map_id == here for place, _ in places):
            found.append(f"{action.value} ({ACTION_WORDS[action].get(language)})")
    heading = Bilingual("ここでできること: ", "possible here: ").get(language)
    return heading + ", ".join(found)


def places_lines(world: World, language: Language) -> list[str]:
    """The places around, under a heading for each action: name, hops, fee, quality."""
    being = world.self_being
    situation, lines = world.situation(being), []
    for action, heading in _HEADINGS.items():
        found = world.options.places(situation, action)
        if not found or not world.options.meets(situation, action):
            continue
        lines.append(heading.get(language))
        for place, hops in found:
            quality = 50 if place.info.quality is None else place.info.quality
            name, fee = place.label.get(language), place.info.cost
            lines.append(
                f"- {name} ({hops}マップ, {fee}円, 品質{quality})"
                if language is Language.JA
                else f"- {name} ({hops} maps, {fee} yen, quality {quality})"
            )
    return lines


def plan_text(plan: Sequence[GardenPlanItem], town: Town, language: Language) -> str:
    """The plan of the day on one line."""
    items = []
    for item in plan:
        where = f" {town.name(item.place).get(language)}" if item.place else ""
        sign = "✓" if item.done else "×" if item.changed is not None else ""
        words = ACTION_WORDS[item.action].get(language)
        items.append(f"{clock_of(item.start)} {words}{where}{sign}")
    heading = Bilingual("予定: ", "plan: ").get(language)
    return heading + ", ".join(items) if items else ""


def job_text(sheet: Inhabitant, town: Town, language: Language) -> str:
    """The job with its hours; none is said too."""
    if sheet.employment is None:
        return Bilingual("無職", "no job").get(language)
    jobs = []
    for one in sheet.employment.workplaces:
        place = town.facilities[f"{one.map_id}/{one.workplace_label}"]
        job = town.job_at(place, sheet)
        if job is not None:
            hours = f"{job.work_hours.start}-{job.work_hours.end}"
            name = place.label.get(language)
            jobs.append(f"{name} {job.title.get(language)} {job.hourly_wage:.0f}円/h {hours}")
    return Bilingual("仕事: ", "job: ").get(language) + ", ".join(jobs)
