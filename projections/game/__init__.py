"""What a game is: the contract, how anything happens in one, what a seat sees and reads of it."""
