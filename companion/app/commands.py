"""Builds the answerers that do what a sentence asks for."""

from dataclasses import dataclass

from companion.app.ground import Ground
from companion.app.talking import Talking
from companion.desk.answerers.command import Command
from companion.desk.answerers.device_facts import DeviceFacts
from companion.desk.answerers.home_report import HomeReport
from companion.desk.answerers.known_answer import KnownAnswer
from companion.desk.answerers.recalled_answer import RecalledAnswer
from companion.desk.answerers.second_reading import SecondReading
from companion.desk.answerers.unread_order import UnreadOrder
from companion.desk.corrections import Corrections
from companion.desk.requests import Requests


@dataclass(frozen=True, kw_only=True)
class Commands:
    """The answerers of commands."""

    understood: Command
    """Answers an understood command; of the answerers the one whose work a restart takes up."""
    second_reading: SecondReading
    """Asks whether a command was meant, and hands it to `understood`."""
    recalled: RecalledAnswer
    home_report: HomeReport
    unread: UnreadOrder = UnreadOrder()


def build_commands(ground: Ground, talking: Talking, requests: Requests) -> Commands:
    """They begin their walks through `requests`."""
    storage, reader = ground.storage, talking.reader
    understood = Command(
        requests=requests,
        outcomes=talking.outcomes,
        corrections=Corrections(record=storage.record, requests=requests),
    )
    return Commands(
        understood=understood,
        second_reading=SecondReading(
            proposing=talking.grammar,
            reader=reader,
            command=understood,
            questions=(KnownAnswer(), DeviceFacts(tell=talking.conversation.tell)),
            approvals=storage.store.approvals,
            state=storage.store.state,
            journal=storage.journal,
            keep=talking.consolidation.heard_as,
        ),
        home_report=HomeReport(names=reader.names),
        recalled=RecalledAnswer(said_of=ground.remembering.recall.said_of, clock=reader.clock),
    )
