// What tests ask of workerd (`cloudflare:test`), in memory and in Node: an audit takes a tenth of the time there. A test that needs more of
// workerd than this fails before anything was changed, and is left out.
import { readdirSync, readFileSync } from "node:fs";
import { timingSafeEqual } from "node:crypto";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import initSqlJs from "sql.js";
import { applyRules } from "../../tests/sim/open-database";
import { ChangedStatements } from "../../tests/sim/mutants/change-statements";
import { createD1, SqliteStore } from "../../tests/sim/sqlite-d1";

Object.assign(globalThis, { scheduler: { wait: (ms: number) => wait(ms) } });
Object.assign(crypto.subtle, { timingSafeEqual });

const { Database } = await initSqlJs();
const migrations = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .map((name) => readFileSync(`migrations/${name}`, "utf8"));
const made = await applyRules(migrations, new ChangedStatements([]));
const empty = made.export();
made.close();

function open() {
  const sqlite = new Database(empty);
  sqlite.run("PRAGMA foreign_keys = ON");
  return sqlite;
}

/** Not at once: a loop that asks without end would let no timer run, nor the time limit of a test. */
const soon = <T>(_name: string, effect: () => T) => setImmediate().then(effect);
const start = () => {
  const store = new SqliteStore(open());
  return { store, d1: createD1(store, soon) };
};
let now = start();
/** One for all files: some make what they use of it before the first of their tests. */
const DB = {
  prepare: (sql: string) => now.d1.prepare(sql),
  batch: (statements: D1PreparedStatement[]) => now.d1.batch(statements),
};

type Kept = { bytes: Uint8Array<ArrayBuffer>; metadata: Record<string, unknown> };

function memoryBucket() {
  const objects = new Map<string, Kept>();
  const shown = (key: string, { bytes, metadata }: Kept) => ({
    key,
    size: bytes.length,
    etag: key,
    httpEtag: key,
    ...metadata,
  });
  const bucket = {
    objects,
    async put(key: string, content: BodyInit, options: { onlyIf?: { etagDoesNotMatch?: string } } = {}) {
      if (options.onlyIf?.etagDoesNotMatch === "*" && objects.has(key)) return null;
      objects.set(key, { bytes: new Uint8Array(await new Response(content).arrayBuffer()), metadata: options });
      return { key };
    },
    async get(key: string) {
      const kept = objects.get(key);
      if (!kept) return null;
      const answer = () => new Response(kept.bytes);
      return {
        ...shown(key, kept),
        body: answer().body,
        writeHttpMetadata: () => undefined,
        text: () => answer().text(),
        json: () => answer().json(),
        arrayBuffer: () => answer().arrayBuffer(),
      };
    },
    async head(key: string) {
      const kept = objects.get(key);
      return kept ? shown(key, kept) : null;
    },
    async list({ prefix = "" } = {}) {
      const found = [...objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
      return { objects: found.map(([key, kept]) => shown(key, kept)), truncated: false };
    },
    async delete(keys: string | string[]) {
      for (const key of [keys].flat()) objects.delete(key);
    },
  };
  return bucket;
}

function memoryNames() {
  const values = new Map<string, string>();
  return {
    values,
    async get(key: string, type?: string) {
      const value = values.get(key) ?? null;
      return type === "json" && value !== null ? (JSON.parse(value) as unknown) : value;
    },
    async put(key: string, value: string) {
      values.set(key, value);
    },
    async delete(key: string) {
      values.delete(key);
    },
    async list({ prefix = "" } = {}) {
      return { keys: [...values.keys()].filter((key) => key.startsWith(prefix)).map((name) => ({ name })) };
    },
  };
}

const [certificates, proof, sessions] = [memoryBucket(), memoryBucket(), memoryNames()];

export const env = {
  DB,
  CERTIFICATES: certificates,
  PROOF: proof,
  SESSIONS: sessions,
  SETTLEMENTS: { send: async () => undefined, sendBatch: async () => undefined },
  MIGRATIONS: [],
  ENVIRONMENT: "local",
  APP_ORIGIN: "http://localhost:8787",
};

/** Before each file: as the migrations leave it. */
export function startEmpty() {
  now.store.sqlite.close();
  now = start();
  for (const kept of [certificates.objects, proof.objects, sessions.values]) kept.clear();
}
