"""Sheets and rendered faces to PDF and PNG. Decides nothing; the only place that knows points."""
