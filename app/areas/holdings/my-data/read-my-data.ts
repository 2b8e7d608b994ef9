import { row, rows, together, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { sealedBankDetailsQuery } from "~/areas/accounts/profile/bank-details";
import { openAccountNumber } from "~/areas/accounts/profile/open-account-number";
import { readSignedIn } from "~/core/session/read-signed-in";
import type { Session } from "~/core/session/session";
import { dataOf, filesOf, type MyData, readFirst } from "./inside/read-parts";

export type MyDataOutcome = { ok: true; data: MyData } | { ok: false; code: "code-needed" };

/**
 * Everything about the viewer, with the account number opened. Requires a recent code, and is recorded. One round trip, and one more
 * for each further page of a part that is longer than one.
 */
export async function readMyData(
  deps: Pick<Deps, "db" | "newId" | "log" | "sealer">,
  session: Session,
): Promise<MyDataOutcome> {
  const { db } = deps;
  const auditId = deps.newId("aud");
  const { viewer, nowMs, result } = await session.write(({ userId, nowMs, fresh }) => {
    const entry = { id: auditId, actor: byUser(userId), action: "data-taken", subject: byUser(userId), nowMs } as const;
    return together({
      recorded: writes(recordAudit(db, entry, { where: fresh })),
      first: readFirst(db, userId),
      bank: row(sealedBankDetailsQuery(db, { userId })),
      files: rows(filesOf(db, userId, 0)),
    });
  });
  if (!viewer.fresh) return { ok: false, code: "code-needed" };
  const accountNumber = await openAccountNumber(deps, result.bank);
  const bank = result.first.bank_details.map((one) => ({ ...one, account_number: accountNumber }));
  const first = { ...result.first, bank_details: bank };
  return { ok: true, data: dataOf(db, { userId: viewer.id, nowMs, first, files: result.files }) };
}

/** Whether the viewer's code is young enough for it. One round trip. */
export async function mayTakeData(session: Session): Promise<boolean> {
  return (await readSignedIn(session)).viewer.fresh;
}
