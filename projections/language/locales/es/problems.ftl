# What the API says where no error of ours is meant: a fault of the house, or an HTTP status.
problem-hidden = Algo ha fallado aquí; queda anotado.
problem-400 = Esto no se puede leer.
problem-404 = Aquí no hay nada.
problem-405 = Este método no es posible aquí.
problem-408 = La petición no ha llegado a tiempo.
problem-413 = El cuerpo es demasiado grande.
problem-415 = El cuerpo debe ser application/json.
problem-431 = Las cabeceras son demasiado largas.
