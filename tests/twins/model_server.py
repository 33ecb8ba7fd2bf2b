"""A real OpenAI-compatible server with the small model, in a process of its own: llama.cpp's."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

KEY = "key-of-the-test"


@asynccontextmanager
async def model_server(
    model: Path, folder: Path, *, slots: int = 5
) -> AsyncIterator[dict[str, Any]]:
    """Runs the server; gives the engine's settings for it."""
    wishes = json.dumps({"model": str(model), "slots": slots, "key": KEY})
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        __file__,
        wishes,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        url = (await process.stdout.readline()).decode().strip()
        key = folder / "key"
        key.write_text(KEY, encoding="utf-8")
        key.chmod(0o600)
        yield {"url": f"{url}/v1", "api_key_file": str(key)}
    finally:
        process.kill()
        await process.wait()
        process.stdin.close()


def main(wishes: dict[str, Any]) -> None:
    """The child: serve until the parent hangs up."""
    import xllamacpp

    p = xllamacpp.CommonParams()
    p.model.path = wishes["model"]
    p.n_ctx, p.n_parallel, p.kv_unified = 4096, wishes["slots"], True
    p.cpuparams.n_threads = p.cpuparams_batch.n_threads = 1
    p.n_batch = p.n_ubatch = 64
    p.no_extra_bufts, p.fit_params, p.warmup, p.ui = True, False, False, False
    p.cache_ram_mib, p.cache_idle_slots, p.slot_prompt_similarity = 0, False, 0.0
    p.port, p.api_keys, p.verbosity = 0, [wishes["key"]], -1
    server = xllamacpp.Server(p)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
