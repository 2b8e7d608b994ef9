import * as z from "zod";
import { CONSOLE_SECTIONS, type ConsoleSection, sectionHref } from "~/content/console-sections";

// Where a login may lead, and where its code page leads back to: names from a list, never a URL from outside.

const PAGE_GOALS = [
  "/wallet",
  "/bank-details",
  "/personal-details",
  "/phone-number",
  "/close-account",
  "/wallet?dialog=withdraw",
  "/wallet?dialog=withdraw&of=balance",
] as const;
type PageGoal = (typeof PAGE_GOALS)[number];
type ConsoleGoal = ReturnType<typeof sectionHref>;
export type LoginGoal = PageGoal | ConsoleGoal;
export const LOGIN_GOALS: readonly LoginGoal[] = [...PAGE_GOALS, ...CONSOLE_SECTIONS.map(sectionHref)];

type ConsoleStep = { [Section in ConsoleSection as `operator-${Section}`]: { goal: ConsoleGoal; back: "/wallet" } };
const consoleSteps = Object.fromEntries(
  CONSOLE_SECTIONS.map((section) => [`operator-${section}`, { goal: sectionHref(section), back: "/wallet" }]),
) as ConsoleStep;

/** The value of `/confirm-code?next=`: the goal that the code is for, and the page the visitor came from. */
export const CONFIRM_STEPS = {
  "wallet-withdraw": { goal: "/wallet?dialog=withdraw", back: "/wallet" },
  "wallet-withdraw-balance": { goal: "/wallet?dialog=withdraw&of=balance", back: "/wallet" },
  "bank-details": { goal: "/bank-details", back: "/settings" },
  "personal-details": { goal: "/personal-details", back: "/personal-details" },
  "phone-number": { goal: "/phone-number", back: "/phone-number" },
  "close-account": { goal: "/close-account", back: "/settings" },
  ...consoleSteps,
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
