import { sql } from "drizzle-orm";
import { rows, runWork, together } from "~/db/work";
import { type AuditDay, dayKey } from "~/domain/audit/audit-files";
import { hashOfDay } from "~/domain/audit/hash-of-day";
import { STANDING_RULES } from "~/core/ledger/book-rules";
import type { AuditDeps } from "../audit-deps";
import { type LaterProgress, NO_TOTALS, type Progress } from "./audit-progress";
import type { Leased } from "./audit-row";
import { readText } from "./audit-store";

// What is under way now, casks that are gone, and the file of the day before: asked once, so that the file comes out the same
// however often its writing is begun.

/** The field of the day's money that each of the standing rules is about. */
const FIELDS: Record<keyof typeof STANDING_RULES, string> = {
  "what is unsettled is owed to refunds under way": "unsettled_cents",
  "what is held for withdrawals is what is in progress": "withdrawals_open_cents",
  "what casks brought and is not shared out yet is set aside": "cask_proceeds_cents",
  "what is held for resale is what orders set aside and sellers wait for": "wallets_cents",
};

export async function booksPiece(deps: AuditDeps, leased: Leased, from: LaterProgress<"books">): Promise<Progress> {
  const { db } = deps;
  const broken = await runWork(
    db,
    together(
      Object.fromEntries(
        Object.entries(STANDING_RULES).map(([rule, query]) => [rule, rows(db.all<{ id: string }>(sql.raw(query)))]),
      ),
    ),
  );
  const money = Object.entries(broken)
    .filter(([, found]) => found.length > 0)
    .map(([rule]) => `${FIELDS[rule] ?? "books"}: ${rule}, and it is not so`);
  const gone = await db.all<{ id: string }>(sql`SELECT cask_id AS id FROM audited_casks WHERE date < ${leased.date}
    AND (stakes > 0 OR NOT EXISTS (SELECT 1 FROM casks WHERE casks.id = cask_id)) ORDER BY cask_id LIMIT 5`);
  const other = [
    ...from.other,
    ...gone.map(({ id }) => `casks: ${id} is missing`),
    ...((await isPreviousDay(deps, leased))
      ? []
      : [`previous_hash: the file of ${leased.previousDate} is gone or another`]),
  ];
  return {
    ...{ ...from, money: [...from.money, ...money], other },
    ...{ step: "evidence", after: "", since: leased.pieces + 1, seenMs: deps.nowMs(), totals: NO_TOTALS },
  };
}

async function isPreviousDay(deps: AuditDeps, { previousDate, previousHash }: Leased): Promise<boolean> {
  if (previousDate === null) return true;
  const text = await readText(deps, dayKey(previousDate));
  if (text === null) return false;
  try {
    const day = JSON.parse(text) as AuditDay;
    return day.hash === previousHash && hashOfDay(day, deps.sha256) === previousHash;
  } catch {
    return false;
  }
}
