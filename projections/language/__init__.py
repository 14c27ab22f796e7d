"""Languages: what people read, in each of them."""
