"""Understanding 聞き取り: sentences to wishes by grammar alone (issue 4, item 3; ADR 0020).

`engine` is the door: fold the text (`fold`), find every known word in it (`cover`, `lexicon`,
`names`), tell command from question and musing (`mood`), cut it into commands (`clauses`), fill a
frame (`frame`), find what it speaks of in the home (`resolve`) and word it as wishes (`wishes`).
"""
