"""The game of Pepper: rules, deals, matches, views and records. It knows no Discord, storage, clock or language."""
