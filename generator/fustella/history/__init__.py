"""What pieces were: ledger, git, pieces found again by their code, and what changed since."""
