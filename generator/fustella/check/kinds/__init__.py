"""The kinds of check, one module each. A new kind is a new module; nothing else changes."""
