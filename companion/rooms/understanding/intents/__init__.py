"""Intents 意図: a sentence that the grammar does not read, by a trained model.

`marks` describes a sentence in numbers, `model` says how likely each intent is, `orders` words an
intent with the things, values and times of the sentence as a plain order. The grammar reads that
order, so that nothing is proposed which it would not do.
"""
