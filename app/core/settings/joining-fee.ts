import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { setting } from "./setting";

/** In cents. Reading fails if the setting is missing: nothing may be sold at a guessed price. */
export function readJoiningFee(db: Database): Work<number> {
  const query = db.all<{ cents: number | null }>(sql`SELECT ${setting("joining_fee_cents")} AS cents`);
  return mapWork(row(query), (fee) => {
    const cents = fee?.cents ?? null;
    if (cents === null) throw new Error("the joining fee is not set");
    return cents;
  });
}

export async function readFeeAndViewer({ db }: Deps, session: Session) {
  const { viewer, nowMs, result } = await session.read(() => readJoiningFee(db));
  return { viewer, nowMs, feeCents: result };
}
