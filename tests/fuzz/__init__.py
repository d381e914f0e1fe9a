"""Projects changed at random, on which every command must behave.

    python -m tests.fuzz --minutes 10 --seed 1 --area content,claims

A base is a small project that builds. Mutations are values (mutations.py), drawn by a grammar for
each area of a project (areas.py). What must hold whatever was changed are functions (machine.py).
What does not hold is made as small as it gets and kept in finds/ (finds.py); the tests replay it.
"""
