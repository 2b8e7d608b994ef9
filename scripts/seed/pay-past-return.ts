import { sql } from "drizzle-orm";
import { runWork, together } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { cycleEnd } from "~/domain/cycles";
import { readHoldings } from "~/areas/holdings/portfolio/holdings";
import type { Sealer } from "~/core/sealer";
import { payWithdrawal } from "~/areas/payouts/withdrawals/decide-withdrawal";
import { makeWithdrawal } from "~/areas/payouts/withdrawals/make-withdrawal";
import { planWithdrawal } from "~/areas/payouts/withdrawals/plan-withdrawal";
import { asOperator } from "./as-operator";
import { bankAccountOf } from "./bank-account";
import type { World } from "./world";

const DAY_MS = 86_400_000;
const ASKED_AFTER_MS = 5 * DAY_MS + 8 * 3_600_000;
/** After the wait of an account that was not paid to before. */
const PAID_AFTER_MS = 52 * 3_600_000;
const WITHDRAWAL_ID = "wdr_demo_first_return";
const BANK_REFERENCE = "SAMPLE-0001";

/**
 * The oldest stake's first return: asked for some days after its cycle ended, and paid after the wait of a new account. One batch, so that it
 * is either all there or not at all; a cycle that was asked for already is left alone.
 */
export async function payPastReturn(
  world: World,
  sealer: Sealer,
  { investorId, operatorId }: { investorId: string; operatorId: string },
): Promise<void> {
  const { db } = world;
  const holdings = await runWork(db, readHoldings(db, { userId: investorId, nowMs: world.nowMs }));
  const [oldest] = holdings.stakes;
  if (!oldest) return;
  const nowMs = Date.parse(cycleEnd(dateOf(oldest.purchasedAtMs), 1)) + ASKED_AFTER_MS;
  const cycle = { stakeId: oldest.stakeId, cycleNumber: 1 };
  const planned = planWithdrawal(holdings, { subject: { of: "cycle", cycle }, activated: true, nowMs });
  if (!planned.ok || nowMs + PAID_AFTER_MS > world.nowMs) return;
  const account = await bankAccountOf(sealer, {
    userId: investorId,
    name: "Meera Vaidyan",
    accountNumber: "000000004242",
  });
  const request = makeWithdrawal(db, planned.plan, {
    withdrawalId: WITHDRAWAL_ID,
    userId: investorId,
    ...account,
    holderDiffers: null,
    stopToken: `stop-${WITHDRAWAL_ID}`,
    nowMs,
    live: sql`1 = 1`,
  });
  const payment = { withdrawalId: WITHDRAWAL_ID, userId: investorId, bankReference: BANK_REFERENCE };
  const decision = asOperator(db, { operatorId, nowMs: nowMs + PAID_AFTER_MS }, (operator) =>
    payWithdrawal(db, { ...payment, operator }),
  );
  const { paid } = await runWork(db, together({ request, paid: decision }));
  if (!paid.ok) throw new Error(`the first return was not paid: ${paid.code}`);
}
