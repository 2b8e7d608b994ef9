import { sql } from "drizzle-orm";
import { sealedBankDetailsQuery } from "~/areas/accounts/profile/bank-details";
import { openAccountNumber } from "~/areas/accounts/profile/open-account-number";
import type { Deps } from "~/core/deps";
import { byUser, recordAudit } from "~/core/ledger/audit";
import { readSignedIn } from "~/core/session/read-signed-in";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { row, rows, runWork, together, type Work, writes } from "~/db/work";
import { PAGE_ROWS, pageOf, PART_NAMES, type PartName } from "./my-data-parts";

export type DataRow = Record<string, string | number | null>;
type DataFile = { certificateId: string; key: string };

export type MyData = {
  nowMs: number;
  /** Of each part the first rows, as many as a page has. */
  first: Record<PartName, DataRow[]>;
  /** All rows of a part, page by page. Long parts are read on the way: one round trip a page. */
  pagesOf: (name: PartName) => AsyncGenerator<DataRow[]>;
  /** The files of certificates, page by page. */
  files: () => AsyncGenerator<DataFile[]>;
};

export function dataOf(
  db: Database,
  { userId, nowMs, first, files }: { userId: string; files: DataFile[] } & Pick<MyData, "nowMs" | "first">,
): MyData {
  return {
    nowMs,
    first,
    pagesOf: (name) => pages(first[name], (after) => runWork(db, rows(db.all<DataRow>(pageOf(name, userId, after))))),
    files: () => pages(files, (after) => runWork(db, rows(filesOf(db, userId, after)))),
  };
}

export function readFirst(db: Database, userId: string): Work<MyData["first"]> {
  const works = PART_NAMES.map((name) => [name, rows(db.all<DataRow>(pageOf(name, userId, 0)))] as const);
  return together(Object.fromEntries(works)) as Work<MyData["first"]>;
}

export const filesOf = (db: Database, userId: string, after: number) =>
  db.all<DataFile>(sql`SELECT certificates.id AS certificateId, certificates.r2_key AS "key" FROM stakes
    JOIN certificates ON certificates.stake_id = stakes.id AND certificates.state = 'issued'
    WHERE stakes.user_id = ${userId} ORDER BY certificates.created_at_ms, certificates.id LIMIT ${PAGE_ROWS} OFFSET ${after}`);

async function* pages<T>(first: T[], next: (after: number) => Promise<T[]>): AsyncGenerator<T[]> {
  let page = first;
  let read = 0;
  while (page.length > 0) {
    yield page;
    read += page.length;
    if (page.length < PAGE_ROWS) return;
    page = await next(read);
  }
}

type MyDataOutcome = { ok: true; data: MyData } | { ok: false; code: "code-needed" };

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
