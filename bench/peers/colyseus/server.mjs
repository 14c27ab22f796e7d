// Colyseus on 127.0.0.1: node server.mjs PORT. Rooms live in memory; a patch goes out after each move
// (by default it would be every 50 ms). The same game as in ../boardgame, each hand in a view of its own.
import { Room, Server } from '@colyseus/core';
import { schema, StateView, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';

const Card = schema({ id: t.string(), suit: t.string(), rank: t.uint8() }, 'Card');
const Player = schema({ hand: t.array(Card).view(), score: t.uint32().default(0) }, 'Player');
const State = schema({
  n: t.uint32().default(0), players: t.array(Player), table: t.array(Card), deckCount: t.uint16(),
}, 'State');
const made = ([id, suit, rank]) => Object.assign(new Card(), { id, suit, rank });

class CardRoom extends Room {
  maxClients = 2;
  seats = new Map();
  views = [];
  onCreate() {
    this.patchRate = null;
    this.state = new State();
    this.deck = [0, 1].flatMap((pack) => [...'HSDC'].flatMap((suit) =>
      Array.from({ length: 13 }, (_, i) => [`${pack}${suit}${i + 1}`, suit, i + 1])));
    for (let i = this.deck.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [this.deck[i], this.deck[j]] = [this.deck[j], this.deck[i]];
    }
    for (const _ of [0, 1]) {
      const player = new Player();
      for (const card of this.deck.splice(0, 13)) player.hand.push(made(card));
      this.state.players.push(player);
    }
    this.state.deckCount = this.deck.length;
    this.onMessage('move', (client, [seq, place]) => {
      if (seq !== this.state.n || this.seats.get(client.sessionId) !== seq % 2) return;
      this.play(seq % 2, place);
      this.broadcastPatch();
    });
  }
  onJoin(client) {
    const seat = this.seats.size;
    this.seats.set(client.sessionId, seat);
    client.view = new StateView();
    client.view.add(this.state.players[seat]);
    this.views[seat] = client.view;
  }
  play(seat, place) {
    const player = this.state.players[seat];
    const [played] = player.hand.splice(place % player.hand.length, 1);
    const card = [played.id, played.suit, played.rank];
    this.state.table.clear();
    this.state.table.push(made(card));
    this.deck.push(card);
    const drawn = made(this.deck.shift());
    player.hand.push(drawn);
    this.views[seat].add(drawn);
    player.score += played.rank;
    this.state.n++;
  }
}

const port = Number(process.argv[2]);
const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define('card', CardRoom);
await server.listen(port, '127.0.0.1');
console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, pids: [process.pid] }));
