"""Bidding by learned tables: what a hand may take, and what each call leads to."""
