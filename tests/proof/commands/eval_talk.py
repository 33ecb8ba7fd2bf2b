"""`companion eval talk`: whether the real model's replies to false premises are true."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.words.language import Language
from tests.proof.bench.run import machine
from tests.proof.evaluation.talk.conversations import Judged, play
from tests.proof.evaluation.talk.judge import claims_in
from tests.proof.evaluation.talk.run import Answered, talk, turns_of

WhichLanguage = Annotated[str, typer.Option("--language", help="ja | en | all")]
Persona = Annotated[str, typer.Option("--persona", help="name of a shipped sheet")]
Limit = Annotated[int, typer.Option("--limit", min=0, help="only so many turns; 0: all")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="print every turn and its reply")]
Conversations = Annotated[
    Path | None,
    typer.Option("--conversations", help="a file of conversations to play instead, to be read"),
]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON object as the last line")]


def talk_with_traps(
    language: WhichLanguage = "all",
    persona: Persona = "koto",
    limit: Limit = 0,
    verbose: Verbose = False,
    as_json: AsJson = False,
    conversations: Conversations = None,
) -> None:
    """Talk with the running companion about things that never were. Exit 1 where it claims one."""
    if conversations is not None:
        play(conversations, _told_of_conversation)
        return
    asked = tuple(Language) if language == "all" else (Language(language),)
    report: dict[str, Any] = {**machine(), "eval": "talk", "persona": persona}
    false = 0
    for one in asked:
        turns = turns_of(one)[: limit or None]
        answered = talk(one, turns, persona, _told if verbose else lambda _: None)
        report[one.value] = figures(answered)
        false += report[one.value]["false"]
    typer.echo(json.dumps(report, ensure_ascii=False, indent=None if as_json else 1))
    if false:
        raise typer.Exit(1)


def figures(answered: list[Answered]) -> dict[str, Any]:
    """Turns, replies that claim what is not so, silent turns, and how many of the turns that the
    model answered had a clause withheld."""
    by_model = [one for one in answered if one.model]
    return {
        "turns": len(answered),
        "false": sum(bool(claims_in(one.reply, one.turn.trap)) for one in by_model),
        "by_model": len(by_model),
        "no_reply": sum(not one.reply for one in answered),
        "withheld_turns": sum(bool(one.withheld) for one in answered),
    }


def _told_of_conversation(one: Judged) -> None:
    _told(one.answered)
    typer.echo(f"  {one.conversation} good: {one.good} | bad: {one.bad}", err=True)


def _told(one: Answered) -> None:
    claims = ",".join(claims_in(one.reply, one.turn.trap)) if one.model else "code"
    kept = "; ".join(f"{rule}: {clause}" for rule, clause in one.withheld)
    typer.echo(
        f"[{one.turn.trap}] {one.turn.say} -> {one.reply} ({claims or '-'}) {kept}", err=True
    )
