// One run of the audit a request, with what it cost: for scripts/audit-scale.mjs.
import { countRoundTrips } from "~/db/count-round-trips";
import { createDatabase } from "~/db/client";
import { runAudit } from "~/areas/proof/audits/run-audit";
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
      delete: (key: string) => PROOF.delete(key),
    } as unknown as R2Bucket;
    const published = await runAudit({
      db: createDatabase(countRoundTrips(DB, trips)),
      nowMs,
      newId: (prefix) => newId(prefix, nowMs()),
      log: (event, fields) => console.log(event, JSON.stringify(fields)),
      ...{ proof, certificates: proof, sha256, hashBytes },
      signLink: (text) => Promise.resolve(text),
    });
    return Response.json({ published, ...trips, ...files });
  },
} satisfies ExportedHandler<Bindings>;
