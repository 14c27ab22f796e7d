# What the API says where no error of ours is meant: a fault of the house, or an HTTP status.
problem-hidden = Something failed here; it has been noted.
problem-400 = This cannot be read.
problem-404 = There is nothing here.
problem-405 = This method is not possible here.
problem-408 = The request did not come in time.
problem-413 = The body is too large.
problem-415 = The body must be application/json.
problem-431 = The headers are too long.
