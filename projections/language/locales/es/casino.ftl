# Casino
casino-name = Casino
casino-summary = Capture de la mesa lo que sume su carta; construcciones, arrastres y 11 puntos por ronda.
casino-Trail = El asiento { $seat } arrastra { $card }.
casino-Capture = El asiento { $seat } captura { $loose } { $builds } con { $card }.
casino-Build = El asiento { $seat } construye { $value } con { $card } y { $loose }.
casino-Raise = El asiento { $seat } aumenta { $build } a { $value } con { $card } { $loose }.
casino-Add = El asiento { $seat } añade { $card } { $loose } a { $build }, construcción de { $value }.
casino-DealerDrawn = El asiento { $seat } reparte primero.
casino-Dealt = Se reparten las cartas.
casino-Swept = Barrido del asiento { $seat }.
casino-TableCleared = Fin de la ronda; lo que queda ({ $cards }) es para el asiento { $seat }.
casino-CardsCounted = El bando { $side } tiene más cartas ({ $cards }): { $points }.
casino-SpadesCounted = El bando { $side } tiene más picas ({ $spades }): { $points }.
casino-GrandCasinoCounted = El bando { $side } tiene el 10♦, Gran Casino: { $points }.
casino-LittleCasinoCounted = El bando { $side } tiene el 2♠, Pequeño Casino: { $points }.
casino-AceCounted = El bando { $side } tiene { $card }: { $points }.
casino-SweepCounted = Barrido del bando { $side }: { $points }.
casino-RoundScored = La ronda: { $points }; totales { $totals }.
casino-option-target = marca para ganar
casino-option-win_at = pasar la marca o alcanzarla
casino-option-face_capture = cartas que toma una figura
casino-option-owner_may_trail = el dueño de una construcción puede arrastrar
casino-option-teams = parejas 0+2 y 1+3 (cuatro asientos)
casino-option-deals = rondas que se juegan, sin marca
casino-option-sweeps = cada barrido vale 1
casino-option-count_out = los puntos se cuentan en orden; gana en el acto el primero que pase la marca

## The table as text

board-casino-round = ronda
board-casino-last = última
board-casino-seat = asiento
board-casino-you = usted
board-casino-cards = cartas
board-casino-sweeps = barridos
board-casino-points = puntos
board-casino-dealer = reparte
board-casino-table = mesa
board-casino-stock = mazo
