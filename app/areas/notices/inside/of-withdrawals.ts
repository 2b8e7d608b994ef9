import { eq } from "drizzle-orm";
import { IDENTITY_PATH } from "~/content/identity-texts";
import type { MailText } from "~/content/mail-text";
import {
  withdrawalCancelledMail,
  type WithdrawalFacts,
  withdrawalPaidMail,
  withdrawalRejectedMail,
  withdrawalReturnedMail,
  withdrawalRequestedMail,
  withdrawalWarnedMail,
} from "~/content/notice-mails-withdrawal";
import { noticeText, stoppableText } from "~/content/notice-texts";
import { casks } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { withdrawals } from "~/db/schema/rewards";
import { stakes } from "~/db/schema/stakes";
import { payoutBlock } from "~/areas/holdings/payout-rules";
import { stopAddress } from "~/core/stop-token";
import { byMailOrText, type Composer, type NoticeDeps, type NoticeTable, type Teller, toEachRecipient } from "./notice";
import { walletRowPath } from "./place";

type Withdrawal = NonNullable<Awaited<ReturnType<typeof readWithdrawal>>>;

/** What the mails state about a withdrawal, and whose it is. */
async function readWithdrawal({ db, origin, nowMs }: NoticeDeps, withdrawalId: string) {
  const [row] = await db
    .select({
      email: users.email,
      phone: users.phone,
      amountCents: withdrawals.amountCents,
      accountLast4: withdrawals.accountLast4,
      caskName: casks.name,
      endedOn: casks.endedOn,
      cycleNumber: withdrawals.cycleNumber,
      payableFromMs: withdrawals.payableFromMs,
      block: payoutBlock(nowMs()).as("block"),
      createdAtMs: withdrawals.createdAtMs,
      bankReference: withdrawals.bankReference,
      rejectReason: withdrawals.rejectReason,
      cancelledBy: withdrawals.cancelledBy,
      returnReason: withdrawals.returnReason,
      returnReference: withdrawals.returnReference,
      stopToken: withdrawals.stopToken,
    })
    .from(withdrawals)
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .leftJoin(stakes, eq(stakes.id, withdrawals.stakeId))
    .leftJoin(casks, eq(casks.id, stakes.caskId))
    .where(eq(withdrawals.id, withdrawalId));
  if (!row) return null;
  const { caskName, endedOn, cycleNumber, amountCents, accountLast4 } = row;
  const cycle = caskName !== null && cycleNumber !== null ? { caskName, number: cycleNumber } : null;
  const walletUrl = `${origin}${walletRowPath(withdrawalId)}`;
  const facts: WithdrawalFacts = { amountCents, accountLast4, cycle, isSold: endedOn !== null, walletUrl };
  const identityUrl = `${origin}${IDENTITY_PATH}`;
  return { ...row, facts, identityUrl, stopUrl: row.stopToken === null ? null : stopAddress(origin, row.stopToken) };
}

const decided =
  (decision: "paid" | "rejected" | "cancelled" | "returned", mailOf: (row: Withdrawal) => MailText): Composer =>
  async (deps, [withdrawalId]) => {
    const row = await readWithdrawal(deps, withdrawalId);
    if (!row) return "no-address";
    return byMailOrText(
      row,
      () => mailOf(row),
      () => noticeText(`withdrawal-${decision}`, row.facts.amountCents),
    );
  };

const requested =
  (mailOf: (row: Withdrawal) => MailText): Teller =>
  async (deps, [withdrawalId]) => {
    const row = await readWithdrawal(deps, withdrawalId);
    if (!row) return "superseded";
    return { mail: mailOf(row), text: stoppableText("withdrawal-requested", row.facts.amountCents, row.stopToken) };
  };

const onDecision = {
  triggers: ["withdrawals_decisions_are_told"],
  once: "a withdrawal is decided once, and comes back once",
};

export const ofWithdrawals = {
  // So that no payout happens behind the owner's back, with the link that stops it.
  "withdrawal-requested": {
    ...toEachRecipient,
    subject: "WITHDRAWAL:RECIPIENT",
    once: "a withdrawal is requested once",
    tell: requested(({ facts, stopUrl, payableFromMs, createdAtMs, block, identityUrl }) => {
      const waitsUntilMs = payableFromMs > createdAtMs ? payableFromMs : null;
      const check = block === null ? null : { identityUrl: block === "identity-check-needed" ? identityUrl : null };
      return withdrawalRequestedMail({ ...facts, waitsUntilMs, check, stopUrl });
    }),
  },
  // To a mailbox or number that the account had until a short while ago, which a thief who took over the account cannot read.
  "withdrawal-warned": {
    ...toEachRecipient,
    subject: "WITHDRAWAL:RECIPIENT",
    once: "a withdrawal is requested once",
    tell: requested(({ facts, stopUrl }) => withdrawalWarnedMail({ ...facts, stopUrl })),
  },
  "withdrawal-paid": {
    ...onDecision,
    subject: "WITHDRAWAL",
    compose: decided("paid", ({ facts, bankReference }) =>
      withdrawalPaidMail({ ...facts, bankReference: bankReference ?? "" }),
    ),
  },
  "withdrawal-rejected": {
    ...onDecision,
    subject: "WITHDRAWAL",
    compose: decided("rejected", ({ facts, rejectReason }) =>
      withdrawalRejectedMail({ ...facts, rejectReason: rejectReason ?? "" }),
    ),
  },
  "withdrawal-returned": {
    ...onDecision,
    subject: "WITHDRAWAL",
    compose: decided("returned", ({ facts, returnReason, returnReference }) =>
      withdrawalReturnedMail({ ...facts, returnReason: returnReason ?? "", returnReference: returnReference ?? "" }),
    ),
  },
  "withdrawal-cancelled": {
    ...onDecision,
    subject: "WITHDRAWAL",
    urgent: true,
    compose: decided("cancelled", ({ facts, cancelledBy }) =>
      withdrawalCancelledMail(facts, cancelledBy ?? "investor"),
    ),
  },
} satisfies NoticeTable;
