# What may go wrong, by its code.
