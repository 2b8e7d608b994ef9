import { sql } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { callBackProposal, proposePayout } from "~/areas/payouts/withdrawals/propose-payout";
import { asOperator } from "./open-session";
import { createTestContext } from "./context";
import { creditWallet } from "./holdings";
import { type Person, signIn } from "./people";
import { rejectWithdrawal, requestBalance } from "./withdrawals";

// Two requests that are just alike, and each column that a step changes of them.

const DAY_MS = 86_400_000;
/** A table and the column by which its rows are told apart. */
type Table = readonly [string, string];
const TABLES: readonly Table[] = [
  ["withdrawals", "id"],
  ["payout_proposals", "withdrawal_id"],
  ["audit_log", "id"],
];

type Row = Record<string, unknown>;

/** For one file of tests. `at` is new for each test: a request, another one, who asked for them, and two operators. @param more to look at */
export function openRequests(...more: Table[]) {
  const context = createTestContext();
  const { db, clock } = context;
  const at = {} as Record<"person" | "neighbour" | "operator" | "second", Person> & { id: string; other: string };

  beforeEach(async () => {
    clock.nowMs = Date.now();
    for (const name of ["operator", "second"] as const) at[name] = await signIn(context, { operator: true });
    for (const name of ["person", "neighbour"] as const) at[name] = await signIn(context);
    [at.id, at.other] = [await ask(at.person), await ask(at.neighbour)];
  });

  /** Three days ago, so that it may be paid. */
  async function ask(by: Person, amountCents = 1_000): Promise<string> {
    await creditWallet(context, by, amountCents);
    const then = { ...context, nowMs: () => clock.nowMs - 3 * DAY_MS };
    return (await requestBalance(then, { userId: by.userId, amountCents })).withdrawalId;
  }

  /** Rejects what other tests have left open. */
  async function rejectOthers(kept = [at.id, at.other]): Promise<void> {
    const left = await db.all<{ withdrawalId: string; userId: string }>(sql`SELECT id AS withdrawalId, user_id AS userId
      FROM withdrawals WHERE state IN ('progress', 'sending') AND id NOT IN ${kept}`);
    for (const one of left) await rejectWithdrawal(context, { ...one, operatorId: at.operator.userId });
  }

  async function rows(): Promise<Map<string, Row>> {
    const found = new Map<string, Row>();
    for (const [table, key] of [...TABLES, ...more])
      for (const row of await db.all<Row>(sql`SELECT * FROM ${sql.raw(table)}`))
        found.set(`${table} ${String(row[key])}`, row);
    return found;
  }

  /** What was answered a second later, and each column that is another one than before. */
  async function changing<T>(act: () => Promise<T>): Promise<{ said: T; changed: Record<string, Row> }> {
    const before = await rows();
    clock.advance(1_000);
    const said = await act();
    const changed: Record<string, Row> = {};
    for (const [name, row] of await rows()) {
      const was = before.get(name) ?? {};
      const columns = Object.entries(row).filter(([column, value]) => was[column] !== value);
      if (columns.length > 0) changed[name] = Object.fromEntries(columns);
    }
    return { said, changed };
  }

  /** A row of the audit log about the first request. */
  const entry = (actor: string, action: string, detail: string | null): Row => ({
    id: expect.any(String) as string,
    actor,
    action,
    subject: `withdrawal:${at.id}`,
    detail,
    created_at_ms: clock.nowMs,
  });

  let audits = 0;
  const auditId = () => `aud_${(audits += 1)}`;
  const lastAudit = () => `audit_log aud_${audits}`;
  const propose = (by = at.operator, bankReference = "UTR-1", withdrawalId = at.id) =>
    asOperator(context, by.userId, (operator) =>
      proposePayout(db, { auditId: auditId(), withdrawalId, bankReference, operator }),
    );
  const callBack = (by = at.second, withdrawalId = at.id) =>
    asOperator(context, by.userId, (operator) =>
      callBackProposal(db, { auditId: auditId(), withdrawalId, reason: "The wrong account.", operator }),
    );

  return { context, at, ask, rejectOthers, changing, entry, lastAudit, propose, callBack };
}
