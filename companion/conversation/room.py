"""The conversation room: what a person said becomes a reply, or honestly nothing."""

from dataclasses import dataclass

from companion.conversation.prompt import messages
from companion.ports.llm import (
    Llm,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.words.event import Event
from companion.words.llm import LlmRequest, LlmRequestPurpose
from companion.words.mood import Mood
from companion.words.persona import PersonaSheet
from companion.words.recalled import Recalled
from companion.words.text import LabelledText
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel, least_trusted

REPLY_TOKENS = 160
"""Twice what two spoken sentences take in either language (B-020: limits of its own)."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What to say, and the least trusted text that went into it (T-56)."""

    text: str
    trust: TrustLabel
    model: str
    tokens: int


@dataclass(frozen=True, slots=True)
class NoReply:
    """Nothing to say, and why; no stand-in is spoken (D-011)."""

    reason: str


class Conversation:
    """Replies to what was said, with the persona, the mood and what comes to mind."""

    def __init__(
        self,
        llm: Llm,
        persona: PersonaSheet,
        *,
        temperature: float = 0.7,
        deadline_s: float = 60.0,
    ) -> None:
        self._llm = llm
        self._persona = persona
        self._temperature = temperature
        self._deadline_s = deadline_s

    @property
    def speaker_name(self) -> str:
        """Who speaks (D-016)."""
        return self._persona.name

    async def reply(
        self, said: Event, *, mood: Mood, recalled: tuple[Recalled, ...]
    ) -> Reply | NoReply:
        """One reply of the model, as it is; a model that fails leaves no reply."""
        text = LabelledText(said.user_text, said.trust, said.id)
        request = LlmRequest(
            purpose=LlmRequestPurpose.SYNC_CONVERSATION,
            messages=messages(text, self._persona, mood, recalled),
            max_tokens=REPLY_TOKENS,
            temperature=self._temperature,
            priority=Priority.USER,
            deadline_s=self._deadline_s,
            stop=("\n\n",),
        )
        try:
            answer = await self._llm.complete(request)
        except (ModelUnavailable, ModelTimedOut, ModelCrashed, ModelPreempted) as error:
            return NoReply(f"{type(error).__name__}: {error}")
        if not answer.text.strip():
            return NoReply("the model said nothing")
        if answer.finish == "length":
            # Half a sentence is no reply, and completing or cutting it would be string repair.
            return NoReply(f"the model did not finish within {REPLY_TOKENS} tokens")
        labels = [said.trust, *(turn.text.trust for turn in recalled)]
        return Reply(answer.text.strip(), least_trusted(labels), answer.model, answer.output_tokens)
