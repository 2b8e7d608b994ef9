import { eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { casks } from "~/db/schema/casks";
import { isFresh } from "~/features/session/require-fresh";
import type { Viewer } from "~/features/session/viewer";

export type ChangeCaskState = {
  caskId: string;
  /** The version that the page showed. */
  version: number;
};

/** @typeParam Code what else stands in the way of this change */
export type CaskStateOutcome<Code extends string> =
  { ok: true } | { ok: false; code: "no-such-cask" | "changed-meanwhile" | "code-needed" | "not-allowed" | Code };

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

type Wanted = ChangeCaskState & { wanted: CaskStateNow["state"]; viewer: Viewer; nowMs: number };

/** A cask that is in the wanted state, whoever brought it there, is as the operator wants it. */
export function stateOutcome(
  now: CaskStateNow | undefined,
  { version, wanted, viewer, nowMs }: Wanted,
): CaskStateOutcome<never> {
  if (viewer.role !== "operator") return { ok: false, code: "not-allowed" };
  if (!now) return { ok: false, code: "no-such-cask" };
  if (now.state === wanted) return { ok: true };
  if (!isFresh(viewer, nowMs)) return { ok: false, code: "code-needed" };
  return { ok: false, code: now.version === version ? "not-allowed" : "changed-meanwhile" };
}
