import { row, together, writes } from "~/db/work";
import type { Deps } from "~/features/deps";
import type { Session } from "~/features/session/session";
import { isFresh } from "~/features/session/require-fresh";
import type { Viewer } from "~/features/session/viewer";
import { accountOpenedStatement } from "./account-opened";
import { type SealedBankDetails, sealedBankDetailsQuery } from "./bank-details";

/** Bank details as they are saved, read by the one who may change them. */
export type SavedBank = { viewer: Viewer; nowMs: number; row: SealedBankDetails | undefined; fresh: boolean };

/** The number is opened for whoever edits it, so the same batch puts that on record. */
export async function editBankDetails({ db, newId }: Pick<Deps, "db" | "newId">, session: Session): Promise<SavedBank> {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs, fresh }) =>
    together({
      saved: row(sealedBankDetailsQuery(db, userId)),
      opened: writes(
        accountOpenedStatement(db, { auditId: newId("aud"), userId, what: "bank-details", nowMs, live: fresh }),
      ),
    }),
  );
  return { viewer, nowMs, row: result.saved, fresh: isFresh(viewer, nowMs) };
}
