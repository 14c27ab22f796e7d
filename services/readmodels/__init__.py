"""Read models: where the projectors write them, and what the queries find in them."""
