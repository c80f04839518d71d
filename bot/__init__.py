"""From a press to what everyone sees: tables, storage, languages and screens around the game in `pepper`."""

__version__ = "0.1.0"
