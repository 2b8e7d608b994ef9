import { formatDollarFigure, formatUsd } from "~/domain/money";
import { REFERRAL_REWARD_CENTS, TOKENS_FOR_JOINING, TOKENS_FOR_STAKE } from "~/domain/rewards";

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
  invite: "Invite someone",
  how: `You earn ${reward} when someone you referred buys their first stake. It is pending until we pay it out.`,
  locked: "Referrals open once your account is activated and you own a stake.",
  vouchers: "Coming Soon!",
  vouchersText: "Vouchers for bottles and visits, paid with your rewards.",
  shareText: (link: string) => `Own a stake in a whisky, wine or rum cask with me: ${link}`,
} as const;

export const withdrawalTexts = {
  note: "Transfers are processed within 24 hours.",
  crypto: "Coming soon",
  balanceChanged: (cents: number) =>
    `Your balance has changed: it is now ${formatUsd(cents)}. Nothing was sent. Check the amount, then confirm again.`,
  lookAgain: (labels: readonly string[]) =>
    `Nothing was sent yet. Check once more: ${labels.join(", ")}. If it is right, confirm again.`,
  waits: {
    changed: (until: string) =>
      `Your contact or bank details changed recently. For your safety we hold this withdrawal until ${until}, then pay it within 24 hours.`,
    "new-account": (until: string) =>
      `We have not paid to this account before. For your safety we hold this withdrawal until ${until}, then pay it within 24 hours. Until then you can cancel it.`,
  },
  waitsFor: (until: string) => `For your safety we hold this withdrawal until ${until}, then pay it within 24 hours.`,
  checked: "We have to check this withdrawal before we pay it. Your wallet says why.",
  otherAccountWaits: "The first payment to an account waits for 48 hours.",
} as const;
