"""The habits of the player `basic`, one a file: what it sees, what a hand is worth, how it bids, lays and plays."""
