"""Statements 言明: what a person's sentence plainly tells of somebody or something, by rules.

`reading` is the door. Precision goes before completeness: a sentence that no rule reads stays an
episode, word for word, and is found by recall.
"""
