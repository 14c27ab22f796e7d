// A closed loop of matches against one server, one move under way in each: a player sends, and the
// other player sends once his client has the update. That time is the wait. Prints a line of JSON.
//   node load.mjs NAME URL PIDS MATCHES SECONDS PAUSE     (PAUSE ms from move to move; 0: at once)
import fs from 'node:fs';

const [name, url, pids, matches, seconds, pause] = process.argv.slice(2);
const WARMUP = 2000, RECYCLE = 200; // ms; moves until a match gives way to a new one
const { makeDriver } = await import(`./${name}/driver.mjs`);
const driver = makeDriver({ url });
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
let waits = [], moves = 0, failed = 0, stopped = false;

const wired = (m) => {
  for (const player of [0, 1]) {
    m.onUpdate(player, (seq) => {
      if (m.wanted?.player === player && seq >= m.wanted.seq) {
        const { done } = m.wanted;
        m.wanted = null;
        done();
      }
    });
  }
  return m;
};

async function move(m) {
  const { seq } = m, player = seq % 2, sent = performance.now();
  await new Promise((done, late) => {
    m.wanted = { player: 1 - player, seq: seq + 1, done };
    m.timer = setTimeout(() => late(new Error('nobody heard of a move')), 20000);
    m.send(player, seq);
  });
  clearTimeout(m.timer);
  m.seq = seq + 1;
  moves++;
  waits.push(performance.now() - sent);
}

async function play(m) {
  await sleep(Math.random() * pause);
  for (let played = 0; !stopped; played++) {
    if (played === RECYCLE) [m, played] = [wired(await driver.openMatch(m)), 0];
    const due = performance.now() + Number(pause);
    await move(m);
    if (pause > 0) await sleep(Math.max(0, due - performance.now()));
  }
  m.close();
}

// CPU in ns of all threads of the server's processes
const cpu = () => pids.split(',').flatMap((pid) => fs.readdirSync(`/proc/${pid}/task`).map((tid) =>
  Number(fs.readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ')[0]))).reduce((a, b) => a + b, 0);
const rss = () => pids.split(',').map((pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1])).reduce((a, b) => a + b, 0) / 1024;
const own = () => { const { user, system } = process.cpuUsage(); return (user + system) * 1000; };

const tables = [];
while (tables.length < matches) {
  const some = Math.min(20, matches - tables.length);
  tables.push(...(await Promise.all(Array.from({ length: some }, () => driver.openMatch()))).map(wired));
}
const playing = tables.map((m) => play(m).catch((error) => { failed++; console.error(String(error)); }));
await sleep(WARMUP);
waits = [];
const start = { at: performance.now(), cpu: cpu(), own: own(), moves, rx: driver.bytes.rx };
await sleep(seconds * 1000);
const wall = (performance.now() - start.at) / 1000, done = moves - start.moves;
const row = {
  per_s: done / wall, server_us: (cpu() - start.cpu) / done / 1e3, load_us: (own() - start.own) / done / 1e3,
  bytes: (driver.bytes.rx - start.rx) / done, rss: rss(), failed,
};
waits.sort((a, b) => a - b);
for (const share of [0.5, 0.99]) row[`p${share * 100}`] = waits[Math.floor(waits.length * share)];
console.log(JSON.stringify(row));
stopped = true;
await Promise.race([Promise.all(playing), sleep(3000)]);
process.exit(0);
