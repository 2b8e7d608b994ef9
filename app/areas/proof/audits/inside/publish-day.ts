import { sql } from "drizzle-orm";
import { row, runWork, writeThenRead } from "~/db/work";
import { type AuditDay, type AuditedCask, dayKey, LATEST_KEY } from "~/domain/audit/audit-files";
import { canonicalJson } from "~/domain/audit/canonical-json";
import { hashOfDay } from "~/domain/audit/hash-of-day";
import { type MoneyThen, tellMoney } from "~/domain/audit/tell-money";
import { house, MONEY_ACCOUNTS } from "~/core/ledger/accounts";
import { tellOperators } from "~/core/outbox/tell-operators";
import type { AuditDeps } from "../audit-deps";
import type { LaterProgress, Sums } from "./audit-progress";
import { type Leased, readParts } from "./audit-row";
import { putJson } from "./audit-store";

/**
 * Writes the day's file, then the copy that is the latest, then the row. A run that dies between them leaves the row as it was, and the
 * next run writes the same bytes again.
 */
export async function publishDay(deps: AuditDeps, leased: Leased, from: LaterProgress<"publish">): Promise<boolean> {
  const { db } = deps;
  const casks = await readParts<AuditedCask>(deps, leased);
  const day = makeDay(deps, leased, from, casks);
  const text = canonicalJson(day);
  await putJson(deps, dayKey(leased.date), text);
  await putJson(deps, LATEST_KEY, text);
  const { ledger, counts } = from;
  const nowMs = deps.nowMs();
  const ours = sql`audits.date = ${leased.date} AND audits.lease = ${leased.lease} AND audits.pieces = ${leased.pieces}`;
  const published = sql`audits.date = ${leased.date} AND audits.state = 'published'`;
  const statements = [
    db.run(sql`UPDATE audits SET state = 'published', result = ${day.result}, reason = ${day.reason}, hash = ${day.hash},
      ledger_head = ${ledger.head}, ledger_rows = ${ledger.rows}, last_seq = ${ledger.lastSeq}, ledger_right = ${ledger.reason === null ? 1 : 0},
      casks = ${counts.casks}, stakes = ${counts.stakes}, documents = ${counts.documents}, progress = '', lease = NULL, leased_until_ms = NULL,
      finished_at_ms = ${nowMs} WHERE ${ours} AND audits.state = 'running'`),
    db.run(
      sql`DELETE FROM audit_parts WHERE date = ${leased.date} AND EXISTS (SELECT 1 FROM audits WHERE ${published})`,
    ),
    // Nothing is compared with the chain of a ledger that is wrong.
    db.run(sql`DELETE FROM ledger_checkpoints WHERE date = ${leased.date}
      AND EXISTS (SELECT 1 FROM audits WHERE ${published} AND audits.ledger_right = 0)`),
    tellOperators(db, {
      notice: "audit-failed",
      occasion: sql`audits.date`,
      given: { table: sql`audits`, where: sql`${published} AND audits.result = 'FAIL'` },
      nowMs,
    }),
  ];
  const hash = db.all<{ hash: string }>(sql`SELECT hash FROM audits WHERE ${published}`);
  const found = await runWork(db, writeThenRead(statements, row(hash)));
  deps.log("audit-published", { code: leased.date, outcome: day.result, count: casks.length, error: day.reason });
  return found?.hash === day.hash;
}

function makeDay(
  { sha256 }: AuditDeps,
  { date, previousDate, previousHash }: Leased,
  { ledger, counts, money, other, bids, owed }: LaterProgress<"publish">,
  casks: AuditedCask[],
): AuditDay {
  const told = tellMoney(moneyThen(ledger.sums), money);
  const failed = casks.filter(({ result }) => result === "FAIL").length;
  const named = counts.failed.slice(0, NAMED).join(", ") + (failed > NAMED ? ", ..." : "");
  const reasons = [
    ...(ledger.reason === null ? [] : [ledger.reason]),
    ...(told.reason === null ? [] : [`money: ${told.reason}`]),
    ...(failed === 0 ? [] : [`casks: ${failed} not right (${named})`]),
    ...other,
  ];
  const day: Omit<AuditDay, "hash"> = {
    casks,
    date,
    ledger_head: ledger.head,
    ledger_rows: ledger.rows,
    money: told,
    previous_date: previousDate,
    previous_hash: previousHash,
    reason: reasons.length === 0 ? null : reasons.join("; "),
    result: reasons.length === 0 ? "PASS" : "FAIL",
    ...{ version: 1, owed, bids: bids.toSorted((a, b) => (a.id < b.id ? -1 : 1)) },
  };
  return { ...day, hash: hashOfDay(day, sha256) };
}

const NAMED = 5;

function moneyThen({ house: sides, wallets, rewardsPending }: Sums): MoneyThen {
  const balance = (account: string) => (sides[account]?.credits ?? 0) - (sides[account]?.debits ?? 0);
  return {
    held_cents: MONEY_ACCOUNTS.reduce((held, account) => held - balance(account), 0),
    wallets_cents: wallets + balance(house.resale),
    rewards_pending_cents: rewardsPending,
    withdrawals_open_cents: balance(house.withdrawals),
    unsettled_cents: balance(house.unsettled),
    cask_proceeds_cents: balance(house.caskProceeds),
  };
}
