#!/usr/bin/env node
// A witness of the public log of Dunnage: it remembers the last checkpoint that it saw, signs a newer one only if the log has grown from
// there, and so keeps us from showing different logs to different people. One file, nothing but Node (20 or newer): copy it and run it.
//
//   node witness.mjs --new-key NAME                     makes a key; NAME is yours, such as witness.example.org/w1
//   node witness.mjs --log https://ORIGIN               waits for the log to send its checkpoints (C2SP tlog-witness)
//     --port N, --host HOST   where it listens; 8797 on 127.0.0.1. Others reach it through a server of yours that speaks https
//   node witness.mjs --log https://ORIGIN --once        fetches the log's newest checkpoint, checks and signs it, and ends
//   Both:
//     --state FOLDER          where it keeps its key and what it has signed; ./witness
//     --log-key KEY           the log's key, if you have it from elsewhere. Otherwise it takes the one of ORIGIN/log/key when it first
//                             sees the log, says it, and never takes another one
//   The environment may hold its key as WITNESS_KEY, as --new-key says it; otherwise it is the file `key` of the folder.
//
// Exit code 0: signed, or asked to end. 1: what the log shows is not what it was; the folder then keeps both. 2: called wrongly.
//
// What it keeps of a log, in a folder named by the SHA-256 of its origin: `log-key`, and `checkpoint`, the last one that it signed, which
// may be published as it is: https://WITNESS/HASH/checkpoint. `refused-...` are checkpoints that the log signed and that do not fit.
import { isUtf8 } from "node:buffer";
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const MOST_BYTES = 64_000;
const MOST_HASHES = 63;

/** Why a checkpoint is not signed: the status of HTTP that says so, and what is answered. */
class Refusal extends Error {
  constructor(status, what, { body = `${what}\n`, type = "text/plain; charset=utf-8" } = {}) {
    super(what);
    Object.assign(this, { status, body, type });
  }
}
const refuse = (...why) => {
  throw new Refusal(...why);
};

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

// ---- Keys and signed notes (C2SP signed-note, tlog-checkpoint, tlog-cosignature) ----

/** What a signature is made with: the log itself, or a witness with its time. */
const [LOG, WITNESS] = [1, 4];

const keyIdOf = (name, kind, key) => sha256(`${name}\n`, Buffer.of(kind), key).subarray(0, 4);
const sayKey = ({ name, kind, key }) =>
  `${name}+${keyIdOf(name, kind, key).toString("hex")}+${Buffer.of(kind, ...key).toString("base64")}`;

/** @returns null if it is no key of a log */
function readLogKey(text) {
  const [, name, id, base64] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/u.exec(text) ?? [];
  const typed = Buffer.from(base64 ?? "", "base64");
  const key = typed.subarray(1);
  const isRight = typed[0] === LOG && keyIdOf(name, LOG, key).toString("hex") === id;
  return isRight ? { name, kind: LOG, key, id } : null;
}

/** The witness's own key, from NAME+PKCS8. */
function readOwnKey(secret) {
  const [, name, base64] = /^([^\s+]+)\+(\S+)\s*$/u.exec(secret) ?? [];
  if (!name) throw new Error("WITNESS_KEY is no key: make one with --new-key NAME");
  const privateKey = createPrivateKey({ key: Buffer.from(base64, "base64"), format: "der", type: "pkcs8" });
  const key = Buffer.from(createPublicKey(privateKey).export({ format: "jwk" }).x, "base64url");
  return { name, kind: WITNESS, key, privateKey };
}

function newOwnKey(name) {
  if (!/^[^\s+]{1,100}$/u.test(name)) throw new Error("a name has neither spaces nor +");
  const { privateKey } = generateKeyPairSync("ed25519");
  return `${name}+${privateKey.export({ format: "der", type: "pkcs8" }).toString("base64")}`;
}

const fromBase64 = (text) => {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : refuse(400, "not base64");
};

/** A checkpoint: what is signed, and the lines of its signatures. Nothing of it is believed yet. */
function readNote(note) {
  const end = note.lastIndexOf("\n\n");
  const text = note.slice(0, end + 1);
  const [, origin, digits, base64] =
    /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/.exec(text) ?? refuse(400, "no checkpoint");
  const lines = note.slice(end + 2).split("\n");
  if (lines.pop() !== "" || lines.length === 0 || lines.length > 64) refuse(400, "no signatures");
  const signatures = lines.map((line) => {
    const [, name, signed] = /^— ([^\s+]+) (\S+)$/u.exec(line) ?? refuse(400, "a line that is no signature");
    const bytes = fromBase64(signed);
    return { line, name, id: bytes.subarray(0, 4).toString("hex"), signature: bytes.subarray(4) };
  });
  return { text, origin, size: Number(digits), root: fromBase64(base64), signatures };
}

const verifies = (key, text, signature) => {
  const publicKey = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: key.toString("base64url") },
    format: "jwk",
  });
  return signature.length === 64 && verify(null, Buffer.from(text), publicKey, signature);
};

/** The lines by which the log itself signed. */
function signedBy(keys, { text, signatures }) {
  const own = signatures.flatMap((one) => {
    const known = keys.find(({ name, id }) => one.name === name && one.id === id);
    return known ? [{ ...one, isRight: verifies(known.key, text, one.signature) }] : [];
  });
  if (own.length === 0) refuse(403, "not signed with a key of this log that is known here");
  if (!own.every(({ isRight }) => isRight)) refuse(403, "a signature of the log is not genuine");
  return own.map(({ line }) => line);
}

function cosignatureLine({ name, kind, key, privateKey }, text, seconds) {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey);
  return `— ${name} ${Buffer.concat([keyIdOf(name, kind, key), time, signature]).toString("base64")}\n`;
}

// ---- The tree (RFC 6962; the check as RFC 9162, 2.1.4.2 writes it down) ----

const nodeOf = (left, right) => sha256(Buffer.of(1), left, right);
const half = (number) => Math.floor(number / 2);

/** Whether the tree of `size` begins with the one of `old`, by these hashes. Both have one entry or more. */
function isConsistent({ old, oldRoot, size, root, proof }) {
  if (old === size) return proof.length === 0 && oldRoot.equals(root);
  let [at, last] = [old - 1, size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  // A whole old tree is its own first hash.
  const [first, ...path] = at === 0 ? [oldRoot, ...proof] : proof;
  if (!first) return false;
  let [before, after] = [first, first];
  for (const beside of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [before, after] = [nodeOf(beside, before), nodeOf(beside, after)];
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else after = nodeOf(after, beside);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && before.equals(oldRoot) && after.equals(root);
}

/** The parts of the tree of `size` that prove that it begins with that of `old`, each from and up to a place. */
function partsOf(old, size) {
  const parts = [];
  let [from, to] = [0, size];
  while (old < to) {
    let split = 1;
    while (split * 2 < to - from) split *= 2;
    const middle = from + split;
    parts.unshift(old <= middle ? [middle, to] : [from, middle]);
    [from, to] = old <= middle ? [from, middle] : [middle, to];
  }
  return from > 0 ? [[from, to], ...parts] : parts;
}

function tilePath(level, index, count) {
  const groups = [String(index % 1000).padStart(3, "0")];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${String(rest % 1000).padStart(3, "0")}`);
  const width = Math.min(256, count - index * 256);
  return `tile/${level}/${groups.join("/")}${width < 256 ? `.p/${width}` : ""}`;
}

const together = (hashes) =>
  hashes.length === 1
    ? hashes[0]
    : nodeOf(together(hashes.slice(0, hashes.length / 2)), together(hashes.slice(hashes.length / 2)));

/** The hash of a part, from the log's tiles; whether they are right shows where they lead. */
async function hashOfPart(read, [from, to], size) {
  const nodes = [];
  for (let at = from; at < to;) {
    let level = 0;
    while (at + 2 ** (level + 1) <= to && at % 2 ** (level + 1) === 0) level += 1;
    const [height, many] = [Math.floor(level / 8), 2 ** (level % 8)];
    const first = at / 256 ** height;
    const tile = await read(tilePath(height, Math.floor(first / 256), Math.floor(size / 256 ** height)));
    const start = (first % 256) * 32;
    const hashes = Array.from({ length: many }, (_, nth) => tile.subarray(start + nth * 32, start + nth * 32 + 32));
    nodes.push(together(hashes));
    at += 2 ** level;
  }
  return nodes.reduceRight((right, left) => nodeOf(left, right));
}

// ---- What is kept ----

/** The whole file or nothing of it, also if the machine stops in the middle. */
function keepFile(folder, name, text, mode = 0o644) {
  mkdirSync(folder, { recursive: true });
  const [path, beside] = [join(folder, name), join(folder, `.${name}.new`)];
  const file = openSync(beside, "w", mode);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(beside, path);
  const parent = openSync(folder, "r");
  fsyncSync(parent);
  closeSync(parent);
}

/** Each once, however often it is sent. */
const keepRefused = (folder, { size, root }, noteText) =>
  keepFile(folder, `refused-${size}-${root.toString("hex").slice(0, 16)}`, noteText);

const folderOf = (state, origin) => join(state, sha256(origin).toString("hex"));
const readKept = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);

/** One witness at a time uses a folder: two that do not know of each other would sign two logs. @returns what gives it free */
function lock(state) {
  mkdirSync(state, { recursive: true });
  const path = join(state, "lock");
  const other = Number(readKept(path) ?? 0);
  if (other > 0 && other !== process.pid && isRunning(other)) throw new Error(`process ${other} uses ${state} already`);
  rmSync(path, { force: true });
  const file = openSync(path, "wx");
  writeSync(file, String(process.pid));
  closeSync(file);
  return () => rmSync(path, { force: true });
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

// ---- The witness ----

/**
 * Checks a checkpoint against the last one that was signed, keeps it and signs it. Nothing else runs between reading and keeping.
 * @throws Refusal
 */
function cosign({ own, state, logs, nowMs }, { old, proof, note: noteText }) {
  const note = readNote(noteText);
  const keys = logs.get(note.origin) ?? refuse(404, "this log is not known here");
  const logLines = signedBy(keys, note);
  const folder = folderOf(state, note.origin);
  if (old > note.size) refuse(400, "the old size is above that of the checkpoint");
  const kept = readKept(join(folder, "checkpoint"));
  const last = kept === null ? { size: 0 } : readNote(kept);
  const now = Math.floor(nowMs() / 1000);
  if (old !== last.size)
    refuse(409, `the last checkpoint signed here has ${last.size} entries`, {
      body: `${last.size}\n`,
      type: "text/x.tlog.size",
    });
  const unfit = (what) => {
    keepRefused(folder, note, noteText);
    return refuse(422, what);
  };
  if (note.size === 0 && !note.root.equals(sha256())) unfit("that is not the root of an empty log");
  if (old === 0 && proof.length > 0) unfit("an empty log needs no proof");
  if (old > 0 && !isConsistent({ old, oldRoot: last.root, size: note.size, root: note.root, proof }))
    unfit(
      old === note.size ? "two checkpoints of one size" : `does not begin with the ${old} entries signed here before`,
    );
  const line = cosignatureLine(own, note.text, now);
  keepFile(folder, "checkpoint", `${note.text}\n${logLines.map((one) => `${one}\n`).join("")}${line}`);
  return { line, note };
}

/** The body of add-checkpoint. */
function readRequest(body) {
  const end = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(0, end)).split("\n");
  const [, digits] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? refuse(400, "no old size");
  if (lines.length > MOST_HASHES) refuse(400, "too many hashes");
  const proof = lines.map(fromBase64);
  if (proof.some(({ length }) => length !== 32)) refuse(400, "a hash has 32 bytes");
  return { old: Number(digits), proof, note: body.slice(end + 2) };
}

/** Takes the log's newest checkpoint and makes the proof itself, from the log's tiles. @throws Refusal */
async function visit(witness, { site, origin }) {
  const noteText = (await fetchFile(site, "checkpoint")).toString();
  const note = readNote(noteText);
  if (note.origin !== origin) refuse(422, `the log is ${origin}, its checkpoint is of ${note.origin}`);
  signedBy(witness.logs.get(origin), note);
  const folder = folderOf(witness.state, origin);
  const kept = readKept(join(folder, "checkpoint"));
  const old = kept === null ? 0 : readNote(kept).size;
  if (note.size < old) {
    keepRefused(folder, note, noteText);
    refuse(422, `the log went back: it has ${note.size} entries, and had ${old} before`);
  }
  const parts = old === 0 ? [] : partsOf(old, note.size);
  const proof = [];
  for (const part of parts) proof.push(await hashOfPart((path) => fetchFile(site, path), part, note.size));
  return cosign(witness, { old, proof, note: noteText });
}

async function fetchFile(site, path) {
  const answer = await fetch(`${site}/log/${path}`, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`${site}/log/${path} answers ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** The log's keys: those that were kept, or else the one that is given or published now. */
async function keysOf(state, { site, origin }, given, say) {
  const folder = folderOf(state, origin);
  const known = readKept(join(folder, "log-key"));
  const chosen = given ?? known?.trim().split("\n") ?? (await fetchFile(site, "key")).toString().trim().split("\n");
  const keys = chosen.map(readLogKey);
  if (keys.length === 0 || keys.some((key) => key?.name !== origin)) throw new Error(`that is no key of ${origin}`);
  if (given || known === null) keepFile(folder, "log-key", `${chosen.join("\n")}\n`);
  for (const key of chosen)
    say(`log ${key}${known === null && !given ? " (new here: compare it with another source)" : ""}`);
  return keys;
}

// ---- The command ----

function serve(witness, { port, host }, say) {
  const server = createServer(async (request, answer) => {
    const send = (status, body, type = "text/plain; charset=utf-8") => {
      answer.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" });
      answer.end(body);
    };
    try {
      const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(request.url) ?? [];
      if (hash && request.method === "GET") {
        const kept = readKept(join(witness.state, hash, "checkpoint"));
        return kept === null ? send(404, "nothing signed\n") : send(200, kept);
      }
      if (request.url !== "/add-checkpoint") return send(404, "not found\n");
      if (request.method !== "POST") return send(405, "POST\n");
      const { line, note } = cosign(witness, readRequest(await readBody(request)));
      say(`signed ${note.origin} ${note.size} ${note.root.toString("base64")}`);
      send(200, line);
    } catch (error) {
      const isOurs = error instanceof Refusal;
      say(`${isOurs ? "refused" : "failed"}: ${error.message}`);
      send(isOurs ? error.status : 500, isOurs ? error.body : "failed\n", error.type);
    }
  });
  server.listen(port, host, () => say(`listening http://${host}:${server.address().port}`));
  return new Promise((ended) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.close(ended));
    process.once("SIGTERM", () => server.closeAllConnections());
    process.once("SIGINT", () => server.closeAllConnections());
  });
}

async function readBody(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MOST_BYTES) refuse(413, "too long");
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  return isUtf8(body) ? body.toString() : refuse(400, "not UTF-8");
}

const USAGE = `usage: node witness.mjs --new-key NAME
       node witness.mjs --log https://ORIGIN ... [--log-key KEY]... [--state FOLDER] [--once | --port N --host HOST]`;

function readArguments(words) {
  const read = { sites: [], logKeys: [], state: "witness", port: 8797, host: "127.0.0.1", once: false, newKey: null };
  for (let at = 0; at < words.length; at += 1) {
    if (words[at] === "--once") {
      read.once = true;
      continue;
    }
    const [word, value = ""] = [words[at], words[(at += 1)]];
    if (value === "" || value.startsWith("--")) return null;
    if (word === "--log" && /^https?:\/\/[^/]+\/?$/.test(value)) read.sites.push(value.replace(/\/$/, ""));
    else if (word === "--log-key" && readLogKey(value)) read.logKeys.push(value);
    else if (word === "--state") read.state = value;
    else if (word === "--host") read.host = value;
    else if (word === "--port" && /^\d{1,5}$/.test(value)) read.port = Number(value);
    else if (word === "--new-key") read.newKey = value;
    else return null;
  }
  return read.newKey !== null || read.sites.length > 0 ? read : null;
}

/** @returns the exit code */
async function main(words, { say = console.log, nowMs = Date.now } = {}) {
  const options = readArguments(words);
  if (!options) {
    say(USAGE);
    return 2;
  }
  if (options.newKey !== null) {
    const secret = newOwnKey(options.newKey);
    say(`WITNESS_KEY=${secret}\nkey ${sayKey(readOwnKey(secret))}`);
    return 0;
  }
  const { state } = options;
  const free = lock(state);
  try {
    const secret = process.env.WITNESS_KEY ?? readKept(join(state, "key"));
    if (!secret)
      throw new Error(`no key: node witness.mjs --new-key NAME, then set WITNESS_KEY or write ${join(state, "key")}`);
    const own = readOwnKey(secret.replace(/^WITNESS_KEY=/, ""));
    say(`key ${sayKey(own)}`);
    const logs = options.sites.map((site) => ({ site, origin: `${new URL(site).host}/log` }));
    const witness = { own, state, nowMs, logs: new Map() };
    for (const log of logs) {
      const given = options.logKeys.filter((key) => readLogKey(key).name === log.origin);
      witness.logs.set(log.origin, await keysOf(state, log, given.length > 0 ? given : null, say));
    }
    if (options.once) return await visitAll(witness, logs, say);
    await serve(witness, options, say);
    return 0;
  } finally {
    free();
  }
}

async function visitAll(witness, logs, say) {
  let code = 0;
  for (const log of logs)
    try {
      const { line, note } = await visit(witness, log);
      say(`signed ${note.origin} ${note.size} ${note.root.toString("base64")}\n${line.trim()}`);
    } catch (error) {
      code = 1;
      say(`${error instanceof Refusal ? "refused" : "failed"} ${log.origin}: ${error.message}`);
    }
  return code;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.log(`failed: ${error.message}`);
    return 1;
  });
