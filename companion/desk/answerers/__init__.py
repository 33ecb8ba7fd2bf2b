"""Answerers: what is answered at the door without a model, one sort of sentence in each file.

The converse corridor asks them in the order in which `app` lists them; what none of them answers
goes to the conversation model. A new one is a new file here and one line in that list.
"""
