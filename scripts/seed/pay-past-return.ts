import { sql } from "drizzle-orm";
import { dateOf } from "~/domain/calendar-date";
import { lastFour } from "~/domain/bank-hints";
import { cycleEnd } from "~/domain/cycles";
import { holdingsOf } from "~/features/portfolio/holdings";
import { stakesQuery, valuationsQuery, withdrawalsQuery } from "~/features/portfolio/holdings-queries";
import type { Sealer } from "~/features/profile/sealer";
import { paidWithdrawal, payWithdrawalStatements } from "~/features/withdrawals/decide-withdrawal";
import { planWithdrawal } from "~/features/withdrawals/plan-withdrawal";
import { requestWithdrawalStatements } from "~/features/withdrawals/request-withdrawal";
import type { World } from "./world";

const DAY_MS = 86_400_000;
const ASKED_AFTER_MS = 5 * DAY_MS + 8 * 3_600_000;
const PAID_AFTER_MS = 20 * 3_600_000;
const WITHDRAWAL_ID = "wdr_demo_first_return";
const BANK_REFERENCE = "SAMPLE-0001";
const BANK = {
  holder_name: "Meera Vaidyan",
  bank_name: "Sample Bank",
  ifsc_code: "SMPL0000001",
  account_number: "000000004242",
};

/**
 * The oldest stake's first return: asked for some days after its cycle ended, and paid the next day. One batch, so that it
 * is either all there or not at all; a cycle that was asked for already is left alone.
 */
export async function payPastReturn(
  world: World,
  sealer: Sealer,
  { investorId, operatorId }: { investorId: string; operatorId: string },
): Promise<void> {
  const { db } = world;
  const [stakes, valuations, withdrawals] = await db.batch([
    stakesQuery(db, investorId),
    valuationsQuery(db, investorId),
    withdrawalsQuery(db, investorId),
  ]);
  const [oldest] = stakes;
  if (!oldest) return;
  const nowMs = Date.parse(cycleEnd(dateOf(oldest.purchasedAtMs), 1)) + ASKED_AFTER_MS;
  const holdings = holdingsOf({ stakes, valuations, withdrawals }, nowMs);
  const asked = { stakeId: oldest.stakeId, cycleNumber: 1 };
  const planned = planWithdrawal(holdings, { activated: true, asked });
  if (!planned.ok || nowMs + PAID_AFTER_MS > world.nowMs) return;
  const sealed = await sealer.seal(BANK.account_number, {
    table: "withdrawals",
    column: "account_number_sealed",
    userId: investorId,
  });
  const request = requestWithdrawalStatements(db, {
    withdrawalId: WITHDRAWAL_ID,
    userId: investorId,
    plan: planned.plan,
    bank: BANK,
    account: { ...sealed, last4: lastFour(BANK.account_number) },
    payableFromMs: nowMs,
    nowMs,
    live: sql`1 = 1`,
  });
  const decision = payWithdrawalStatements(db, {
    withdrawalId: WITHDRAWAL_ID,
    userId: investorId,
    operatorId,
    bankReference: BANK_REFERENCE,
    nowMs: nowMs + PAID_AFTER_MS,
    live: sql`1 = 1`,
  });
  const results = await db.batch([...request, ...decision]);
  const paid = paidWithdrawal(results[8], BANK_REFERENCE, nowMs + PAID_AFTER_MS);
  if (!paid.ok) throw new Error(`the first return was not paid: ${paid.code}`);
}
