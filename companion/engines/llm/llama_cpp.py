"""LLM engine llama_cpp: runs llama-cpp-python, which is built on the device itself (ADR 0003).

Needs the extra `native`. The library keeps the prefix of the last prompt only, so the state of
each purpose's sequence is put aside when another purpose comes and put back afterwards
(43 MB and some milliseconds for 1,500 tokens of the 1.5B).
"""

import ctypes
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pydantic import Field

from companion.engines.llm_runtime.process import ModelSettings, ProcessLlm
from companion.ports.clock import Clock

_SEQUENCE = 0
"""The only KV sequence llama-cpp-python works on."""


class Settings(ModelSettings):
    """Settings of the llama-cpp-python runtime."""

    gpu_layers: int = Field(
        0, description="layers on the GPU where the build has one (Jetson); -1: all"
    )


def build(settings: Settings, *, clock: Clock, state_dir: Path) -> ProcessLlm:
    """Build the engine; nothing is loaded before `start()`."""
    return ProcessLlm(__name__, settings, package="llama-cpp-python", state_dir=state_dir)


class RuntimeMissing(ImportError):
    """Error: llama-cpp-python is not installed; the text says the remedy."""


class _Served:
    """Loaded model inside the worker process."""

    def __init__(self, settings: dict[str, Any]) -> None:
        if not Path(settings["model_path"]).is_file():
            raise FileNotFoundError(settings["model_path"])
        self._lib: Any = _runtime()
        self._llm: Any = self._lib.Llama(
            model_path=settings["model_path"],
            n_ctx=settings["n_ctx"],
            n_threads=settings["threads"],
            n_threads_batch=settings["threads"],
            n_batch=settings["step_tokens"],
            n_gpu_layers=settings["gpu_layers"],
            verbose=False,
        )
        self._format = self._chat_format()
        self._step_tokens = int(settings["step_tokens"])
        self._slot = -1
        self._aside: dict[int, tuple[Any, list[int]]] = {}
        self._cancelled = threading.Event()
        self._steps = 0
        self._reads = False
        self._folder = settings.get("state_folder", "")
        self._tell: Callable[[str], None] = _silent

    def __call__(self, header: dict[str, Any], blob: bytes) -> tuple[dict[str, Any], bytes]:
        """Answer one request, or save or restore the state of one purpose."""
        if "state" in header:
            act = self._save if header["state"] == "save" else self._restore
            return {"tokens": act(header["slot"], header["file"])}, b""
        self._cancelled.clear()
        self._switch_to(header["slot"])
        formatted = self._format(messages=header["messages"])
        tokens = self._llm.tokenize(formatted.prompt.encode(), add_bos=False, special=True)
        room = self._llm.n_ctx() - len(tokens)
        if room < header["max_tokens"]:
            raise ValueError(f"prompt of {len(tokens)} tokens leaves {room} of the context")
        reply = {"prompt_tokens": len(tokens), "reused_tokens": self._common(tokens)}
        self._reads = True
        try:
            whole = self._read(tokens, header["step_tokens"] or self._step_tokens)
        finally:
            self._reads = False
        if not whole:
            cancelled = {"text": "", "output_tokens": 0, "finish": "cancelled"}
            return {**reply, **cancelled}, b""
        stops = [*header["stop"], *_listed(formatted.stop)]
        return {**reply, **self._write(tokens, header, stops)}, b""

    def tells(self, listener: Callable[[str], None]) -> None:
        """Tell this listener the next answer as far as it is written."""
        self._tell = listener

    def cancel(self) -> None:
        """Stop at the next token, or at the next step of the prompt."""
        self._cancelled.set()

    def progress(self) -> int:
        """Tokens and prompt steps so far."""
        return self._steps

    def reading(self) -> bool:
        """Whether the prompt is still being evaluated."""
        return self._reads

    def _chat_format(self) -> Any:
        """The model file's own chat template."""
        template = self._llm.metadata.get("tokenizer.chat_template")
        if template is None:
            raise ValueError("the model file has no chat template: not an instruct model")
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        def piece(token: int) -> str:
            return str(self._llm._model.token_get_text(token)) if token >= 0 else ""

        end = self._llm.token_eos()
        return Jinja2ChatFormatter(
            template=template, eos_token=piece(end), bos_token=piece(self._llm.token_bos())
        )

    def _common(self, tokens: list[int]) -> int:
        """Prompt tokens already evaluated; the last one always has to be done again."""
        held = self._llm._input_ids[: len(tokens) - 1]
        same = 0
        for a, b in zip(held, tokens, strict=False):
            if a != b:
                break
            same += 1
        return same

    def _read(self, tokens: list[int], step: int) -> bool:
        """Evaluate the prompt but its last token, step by step; False when cancelled."""
        self._llm.n_tokens = self._common(tokens)
        while (done := self._llm.n_tokens) < len(tokens) - 1:
            if self._cancelled.is_set():
                return False
            self._steps += 1
            self._llm.eval(tokens[done : min(done + step, len(tokens) - 1)])
        return True

    def _write(self, tokens: list[int], header: dict[str, Any], stops: list[str]) -> dict[str, Any]:
        stream: Iterator[Any] = self._llm.create_completion(
            prompt=tokens,
            max_tokens=header["max_tokens"],
            temperature=header["temperature"],
            seed=header["seed"],
            stop=stops,
            grammar=self._grammar(header["grammar"]),
            stream=True,
        )
        text, finish = "", "cancelled"
        tell, self._tell = self._tell, _silent
        for chunk in stream:
            self._steps += 1
            text += chunk["choices"][0]["text"]
            tell(text)
            finish = chunk["choices"][0]["finish_reason"] or finish
            if self._cancelled.is_set() and finish == "cancelled":
                break
        # `n_tokens` also counts the prompt; the final token is sampled but not evaluated.
        written = max(0, self._llm.n_tokens - len(tokens)) + 1
        return {"text": text, "output_tokens": written, "finish": finish}

    def _grammar(self, text: str) -> Any:
        """The grammar, tried first: the library itself ends the process over a wrong one."""
        if not text:
            return None
        vocabulary = self._llm._model.vocab
        tried = self._lib.llama_sampler_init_grammar(vocabulary, text.encode(), b"root")
        if not tried:
            raise ValueError("the grammar cannot be parsed")
        self._lib.llama_sampler_free(tried)
        return self._lib.LlamaGrammar.from_string(text, verbose=False)

    def _switch_to(self, slot: int) -> None:
        """Put the running sequence aside and bring back this purpose's own."""
        if slot == self._slot:
            return
        if self._slot >= 0:
            self._aside[self._slot] = self._saved()
        self._slot = slot
        self._llm.reset()
        self._llm._ctx.kv_cache_clear()
        buffer, held = self._aside.pop(slot, (None, []))
        if buffer is None:
            return
        ctx = self._llm._ctx.ctx
        if self._lib.llama_state_seq_set_data(ctx, buffer, len(buffer), _SEQUENCE):
            self._llm.input_ids[: len(held)] = held
            self._llm.n_tokens = len(held)

    def _save(self, slot: int, file: str) -> int:
        """The purpose's KV sequence to the disk; tokens saved. Not `save_state()`, which also
        holds the logits: ten times the size (llm.md 7). Raises `OSError`."""
        self._switch_to(slot)
        held = self._llm._input_ids
        tokens = (self._lib.llama_token * len(held))(*(int(token) for token in held))
        path = f"{self._folder}/{file}".encode()
        ctx = self._llm._ctx.ctx
        if not self._lib.llama_state_seq_save_file(ctx, path, _SEQUENCE, tokens, len(held)):
            raise OSError(f"the state was not written to {file}")
        return len(held)

    def _restore(self, slot: int, file: str) -> int:
        """The other way round. Raises `ValueError` for a file this context cannot take."""
        self._switch_to(slot)
        self._llm.reset()
        self._llm._ctx.kv_cache_clear()
        room = self._llm.n_ctx()
        tokens, count = (self._lib.llama_token * room)(), ctypes.c_size_t(0)
        path = f"{self._folder}/{file}".encode()
        ctx, many = self._llm._ctx.ctx, ctypes.byref(count)
        if not self._lib.llama_state_seq_load_file(ctx, path, _SEQUENCE, tokens, room, many):
            raise ValueError(f"{file} is no state for this model")
        self._llm.input_ids[: count.value] = tokens[: count.value]
        self._llm.n_tokens = count.value
        return count.value

    def _saved(self) -> tuple[Any, list[int]]:
        ctx = self._llm._ctx.ctx
        size = self._lib.llama_state_seq_get_size(ctx, _SEQUENCE)
        buffer = (ctypes.c_uint8 * size)()
        self._lib.llama_state_seq_get_data(ctx, buffer, size, _SEQUENCE)
        return buffer, [int(token) for token in self._llm._input_ids]


def _silent(text: str) -> None:
    """Listener of a call whose caller wants the whole answer only."""


def serve(settings: dict[str, Any]) -> _Served:
    """Load the model in the worker process. Raises `RuntimeMissing`."""
    return _Served(settings)


def _runtime() -> Any:
    try:
        import llama_cpp
    except ImportError as error:
        raise RuntimeMissing(
            "llama-cpp-python is not installed: pip install 'companion[native]', "
            "or set llm.engine: xllamacpp"
        ) from error
    return llama_cpp


def _listed(stop: str | list[str] | None) -> list[str]:
    if stop is None:
        return []
    return [stop] if isinstance(stop, str) else list(stop)
