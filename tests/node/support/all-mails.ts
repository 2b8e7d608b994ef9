import { advanceTexts } from "~/content/advance-texts";
import { codeMail } from "~/content/messages";
import type { MailText } from "~/content/mail-text";
import { caskSoldMail, newValuationMail } from "~/areas/notices/cask-notices";
import { certificateReadyMail, returnReadyMail } from "~/areas/notices/stake-notices";
import { noticeMail, reversalMail } from "~/areas/notices/payment-notices";
import {
  accountClosedMail,
  bankChangedMail,
  contactAddedMail,
  contactChangedMail,
  dataAccessMail,
  referralEarnedMail,
} from "~/areas/notices/account-notices";
import { supportAnsweredMail, supportReceivedMail } from "~/areas/notices/message-notices";
import { bidCountedMail, bidEndingMail, bidOpenedMail, bidWithdrawnMail } from "~/areas/notices/bid-notices";
import { codesAlarmMail, dailySummaryMail, workWaitsMail } from "~/areas/notices/operations-notices";
import { auditFailedMail, changeProposedMail } from "~/areas/notices/decision-notices";
import {
  withdrawalCancelledMail,
  withdrawalPaidMail,
  withdrawalRejectedMail,
  withdrawalReturnedMail,
  withdrawalRequestedMail,
  withdrawalWarnedMail,
} from "~/areas/notices/withdrawal-notices";
import { offerMails } from "~/areas/resale/notices";

const ORIGIN = "https://dunnage.example";
const [walletUrl, AT] = [`${ORIGIN}/wallet`, Date.UTC(2026, 10, 22, 9, 30)];
/** What a visitor might type where a name is asked for. */
export const EVIL = `Old <script>alert("1")</script> & 'Co' ₹`;

const offer = {
  caskName: EVIL,
  stakeNumber: 3,
  totalStakes: 10,
  priceCents: 60_000,
  feeCents: 900,
  advancedCents: 8_400,
  creditCents: 50_700,
  expiresAtMs: AT + 90 * 86_400_000,
  payableFromMs: AT + 60 * 86_400_000,
  endReason: null,
  endNote: null,
  stakeUrl: `${ORIGIN}/stakes/stk_1`,
  walletUrl,
};
const stake = { purpose: "stake", productName: EVIL, amountCents: 50_000, walletUrl } as const;
const outcome = {
  ...stake,
  reason: "no-stake-left",
  stake: { stake: 32, of: 50 },
  byCrypto: false,
  cancelUrl: `${ORIGIN}/cancel-purchase?code=pay_1`,
} as const;
const withdrawal = {
  amountCents: 13_910,
  accountLast4: "6789",
  cycle: { caskName: EVIL, number: 1 },
  isSold: false,
  walletUrl,
};
const stoppable = { ...withdrawal, stopUrl: `${ORIGIN}/stop/8zjhntf4yebprpv38zjhntf4yebprpv3` };
const bid = {
  caskName: EVIL,
  netPerStakeCents: 141_094,
  stakes: 2,
  creditCents: 271_788,
  closesAtMs: Date.UTC(2026, 11, 4, 12),
  bidUrl: `${ORIGIN}/bids/bid_1/usr_1.${"a".repeat(32)}`,
};
const proposal = {
  kind: "setting" as const,
  subject: "setting:second_operator_above_cents",
  was: "1000000",
  becomes: "2000000",
  about: EVIL,
  proposer: "second@dunnage.test",
  proposedAtMs: AT,
  expiresAtMs: AT + 604_800_000,
};
const code = { code: "483920", origin: ORIGIN, goal: "/bank-details" };

/** Every mail that we send, with the figures that must stand in both of its parts. */
export const ALL_MAILS: Record<string, { mail: MailText; figures: readonly string[] }> = {
  "code-sign-in": { mail: codeMail({ ...code, purpose: "sign-in" }), figures: ["483920", "10 minutes"] },
  "code-confirm": { mail: codeMail({ ...code, purpose: "confirm" }), figures: ["483920"] },
  "code-new-address": { mail: codeMail({ ...code, purpose: "new-address" }), figures: ["483920"] },
  "payment-settled": {
    mail: noticeMail("settled", outcome),
    figures: ["$500.00", "Stake 32 of 50", walletUrl, outcome.cancelUrl],
  },
  "payment-refunding": {
    mail: noticeMail("refunding", { ...outcome, reason: "given-back", amountCents: 45_000 }),
    figures: ["$450.00", "5 to 10 days"],
  },
  "payment-reversed": { mail: reversalMail("disputed", stake), figures: ["$500.00", walletUrl] },
  "withdrawal-requested": {
    mail: withdrawalRequestedMail({ ...stoppable, waitsUntilMs: AT, check: "identity" }),
    figures: ["$139.10", "6789", "24-month period 1", stoppable.stopUrl, walletUrl],
  },
  "withdrawal-warned": { mail: withdrawalWarnedMail(stoppable), figures: ["$139.10", "6789", stoppable.stopUrl] },
  "withdrawal-cancelled": { mail: withdrawalCancelledMail(withdrawal, "stop-link"), figures: ["$139.10", walletUrl] },
  "withdrawal-paid": {
    mail: withdrawalPaidMail({ ...withdrawal, bankReference: "UTR-77" }),
    figures: ["$139.10", "UTR-77", walletUrl],
  },
  "withdrawal-rejected": {
    mail: withdrawalRejectedMail({ ...withdrawal, rejectReason: EVIL, isSold: true }),
    figures: ["$139.10", advanceTexts.freed, walletUrl],
  },
  "withdrawal-returned": {
    mail: withdrawalReturnedMail({ ...withdrawal, returnReason: EVIL, returnReference: "UTR-78" }),
    figures: ["$139.10", "UTR-78", walletUrl],
  },
  "bank-changed": {
    mail: bankChangedMail({ changedAtMs: AT, accountLast4: "6789", waitUntilMs: AT + 172_800_000 }),
    figures: ["6789", "2026"],
  },
  "contact-changed": { mail: contactChangedMail("email", AT), figures: ["2026"] },
  "contact-added": { mail: contactAddedMail("sms", AT), figures: ["2026", "30 days"] },
  "data-access": { mail: dataAccessMail(AT), figures: ["2026", "30 days"] },
  "account-closed": { mail: accountClosedMail(), figures: ["support@dunnage.example"] },
  "work-waits": {
    mail: workWaitsMail({ count: 7, urgent: 2, sinceMs: AT }, [{ name: "sweep-tables", lastSuccessAtMs: AT }]),
    figures: ["7 jobs", "2 of them", "sweep-tables", "2026"],
  },
  "audit-failed": {
    mail: auditFailedMail({
      date: "2026-11-21",
      reason: `casks: 1 not right (${EVIL})`,
      url: `${ORIGIN}/audit/2026-11-21`,
    }),
    figures: ["21 Nov 2026", "casks: 1"],
  },
  "change-proposed": {
    mail: changeProposedMail(proposal, `${ORIGIN}/operator/settings`),
    figures: ["$10,000.00", "$20,000.00", "second@dunnage.test", `${ORIGIN}/operator/settings`],
  },
  "codes-alarm": { mail: codesAlarmMail({ channel: "sms", count: 2_001 }), figures: ["2001"] },
  "return-ready": {
    mail: returnReadyMail({ caskName: EVIL, stakes: 3, amountCents: 41_205, walletUrl }),
    figures: ["3 of your stakes", "$412.05", walletUrl],
  },
  "certificate-ready": {
    mail: certificateReadyMail({
      caskName: EVIL,
      stakeNumber: 32,
      totalStakes: 50,
      code: "8zjh-ntf4-yebp-rpv3",
      verifyUrl: `${ORIGIN}/verify/8zjh-ntf4-yebp-rpv3`,
      walletUrl,
    }),
    figures: ["32 of 50", "8zjh-ntf4-yebp-rpv3", walletUrl],
  },
  "referral-earned": { mail: referralEarnedMail({ rewardCents: 1_500, walletUrl }), figures: ["$15.00", walletUrl] },
  "new-valuation": {
    mail: newValuationMail({
      caskName: EVIL,
      stakes: 3,
      valueCents: 61_234,
      valuedOn: "2026-11-21",
      tier: "opinion",
      method: EVIL,
      source: EVIL,
      corrects: true,
      walletUrl,
    }),
    figures: ["$612.34", "3 stakes", "opinion", walletUrl, "21 Nov 2026"],
  },
  "cask-sold": {
    mail: caskSoldMail({
      kind: "buy-back",
      caskName: EVIL,
      soldOn: "2026-11-21",
      stakes: 2,
      netPerStakeCents: 70_150,
      shareCents: 140_300,
      advancedCents: 13_910,
      creditCents: 126_390,
      walletUrl,
    }),
    figures: ["$701.50", "$1,403.00", "$139.10", "$1,263.90", walletUrl],
  },
  "bid-opened": { mail: bidOpenedMail(bid), figures: ["$1,410.94", "$2,717.88", "4 Dec 2026, 12:00 UTC", bid.bidUrl] },
  "bid-ending": { mail: bidEndingMail(bid), figures: ["$2,717.88", bid.bidUrl] },
  "bid-counted": {
    mail: bidCountedMail({ ...bid, result: "refused", counts: { issued: 10, accepted: 3, declined: 4 } }),
    figures: ["7 of 10 stakes voted", bid.bidUrl],
  },
  "bid-withdrawn": { mail: bidWithdrawnMail(bid), figures: [bid.bidUrl] },
  "offer-made": { mail: offerMails["offer-made"](offer), figures: ["$600.00", "20 Feb 2027", offer.stakeUrl] },
  "offer-sold": {
    mail: offerMails["offer-sold"](offer),
    figures: ["$600.00", "-$9.00", "-$84.00", "$507.00", "21 Jan 2027"],
  },
  "offer-ended": {
    mail: offerMails["offer-ended"]({ ...offer, endReason: "operator", endNote: EVIL }),
    figures: ["$600.00", offer.stakeUrl],
  },
  "offer-undone": { mail: offerMails["offer-undone"](offer), figures: ["$507.00", offer.stakeUrl] },
  "proceeds-available": { mail: offerMails["proceeds-available"](offer), figures: ["$507.00", walletUrl] },
  "support-received": { mail: supportReceivedMail({ number: "kmpq2345" }), figures: ["kmpq-2345"] },
  "support-answered": {
    mail: supportAnsweredMail({ number: "kmpq2345", body: `First.\n\n${EVIL}`, url: ORIGIN }),
    figures: ["kmpq-2345", "First.", ORIGIN],
  },
  "daily-summary": {
    mail: dailySummaryMail(
      [
        { label: "Withdrawals to pay", promise: "", href: "/", count: 12, counted: "12", sinceMs: null },
        { label: "Payments that need a person", promise: "", href: "/", count: 20, counted: "19+", sinceMs: null },
      ],
      `${ORIGIN}/operator`,
    ),
    figures: ["12", "19+", `${ORIGIN}/operator`],
  },
};
