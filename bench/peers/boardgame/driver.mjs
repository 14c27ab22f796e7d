// Drives boardgame.io: its lobby over REST, then socket.io clients that speak its protocol.
import { io } from 'socket.io-client';

export function makeDriver({ url }) {
  const bytes = { rx: 0 };
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/games/card${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const dial = () => new Promise((done, failed) => {
    const socket = io(`${url}/card`, { transports: ['websocket'], forceNew: true, reconnection: false });
    socket.on('connect', () => done(socket)).on('connect_error', failed);
    socket.io.engine.on('packet', (packet) => { bytes.rx += packet.data?.length ?? 0; });
  });

  async function openMatch(old) {
    const { matchID } = await post('/create', { numPlayers: 2 });
    const m = { id: matchID, seq: 0, sockets: old ? old.sockets : await Promise.all([dial(), dial()]) };
    const heard = [null, null], secrets = [];
    for (const player of [0, 1]) {
      const socket = m.sockets[player];
      const joined = await post(`/${matchID}/join`, { playerID: String(player), playerName: `p${player}` });
      secrets[player] = joined.playerCredentials;
      socket.off('update');
      socket.off('sync');
      socket.on('update', (id, state) => { if (id === matchID) heard[player]?.(state._stateID); });
      m.seq = await new Promise((done) => {
        socket.once('sync', (_, { state }) => done(state._stateID));
        socket.emit('sync', matchID, String(player), secrets[player], 2);
      });
    }
    m.send = (player, seq) => {
      const payload = { type: 'play', args: [seq % 13], playerID: String(player), credentials: secrets[player] };
      m.sockets[player].emit('update', { type: 'MAKE_MOVE', payload }, seq, matchID, String(player));
    };
    m.onUpdate = (player, told) => { heard[player] = told; };
    m.close = () => m.sockets.forEach((socket) => socket.close());
    return m;
  }
  return { openMatch, bytes };
}
