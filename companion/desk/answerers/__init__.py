"""Answerers: answer one sort of sentence each, without a model.

The converse corridor asks them in the order in which `app` lists them; what none of them answers
goes to the conversation model. A new one is a new file here and one line in that list.
"""
