import { dateOf, formatDate, formatDayMonth, formatInstant } from "~/domain/calendar-date";
import { formatDollarFigure, formatUsd } from "~/domain/money";
import { REFERRAL_REWARD_CENTS, TOKENS_FOR_JOINING, TOKENS_FOR_STAKE } from "~/domain/rewards";

const DAY_MS = 86_400_000;

export const withdrawalNotes = {
  waits: (fromMs: number) => `On hold until ${formatInstant(fromMs)}, for your safety.`,
  sent: (atMs: number) => `Sent to the bank on ${formatDate(dateOf(atMs))}.`,
  blocks: {
    suspended: "On hold while your account is suspended.",
    disputed: "On hold because one of your payments is disputed.",
    owes: "On hold because you owe us what was paid to you for a payment that went back.",
    "identity-differs": "On hold until one of us has checked your bank account.",
    "identity-check-needed": "On hold for an identity check. Our support team will write to you about it.",
    "review-needed": "On hold until one of us has reviewed it, because it is over a limit.",
    "stop-asked": "On hold until one of us has reviewed it, because its stop link was used.",
  },
  paid: (bankReference: string) => `Bank reference ${bankReference}`,
  cancelled: { investor: "Cancelled by you", "stop-link": "Stopped by the link in an email" },
  rejected: (reason: string) => `Not paid: ${reason}`,
  returned: (reason: string, reference: string) =>
    `Your bank sent it back: ${reason} (bank reference ${reference}). The amount is available again.`,
} as const;

export const TOKENS_SHOWN_WITHOUT_BALANCE = 500;

export const tokenBadges = {
  locked: { name: "Not activated", text: "Your badge starts when your account is activated." },
  member: { name: "Member", text: "Your account is activated. Your first stake brings the next badge." },
  holder: { name: "Cask holder", text: "You own at least one stake." },
} as const;

export type TokenBadgeState = keyof typeof tokenBadges;

export const tokenRules = [
  { tokens: TOKENS_FOR_JOINING, text: "for the joining fee" },
  { tokens: TOKENS_FOR_STAKE, text: "for each stake you buy" },
] as const;

const reward = `$${formatDollarFigure(REFERRAL_REWARD_CENTS)}`;

export const referralTexts = {
  callToAction: `Refer & earn ${reward}`,
  how: `You earn ${reward} when someone you referred buys their first stake. It is pending until we pay it out.`,
  shareText: (link: string) => `Own a stake in a whisky, wine or rum cask with me: ${link}`,
} as const;

const sentBetween = (fromMs: number) =>
  `We send it between ${formatDayMonth(dateOf(fromMs))} and ${formatDayMonth(dateOf(fromMs + DAY_MS))}; until then you can cancel.`;

export const withdrawalTexts = {
  note: "Transfers are processed within 24 hours.",
  balanceChanged: (cents: number) =>
    `Your balance has changed: it is now ${formatUsd(cents)}. Nothing was sent. Check the amount, then confirm again.`,
  lookAgain: (labels: readonly string[]) =>
    `Nothing was sent yet. Check once more: ${labels.join(", ")}. If it is right, confirm again.`,
  waits: {
    changed: (fromMs: number) => `Your contact or bank details changed recently. ${sentBetween(fromMs)}`,
    "new-account": (fromMs: number) => `This is your first payment to this account. ${sentBetween(fromMs)}`,
    "any-account": (fromMs: number) => `The first payment to an account waits. ${sentBetween(fromMs)}`,
  },
  waitsFor: (until: string) => `For your safety we hold this withdrawal until ${until}, then pay it within 24 hours.`,
} as const;
