import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, rows, together, type Work, writes } from "~/db/work";
import type { Deps } from "~/features/deps";
import { byUser, recordAudit } from "~/features/ledger/audit";
import { sealedBankDetailsQuery } from "~/features/profile/bank-details";
import { openAccountNumber } from "~/features/profile/open-account-number";
import { readSignedIn } from "~/features/session/read-signed-in";
import type { Session } from "~/features/session/session";
import { isFresh } from "~/features/session/require-fresh";
import { dataParts, PART_NAMES, type PartName } from "./data-parts";

export type DataRow = Record<string, string | number | null>;
export type MyData = {
  nowMs: number;
  parts: Record<PartName, DataRow[]>;
  /** The files of certificates. */
  files: { certificateId: string; key: string }[];
};

export type MyDataOutcome = { ok: true; data: MyData } | { ok: false; code: "code-needed" };

/** Everything about the viewer, with the account number opened. Needs a young code, and is recorded. One round trip. */
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
      parts: readParts(db, userId),
      bank: row(sealedBankDetailsQuery(db, { userId })),
      files: rows(
        db.all<
          MyData["files"][number]
        >(sql`SELECT certificates.id AS certificateId, certificates.r2_key AS "key" FROM stakes
          JOIN certificates ON certificates.stake_id = stakes.id AND certificates.state = 'issued'
          WHERE stakes.user_id = ${userId} ORDER BY certificates.created_at_ms LIMIT 1000`),
      ),
    });
  });
  if (!isFresh(viewer, nowMs)) return { ok: false, code: "code-needed" };
  const accountNumber = await openAccountNumber(deps, result.bank);
  const bank = result.parts.bank_details.map((one) => ({ ...one, account_number: accountNumber }));
  return { ok: true, data: { nowMs, parts: { ...result.parts, bank_details: bank }, files: result.files } };
}

function readParts(db: Database, userId: string): Work<MyData["parts"]> {
  const works = PART_NAMES.map((name) => [name, rows(db.all<DataRow>(dataParts[name].rows(userId)))] as const);
  return together(Object.fromEntries(works)) as Work<MyData["parts"]>;
}

/** Whether the viewer's code is young enough for it. One round trip. */
export async function mayTakeData(session: Session): Promise<boolean> {
  const { viewer, nowMs } = await readSignedIn(session);
  return isFresh(viewer, nowMs);
}
