import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import type { Work } from "~/db/work";
import { accessOf } from "~/core/session/access";
import { guarded, type OperatorAccess } from "~/core/session/guarded";

const alive = sql`1 = 1`;

/** What a sample operator did at this time, behind the guard. No one is signed in while a database is filled. */
export function asOperator<T>(
  db: Database,
  { operatorId, nowMs }: { operatorId: string; nowMs: number },
  make: (operator: OperatorAccess) => Work<T>,
): Work<T> {
  const access = { ...accessOf({ userId: operatorId, idHash: "sample" }, nowMs), live: alive, fresh: alive };
  return guarded(db, access, "change", make);
}
