"""LLM runtime: process, queue, grammar and prefixes shared by the engines of `engines/llm`."""
