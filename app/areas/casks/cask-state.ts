import { eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";

export type ChangeCaskState = {
  caskId: string;
  /** The version that the page showed. */
  version: number;
};

/** @typeParam Code what else stands in the way of this change */
export type CaskStateOutcome<Code extends string> =
  { ok: true } | { ok: false; code: "no-such-cask" | "changed-meanwhile" | "not-allowed" | Code };

export const caskStateNow = (db: Database, caskId: string) =>
  db
    .select({
      state: casks.state,
      version: casks.version,
      soldStakes: casks.soldStakes,
      reservedStakes: casks.reservedStakes,
      closesOn: casks.closesOn,
      endedOn: casks.endedOn,
    })
    .from(casks)
    .where(eq(casks.id, caskId));

export type CaskStateNow = Awaited<ReturnType<typeof caskStateNow>>[number];

type Wanted = ChangeCaskState & { wanted: CaskStateNow["state"] };

/** A cask already in the wanted state is as the operator wants it, no matter who put it there. */
export function stateOutcome(now: CaskStateNow | undefined, { version, wanted }: Wanted): CaskStateOutcome<never> {
  if (!now) return { ok: false, code: "no-such-cask" };
  if (now.state === wanted) return { ok: true };
  return { ok: false, code: now.version === version ? "not-allowed" : "changed-meanwhile" };
}
