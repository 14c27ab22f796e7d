"""What is shown of a tournament, its entrants and its boards."""

from projections.tournaments.publication.sealed import public
from projections.tournaments.record import Tournament
from projections.tournaments.state import Entrant, Round, State
from services.api.schemas.entrants import EntrantShown
from services.api.schemas.rounds import RoundBrief
from services.api.schemas.standings import BoardShown
from services.api.schemas.tournaments import TournamentFound, TournamentShown


def tournament_shown(tournament: Tournament) -> TournamentShown:
    """What everybody may know, results apart."""
    state = public(tournament.state)
    return TournamentShown(
        tournament.id,
        tournament.version,
        tournament.seal.hex(),
        tournament.at,
        tournament.created,
        state.phase,
        state.paused,
        state.ended,
        state.settings,
        [entrant_shown(state, one) for one in entrants_of(state)],
        state.total,
        [brief(tournament, round) for round in state.rounds],
        boards_shown(state),
        {str(round): at for round, at in state.schedule.items()},
    )


def brief(tournament: Tournament, round: Round) -> RoundBrief:
    return RoundBrief(
        round.number,
        round.stage,
        len(round.pairing.tables),
        len(round.results),
        tournament.starts.get(round.number),
    )


def entrants_of(state: State) -> list[Entrant]:
    """By number, those without one behind."""
    return sorted(state.entrants.values(), key=lambda one: one.number or len(state.entrants) + 1)


def entrant_shown(state: State, one: Entrant) -> EntrantShown:
    return EntrantShown(
        one.id,
        one.name,
        one.members,
        one.rating,
        one.number,
        one.since,
        one.checked_in,
        one.withdrawn,
        one.id in state.promises,
        one.id in state.contributions,
    )


def boards_shown(state: State) -> list[BoardShown]:
    return [
        BoardShown(board, commitment, state.opened.get(board))
        for board, commitment in enumerate(state.commitments, 1)
    ]


def tournament_found(tournament: Tournament) -> TournamentFound:
    state = tournament.state
    settings = state.settings
    return TournamentFound(
        tournament.id,
        settings.name,
        settings.game,
        settings.format,
        state.phase,
        len(state.entrants),
        len(state.rounds),
        state.total,
        tournament.created,
    )
