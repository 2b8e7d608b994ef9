import { eq } from "drizzle-orm";
import { accountMarks } from "~/areas/accounts/profile/bank-details";
import { readHoldings } from "~/areas/holdings/portfolio/holdings";
import { clearWithdrawal, payWithdrawal } from "~/areas/payouts/withdrawals/decide-withdrawal";
import { type NewWithdrawal, makeWithdrawal } from "~/areas/payouts/withdrawals/make-withdrawal";
import { planWithdrawal } from "~/areas/payouts/withdrawals/plan-withdrawal";
import { proposePayout } from "~/areas/payouts/withdrawals/propose-payout";
import { recordIdentityCheck } from "~/areas/payouts/withdrawals/record-identity-check";
import { house, walletOf } from "~/core/ledger/accounts";
import { transfer } from "~/core/ledger/transfer";
import type { Sealer } from "~/core/sealer";
import { withdrawals } from "~/db/schema/payouts";
import { users } from "~/db/schema/people";
import { stakes } from "~/db/schema/stakes";
import { nothing, runWork, together } from "~/db/work";
import { lastFour } from "~/domain/bank-hints";
import { dateOf } from "~/domain/calendar-date";
import { cycleEnd } from "~/domain/cycles";
import { asOperator, live, type World } from "./world";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const GIVEN_AGO_MS = 40 * DAY_MS;
const AMOUNT_CENTS = 2_500;

/**
 * Credits a promotion to the investor's wallet, so that there is a balance to withdraw. Only once: withdrawn money does
 * not come back.
 */
export async function creditPromotion({ db, nowMs }: World, investorId: string): Promise<void> {
  await transfer(db, {
    refersTo: "promotion:demo_investor",
    name: "credit",
    debit: house.promotions,
    credit: walletOf(investorId),
    amount: AMOUNT_CENTS,
    currency: "USD",
    reason: "promotion",
    nowMs: nowMs - GIVEN_AGO_MS,
  });
}

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
  const holdings = await runWork(db, readHoldings(db, { userId: investorId }));
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
    live,
  });
  const payment = { withdrawalId: WITHDRAWAL_ID, userId: investorId, bankReference: BANK_REFERENCE };
  const decision = asOperator(db, { operatorId, nowMs: nowMs + PAID_AFTER_MS }, (operator) =>
    payWithdrawal(db, { ...payment, operator }),
  );
  const { paid } = await runWork(db, together({ request, paid: decision }));
  if (!paid.ok) throw new Error(`the first return was not paid: ${paid.code}`);
}

type Owner = { userId: string; name: string; accountNumber: string };

/** The account that a withdrawal names, sealed as the app seals it. */
async function bankAccountOf(
  sealer: Sealer,
  { userId, name, accountNumber }: Owner,
): Promise<Pick<NewWithdrawal, "bank" | "payout">> {
  const bank = { holder_name: name, bank_name: "Sample Bank", ifsc_code: "SMPL0000001", account_number: accountNumber };
  const place = { table: "withdrawals", column: "account_number_sealed", userId } as const;
  const sealed = await sealer.seal(accountNumber, place);
  const marks = await accountMarks(sealer, { ifscCode: bank.ifsc_code, accountNumber });
  return { bank, payout: { account: { ...sealed, last4: lastFour(accountNumber) }, marks } };
}

// Requests that wait for an operator, of every age. Each is made once: what was decided about it since stays decided.

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
  const holdings = await runWork(db, readHoldings(db, { userId }));
  const cycle = stakeId === null ? null : { stakeId, cycleNumber: 1 };
  const subject = cycle ? ({ of: "cycle", cycle } as const) : ({ of: "balance" } as const);
  const planned = planWithdrawal(holdings, { subject, activated: true, nowMs });
  if (!planned.ok) return;
  const account = await bankAccountOf(sealer, { userId, name: asked.name ?? "", accountNumber: asked.accountNumber });
  const request = makeWithdrawal(db, planned.plan, {
    ...account,
    withdrawalId,
    userId,
    nowMs,
    live,
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
