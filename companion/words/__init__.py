"""The nouns (glossary 用語集): frozen dataclasses on the standard library only.

Every module's first docstring line gives the Japanese term; a law test demands it.
"""
