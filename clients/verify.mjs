// Checks a match file ("tapete-file/1", see docs/match-file.md) in a browser or with Node 18:
//
//     node clients/verify.mjs FILE [--keys FILE] [--lang en|es] [--json]
//
// Container, seals, signed heads, openings, contributions and every deal: all but the rules of the
// games, which `tapete verify` asks as well. Exit code 0 verified, 1 broken, 2 incomplete.
// One file, no dependencies; written from the format's description, not from the other verifier.

const MAGIC = "tapete-file/1\n";
const ORDER = "HKDFBESZ";
const ONCE = "HDFBZ";
const DEEPEST = 8;
const MAX_BYTES = 1 << 20;
const MAX_DEPTH = 512;

export const WORDS = {
  container: ["this is not written as a match file", "no está escrito como archivo de partida"],
  digest: ["bytes of the file were changed", "se cambiaron bytes del archivo"],
  changed: ["the entry is not what was sealed", "la entrada no es la que se selló"],
  misplaced: ["another entry belongs here", "aquí corresponde otra entrada"],
  missing: ["an entry is missing here", "aquí falta una entrada"],
  seal: ["the entry does not follow from the one before it", "la entrada no continúa la anterior"],
  cut: ["entries are missing at the end", "faltan entradas al final"],
  record: ["the record does not fit together", "el registro no concuerda"],
  opening: [
    "the hidden cards are not shown as they were",
    "las cartas ocultas no se muestran como eran",
  ],
  command: ["a command id comes back later", "un identificador de orden reaparece"],
  house: ["the house owed something else", "la casa debía otra cosa"],
  commitment: ["it does not fit the commitment", "no concuerda con el compromiso"],
  cards: ["these are not the cards of this deck", "no son las cartas de esta baraja"],
  deck: ["the deck does not come from the seed", "la baraja no sale de la semilla"],
  signature: ["the signature does not fit", "la firma no concuerda"],
  untrusted: ["signed by a key that is not trusted", "firmada con una clave no reconocida"],
  deck_file: ["the file of the deck does not fit", "el archivo de la baraja no concuerda"],
  origin: [
    "the match that this one goes on from does not fit",
    "la partida de la que esta procede no concuerda",
  ],
  unfinished: ["the match was not over", "la partida no había terminado"],
  withheld: ["the hidden cards are withheld", "no se muestran las cartas ocultas"],
  undisclosed: [
    "the seed of the shuffles is not disclosed yet",
    "la semilla con la que se barajó aún no se conoce",
  ],
  unsigned: ["the last entry is not signed", "la última entrada no está firmada"],
};
const NOT_WRONG = new Set(["unfinished", "withheld", "undisclosed", "unsigned"]);
export const EXIT = { verified: 0, broken: 1, incomplete: 2 };

export function words(finding, language = "en") {
  const text = WORDS[finding.code][language === "es" ? 1 : 0];
  return finding.detail ? `${text} (${finding.detail})` : text;
}

// ---- Bytes and hashes --------------------------------------------------------------------------

const nodeCrypto = () => import("node:crypto"); // only where there is no other way
const web = globalThis.crypto?.subtle ? globalThis.crypto : (await nodeCrypto()).webcrypto;
const utf8 = new TextEncoder();
const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);
const encode = (part) => (typeof part === "string" ? utf8.encode(part) : part);

function join(...parts) {
  const all = parts.map(encode);
  const out = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function number(value, bytes) {
  const out = new Uint8Array(bytes);
  let rest = BigInt(value);
  for (let i = bytes - 1; i >= 0; i--, rest >>= 8n) out[i] = Number(rest & 255n);
  return out;
}

const u16 = (value) => number(value, 2);
const u32 = (value) => number(value, 4);
const u64 = (value) => number(value, 8);
const lp = (...parts) => join(...parts.map(encode).flatMap((part) => [u32(part.length), part]));
const big = (bytes) => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

async function sha256(...parts) {
  return new Uint8Array(await web.subtle.digest("SHA-256", join(...parts)));
}

async function hmacKey(key) {
  return web.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function hmac(key, ...parts) {
  return new Uint8Array(await web.subtle.sign("HMAC", key, join(...parts)));
}

const oldNode = Number(globalThis.process?.versions?.node?.split(".")[0] ?? Infinity) < 20;

async function ed25519(key, signature, message) {
  if (oldNode) return (await nodeEd25519())(key, signature, message); // in WebCrypto it only warns
  let imported;
  try {
    imported = await web.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    if (error.name !== "NotSupportedError") return false; // 32 bytes that are no key
    if (!globalThis.process) throw error;
    return (await nodeEd25519())(key, signature, message);
  }
  return web.subtle.verify({ name: "Ed25519" }, imported, signature, message);
}

async function nodeEd25519() {
  const { createPublicKey, verify: check } = await nodeCrypto();
  const x = (key) => Buffer.from(key).toString("base64url");
  return (key, signature, message) => {
    try {
      const jwk = { kty: "OKP", crv: "Ed25519", x: x(key) };
      return check(null, message, createPublicKey({ key: jwk, format: "jwk" }), signature);
    } catch {
      return false;
    }
  };
}

// ---- MessagePack, as far as entries use it -----------------------------------------------------

class Unreadable extends Error {}

class Held {
  constructor(by, count, commitment) {
    Object.assign(this, { by, count, commitment, values: null });
  }
}

/** Reads one value that fills `raw`: no extensions, no floats, no key twice, string keys only. */
function unpack(raw, held = null) {
  if (raw.length > MAX_BYTES) throw new Unreadable(`more than ${MAX_BYTES} bytes`);
  const reader = new Unpacker(raw, held);
  const value = reader.value(0);
  if (reader.at !== raw.length) throw new Unreadable("bytes follow the value");
  return value;
}

class Unpacker {
  constructor(raw, held) {
    Object.assign(this, { raw, held, at: 0 });
  }

  take(size) {
    if (size > this.raw.length - this.at) throw new Unreadable("the value ends too early");
    this.at += size;
    return this.raw.subarray(this.at - size, this.at);
  }

  unsigned(size) {
    const value = big(this.take(size));
    return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
  }

  signed(size) {
    const value = BigInt.asIntN(8 * size, big(this.take(size)));
    const least = BigInt(Number.MIN_SAFE_INTEGER);
    return value >= least && value <= -least ? Number(value) : value;
  }

  value(depth) {
    if (depth > MAX_DEPTH) throw new Unreadable("too deep");
    const [type] = this.take(1);
    if (type < 0x80) return type;
    if (type < 0x90) return this.map(type & 15, depth);
    if (type < 0xa0) return this.array(type & 15, depth);
    if (type < 0xc0) return this.string(type & 31);
    if (type >= 0xe0) return type - 256;
    switch (type) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
      case 0xc5:
      case 0xc6:
        return this.take(this.unsigned(1 << (type - 0xc4)));
      case 0xcc:
      case 0xcd:
      case 0xce:
      case 0xcf:
        return this.unsigned(1 << (type - 0xcc));
      case 0xd0:
      case 0xd1:
      case 0xd2:
      case 0xd3:
        return this.signed(1 << (type - 0xd0));
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.string(this.unsigned(1 << (type - 0xd9)));
      case 0xdc:
      case 0xdd:
        return this.array(this.unsigned(2 << (type - 0xdc)), depth);
      case 0xde:
      case 0xdf:
        return this.map(this.unsigned(2 << (type - 0xde)), depth);
    }
    throw new Unreadable("a type that is not used");
  }

  string(size) {
    try {
      return text.decode(this.take(size));
    } catch (error) {
      throw error instanceof Unreadable ? error : new Unreadable("no UTF-8");
    }
  }

  array(size, depth) {
    if (size > this.raw.length) throw new Unreadable("the value ends too early");
    const out = [];
    for (let i = 0; i < size; i++) out.push(this.value(depth + 1));
    return out;
  }

  map(size, depth) {
    if (size > this.raw.length) throw new Unreadable("the value ends too early");
    const pairs = new Map();
    for (let i = 0; i < size; i++) {
      const key = this.value(depth + 1);
      if (typeof key !== "string") throw new Unreadable("a key that is no string");
      if (pairs.has(key)) throw new Unreadable("a key occurs twice");
      pairs.set(key, this.value(depth + 1));
    }
    const keys = [...pairs.keys()];
    return size === 3 && keys[2] === "c" ? this.commitment(pairs, keys) : pairs;
  }

  commitment(pairs, keys) {
    const [by, count, c] = pairs.values();
    const fits = keys[0] === "by" && keys[1] === "count" && (by === "house" || isSmall(by));
    if (!fits || !isSmall(count) || !(c instanceof Uint8Array) || c.length !== 32) {
      throw new Unreadable("a commitment is {by, count, c}");
    }
    const held = new Held(by, count, c);
    this.held?.push(held);
    return held;
  }
}

const isSmall = (value) => Number.isInteger(value) && value >= 0 && value < 65536;

/** The openings of an entry, [salt, values] each; null if a byte could have been another. */
function readOpenings(raw) {
  if (!raw.length) return [];
  const pairs = unpack(raw);
  const fits = (pair) =>
    Array.isArray(pair) && pair.length === 2 && pair.every((part) => part instanceof Uint8Array);
  if (!Array.isArray(pairs) || !pairs.every(fits)) throw new Unreadable("no pairs");
  const written = join(arrayHead(pairs.length), ...pairs.flatMap(([salt, values]) => [
    Uint8Array.of(0x92), binaryHead(salt.length), salt, binaryHead(values.length), values,
  ]));
  return pairs.length && same(written, raw) ? pairs : null;
}

function arrayHead(size) {
  if (size < 16) return Uint8Array.of(0x90 | size);
  return size < 65536 ? join(Uint8Array.of(0xdc), u16(size)) : join(Uint8Array.of(0xdd), u32(size));
}

function binaryHead(size) {
  if (size < 256) return Uint8Array.of(0xc4, size);
  return size < 65536 ? join(Uint8Array.of(0xc5), u16(size)) : join(Uint8Array.of(0xc6), u32(size));
}

// ---- The container -----------------------------------------------------------------------------

class BadFile extends Error {
  constructor(reason, version) {
    super(reason);
    this.version = version;
  }
}

class Container {
  constructor(raw) {
    this.raw = raw;
    this.at = 0;
    this.found = Object.fromEntries([...ORDER].map((kind) => [kind, []]));
    this.entries = [];
  }

  async read() {
    if (!same(this.raw.subarray(0, MAGIC.length), encode(MAGIC))) {
      this.fail("it does not begin as a match file");
    }
    this.at = MAGIC.length;
    let end = this.at;
    while (!this.found.Z.length) {
      end = this.at;
      this.record();
    }
    if (this.at !== this.raw.length) this.fail("bytes follow the end");
    const digest = this.sized(this.found.Z[0], 32);
    this.whole = same(await sha256(this.raw.subarray(0, end)), digest);
    return this.contents();
  }

  record() {
    const frame = this.take(5);
    const kind = String.fromCharCode(frame[0]);
    const place = ORDER.indexOf(kind);
    const later = place < 0 ? ORDER : ORDER.slice(place + 1);
    if (place < 0 || [...later].some((other) => this.found[other].length)) {
      this.fail("a record of a kind that can't stand here");
    }
    if (ONCE.includes(kind) && this.found[kind].length) this.fail(`a second record ${kind}`);
    const payload = this.take(Number(big(frame.subarray(1))));
    this.found[kind].push(payload);
    if (kind === "E") this.entries.push(this.entry(payload));
  }

  take(size) {
    if (size > this.raw.length - this.at) this.fail("the file ends too early");
    this.at += size;
    return this.raw.subarray(this.at - size, this.at);
  }

  entry(payload) {
    const [pub, middle] = this.part(payload, 1);
    const [openings, end] = this.part(payload, middle);
    const [flag, seal] = [payload[0], payload.subarray(end)];
    if (seal.length !== 32 || flag > 1 || (flag && openings.length)) {
      this.fail("an entry that is not written so", true);
    }
    return { pub, openings: flag ? null : openings, seal };
  }

  part(payload, at) {
    if (at + 4 > payload.length) this.fail("an entry that ends too early", true);
    const end = at + 4 + Number(big(payload.subarray(at, at + 4)));
    if (end > payload.length) this.fail("an entry that ends too early", true);
    return [payload.subarray(at + 4, end), end];
  }

  contents() {
    const one = (kind) => this.found[kind][0] ?? null;
    if (!one("H")?.length || !this.entries.length) this.fail("no match id, or no entry");
    return {
      match: this.name(one("H")),
      entries: this.entries,
      heads: this.found.S.map((payload) => this.head(payload)),
      keys: this.found.K.map((key) => this.sized(key, 32)),
      deck: one("D"),
      origin: one("F"),
      seed: one("B") && this.sized(one("B"), 32),
      whole: this.whole,
    };
  }

  name(raw) {
    try {
      return text.decode(raw);
    } catch {
      return this.fail("a match id that is no UTF-8");
    }
  }

  head(payload) {
    this.sized(payload, 88);
    return {
      version: Number(big(payload.subarray(0, 8))),
      key: hex(payload.subarray(8, 24)),
      signature: payload.subarray(24),
    };
  }

  sized(payload, size) {
    if (payload.length !== size) this.fail(`${payload.length} bytes where ${size} belong`);
    return payload;
  }

  fail(reason, inside = false) {
    const among = this.entries.length && !this.found.S.length && !this.found.Z.length;
    throw new BadFile(`${reason} (byte ${this.at})`, inside || among ? this.entries.length + 1 : 0);
  }
}

// ---- The verdict -------------------------------------------------------------------------------

const finding = (version, code, detail = "") => ({ version, code, detail });

/** Check a match file (Uint8Array). `trusted`: public keys of 32 bytes, null to trust any key. */
export async function verify(raw, trusted = null, depth = 0) {
  let file;
  try {
    file = await new Container(raw).read();
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    const wrong = finding(error.version, "container", error.message);
    return report({ match: "", entries: [], heads: [] }, trusted, null, [wrong], null);
  }
  const findings = [...(await sealed(file)), ...(await signed(file, trusted))];
  let story = findings.length ? null : await told(file, findings);
  let origin = null;
  if (story) {
    findings.push(...(await decked(file, story)));
    const forked = await fork(file, story, trusted, depth);
    origin = forked.origin;
    findings.push(...forked.findings);
    if (!findings.length) findings.push(...(await dealt(file, story)));
    if (!findings.length) findings.push(...unproven(file, story));
  }
  if (!file.whole) findings.push(finding(0, "digest"));
  return report(file, trusted, story, findings, origin);
}

async function report(file, trusted, story, findings, origin) {
  const wrong = findings.some(({ code }) => !NOT_WRONG.has(code));
  const last = file.entries.length;
  const keys = [];
  for (const head of file.heads) {
    const at = head.version === last && file.entries[last - 1];
    if (at && (await vouched(file, head, at.seal))) keys.push(head.key);
  }
  const place = (version) => version || Infinity;
  return {
    match: file.match,
    game: story ? story.offer.get("game") : "",
    verdict: wrong ? "broken" : findings.length ? "incomplete" : "verified",
    entries: last,
    findings: findings.sort((a, b) => (place(a.version) < place(b.version) ? -1 :
      place(a.version) > place(b.version) ? 1 : 0)),
    keys,
    trusted: trusted && keys.length > 0 && !wrong,
    seats: story ? story.offer.get("places").length : 0,
    contributed: story ? [...story.given.keys()].sort((a, b) => a - b) : [],
    result: story?.closed ? plain(story.closed.get("result")) : null,
    origin,
  };
}

function plain(value) {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
  }
  return Array.isArray(value) ? value.map(plain) : value;
}

// ---- The record --------------------------------------------------------------------------------

const nextSeal = (seal, n, pub) => sha256("tapete-entry/1", seal, u64(n), lp(pub));
const fits = async (seal, n, entry) => same(await nextSeal(seal, n, entry.pub), entry.seal);

async function sealed(file) {
  let seal = await sha256("tapete-match/1", lp(file.match));
  for (const [i, entry] of file.entries.entries()) {
    if (!(await fits(seal, i + 1, entry))) return [await misfit(file, i + 1, seal)];
    seal = entry.seal;
  }
  const found = [];
  for (const [i, entry] of file.entries.entries()) found.push(...(await unfolded(i + 1, entry)));
  return found;
}

async function misfit(file, n, seal) {
  const entry = file.entries[n - 1];
  const next = file.entries[n];
  if (next && (await fits(entry.seal, n + 1, next))) return finding(n, "changed");
  for (let other = n + 1; other <= file.entries.length; other++) {
    if (await fits(seal, n, file.entries[other - 1])) return finding(n, "misplaced", `${other}`);
  }
  for (const head of file.heads) {
    if (head.version === n && (await vouched(file, head, entry.seal))) return finding(n, "changed");
  }
  const beyond = file.heads.some((head) => head.version > file.entries.length);
  return finding(n, beyond ? "missing" : "seal");
}

async function unfolded(n, entry) {
  const held = [];
  try {
    if (!(unpack(entry.pub, held) instanceof Map)) throw new Unreadable("an entry is a map");
  } catch (error) {
    return [unreadable(n, "record", error)];
  }
  if (entry.openings === null) return held.length ? [] : [finding(n, "opening", "nothing is hidden")];
  try {
    const reason = await open(held, readOpenings(entry.openings));
    return reason ? [finding(n, "opening", reason)] : [];
  } catch (error) {
    return [unreadable(n, "opening", error)];
  }
}

function unreadable(n, code, error) {
  if (!(error instanceof Unreadable)) throw error;
  return finding(n, code, error.message);
}

async function open(held, openings) {
  if (openings === null) return "written otherwise";
  if (openings.length !== held.length) return "as many openings as commitments";
  for (const [i, [salt, values]] of openings.entries()) {
    const committed = await sha256("tapete-held/1", salt, values);
    if (salt.length !== 16 || !same(committed, held[i].commitment)) return `${i + 1}`;
    const cards = unpack(values);
    const strings = Array.isArray(cards) && cards.every((card) => typeof card === "string");
    if (!strings || cards.length !== held[i].count) return `${i + 1}`;
    held[i].values = cards;
  }
  return "";
}

/** An entry as maps, with the values of what it holds where they are known. */
async function decoded(entry) {
  const held = [];
  const tree = unpack(entry.pub, held);
  if (entry.openings !== null) await open(held, readOpenings(entry.openings));
  return tree;
}

// ---- The heads ---------------------------------------------------------------------------------

const keyId = async (key) => hex(await sha256(key)).slice(0, 32);

async function signed(file, trusted) {
  const found = [];
  const ids = await Promise.all(file.keys.map(keyId));
  const known = trusted && (await Promise.all(trusted.map(keyId)));
  const used = [...new Set(file.heads.map((head) => head.key))];
  if (ids.join() !== used.join()) found.push(finding(0, "signature", "keys"));
  let last = 0;
  for (const head of file.heads) {
    if (head.version <= last) found.push(finding(head.version, "signature", "order"));
    last = head.version;
    const entry = file.entries[head.version - 1];
    if (head.version > file.entries.length) {
      found.push(finding(file.entries.length + 1, "cut", `${head.version}`));
    } else if (!entry || !(await vouched(file, head, entry.seal))) {
      found.push(finding(head.version, "signature"));
    }
    if (known && !known.includes(head.key)) found.push(finding(head.version, "untrusted", head.key));
  }
  return found;
}

async function vouched(file, head, seal) {
  const message = join("tapete-head/1", lp(file.match), u64(head.version), seal);
  for (const key of file.keys) {
    if ((await keyId(key)) === head.key && (await ed25519(key, head.signature, message))) return true;
  }
  return false;
}

// ---- What the entries say ----------------------------------------------------------------------

const is = {
  text: (value) => typeof value === "string",
  number: (value) => Number.isInteger(value) || typeof value === "bigint",
  bytes: (value) => value instanceof Uint8Array,
  map: (value) => value instanceof Map,
  list: Array.isArray,
  held: (value) => value instanceof Held,
  any: (value) => value !== undefined,
  writer: (value) => is.number(value) || ["house", "clock", "judge"].includes(value),
  bytesOrNull: (value) => value === null || is.bytes(value),
  maybeList: (value) => value === undefined || is.list(value),
  maybeBytes: (value) => value === undefined || is.bytesOrNull(value),
  commitments: (value) => is.list(value) && value.every(is.bytesOrNull),
  mapOrNull: (value) => value === null || is.map(value),
};

const ENTRY = {
  v: "number", at: "number", by: "writer", command: "bytes", cause: "map", effects: "maybeList",
};
const FACTS = {
  Opened: { match: "text", game: "text", rules: "number", options: "map", places: "list",
    commitment: "bytes", deck: "maybeBytes" },
  Joined: { seat: "number", player: "text", commitment: "maybeBytes" },
  Left: { seat: "number" },
  Locked: { commitments: "commitments" },
  Ready: { seat: "number", contribution: "bytes" },
  Moved: { seat: "number", move: "any" },
  Shuffled: { purpose: "text", cards: "held" },
  Resigned: { seat: "number" },
  Flagged: { seat: "number" },
  Paused: { reason: "text" },
  Resumed: { reason: "text" },
  Rewound: { to: "number", reason: "text" },
  Adjudicated: { result: "map", reason: "text" },
  Aborted: { reason: "text" },
  Closed: { count: "number", result: "mapOrNull", seed: "bytesOrNull" },
};

const kindOf = (cause) => String(cause.get("type")).replace(/^match\./, "");

function misshapen(tree) {
  const shape = (map, fields) => Object.keys(fields).find((name) => !is[fields[name]](map.get(name)));
  const wrong = shape(tree, ENTRY);
  if (wrong) return wrong;
  const cause = tree.get("cause");
  const kind = kindOf(cause);
  return Object.hasOwn(FACTS, kind) ? shape(cause, FACTS[kind]) : kind;
}

async function told(file, findings) {
  const entries = [];
  for (const [i, entry] of file.entries.entries()) {
    const tree = await decoded(entry);
    const wrong = misshapen(tree);
    if (wrong !== undefined) {
      findings.push(finding(i + 1, "record", wrong));
      return null;
    }
    entries.push(tree);
  }
  const facts = entries.map((tree) => tree.get("cause"));
  findings.push(...ordered(file, entries), ...(await committed(facts)));
  findings.push(...(await disclosed(file, facts)));
  if (findings.length) return null;
  const last = facts[facts.length - 1];
  const closed = kindOf(last) === "Closed" ? last : null;
  const ready = facts.filter((fact) => kindOf(fact) === "Ready");
  const given = new Map(ready.map((fact) => [fact.get("seat"), fact.get("contribution")]));
  return { offer: facts[0], facts, closed, given, seed: file.seed ?? closed?.get("seed") ?? null };
}

function ordered(file, entries) {
  const found = [];
  const commands = new Set();
  let [at, command] = [null, null];
  for (const [i, tree] of entries.entries()) {
    const [n, cause, id] = [i + 1, tree.get("cause"), hex(tree.get("command"))];
    const kind = kindOf(cause);
    if (tree.get("v") !== 1) found.push(finding(n, "record", "schema"));
    if ((kind === "Opened") !== (n === 1)) found.push(finding(n, "record", "Opened"));
    if (kind === "Closed" && n < entries.length) {
      found.push(finding(n + 1, "record", "an entry after the last"));
    }
    if (at !== null && tree.get("at") < at) found.push(finding(n, "record", "time runs backwards"));
    if (id !== command && commands.has(id)) found.push(finding(n, "command"));
    commands.add(id);
    [at, command] = [tree.get("at"), id];
    if (kind === "Opened" && cause.get("match") !== file.match) {
      found.push(finding(n, "record", "another match"));
    }
    if (kind === "Closed" && cause.get("count") !== n) found.push(finding(n, "house", "count"));
  }
  return found;
}

const sameOrNone = (a, b) => (a && b ? same(a, b) : !a && !b);

async function committed(facts) {
  const [found, promised] = [[], new Map()];
  for (const [i, fact] of facts.entries()) {
    const [n, kind, seat] = [i + 1, kindOf(fact), fact.get("seat")];
    if (kind === "Joined") promised.set(seat, fact.get("commitment") ?? null);
    if (kind === "Left") promised.delete(seat);
    if (kind === "Ready") {
      const shown = await sha256(fact.get("contribution"));
      if (!sameOrNone(shown, promised.get(seat))) found.push(finding(n, "commitment", `seat ${seat}`));
    }
    if (kind === "Locked") {
      const listed = fact.get("commitments");
      if (!listed.every((one, seat) => sameOrNone(one, promised.get(seat)))) {
        found.push(finding(n, "commitment", "Locked"));
      }
    }
  }
  return found;
}

async function disclosed(file, facts) {
  const found = [];
  const seeds = [file.seed, facts[facts.length - 1].get("seed")].filter(is.bytes);
  if (seeds.length > 1) found.push(finding(0, "container", "seed"));
  if (kindOf(facts[0]) !== "Opened") return found;
  for (const seed of seeds) {
    if (!same(await sha256(seed), facts[0].get("commitment"))) {
      found.push(finding(facts.length, "commitment", "seed"));
      break;
    }
  }
  return found;
}

// ---- The deck, the origin, the deals -----------------------------------------------------------

async function decked(file, story) {
  const named = story.offer.get("options").get("deck");
  const digest = story.offer.get("deck");
  const wanted = is.text(named) && named ? named : digest ? hex(digest) : "";
  const brought = file.deck ? hex(await sha256(file.deck)) : "";
  if (wanted !== brought) return [finding(1, "deck_file")];
  if (!file.deck) return [];
  story.deck = parsed(file.deck);
  return story.deck ? [] : [finding(1, "deck_file")];
}

function parsed(raw) {
  try {
    const tree = JSON.parse(text.decode(raw));
    if (Array.isArray(tree?.players) && Array.isArray(tree.specials)) return tree;
    return tree?.sets && tree.set ? tree : null;
  } catch {
    return null;
  }
}

async function fork(file, story, trusted, depth) {
  const named = story.offer.get("origin") ?? null;
  const wrong = (detail, origin = null) => ({ origin, findings: [finding(1, "origin", detail)] });
  if (!named && !file.origin) return { origin: null, findings: [] };
  if (!named || !file.origin) return wrong(named ? "missing" : "not named");
  if (depth >= DEEPEST) return wrong("too deep");
  const origin = await verify(file.origin, trusted, depth + 1);
  if (origin.verdict === "broken") return wrong("broken", origin);
  story.before = await new Container(file.origin).read();
  const { entries } = story.before;
  const fits = origin.match === named.get("match") && entries.length === named.get("version");
  if (!fits || !same(entries[entries.length - 1].seal, named.get("seal"))) {
    return wrong("another match", origin);
  }
  return { origin, findings: [] };
}

const suits = (ranks) => [..."CDHS"].flatMap((suit) => ranks(suit).map((rank) => rank + suit));
const PIPS = ["2", "3", "4", "5", "6", "7", "8", "9", "10"];
const KAISER = suits((suit) => [
  { C: "7", D: "7", H: "5", S: "3" }[suit], "8", "9", "10", "J", "Q", "K", "A",
]);
const CASINO = suits(() => ["A", ...PIPS, "J", "Q", "K"]);

/** The packs that may be shuffled in a match, each in its canonical order. */
function packsOf(story) {
  const { deck, offer } = story;
  if (deck?.players) {
    const written = (values) => values.map((value) => `X${value < 0 ? "" : "+"}${value}`);
    const good = deck.specials.filter((value) => value > 0);
    return [deck.players.map((one) => one.id), written(deck.specials), written(good)];
  }
  if (deck) {
    const one = Object.entries(deck.set).flatMap(([kind, all]) => all.map((value) => kind + value));
    return Array.from({ length: deck.sets }, (_, i) => Array(i + 1).fill(one).flat());
  }
  if (offer.get("game") === "kaiser") return [KAISER];
  return ["casino", "royal-casino"].includes(offer.get("game")) ? [CASINO] : [];
}

async function dealt(file, story) {
  if (story.seed === null || file.entries.some((entry) => entry.openings === null)) return [];
  const seats = Array.from(story.offer.get("places"), (_, seat) => seat);
  const given = seats.map((seat) => story.given.get(seat)).filter(Boolean);
  const board = story.offer.get("board");
  const match = board ? `${board.get("tournament")}/${board.get("board")}` : file.match;
  const [found, lots, packs] = [[], [seats.map(String)], packsOf(story)];
  let k = 0;
  for (const [i, fact] of story.facts.entries()) {
    if (kindOf(fact) !== "Shuffled") continue;
    const [purpose, cards] = [fact.get("purpose"), fact.get("cards").values];
    const sorted = [...cards].sort().join();
    const pack = (purpose === "first" ? lots : packs).find((one) => [...one].sort().join() === sorted);
    if (!pack) {
      found.push(finding(i + 1, "cards"));
    } else if ((await deal(story.seed, match, k, purpose, pack, given)).join() !== cards.join()) {
      found.push(finding(i + 1, "deck"));
    }
    k += 1;
  }
  return found;
}

/** Shuffle number k as "tapete-deck/1" deals it. */
export async function deal(seed, match, k, purpose, cards, given) {
  const pack = await sha256(lp(...cards));
  const head = lp("tapete-deck/1", match, u32(k), purpose, pack, u16(given.length));
  const key = await hmacKey(await hmac(await hmacKey(seed), head, lp(...given, "")));
  const deck = [...cards];
  const words = stream(key);
  for (let i = deck.length - 1; i > 0; i--) {
    const j = await below(words, i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

async function* stream(key) {
  for (let counter = 0; ; counter++) {
    const block = await hmac(key, "stream", u64(counter));
    for (let at = 0; at < 32; at += 8) yield big(block.subarray(at, at + 8));
  }
}

async function below(words, m) {
  const all = 1n << 64n;
  for (;;) {
    const { value } = await words.next();
    if (value < all - (all % BigInt(m))) return Number(value % BigInt(m));
  }
}

function unproven(file, story) {
  const [found, last] = [[], file.entries.length];
  const hidden = file.entries.findIndex((entry) => entry.openings === null) + 1;
  const board = story.offer.get("board") ?? null;
  if (hidden && story.closed && (!board || file.seed)) {
    found.push(finding(hidden, "opening", "missing"));
  } else if (hidden) {
    found.push(finding(hidden, "withheld"));
  }
  const before = story.before;
  if (before?.entries.some((entry) => entry.openings === null)) {
    found.push(finding(1, "withheld", before.match));
  }
  if (before && !before.seed) found.push(finding(1, "undisclosed", before.match));
  if (!story.closed) found.push(finding(last, "unfinished"));
  else if (!story.seed) found.push(finding(last, "undisclosed"));
  if (!file.heads.some((head) => head.version === last)) found.push(finding(last, "unsigned"));
  return found;
}

// ---- Keys, and the command line ----------------------------------------------------------------

/** Public keys from JSON as the service publishes it, or from lines of hexadecimal or base64url. */
export function readKeys(source) {
  const listed = source.trimStart().startsWith("[") ? JSON.parse(source).map((one) => one.key) :
    source.split(/\s+/).filter(Boolean);
  return listed.map((word) => {
    const key = /^[0-9a-f]{64}$/i.test(word) ? fromHex(word) : fromBase64(word);
    if (key.length !== 32) throw new Error(`not a public key: ${word}`);
    return key;
  });
}

const fromHex = (word) => Uint8Array.from(word.match(/../g), (pair) => parseInt(pair, 16));

function fromBase64(word) {
  const plain = word.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
}

const SAID = {
  en: {
    verified: "verified, but for the rules", broken: "broken", incomplete: "incomplete",
    head: (r) => `${named(r)}, ${r.entries} entries`,
    entry: "entry", file: "file", keys: "signed by", unproven: "no seat contributed to the shuffles",
    contributed: "seats that contributed to the shuffles:", result: "points:",
  },
  es: {
    verified: "verificada, salvo las reglas", broken: "alterada", incomplete: "incompleta",
    head: (r) => `${named(r)}, ${r.entries} entradas`,
    entry: "entrada", file: "archivo", keys: "firmada por",
    unproven: "ningún asiento contribuyó a barajar",
    contributed: "asientos que contribuyeron a barajar:", result: "puntos:",
  },
};

const named = ({ match, game }) => (game ? `${match} (${game})` : match);

/** The report in lines that a person reads. */
export function said(report, language = "en") {
  const say = SAID[language === "es" ? "es" : "en"];
  const lines = [say[report.verdict]];
  if (report.match) lines.push(say.head(report));
  for (const one of report.findings) {
    lines.push(`${one.version ? `${say.entry} ${one.version}` : say.file}: ${words(one, language)}`);
  }
  if (report.keys.length) lines.push(`${say.keys} ${report.keys.join(", ")}`);
  if (report.game) {
    const given = report.contributed.join(", ");
    lines.push(given ? `${say.contributed} ${given}` : say.unproven);
  }
  if (report.result?.scores?.length) lines.push(`${say.result} ${report.result.scores.join(", ")}`);
  return lines;
}

async function main(args) {
  const { readFile } = await import("node:fs/promises");
  const option = (name) => {
    const at = args.indexOf(name);
    return at < 0 ? null : args.splice(at, 2)[1];
  };
  const [keys, language] = [option("--keys"), option("--lang") ?? "en"];
  const json = args.includes("--json") && args.splice(args.indexOf("--json"), 1).length > 0;
  const trusted = keys === null ? null : readKeys(await readFile(keys, "utf8"));
  let worst = "verified";
  for (const name of args) {
    const result = await verify(new Uint8Array(await readFile(name)), trusted);
    console.log(json ? JSON.stringify(result) : said(result, language).join("\n"));
    if (result.verdict === "broken" || worst === "verified") worst = result.verdict;
  }
  return args.length ? EXIT[worst] : 64;
}

if (typeof process !== "undefined" && process.argv?.[1]) {
  const { pathToFileURL } = await import("node:url");
  const { realpathSync } = await import("node:fs");
  if (import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
    process.exitCode = await main(process.argv.slice(2)).catch((error) => {
      console.error(error.message);
      return 64;
    });
  }
}
