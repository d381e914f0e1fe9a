"""Puts faults into the rule documents and into the box, one at a time: does the check find each?

    python -m tests.mutations            one hundred in documents and lists, with a fixed seed
    python -m tests.mutations --all      every one of these
    python -m tests.mutations --edits    edits of documents: harmless ones raise nothing, each other
                                         is one problem, ranges of lines name the same words
    python -m tests.mutations --box      changes of the whole box: a table by game and sort
    python -m tests.mutations --box --list      those that were missed, with file and line
    python -m tests.mutations --box --faults    those that were found, with the fault that says so
    python -m tests.mutations --box --free      why others are free, and what says so
    python -m tests.mutations --box GAME SORT   some games or sorts alone
    python -m tests.mutations --box 20          at most 20 of a sort in each game
    python -m tests.mutations --harmless        edits of the box in which nothing may be found
    python -m tests.mutations --booklets        changes of booklets, their lists and documents
    python -m tests.mutations --booklets --harmless    edits of booklets in which nothing is found
    python -m tests.mutations --game            each entry of each game.yaml taken out in turn

`documents` changes the documents, and values of the lists that come from them. `box` changes
everything that is printed, with or without a claim about it. `harmless` changes what nobody reads.
"""
