// Drives Tapete: every player has a socket of his own and plays any legal move he is offered.
// A turn isn't always the other player's (a new deal), so players are told by who is to move.
import WebSocket from 'ws';

const OPTIONS = { casino: { target: 500 }, kaiser: { target: 500 } }; // matches that last

export function makeDriver({ url, game = 'casino' }) {
  const bytes = { rx: 0 };
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const dial = () => new Promise((done, failed) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/stream`, { perMessageDeflate: false });
    socket.on('open', () => done(socket)).on('error', failed);
    socket.on('message', (data) => { bytes.rx += data.length; socket.took?.(JSON.parse(data)); });
  });

  async function openMatch(old) {
    const { match } = await post('/v1/matches', { game, options: OPTIONS[game] ?? {}, seats: ['open', 'open'] });
    const m = { id: match, seq: 0, sockets: old ? old.sockets : await Promise.all([dial(), dial()]) };
    const heard = [null, null];
    let version = 0, turn = null, due = false, swapped = 0;
    const play = () => { // when the load wants a move and somebody is offered one
      if (!due || !turn) return;
      due = false;
      swapped = turn.seat ^ m.player;
      const move = turn.moves[Math.floor(Math.random() * turn.moves.length)];
      turn = null;
      m.sockets[m.sender = swapped ^ m.player].send(JSON.stringify({ do: 'move', match, move }));
    };
    const took = (seat, frame) => {
      if (frame.type === 'problem') throw new Error(JSON.stringify(frame));
      if (frame.match !== match || frame.type) return;
      if (frame.version > version) version = frame.version;
      if (frame.moves?.length && frame.version === version) turn = { seat, moves: frame.moves };
      if (frame.version > m.sentAt) heard[seat ^ swapped]?.(m.seq + 1);
      play();
    };
    m.send = (player) => { m.player = player; m.sentAt = version; due = true; play(); };
    m.onUpdate = (player, told) => { heard[player] = told; };
    m.close = () => m.sockets.forEach((socket) => socket.close());
    for (const [seat, socket] of m.sockets.entries()) {
      const { token } = await post(`/v1/matches/${match}/join`, {});
      await new Promise((done) => {
        socket.took = (said) => {
          if (said.id === 'auth') socket.send(JSON.stringify({ do: 'watch', match, id: 'watch' }));
          else if (said.id === 'watch' && said.type === 'done') done();
          else took(seat, said);
        };
        socket.send(JSON.stringify({ do: 'auth', token, id: 'auth' }));
      });
    }
    return m;
  }
  return { openMatch, bytes };
}
