"""A program that is supervised, and how it ends."""

from fustella.core.supervision import Program


def test_program_that_has_ended_is_ended_and_closed_again():
    program = Program("fustella.core.workers", pipes=True)
    code = program.end()
    assert code
    program.close()
    program.close()
    assert program.end() == code
