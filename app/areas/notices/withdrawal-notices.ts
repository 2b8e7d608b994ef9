import type { Deps } from "~/core/deps";
import { eq } from "drizzle-orm";
import { mailQuiet, mailStop, mailText, type MailText, walletLink } from "~/content/mail-text";
import { noticeText, stoppableText } from "~/content/notice-texts";
import { casks } from "~/db/schema/casks";
import { users } from "~/db/schema/people";
import { withdrawals } from "~/db/schema/payouts";
import { stakes } from "~/db/schema/stakes";
import { payoutBlock } from "~/areas/holdings/payout-rules";
import { stopAddress } from "~/core/stop-token";
import { byMailOrText, type Composer, type NoticeTable, type Teller, toEachRecipient, walletRowPath } from "./notice";
import { formatUsd } from "~/domain/money";
import { advanceTexts } from "~/content/advance-texts";
import { bankTexts } from "~/content/bank-texts";
import { company } from "~/content/company";
import { formatInstant } from "~/domain/calendar-date";
import { withdrawalTexts } from "~/content/wallet-notes";

type WithdrawalFacts = {
  amountCents: number;
  accountLast4: string;
  cycle: { caskName: string; number: number } | null;
  isSold: boolean;
  walletUrl: string;
};

type Stoppable = { stopUrl: string | null };

const stopLines = ({ stopUrl }: Stoppable) => [
  ...(stopUrl === null ? [] : [mailStop("If this was not you, stop it here", stopUrl)]),
  `${stopUrl === null ? "If this was not you, write" : "Then write"} to ${company.support.email} at once.`,
];

export function withdrawalRequestedMail(
  facts: WithdrawalFacts & Stoppable & { waitsUntilMs: number | null; check: "identity" | "other" | null },
): MailText {
  const { waitsUntilMs, check } = facts;
  return mailText(`Withdrawal requested: ${formatUsd(facts.amountCents)}`, [
    `We have your request to pay ${formatUsd(facts.amountCents)} to ${accountName(facts)}. This is for: ${sourceOf(facts)}.`,
    waitsUntilMs === null ? withdrawalTexts.note : withdrawalTexts.waitsFor(formatInstant(waitsUntilMs)),
    ...(check === null ? [] : [checkTexts[check]]),
    ...stopLines(facts),
    facts.stopUrl === null ? walletLink(facts.walletUrl) : walletLink(facts.walletUrl, mailQuiet),
  ]);
}

const checkTexts = {
  identity:
    "We cannot pay this withdrawal before we have confirmed who you are. Our support team will write to you about it.",
  other: "We have to check this withdrawal before we pay it. Your wallet says why.",
} as const;

export function withdrawalWarnedMail(facts: WithdrawalFacts & Stoppable): MailText {
  return mailText(`Withdrawal requested from your former account: ${formatUsd(facts.amountCents)}`, [
    `${formatUsd(facts.amountCents)} from a ${company.brand} account is to be paid to ${accountName(facts)}. We are telling you because this was the account’s email address within the last week.`,
    "If you changed the address and asked for this yourself, there is nothing to do.",
    ...stopLines(facts),
  ]);
}

const cancellers = {
  investor: "It was cancelled in your wallet.",
  "stop-link": "It was stopped with the link in our message about it.",
} as const;

export function withdrawalCancelledMail(facts: WithdrawalFacts, by: keyof typeof cancellers): MailText {
  return mailText(`Withdrawal cancelled: ${formatUsd(facts.amountCents)}`, [
    `The ${formatUsd(facts.amountCents)} to ${accountName(facts)} will not be paid. ${cancellers[by]}`,
    againIn(facts),
    `If this was not you, write to ${company.support.email} at once.`,
    walletLink(facts.walletUrl),
  ]);
}

export function withdrawalPaidMail(facts: WithdrawalFacts & { bankReference: string }): MailText {
  return mailText(`Withdrawal paid: ${formatUsd(facts.amountCents)}`, [
    `We have paid ${formatUsd(facts.amountCents)} to ${accountName(facts)}. This was for: ${sourceOf(facts)}.`,
    `Bank reference: ${facts.bankReference}. Your bank may take some time to show it.`,
    walletLink(facts.walletUrl),
  ]);
}

export function withdrawalRejectedMail(facts: WithdrawalFacts & { rejectReason: string }): MailText {
  return mailText(`Withdrawal not paid: ${formatUsd(facts.amountCents)}`, [
    `We have not paid the ${formatUsd(facts.amountCents)} you asked for. Reason: ${facts.rejectReason}`,
    againIn(facts),
    walletLink(facts.walletUrl),
  ]);
}

export function withdrawalReturnedMail(
  facts: WithdrawalFacts & { returnReason: string; returnReference: string },
): MailText {
  return mailText(`Withdrawal sent back: ${formatUsd(facts.amountCents)}`, [
    `${accountName(facts)} did not take the ${formatUsd(facts.amountCents)} we paid: the money has come back to us. Reason: ${facts.returnReason}. Bank reference: ${facts.returnReference}.`,
    againIn(facts),
    walletLink(facts.walletUrl),
  ]);
}

const againIn = ({ isSold }: WithdrawalFacts) =>
  isSold ? advanceTexts.freed : "Nothing is lost. You can ask for it again in your wallet.";

const accountName = ({ accountLast4 }: WithdrawalFacts) =>
  accountLast4 ? `the bank account ending in ${accountLast4}` : "your bank account";

const sourceOf = ({ cycle }: WithdrawalFacts) =>
  cycle ? bankTexts.withdrawalSource(cycle.caskName, cycle.number) : bankTexts.walletBalance;

type Withdrawal = NonNullable<Awaited<ReturnType<typeof readWithdrawal>>>;

async function readWithdrawal({ db, origin }: Deps, withdrawalId: string) {
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
      block: payoutBlock().as("block"),
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
  return { ...row, facts, stopUrl: row.stopToken === null ? null : stopAddress(origin, row.stopToken) };
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

const onDecision = { triggers: ["withdrawals_decisions_are_told"] };

export const ofWithdrawals = {
  "withdrawal-requested": {
    ...toEachRecipient,
    subject: "WITHDRAWAL:RECIPIENT",
    tell: requested(({ facts, stopUrl, payableFromMs, createdAtMs, block }) => {
      const waitsUntilMs = payableFromMs > createdAtMs ? payableFromMs : null;
      const check = block === null ? null : block === "identity-check-needed" ? "identity" : "other";
      return withdrawalRequestedMail({ ...facts, waitsUntilMs, check, stopUrl });
    }),
  },
  // To a mailbox or number that the account had until a short while ago, which a thief who took over the account cannot read.
  "withdrawal-warned": {
    ...toEachRecipient,
    subject: "WITHDRAWAL:RECIPIENT",
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
