import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { loginAsks } from "~/db/schema/people";
import { type LimitOutcome, limitWork } from "~/core/limits";
import { row, runWork, together, writes } from "~/db/work";
import { failed, type Failed, type LoginDeps } from "./login-deps";
import type { SendLimits } from "./login-limits";

export type Ask = { key: string; salt: string; againAfterMs: number };

const LOOK_AGAIN_MS = [200, 600, 1_200] as const;

export function askQuery(db: Database, { key, againAfterMs }: Omit<Ask, "salt">, nowMs: number) {
  return db
    .select({ salt: loginAsks.salt, sentAtMs: loginAsks.sentAtMs, rejectedAtMs: loginAsks.rejectedAtMs })
    .from(loginAsks)
    .where(and(eq(loginAsks.key, key), sql`${loginAsks.askedAtMs} > ${nowMs - againAfterMs}`));
}

type OtherAsk = { salt: string; sentAtMs: number | null; rejectedAtMs: number | null };
export type Claimed = { first: true } | { first: false; other: OtherAsk } | { first: false; refused: LimitOutcome };

export async function claimAsk(db: Database, ask: Ask, limits: SendLimits, nowMs: number): Promise<Claimed> {
  const isMine = sql`EXISTS (SELECT 1 FROM login_asks WHERE key = ${ask.key} AND salt = ${ask.salt})`;
  const claim = db
    .insert(loginAsks)
    .values({ key: ask.key, salt: ask.salt, askedAtMs: nowMs })
    .onConflictDoUpdate({
      target: loginAsks.key,
      set: { salt: ask.salt, askedAtMs: nowMs, sentAtMs: null, rejectedAtMs: null },
      setWhere: lt(loginAsks.askedAtMs, nowMs - ask.againAfterMs + 1),
    });
  const release = (isFull: SQL) => db.delete(loginAsks).where(and(mine(ask), isFull));
  const { limited, asked } = await runWork(
    db,
    together({
      claimed: writes(claim),
      limited: limitWork(db, {
        limits: limits.all,
        alsoLook: limits.proven,
        tallies: limits.tallies,
        nowMs,
        onlyIf: isMine,
        whenFull: release,
      }),
      asked: row(askQuery(db, ask, nowMs)),
    }),
  );
  if (!asked) return { first: false, refused: limited };
  return asked.salt === ask.salt ? { first: true } : { first: false, other: asked };
}

const mine = ({ key, salt }: Ask) => and(eq(loginAsks.key, key), eq(loginAsks.salt, salt));

export function endAsk(db: Database, ask: Ask, outcome: "sent" | "rejected" | "unavailable", nowMs: number) {
  if (outcome === "unavailable") return db.delete(loginAsks).where(mine(ask));
  return db
    .update(loginAsks)
    .set(outcome === "sent" ? { sentAtMs: nowMs } : { rejectedAtMs: nowMs })
    .where(mine(ask));
}

export async function outcomeOf(
  deps: Pick<LoginDeps, "db" | "pause">,
  key: string,
  asked: OtherAsk,
): Promise<{ ok: true } | Failed> {
  let latest: OtherAsk | undefined = asked;
  for (const wait of LOOK_AGAIN_MS) {
    if (!latest || latest.salt !== asked.salt) return failed({ code: "unavailable" });
    if (latest.rejectedAtMs !== null) return failed({ code: "rejected" });
    if (latest.sentAtMs !== null) return { ok: true };
    await deps.pause(wait);
    latest = await runWork(deps.db, row(askQuery(deps.db, { key, againAfterMs: 0 }, 0)));
  }
  if (!latest) return failed({ code: "unavailable" });
  // A slow sender: its answer is of use only on the page where the code is typed.
  return latest.rejectedAtMs === null ? { ok: true } : failed({ code: "rejected" });
}
