// One run a request, of the audit or of the log that follows it, with what it cost: for scripts/audit-scale.mjs.
import { countRoundTrips } from "~/db/count-round-trips";
import { createDatabase } from "~/db/client";
import { runAudit } from "~/areas/proof/audits/run-audit";
import { appendLog } from "~/areas/proof/log/append-log";
import type { LogKey } from "~/areas/proof/log/log-deps";
import { newId } from "~/server/ids";
import { hashBytes, sha256 } from "~/server/sha256";

type Bindings = { DB: D1Database; PROOF: R2Bucket };

export default {
  async fetch(request, { DB, PROOF }) {
    const url = new URL(request.url);
    const nowMs = () => Number(url.searchParams.get("now"));
    const trips = { count: 0, rowsRead: 0, rowsWritten: 0 };
    const files = { read: 0, written: 0 };
    const proof = {
      get: (key: string) => ((files.read += 1), PROOF.get(key)),
      put: (...args: Parameters<R2Bucket["put"]>) => ((files.written += 1), PROOF.put(...args)),
      delete: (keys: string | string[]) => PROOF.delete(keys),
      list: (options: R2ListOptions) => PROOF.list(options),
    } as unknown as R2Bucket;
    const deps = {
      db: createDatabase(countRoundTrips(DB, trips)),
      nowMs,
      newId: (prefix: string) => newId(prefix, nowMs()),
      log: (event: string, fields: object = {}) => console.log(event, JSON.stringify(fields)),
      ...{ proof, certificates: proof, sha256, hashBytes },
      signLink: (text: string) => Promise.resolve(text),
      logKeys: async (): Promise<readonly [LogKey]> => [await (key ??= makeKey())],
      origin: url.origin,
    };
    const published = await (url.pathname === "/log" ? appendLog(deps) : runAudit(deps));
    return Response.json({ published, ...trips, ...files });
  },
} satisfies ExportedHandler<Bindings>;

let key: Promise<LogKey> | undefined;

async function makeKey(): Promise<LogKey> {
  const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  const sign = (text: string) => crypto.subtle.sign("Ed25519", pair.privateKey, new TextEncoder().encode(text));
  return {
    publicKey: new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer),
    sign: async (text) => new Uint8Array(await sign(text)),
  };
}
