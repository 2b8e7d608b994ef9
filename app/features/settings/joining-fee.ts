import { eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";
import type { Deps } from "~/features/deps";
import type { Session } from "~/features/session/session";
import { settings } from "~/db/schema/operations";

/** In cents. Reading fails if the setting is missing: nothing may be sold at a guessed price. */
export function readJoiningFee(db: Database): Work<number> {
  const query = db.select({ cents: settings.value }).from(settings).where(eq(settings.key, "joining_fee_cents"));
  return mapWork(row(query), (fee) => {
    if (!fee) throw new Error("the joining fee is not set");
    return fee.cents;
  });
}

/** The joining fee and the viewer. */
export async function readFeeAndViewer({ db }: Pick<Deps, "db">, session: Session) {
  const { viewer, nowMs, result } = await session.read(() => readJoiningFee(db));
  return { viewer, nowMs, feeCents: result };
}
