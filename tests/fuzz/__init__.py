"""Changes projects at random and runs commands on them, which all must behave.

    python -m tests.fuzz --minutes 10 --seed 1 --area content,claims

A base is a small project that builds. A mutation is a value (mutations.py), drawn by a grammar for
each area of a project (areas.py). Functions check the rules that hold after any change
(machine.py). Changes that break a rule are reduced to the fewest and kept in finds/ (finds.py); the
tests replay them.
"""
