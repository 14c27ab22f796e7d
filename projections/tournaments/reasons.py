"""Why a tournament refuses something: stable codes with their phrase in English and Spanish."""

from collections.abc import Mapping

from events.errors import Language

REASONS: Mapping[str, Mapping[Language, str]] = {
    # the moment
    "registration": {"en": "registration is open", "es": "la inscripción está abierta"},
    "locked": {"en": "registration has closed", "es": "la inscripción se ha cerrado"},
    "running": {"en": "the event is running", "es": "el torneo está en curso"},
    "finished": {"en": "the event is over", "es": "el torneo ha terminado"},
    "cancelled": {"en": "the event was cancelled", "es": "el torneo se canceló"},
    "paused": {"en": "the event is paused", "es": "el torneo está en pausa"},
    "not_paused": {"en": "it is not paused", "es": "no está en pausa"},
    "created_already": {"en": "it exists already", "es": "ya existe"},
    "not_created": {"en": "it does not exist", "es": "no existe"},
    "registration_closed": {
        "en": "no entries are taken any more",
        "es": "ya no se admiten inscripciones",
    },
    "registered_count": {
        "en": "{count} have registered already",
        "es": "ya se han inscrito {count}",
    },
    # the field
    "registered_already": {"en": "registered already", "es": "ya está inscrito"},
    "members_needed": {
        "en": "an entrant is {members} people",
        "es": "cada inscripción es de {members} personas",
    },
    "member_registered": {
        "en": "one of the people is registered already",
        "es": "una de las personas ya está inscrita",
    },
    "full": {"en": "there is no place left", "es": "no quedan plazas"},
    "order_incomplete": {
        "en": "the order must name everybody who plays once",
        "es": "el orden debe nombrar una vez a cada participante",
    },
    "withdrawn": {"en": "has withdrawn", "es": "se ha retirado"},
    "withdrawn_already": {"en": "has withdrawn already", "es": "ya se había retirado"},
    "not_withdrawn": {"en": "has not withdrawn", "es": "no se ha retirado"},
    "out_of_the_bracket": {
        "en": "who has left a bracket cannot come back",
        "es": "quien deja el cuadro no puede volver",
    },
    "one_entrant_twice": {"en": "two entrants are needed", "es": "hacen falta dos inscritos"},
    "plan": {
        "en": "the plan of this format leaves no choice",
        "es": "el plan de este formato no deja elección",
    },
    "not_forbidden": {"en": "they are not forbidden", "es": "no estaban prohibidos"},
    # byes
    "no_such_bye": {"en": "there is no such bye", "es": "no existe ese descanso"},
    "no_byes": {"en": "this format has none", "es": "este formato no los tiene"},
    "too_late": {"en": "it is too late", "es": "es demasiado tarde"},
    "last_round": {"en": "not in the last round", "es": "no en la última ronda"},
    "no_more_byes": {"en": "no more of them are allowed", "es": "no se permiten más"},
    # rounds
    "not_an_arena": {"en": "this is not an arena", "es": "esto no es una arena"},
    "reason_needed": {"en": "a reason is needed", "es": "hace falta un motivo"},
    "bracket_pairs_itself": {"en": "a bracket pairs itself", "es": "el cuadro se empareja solo"},
    "paired_already": {
        "en": "the round was paired already",
        "es": "la ronda ya está emparejada",
    },
    "too_early": {"en": "earlier rounds come first", "es": "antes van otras rondas"},
    "round_open": {"en": "the last round is still open", "es": "la última ronda sigue abierta"},
    "no_more_rounds": {"en": "all rounds were paired", "es": "ya no quedan rondas"},
    "time_over": {"en": "the time is over", "es": "se acabó el tiempo"},
    "games_were_played": {"en": "games were played", "es": "ya se jugaron partidas"},
    "not_the_last_round": {"en": "it is not the last round", "es": "no es la última ronda"},
    "no_such_round": {"en": "there is no such round", "es": "no existe esa ronda"},
    "published_already": {"en": "it was published already", "es": "ya estaba publicada"},
    "not_published": {"en": "it is not published yet", "es": "aún no está publicada"},
    "started_already": {"en": "it has started already", "es": "ya había comenzado"},
    "recorded_already": {
        "en": "another result was recorded; correct it",
        "es": "consta otro resultado; corríjalo",
    },
    "no_result_yet": {"en": "there is no result yet", "es": "aún no hay resultado"},
    "already_advanced": {
        "en": "the winner has been paired again; drop that round first",
        "es": "el ganador ya fue emparejado; anule antes esa ronda",
    },
    "results_missing": {"en": "results are missing", "es": "faltan resultados"},
    "penalty_positive": {"en": "a penalty takes points away", "es": "una sanción resta puntos"},
    "boards_late": {
        "en": "boards are fixed before registration",
        "es": "los mazos se fijan antes de la inscripción",
    },
    "no_such_board": {"en": "there is no such board to open", "es": "no hay tal mazo que abrir"},
    "no_boards": {"en": "there are no boards here", "es": "aquí no hay mazos fijados"},
    "boards_short": {
        "en": "{needed} boards are needed, {count} were committed",
        "es": "hacen falta {needed} mazos y se fijaron {count}",
    },
    "not_a_commitment": {
        "en": "a commitment is SHA-256 in hexadecimal",
        "es": "un compromiso es SHA-256 en hexadecimal",
    },
    "not_as_promised": {
        "en": "it does not fit what was promised",
        "es": "no concuerda con lo prometido",
    },
    "board_in_play": {"en": "the board is still in play", "es": "el mazo sigue en juego"},
    "not_two_sided": {
        "en": "a TRF holds two-sided games only",
        "es": "un TRF solo admite partidas de dos bandos",
    },
    # results
    "stranger": {
        "en": "{entrant} does not sit at table {table}",
        "es": "{entrant} no está en la mesa {table}",
    },
    "scores_needed": {"en": "{count} scores are needed", "es": "hacen falta {count} puntuaciones"},
    "places_needed": {"en": "{count} places are needed", "es": "hacen falta {count} puestos"},
    "places_wrong": {
        "en": "places begin at 1 and skip behind ties",
        "es": "los puestos empiezan en 1 y saltan tras los empates",
    },
    "winner_needed": {
        "en": "a match of a bracket needs a winner",
        "es": "un cruce del cuadro necesita un ganador",
    },
    "boards_needed": {
        "en": "boards {boards} are needed, each with {count} scores",
        "es": "hacen falta los mazos {boards}, cada uno con {count} puntuaciones",
    },
    # pairings
    "not_playing": {
        "en": "{entrant} does not play in this round",
        "es": "{entrant} no juega en esta ronda",
    },
    "placed_twice": {"en": "{entrant} is placed twice", "es": "{entrant} aparece dos veces"},
    "forgotten": {
        "en": "{entrant} has neither a table nor a bye",
        "es": "{entrant} no tiene mesa ni descanso",
    },
    "table_numbers": {"en": "tables are numbered from 1", "es": "las mesas se numeran desde el 1"},
    "table_seats": {
        "en": "table {table} has a wrong number of seats or sides",
        "es": "la mesa {table} tiene mal los puestos o los bandos",
    },
    "forbidden_pair": {"en": "{entrants} may not meet", "es": "{entrants} no pueden enfrentarse"},
    "bye_kind": {"en": "no bye is called {kind}", "es": "ningún descanso se llama {kind}"},
    "too_few": {"en": "only {count} can play", "es": "solo pueden jugar {count}"},
    "sizes": {
        "en": "{count} cannot fill a table of {sizes}",
        "es": "{count} no llenan una mesa de {sizes}",
    },
    "everyone_had_bye": {"en": "everybody has had the bye", "es": "todos han descansado ya"},
    "forbidden": {
        "en": "too much is forbidden; without an opponent: {entrants}",
        "es": "hay demasiado prohibido; sin rival: {entrants}",
    },
    "everybody_met": {
        "en": "everybody has met; without an opponent: {entrants}",
        "es": "todos se han enfrentado; sin rival: {entrants}",
    },
    "dutch": {
        "en": "the FIDE rules leave no complete pairing",
        "es": "las reglas de la FIDE no dejan ningún emparejamiento completo",
    },
    "decided": {"en": "the bracket is played out", "es": "el cuadro está terminado"},
}
