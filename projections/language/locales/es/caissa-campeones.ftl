# Campeones
caissa-campeones-name = Campeones
caissa-campeones-summary = Evita las cartas de Campeones y a Pillsbury (Premium: Blackburne), o llévatelas todas.
caissa-campeones-Pass = El asiento { $seat } pasa cartas.
caissa-campeones-Play = El asiento { $seat } juega { $card }.
caissa-campeones-Dealt = Reparto { $deal }.
caissa-campeones-Exchanged = Se recogen las cartas pasadas.
caissa-campeones-StarterFound = El asiento { $seat } tiene { $card } y sale.
caissa-campeones-TrickTaken = El asiento { $seat } se lleva la baza { $cards }: { $points } puntos.
caissa-campeones-DealScored = El reparto suma { $points }; los totales son { $totals }.
caissa-campeones-option-edition = classic: 40 cartas, 8 bazas; premium: 80 cartas, 16 bazas
caissa-campeones-option-target = puntos que terminan la partida (51, Premium 100)
caissa-campeones-option-must_lead_starter = hay que salir con la propia carta inicial
caissa-campeones-option-blackburne_points = puntos de Blackburne (solo Premium)
caissa-campeones-option-tie = play_on: otro reparto mientras el total más bajo esté empatado
caissa-campeones-option-deals = la partida termina tras tantos repartos
caissa-campeones-option-deck = una baraja instalada, por nombre o resumen; vacío: la incluida

## The table as text

board-caissa-campeones-deal = Reparto
board-caissa-campeones-to = hasta
board-caissa-campeones-hand = Su mano
board-caissa-campeones-points = puntos
board-caissa-campeones-left = pasar a la izquierda
board-caissa-campeones-right = pasar a la derecha
board-caissa-campeones-across = pasar enfrente
board-caissa-campeones-none = sin pase
board-caissa-campeones-broken = Campeones abiertos
board-caissa-campeones-closed = Campeones cerrados
