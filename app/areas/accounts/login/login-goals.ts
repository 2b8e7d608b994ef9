import * as z from "zod";
import { stakePath } from "~/content/page-paths";

// Names from a list, never a URL from outside.

export const LOGIN_GOALS = [
  "/wallet",
  "/bank-details",
  "/personal-details",
  "/phone-number",
  "/close-account",
  "/my-data",
  "/wallet?dialog=withdraw",
  "/wallet?dialog=withdraw&of=balance",
] as const;
type PageGoal = (typeof LOGIN_GOALS)[number];
export type ConsoleGoal = `/operator${string}`;
const CONSOLE_GOAL = /^\/operator(?:\/[\w-]{1,60}){0,3}(?:\?[\w=&%.:-]{0,200})?(?:#[\w-]{1,60})?$/;
type StakeGoal = `${ReturnType<typeof stakePath>}?dialog=withdraw`;
export type LoginGoal = PageGoal | ConsoleGoal | StakeGoal;

const CONFIRM_STEPS = {
  "wallet-withdraw": { goal: "/wallet?dialog=withdraw", back: "/wallet" },
  "wallet-withdraw-balance": { goal: "/wallet?dialog=withdraw&of=balance", back: "/wallet" },
  "bank-details": { goal: "/bank-details", back: "/settings" },
  "personal-details": { goal: "/personal-details", back: "/personal-details" },
  "phone-number": { goal: "/phone-number", back: "/settings" },
  "close-account": { goal: "/close-account", back: "/settings" },
  "my-data": { goal: "/my-data", back: "/settings" },
} as const satisfies Record<string, { goal: LoginGoal; back: string }>;

const confirmStepSchema = z.enum(Object.keys(CONFIRM_STEPS) as (keyof typeof CONFIRM_STEPS)[]).catch("wallet-withdraw");

const CONSOLE_STEP = "operator";
const STAKE_STEP = "stake-withdraw";
const STAKE_ID = "[A-Za-z0-9_-]{1,60}";
const STAKE_GOAL = new RegExp(`^/stakes/(${STAKE_ID})\\?dialog=withdraw$`);

export const loginGoalSchema = z.union([
  z.enum(LOGIN_GOALS),
  z.custom<ConsoleGoal>((goal) => consoleGoalOf(goal) !== null),
  z.custom<StakeGoal>((goal) => typeof goal === "string" && STAKE_GOAL.test(goal)),
]);

export const consoleGoalOf = (typed: unknown): ConsoleGoal | null =>
  typeof typed === "string" && CONSOLE_GOAL.test(typed) ? (typed as ConsoleGoal) : null;

const inQuery = (goal: string) => encodeURIComponent(goal).replaceAll("%2F", "/");

export const loginTo = (goal: ConsoleGoal): string => `/get-started?mode=login&to=${inQuery(goal)}`;

export function goalOf(role: string, goal: LoginGoal): LoginGoal {
  const isStaff = role !== "investor";
  if (isStaff && goal === "/wallet") return "/operator";
  return !isStaff && consoleGoalOf(goal) !== null ? "/wallet" : goal;
}

export const confirmConsole = (goal: ConsoleGoal): string => `/confirm-code?next=${CONSOLE_STEP}&to=${inQuery(goal)}`;

type ConfirmStep = { goal: LoginGoal; back: string; href: string };

/** @param query of `/confirm-code`; what is not in the list leads to the wallet's withdrawal */
export function confirmStepOf(query: URLSearchParams): ConfirmStep {
  const stakeId = query.get("stake") ?? "";
  if (query.get("next") === STAKE_STEP && new RegExp(`^${STAKE_ID}$`).test(stakeId)) {
    const back = stakePath(stakeId);
    return { goal: `${back}?dialog=withdraw`, back, href: stakeStepHref(stakeId) };
  }
  const console = query.get("next") === CONSOLE_STEP ? consoleGoalOf(query.get("to")) : null;
  if (console !== null) return { goal: console, back: "/wallet", href: confirmConsole(console) };
  const next = confirmStepSchema.parse(query.get("next"));
  return { ...CONFIRM_STEPS[next], href: `/confirm-code?next=${next}` };
}

const stakeStepHref = (stakeId: string) => `/confirm-code?next=${STAKE_STEP}&stake=${stakeId}`;

type AskedLogin = { goal: LoginGoal; mode: string; ref: string | null; purpose: string };

export function askedFrom({ goal, mode, ref, purpose }: AskedLogin): string {
  const console = consoleGoalOf(goal);
  if (console !== null) return purpose === "confirm" ? confirmConsole(console) : loginTo(console);
  const [step] = Object.entries(CONFIRM_STEPS).find(([, one]) => one.goal === goal) ?? [];
  if (step) return `/confirm-code?next=${step}`;
  const [, stakeId] = STAKE_GOAL.exec(goal) ?? [];
  if (stakeId) return stakeStepHref(stakeId);
  return `/get-started?${new URLSearchParams({ mode, ...(ref && { ref }) }).toString()}`;
}
