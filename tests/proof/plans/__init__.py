"""Judge of plans: are the right kinds of tasks in a plan for a purpose, and none of the wrong?"""
