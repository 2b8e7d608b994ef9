import { row, together, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { accountOpenedStatement } from "./account-opened";
import { type SealedBankDetails, sealedBankDetailsQuery } from "./bank-details";

/** The saved bank details, for a reader who may change them. */
export type SavedBank = {
  viewer: Viewer;
  nowMs: number;
  row: SealedBankDetails | undefined;
};

/** Editing the number reveals it, so the same batch records that in the audit log. */
export async function editBankDetails({ db, newId }: Pick<Deps, "db" | "newId">, session: Session): Promise<SavedBank> {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs, fresh }) =>
    together({
      saved: row(sealedBankDetailsQuery(db, { userId })),
      opened: writes(
        accountOpenedStatement(db, { auditId: newId("aud"), userId, what: "bank-details", nowMs, live: fresh }),
      ),
    }),
  );
  return { viewer, nowMs, row: result.saved };
}
