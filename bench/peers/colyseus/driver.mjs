// Drives Colyseus by its own SDK, two clients a room.
import { Client } from '@colyseus/sdk';

export function makeDriver({ url }) {
  const bytes = { rx: 0 };
  const client = new Client(url.replace('http', 'ws'));
  async function openMatch(old) {
    old?.close();
    const first = await client.create('card');
    const rooms = [first, await client.joinById(first.roomId)];
    const m = { id: first.roomId, seq: 0 };
    const heard = [null, null];
    for (const [player, room] of rooms.entries()) {
      if (room.state?.n === undefined) await new Promise((done) => room.onStateChange.once(done));
      room.onStateChange((state) => heard[player]?.(state.n));
      room.connection?.transport?.ws?.addEventListener?.('message', ({ data }) => {
        bytes.rx += data.byteLength ?? data.length ?? 0;
      });
    }
    m.send = (player, seq) => rooms[player].send('move', [seq, seq % 13]);
    m.onUpdate = (player, told) => { heard[player] = told; };
    m.close = () => rooms.forEach((room) => room.leave());
    return m;
  }
  return { openMatch, bytes };
}
