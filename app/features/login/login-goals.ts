import * as z from "zod";

// Where a login may lead, and where its page of codes leads back to: names of a list alone, never an address from outside.

export const LOGIN_GOALS = [
  "/wallet",
  "/bank-details",
  "/personal-details",
  "/phone-number",
  "/close-account",
  "/wallet?dialog=withdraw",
  "/wallet?dialog=withdraw&of=balance",
] as const;
export type LoginGoal = (typeof LOGIN_GOALS)[number];

/** What `/confirm-code?next=` takes: the goal of its code, and the page the visitor was on before. */
export const CONFIRM_STEPS = {
  "wallet-withdraw": { goal: "/wallet?dialog=withdraw", back: "/wallet" },
  "wallet-withdraw-balance": { goal: "/wallet?dialog=withdraw&of=balance", back: "/wallet" },
  "bank-details": { goal: "/bank-details", back: "/settings" },
  "personal-details": { goal: "/personal-details", back: "/personal-details" },
  "phone-number": { goal: "/phone-number", back: "/phone-number" },
  "close-account": { goal: "/close-account", back: "/settings" },
} as const satisfies Record<string, { goal: LoginGoal; back: string }>;

export const confirmStepSchema = z
  .enum([
    "wallet-withdraw",
    "wallet-withdraw-balance",
    "bank-details",
    "personal-details",
    "phone-number",
    "close-account",
  ] satisfies (keyof typeof CONFIRM_STEPS)[])
  .catch("wallet-withdraw");

/** The page that asked for the code. An invitation is kept on the way back, too. */
export function askedFrom({ goal, mode, ref }: { goal: LoginGoal; mode: string; ref: string | null }): string {
  const [step] = Object.entries(CONFIRM_STEPS).find(([, one]) => one.goal === goal) ?? [];
  if (step) return `/confirm-code?next=${step}`;
  return `/get-started?${new URLSearchParams({ mode, ...(ref && { ref }) }).toString()}`;
}
