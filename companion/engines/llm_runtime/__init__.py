"""LLM runtime: the process, queue, grammar and prompt prefixes that the LLM engines share."""
