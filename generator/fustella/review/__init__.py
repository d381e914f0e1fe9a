"""The box held against its document: verdicts, repairs, acceptance of a changed document."""
