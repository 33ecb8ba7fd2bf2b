"""How well does a model choose? Runs every case on a real model and prints a table.

    .venv/bin/python -m tests.data.decisions.evaluate MODEL.gguf [--reverse] [--order ...]

Sensible and harmful lists are written by hand in the case files beside this one.
"""

import argparse
import asyncio
import json
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from companion.deliberation.decider import Dropped
from companion.deliberation.llm_decider import LlmDecider
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome, MenuEntry
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmReply, LlmRequest
from companion.words.mood import Mood
from companion.words.persona import PersonaSheet
from companion.words.scene import SceneActor, SceneObject, SceneState
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel

HERE = Path(__file__).parent
NOW = datetime(2026, 11, 21, 19, 42, tzinfo=ZoneInfo("Asia/Tokyo"))

PERSONA = {
    Language.EN: PersonaSheet(
        name="Koto",
        language=Language.EN,
        persona_text="You are attentive and warm, a little shy, and you speak plainly.",
        addon_text="You care for quiet evenings and for not wasting light.",
        second_person_label="Master",
        traits=("attentive", "careful", "kind", "calm"),
    ),
    Language.JA: PersonaSheet(
        name="コト",
        language=Language.JA,
        persona_text="気が利いて温かく、少し恥ずかしがりで、飾らずに話す。",
        addon_text="静かな夜を好み、明かりの無駄を気にする。",
        second_person_label="ご主人",
        traits=("気配り", "慎重", "優しさ", "落ち着き"),
    ),
}


@dataclass(frozen=True)
class Case:
    """One situation, what would be sensible and what would do harm."""

    id: str
    language: Language
    pack: DeliberationContextPack
    sensible: tuple[str, ...]
    harmful: tuple[str, ...]


def cases(language: Language, *, reverse: bool = False, mood: Mood | None = None) -> list[Case]:
    """Every case of one language, as packs; `reverse` lists the menu backwards."""
    book = json.loads((HERE / f"cases_{language}.json").read_text(encoding="utf-8"))
    return [
        Case(
            id=item["id"],
            language=language,
            pack=_pack(item, book["rooms"], language, reverse, mood or Mood()),
            sensible=tuple(item["sensible"]),
            harmful=tuple(item["harmful"]),
        )
        for item in book["cases"]
    ]


def _pack(
    item: dict[str, Any], rooms: str, language: Language, reverse: bool, mood: Mood
) -> DeliberationContextPack:
    entries = [_entry(name, label) for name, label in item["menu"].items()]
    return DeliberationContextPack(
        trigger=Trigger(
            id=TriggerId(item["id"]),
            kind=TriggerKind.EVENT,
            priority=Priority.OBSERVATION,
            at=NOW,
            about=LabelledText(item["happened"], TrustLabel.OBSERVED, EventId(11)),
            event_ids=(EventId(11),),
            place=item["place"],
        ),
        persona=PERSONA[language],
        mood=mood,
        scene=SceneState(
            location=item["place"],
            time=item["time"],
            weather="不明",
            tension_level="Low",
            actors=(SceneActor("self", PERSONA[language].name, "standing", "何も持っていない"),),
            objects=tuple(
                SceneObject(name, "device", state, name, (), item["place"])
                for name, state in item["objects"].items()
            ),
        ),
        menu=tuple(reversed(entries) if reverse else entries),
        home_layout=rooms,
        home_trust=LabelledText("", TrustLabel.OBSERVED),
    )


def _entry(name: str, label: str) -> MenuEntry:
    outcome = {"skip": DecisionOutcome.SKIP, "defer": DecisionOutcome.DEFER}.get(
        name, DecisionOutcome.DO_ACTION
    )
    return MenuEntry(
        name=name,
        label=Bilingual(label, label),
        action_type="" if outcome is not DecisionOutcome.DO_ACTION else f"device_control.{name}",
        payload={},
        risk=RiskTier.REVERSIBLE,
        outcome=outcome,
    )


class DirectModel:
    """The model in this very process: for evaluation only, a crash ends the run."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        import xllamacpp

        params = xllamacpp.CommonParams()
        params.model.path = str(path)
        params.n_ctx = 4096
        params.n_parallel = 1
        params.verbosity = -1
        params.no_extra_bufts = True
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
        self._server = xllamacpp.Server(params)
        self._name = path.stem
        self.replies: list[LlmReply] = []

    def ready(self) -> bool:
        return True

    def model_name(self) -> str:
        return self._name

    async def complete(self, request: LlmRequest) -> LlmReply:
        started = time.perf_counter()
        answer = self._server.handle_chat_completions(
            {
                "messages": [{"role": m.role, "content": m.content} for m in request.messages],
                "temperature": request.temperature,
                "max_tokens": request.max_tokens,
                "cache_prompt": True,
                "seed": request.seed,
                **({"grammar": request.grammar} if request.grammar else {}),
            }
        )
        if "choices" not in answer:
            raise RuntimeError(str(answer))
        usage, timings = answer["usage"], answer.get("timings", {})
        reply = LlmReply(
            text=answer["choices"][0]["message"]["content"],
            prompt_tokens=usage["prompt_tokens"],
            reused_tokens=timings.get("cache_n", 0),
            output_tokens=usage["completion_tokens"],
            took_s=time.perf_counter() - started,
            model=self._name,
            finish=answer["choices"][0]["finish_reason"],
        )
        self.replies.append(reply)
        return reply


@dataclass
class Score:
    """Counts of one run."""

    cases: int = 0
    sensible: int = 0
    harmful: int = 0
    dropped: int = 0


async def judge(model: Any, language: Language, **how: Any) -> Score:
    """Run all cases of one language; prints each miss."""
    score = Score()
    order = how.pop("order", "choice_first")
    verbose = how.pop("verbose", False)
    for case in cases(language, **how):
        decider = LlmDecider(
            model, language=language, order=order, max_tokens=96, temperature=0.0, deadline_s=300
        )
        decision = await decider.decide(case.pack)
        score.cases += 1
        if isinstance(decision, Dropped):
            score.dropped += 1
            print(f"  {language} {case.id}: DROPPED {decision.reason} {decision.detail}")
            continue
        choice = next(e.name for e in case.pack.menu if e.label == decision.summary)
        score.sensible += choice in case.sensible
        score.harmful += choice in case.harmful
        if verbose or choice not in case.sensible:
            mark = "HARM" if choice in case.harmful else "ok" if choice in case.sensible else "miss"
            print(f"  {language} {case.id}: {mark} {choice} | {decision.reason}")
    return score


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--reverse", action="store_true")
    parser.add_argument("--order", default="choice_first")
    parser.add_argument("--language", choices=["ja", "en"])
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    model = DirectModel(options.model)
    languages = [Language(options.language)] if options.language else list(Language)
    for language in languages:
        score = asyncio.run(
            judge(
                model,
                language,
                reverse=options.reverse,
                order=options.order,
                verbose=options.verbose,
            )
        )
        print(f"{options.model.stem} {language} {options.order} reverse={options.reverse}: {score}")
    replies = model.replies
    n = len(replies)
    print(
        f"prompt {sum(r.prompt_tokens for r in replies) / n:.0f} tokens, evaluated "
        f"{sum(r.prompt_tokens - r.reused_tokens for r in replies) / n:.0f}, output "
        f"{sum(r.output_tokens for r in replies) / n:.0f}, "
        f"{sum(r.took_s for r in replies) / n:.2f} s a call"
    )


if __name__ == "__main__":
    main()
