// The trips of a purchase, timed where the app makes them: in a Worker. For scripts/measure-d1.mjs, which deploys it for a minute.
import { eq, sql } from "drizzle-orm";
import { createDatabase, type Database } from "~/db/client";
import { caskColumns, casks } from "~/db/schema/casks";
import { row, runWork, together, writes } from "~/db/work";
import { startPayment } from "~/areas/buying/start-payment";
import { readViewer } from "~/core/session/viewer";

type Bindings = { DB: D1Database; KEY: string };

/** Of each of the three kinds one after the other, then all at once: no invocation may have more than a thousand statements. */
const AT_ONCE = 20;
const NOBODY = { idHash: "measured", userId: "usr_measured" };
/** A row of the limits whose time is over: the sweeper takes it, if we cannot. */
const ROW = "measured";

const write = (db: Database) =>
  db.run(sql`INSERT INTO counters (key, count, window_ends_at_ms) VALUES (${ROW}, 1, 0)
    ON CONFLICT (key) DO UPDATE SET count = count + 1`);

/** Of nobody: the app's own statements, which find no session and start nothing. The second writes one row as well, as a start does. */
const TRIPS: Record<string, (db: Database, nowMs: number) => Promise<unknown>> = {
  read: (db, nowMs) =>
    runWork(
      db,
      together({
        viewer: readViewer(db, NOBODY, nowMs),
        cask: row(db.select(caskColumns).from(casks).where(eq(casks.state, "published")).limit(1)),
      }),
    ),
  start: (db, nowMs) => {
    const asked = { paymentId: "pay_measured", userId: NOBODY.userId, caskId: "csk_measured", mode: "Bank" as const };
    const started = startPayment(db, { ...asked, nowMs, live: sql`false` });
    return runWork(db, together({ viewer: readViewer(db, NOBODY, nowMs), started, written: writes(write(db)) }));
  },
  write: (db) => runWork(db, writes(write(db))),
};

export default {
  async fetch(request, { DB, KEY }) {
    if (request.headers.get("Authorization") !== `Bearer ${KEY}`) return new Response(null, { status: 404 });
    const db = createDatabase(DB);
    if (request.method === "DELETE") {
      await runWork(db, writes(db.run(sql`DELETE FROM counters WHERE key = ${ROW}`)));
      return new Response(null, { status: 204 });
    }
    const took: Record<string, number[]> = {};
    const share: Record<string, number> = {};
    for (const [name, trip] of Object.entries(TRIPS)) {
      const timed = async () => {
        const startedMs = Date.now();
        await trip(db, startedMs);
        return Date.now() - startedMs;
      };
      const alone = [];
      for (let turn = 0; turn < AT_ONCE; turn++) alone.push(await timed());
      took[name] = alone;
      const startedMs = Date.now();
      await Promise.all(Array.from({ length: AT_ONCE }, timed));
      share[name] = (Date.now() - startedMs) / AT_ONCE;
    }
    return Response.json({ took, share, colo: (request.cf as { colo?: string } | undefined)?.colo ?? null });
  },
} satisfies ExportedHandler<Bindings>;
