// Tapete beside its peers, one server after the other on this machine, all in one run.
//   node run.mjs [--seconds 8] [--only tapete ...]      prints a table in Markdown, writes results.json
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const here = import.meta.dirname, root = path.join(here, '..', '..');
const words = process.argv.slice(2);
const after = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : null);
const seconds = Number(after('--seconds') ?? 8), only = after('--only');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'peers-'));
const PORT = 9107;
const PYTHON = process.env.PYTHON ?? path.join(root, '.venv', 'bin', 'python');
const SERVERS = [
  ['tapete', 'Tapete (on disk, synced)', [PYTHON, '-m', 'bench.service'], root],
  ['boardgame', 'boardgame.io, in memory', ['node', 'boardgame/server.cjs', PORT, 'memory'], here],
  ['boardgame', 'boardgame.io, FlatFile', ['node', 'boardgame/server.cjs', PORT, 'flatfile', scratch], here],
  ['colyseus', 'Colyseus, in memory', ['node', 'colyseus/server.mjs', PORT], here],
];
const LOADS = [[100, 0], [500, 0], [500, 1000]]; // matches, ms from move to move

const firstLine = (child) => new Promise((done, failed) => {
  createInterface({ input: child.stdout }).on('line', (line) => { if (line.startsWith('{')) done(JSON.parse(line)); });
  child.on('exit', (code) => failed(new Error(`the server ended (${code})`)));
});
const start = (line, cwd) => spawn(line[0], line.slice(1).map(String), { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
const gone = (child) => new Promise((done) => { child.on('exit', done); child.kill('SIGTERM'); });

async function measure([name, title, line, cwd], [matches, pause]) {
  const server = start(line, cwd);
  const { url, pids } = await firstLine(server);
  server.removeAllListeners('exit');
  const load = spawn('node', ['load.mjs', name, url, pids.join(), matches, seconds, pause].map(String), {
    cwd: here, stdio: ['ignore', 'pipe', 'inherit'] });
  const row = await firstLine(load).catch(() => ({ failed: matches }));
  await gone(server);
  return { server: title, matches, load: pause ? '1 move/s each' : 'saturated', ...row };
}

const COLUMNS = { server: 'server', matches: 'matches', load: 'load', per_s: 'moves/s', server_us: 'server µs',
  p50: 'p50 ms', p99: 'p99 ms', bytes: 'bytes a move', rss: 'MB', load_us: "load's own µs", failed: 'failed' };
const cell = (value) => (typeof value !== 'number' ? value ?? '' :
  value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en') : value.toFixed(1));
const tell = (cells) => console.log(`| ${cells.join(' | ')} |`);

tell(Object.values(COLUMNS));
console.log('|' + '---|'.repeat(Object.keys(COLUMNS).length));
const rows = [];
for (const load of LOADS) {
  for (const server of SERVERS) {
    if (only && server[0] !== only) continue;
    const row = await measure(server, load);
    rows.push(row);
    tell(Object.keys(COLUMNS).map((column) => cell(row[column])));
  }
}
fs.writeFileSync(path.join(here, 'results.json'), JSON.stringify(rows, null, 1) + '\n');
fs.rmSync(scratch, { recursive: true });
