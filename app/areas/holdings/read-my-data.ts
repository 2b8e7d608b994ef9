import { openAccountNumber, sealedBankDetailsQuery } from "~/areas/accounts/profile/bank-details";
import type { SealingDeps } from "~/core/sealer";
import { byUser, recordAudit } from "~/core/ledger/audit";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { mapWork, row, rows, together, type Work, writes } from "~/db/work";
import { dataParts, PART_NAMES, type PartName } from "./my-data-parts";

type DataRow = Record<string, string | number | null>;
export type MyData = { nowMs: number; parts: Record<PartName, DataRow[]> };

export const readParts = (db: Database, userId: string): Work<MyData["parts"]> => {
  const works = PART_NAMES.map((name) => {
    const found = rows(db.all<DataRow>(dataParts[name].rows(userId)));
    return [name, mapWork(found, (all) => all.map(inWords))] as const;
  });
  return together(Object.fromEntries(works)) as Work<MyData["parts"]>;
};

function inWords(found: DataRow): DataRow {
  const cells = Object.entries(found).map(([column, value]) => {
    if (!/_ms$/.test(column)) return [column, value];
    return [column.replace(/_ms$/, ""), typeof value === "number" ? new Date(value).toISOString() : null];
  });
  return Object.fromEntries(cells) as DataRow;
}

export async function readMyData(deps: SealingDeps, session: Session): Promise<MyData | null> {
  const { db } = deps;
  const auditId = deps.newId("aud");
  const { viewer, nowMs, result } = await session.write(({ userId, nowMs, fresh }) => {
    const entry = { id: auditId, actor: byUser(userId), action: "data-taken", subject: byUser(userId), nowMs } as const;
    return together({
      recorded: writes(recordAudit(db, entry, { where: fresh })),
      parts: readParts(db, userId),
      bank: row(sealedBankDetailsQuery(db, { userId })),
    });
  });
  if (!viewer.fresh) return null;
  const account_number = await openAccountNumber(deps, result.bank);
  const bank_details = result.parts.bank_details.map((one) => ({ ...one, account_number }));
  return { nowMs, parts: { ...result.parts, bank_details } };
}
