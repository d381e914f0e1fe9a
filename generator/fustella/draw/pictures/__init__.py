"""Pictures of a game's `art/`: what a template may show, and how they become part of a PDF."""
