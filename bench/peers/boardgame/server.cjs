// boardgame.io on 127.0.0.1: node server.cjs PORT memory|flatfile FOLDER
// One card game of about 4 kB of state: two hands, a deck of 104; a move plays a card and draws one.
const http = require('http');
const { Server, FlatFile } = require('boardgame.io/server');
const [port, storage, dir] = [Number(process.argv[2]), process.argv[3], process.argv[4]];

const cards = () => [0, 1].flatMap((pack) => [...'HSDC'].flatMap((suit) =>
  Array.from({ length: 13 }, (_, i) => ({ id: `${pack}${suit}${i + 1}`, suit, rank: i + 1 }))));
const card = {
  name: 'card', minPlayers: 2, maxPlayers: 2, turn: { minMoves: 1, maxMoves: 1 },
  setup: ({ random }) => {
    const deck = random.Shuffle(cards());
    const hands = { 0: deck.slice(0, 13), 1: deck.slice(13, 26) };
    return { n: 0, hands, deck: deck.slice(26), table: [], score: { 0: 0, 1: 0 } };
  },
  moves: {
    play: {
      redact: true,
      move: ({ G, playerID }, place) => {
        const hand = G.hands[playerID];
        const [played] = hand.splice(place % hand.length, 1);
        G.table = [played];
        G.deck.push(played);
        hand.push(G.deck.shift());
        G.score[playerID] += played.rank;
        G.n++;
      },
    },
  },
  playerView: ({ G, playerID }) => {
    const hands = Object.entries(G.hands).map(([p, hand]) => [p, p === playerID ? hand : hand.length]);
    return { ...G, hands: Object.fromEntries(hands), deck: G.deck.length };
  },
};

// `run` has no option for the host, and logs every late move.
console.error = () => {};
const listen = http.Server.prototype.listen;
http.Server.prototype.listen = function (p, ...rest) {
  return listen.call(this, p, '127.0.0.1', rest.find((x) => typeof x === 'function'));
};
const db = storage === 'flatfile' ? new FlatFile({ dir, logging: false }) : undefined;
Server({ games: [card], origins: ['http://127.0.0.1'], db }).run(port, () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, pids: [process.pid] })));
