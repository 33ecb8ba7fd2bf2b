#!/usr/bin/env bash
# Build llama-cpp-python here. On a Pi the native build is the point (dotprod); on x86 a native
# build crashes on CPUs that advertise AMX, so a portable AVX2 build is made there.
set -euo pipefail
cd "$(dirname "$0")/.."
args="-DLLAVA_BUILD=OFF"
[ "$(uname -m)" = x86_64 ] && args="$args -DGGML_NATIVE=OFF"
command -v cmake >/dev/null || { echo "[native] needs: apt-get install build-essential cmake ninja-build"; exit 1; }
CMAKE_ARGS="$args" .venv/bin/python -m pip install --no-binary llama-cpp-python "llama-cpp-python==0.3.36"
echo "[native] built; set llm.engine: llama_cpp in config/config.yaml"
