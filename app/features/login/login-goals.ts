import * as z from "zod";

// Where a login may lead, and where its code page leads back to: names from a list, never a URL from outside.

export const LOGIN_GOALS = [
  "/wallet",
  "/bank-details",
  "/personal-details",
  "/phone-number",
  "/close-account",
  "/wallet?dialog=withdraw",
  "/wallet?dialog=withdraw&of=balance",
  "/operator",
  "/operator/withdrawals",
  "/operator/casks",
  "/operator/payments",
  "/operator/certificates",
  "/operator/rewards",
  "/operator/trouble",
  "/operator/log",
  "/operator/settings",
  "/operator/leads",
] as const;
export type LoginGoal = (typeof LOGIN_GOALS)[number];

/** The value of `/confirm-code?next=`: the goal that the code is for, and the page the visitor came from. */
export const CONFIRM_STEPS = {
  "wallet-withdraw": { goal: "/wallet?dialog=withdraw", back: "/wallet" },
  "wallet-withdraw-balance": { goal: "/wallet?dialog=withdraw&of=balance", back: "/wallet" },
  "bank-details": { goal: "/bank-details", back: "/settings" },
  "personal-details": { goal: "/personal-details", back: "/personal-details" },
  "phone-number": { goal: "/phone-number", back: "/phone-number" },
  "close-account": { goal: "/close-account", back: "/settings" },
  "operator-overview": { goal: "/operator", back: "/wallet" },
  "operator-withdrawals": { goal: "/operator/withdrawals", back: "/wallet" },
  "operator-casks": { goal: "/operator/casks", back: "/wallet" },
  "operator-payments": { goal: "/operator/payments", back: "/wallet" },
  "operator-certificates": { goal: "/operator/certificates", back: "/wallet" },
  "operator-rewards": { goal: "/operator/rewards", back: "/wallet" },
  "operator-trouble": { goal: "/operator/trouble", back: "/wallet" },
  "operator-log": { goal: "/operator/log", back: "/wallet" },
  "operator-settings": { goal: "/operator/settings", back: "/wallet" },
  "operator-leads": { goal: "/operator/leads", back: "/wallet" },
} as const satisfies Record<string, { goal: LoginGoal; back: string }>;

export const confirmStepSchema = z
  .enum(Object.keys(CONFIRM_STEPS) as (keyof typeof CONFIRM_STEPS)[])
  .catch("wallet-withdraw");

/** The page that asked for the code. A referral code is kept on the way back. */
export function askedFrom({ goal, mode, ref }: { goal: LoginGoal; mode: string; ref: string | null }): string {
  const [step] = Object.entries(CONFIRM_STEPS).find(([, one]) => one.goal === goal) ?? [];
  if (step) return `/confirm-code?next=${step}`;
  return `/get-started?${new URLSearchParams({ mode, ...(ref && { ref }) }).toString()}`;
}
