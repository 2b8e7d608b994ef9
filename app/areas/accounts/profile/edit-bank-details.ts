import { row, together, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { readKeptForm } from "~/core/kept-form/kept-form";
import type { Sealed } from "~/core/sealer";
import { isFresh } from "~/core/session/require-fresh";
import type { Viewer } from "~/core/session/viewer";
import { accountOpenedStatement } from "./account-opened";
import { type SealedBankDetails, sealedBankDetailsQuery } from "./bank-details";

/** The saved bank details, for a reader who may change them. */
export type SavedBank = {
  viewer: Viewer;
  nowMs: number;
  row: SealedBankDetails | undefined;
  fresh: boolean;
  kept: Sealed | undefined;
};

/**
 * Editing the number reveals it, so the same batch records that in the audit log.
 * @param keptId of the fields typed before a code was asked for; null: none
 */
export async function editBankDetails(
  { db, newId }: Pick<Deps, "db" | "newId">,
  session: Session,
  keptId: string | null = null,
): Promise<SavedBank> {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs, fresh }) =>
    together({
      kept: readKeptForm(db, keptId, nowMs),
      saved: row(sealedBankDetailsQuery(db, { userId })),
      opened: writes(
        accountOpenedStatement(db, { auditId: newId("aud"), userId, what: "bank-details", nowMs, live: fresh }),
      ),
    }),
  );
  return { viewer, nowMs, row: result.saved, fresh: isFresh(viewer, nowMs), kept: result.kept };
}
