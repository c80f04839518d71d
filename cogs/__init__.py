"""Slash commands and presses: who and where, one call, show the result."""
