import { eq, sql } from "drizzle-orm";
import { withdrawals } from "~/db/schema/payouts";
import { stakes } from "~/db/schema/stakes";
import { users } from "~/db/schema/people";
import { nothing, runWork, together } from "~/db/work";
import { house, walletOf } from "~/core/ledger/accounts";
import { transfer } from "~/core/ledger/transfer";
import { readHoldings } from "~/areas/holdings/portfolio/holdings";
import type { Sealer } from "~/core/sealer";
import { clearWithdrawal } from "~/areas/payouts/withdrawals/decide-withdrawal";
import { makeWithdrawal } from "~/areas/payouts/withdrawals/make-withdrawal";
import { planWithdrawal } from "~/areas/payouts/withdrawals/plan-withdrawal";
import { proposePayout } from "~/areas/payouts/withdrawals/propose-payout";
import { recordIdentityCheck } from "~/areas/payouts/withdrawals/record-identity-check";
import { asOperator } from "./as-operator";
import { bankAccountOf } from "./bank-account";
import type { World } from "./world";

// Requests that wait for an operator, of every age. Each is made once: what was decided about it since stays decided.

const HOUR_MS = 3_600_000;
const live = sql`1 = 1`;

/** A withdrawal to a new account waits for 48 hours, and is promised a day later. */
const requests = [
  { id: "late", paymentId: "pay_demo_glen_fennan_001", hoursAgo: 126, accountNumber: "000000001187" },
  { id: "due", paymentId: "pay_demo_glen_fennan_002", hoursAgo: 57, accountNumber: "000000002298" },
  { id: "held", paymentId: "pay_demo_glen_orvane_003", hoursAgo: 7, accountNumber: "000000003349" },
] as const;

const LARGE = { id: "large", hoursAgo: 66, accountNumber: "000000009951", creditedCents: 1_248_000 } as const;
const CREDITED_AGO_MS = 100 * HOUR_MS;
const CHECKED_AGO_MS = 20 * HOUR_MS;
const PROPOSED_AGO_MS = 3 * HOUR_MS;

export async function requestWithdrawals(world: World, sealer: Sealer): Promise<void> {
  for (const request of requests) {
    const [stake] = await world.db
      .select({ stakeId: stakes.id, userId: stakes.userId, name: users.fullName })
      .from(stakes)
      .innerJoin(users, eq(users.id, stakes.userId))
      .where(eq(stakes.paymentId, request.paymentId));
    if (stake) await ask(world, sealer, { ...request, ...stake });
  }
}

type Asked = {
  id: string;
  userId: string;
  name: string | null;
  accountNumber: string;
  hoursAgo: number;
  /** null: the whole balance of the wallet. */
  stakeId: string | null;
  /** What happens to it in the same batch. */
  secondId?: string;
};

async function ask(world: World, sealer: Sealer, asked: Asked): Promise<void> {
  const { db } = world;
  const withdrawalId = `wdr_demo_${asked.id}`;
  const [known] = await db.select({ id: withdrawals.id }).from(withdrawals).where(eq(withdrawals.id, withdrawalId));
  if (known) return;
  const { userId, stakeId, secondId } = asked;
  const nowMs = world.nowMs - asked.hoursAgo * HOUR_MS;
  const holdings = await runWork(db, readHoldings(db, { userId, nowMs: world.nowMs }));
  const cycle = stakeId === null ? null : { stakeId, cycleNumber: 1 };
  const subject = cycle ? ({ of: "cycle", cycle } as const) : ({ of: "balance" } as const);
  const planned = planWithdrawal(holdings, { subject, activated: true, nowMs });
  if (!planned.ok) return;
  const account = await bankAccountOf(sealer, { userId, name: asked.name ?? "", accountNumber: asked.accountNumber });
  const request = makeWithdrawal(db, planned.plan, {
    ...account,
    ...{ withdrawalId, userId, nowMs, live },
    holderDiffers: false,
    stopToken: `stop-${withdrawalId}`,
  });
  const seconded = secondId === undefined ? nothing : proposal(world, { withdrawalId, userId, operatorId: secondId });
  await runWork(db, together({ request, seconded }));
}

/** Looked at by the second operator, who has prepared the transfer: another operator's confirmation is missing. */
function proposal(
  world: World,
  { withdrawalId, userId, operatorId }: Record<"withdrawalId" | "userId" | "operatorId", string>,
) {
  const { db, nowMs } = world;
  const checked = { operatorId, nowMs: nowMs - CHECKED_AGO_MS };
  const proposed = { operatorId, nowMs: nowMs - PROPOSED_AGO_MS };
  const [checkId, auditId] = [`idc_demo_${LARGE.id}`, `aud_demo_${LARGE.id}`];
  return together({
    identity: asOperator(db, checked, (operator) =>
      recordIdentityCheck(db, { operator, checkId, userId, outcome: "passed" }),
    ),
    cleared: asOperator(db, checked, (operator) => clearWithdrawal(db, { operator, withdrawalId })),
    proposed: asOperator(db, proposed, (operator) =>
      proposePayout(db, { operator, withdrawalId, auditId, bankReference: "SAMPLE-0002" }),
    ),
  });
}

/** A balance above what one operator may pay out alone, asked for and proposed. */
export async function requestLargePayout(
  world: World,
  sealer: Sealer,
  { userId, secondId }: { userId: string; secondId: string },
): Promise<void> {
  await transfer(world.db, {
    refersTo: "promotion:demo_large_holder",
    name: "credit",
    debit: house.promotions,
    credit: walletOf(userId),
    amount: LARGE.creditedCents,
    currency: "USD",
    reason: "promotion",
    nowMs: world.nowMs - CREDITED_AGO_MS,
  });
  await ask(world, sealer, { ...LARGE, userId, secondId, name: "Nandini Thornwick", stakeId: null });
}
