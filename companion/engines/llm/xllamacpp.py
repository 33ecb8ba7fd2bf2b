"""LLM engine xllamacpp: runs llama.cpp from prebuilt wheels; the default for a quick first start
(ADR 0003).

One server slot per purpose keeps each purpose's prompt prefix evaluated; the slots share one
unified KV memory, so an unused purpose costs nothing.

The server begins the next step of a prompt before its reader can cancel, so a cancelled prompt
costs up to two steps. A prompt that must be quick to cancel is therefore read in requests of one
step each.
"""

import json
import secrets
import threading
import urllib.request
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from companion.engines.llm_runtime.process import ModelSettings, ProcessLlm
from companion.ports.clock import Clock
from companion.service.wire_json import read_object


class Settings(ModelSettings):
    """Settings of the xllamacpp runtime; the shared ones are all it needs."""


def build(settings: Settings, *, clock: Clock, state_dir: Path) -> ProcessLlm:
    """Build the engine; nothing is loaded before `start()`."""
    return ProcessLlm(__name__, settings, package="xllamacpp", state_dir=state_dir)


class _Collected:
    """Collector of the streamed chunks of one answer."""

    def __init__(self, cancelled: threading.Event, tell: Callable[[str], None]) -> None:
        self._cancelled, self._tell = cancelled, tell
        self.text = ""
        self.tokens = 0
        self.finish = "cancelled"
        self.usage: dict[str, Any] = {}
        self.error = ""
        self.steps = 0
        """Chunks so far: each is a token or a step of the prompt."""

    def take(self, chunk: dict[str, Any]) -> bool:
        """Keep one chunk; True asks the server to stop."""
        self.steps += 1
        if "error" in chunk:
            self.error = str(chunk["error"].get("message", chunk["error"]))
        for choice in chunk.get("choices", ()):
            piece = choice["delta"].get("content") or ""
            self.text += piece
            self.tokens += bool(piece)
            self.finish = choice["finish_reason"] or self.finish
            if piece:
                self._tell(self.text)
        self.usage = chunk.get("usage") or self.usage
        return self._cancelled.is_set()

    def reply(self) -> dict[str, Any]:
        """Reply header. Raises `ValueError` with the server's own words."""
        if self.error:
            raise ValueError(self.error)
        details = self.usage.get("prompt_tokens_details", {})
        return {
            "text": self.text,
            "prompt_tokens": self.usage.get("prompt_tokens", 0),
            "reused_tokens": details.get("cached_tokens", 0),
            "output_tokens": self.usage.get("completion_tokens", self.tokens),
            "finish": self.finish,
        }


class _Served:
    """Loaded model inside the worker process."""

    def __init__(self, settings: dict[str, Any]) -> None:
        if not Path(settings["model_path"]).is_file():
            raise FileNotFoundError(settings["model_path"])
        import xllamacpp

        # The server also listens on a loopback port: shut to everybody who has not this key.
        self._key = secrets.token_hex(32)
        self._server = xllamacpp.Server(_parameters(settings, self._key))
        self._cancelled = threading.Event()
        self._tell: Callable[[str], None] = _silent
        self._collected = _Collected(self._cancelled, _silent)
        self._n_ctx = settings["n_ctx"]
        self._held: dict[int, Callable[[], list[int]]] = {}
        """Tokens that a slot has read, as far as known here; worked out when they are needed."""

    def __call__(self, header: dict[str, Any], blob: bytes) -> tuple[dict[str, Any], bytes]:
        """Answer one request, or save or restore the state of one slot."""
        if "state" in header:
            return self._carry(header), b""
        self._cancelled.clear()
        tell, self._tell = self._tell, _silent
        self._collected = collected = _Collected(self._cancelled, tell)
        reused = self._read_in_steps(header) if header["step_tokens"] else None
        if self._cancelled.is_set():
            return collected.reply(), b""
        self._held[header["slot"]] = partial(self._tokens, header["messages"])
        self._server.handle_chat_completions(_body(header), collected.take)
        reply = collected.reply()
        return (reply if reused is None else {**reply, "reused_tokens": reused}), b""

    def tells(self, listener: Callable[[str], None]) -> None:
        """Tell this listener the next answer as far as it is written."""
        self._tell = listener

    def cancel(self) -> None:
        """Stop at the next chunk: a token, or a step of the prompt."""
        self._cancelled.set()

    def progress(self) -> int:
        """Chunks of the running request so far."""
        return self._collected.steps

    def reading(self) -> bool:
        """Whether the running request has not come to its first token yet."""
        return not self._collected.tokens

    def _read_in_steps(self, header: dict[str, Any]) -> int | None:
        """Read the prompt but its last step, until cancelled: tokens that had been read before.
        None for a prompt that is too long: the server refuses it at once."""
        slot, step = header["slot"], header["step_tokens"]
        tokens = self._tokens(header["messages"])
        if len(tokens) >= self._n_ctx:
            return None
        held = self._held[slot]() if slot in self._held else []
        common = same_beginning(held, tokens)
        for end in range(common + step, len(tokens), step):
            if self._cancelled.is_set():
                break
            body = {"prompt": tokens[:end], "n_predict": 0, "id_slot": slot, "cache_prompt": True}
            if "error" in self._server.handle_completions(body):
                break
            self._held[slot] = partial(list, tokens[:end])
            self._collected.steps += 1
        return common

    def _tokens(self, messages: list[dict[str, str]]) -> list[int]:
        """Tokens of a prompt in the model's own chat format."""
        prompt = self._post("apply-template", {"messages": messages})["prompt"]
        asked = {"content": prompt, "add_special": True, "parse_special": True}
        return list(self._post("tokenize", asked)["tokens"])

    def _carry(self, header: dict[str, Any]) -> dict[str, Any]:
        """The slot's KV sequence to the disk or back."""
        action, slot = header["state"], header["slot"]
        done = self._post(f"slots/{slot}?action={action}", {"filename": header["file"]})
        if action == "restore":
            self._held[slot] = partial(self._tokens, header["messages"])
        return {"tokens": done["n_saved" if action == "save" else "n_restored"]}

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask by our own loopback port, for what nothing else offers; never through a proxy."""
        request = urllib.request.Request(
            f"{self._server.listening_address}/{path}",
            data=json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"},
        )
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with direct.open(request) as response:
            return read_object(response.read())


def same_beginning(held: Sequence[int], tokens: Sequence[int]) -> int:
    """Tokens at the beginning of both; the last of a prompt always has to be read again."""
    pairs = enumerate(zip(held, tokens[:-1], strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(held), len(tokens) - 1))


def _silent(text: str) -> None:
    """Listener of a call whose caller wants the whole answer only."""


def serve(settings: dict[str, Any]) -> _Served:
    """Load the model in the worker process."""
    return _Served(settings)


def _parameters(settings: dict[str, Any], key: str) -> Any:
    import xllamacpp

    p = xllamacpp.CommonParams()
    p.model.path = settings["model_path"]
    p.n_ctx = settings["n_ctx"]
    p.n_parallel = settings["slots"]
    p.kv_unified = True
    p.cpuparams.n_threads = p.cpuparams_batch.n_threads = settings["threads"]
    p.n_batch = p.n_ubatch = settings["step_tokens"]
    # Weight repacking costs 600 MB for 1 % of speed (llm.md section 4).
    p.no_extra_bufts = True
    # The slots are our cache; the server's own would take up to 8 GB, or empty the slots.
    p.cache_ram_mib = 0
    p.cache_idle_slots = False
    p.slot_prompt_similarity = 0.0
    # Fitting would quietly change n_ctx; warming up doubles the time to the first answer.
    p.fit_params = False
    p.warmup = False
    p.port = 0
    p.api_keys = [key]
    # Without a folder there is nothing to save to; `endpoint_slots` only lists, also by key.
    p.endpoint_slots = True
    if settings.get("state_folder"):
        p.slot_save_path = f"{settings['state_folder']}/"
    p.ui = False
    p.n_threads_http = 1
    p.verbosity = -1
    return p


def _body(header: dict[str, Any]) -> dict[str, Any]:
    body = {
        "messages": header["messages"],
        "max_tokens": header["max_tokens"],
        "temperature": header["temperature"],
        "seed": header["seed"],
        "id_slot": header["slot"],
        "cache_prompt": True,
        "stream": True,
        # Progress gives a chance to cancel between two steps of a long prompt.
        "return_progress": True,
        "stream_options": {"include_usage": True},
    }
    if header["grammar"]:
        body["grammar"] = header["grammar"]
    if header["stop"]:
        body["stop"] = header["stop"]
    return body
