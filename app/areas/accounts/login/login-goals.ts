import * as z from "zod";
import { stakePath } from "~/content/page-paths";

// Where a code leads to: a page from these lists, never a URL from outside.

/** The way back from asking for a code, by the page that it leads to. */
const BACK = {
  "/wallet": "/wallet",
  "/wallet?dialog=withdraw": "/wallet",
  "/wallet?dialog=withdraw&of=balance": "/wallet",
  "/bank-details": "/settings",
  "/personal-details": "/personal-details",
  "/phone-number": "/settings",
  "/close-account": "/settings",
  "/my-data": "/settings",
} as const;
type PageGoal = keyof typeof BACK;
export const LOGIN_GOALS = Object.keys(BACK) as PageGoal[];
export type ConsoleGoal = `/operator${string}`;
const CONSOLE_GOAL = /^\/operator(?:\/[\w-]{1,60}){0,3}(?:\?[\w=&%.:-]{0,200})?(?:#[\w-]{1,60})?$/;
type StakeGoal = `${ReturnType<typeof stakePath>}?dialog=withdraw`;
export type LoginGoal = PageGoal | ConsoleGoal | StakeGoal;

const STAKE_GOAL = /^\/stakes\/([A-Za-z0-9_-]{1,60})\?dialog=withdraw$/;

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

export const codeFor = (goal: LoginGoal): string => `/confirm-code?to=${inQuery(goal)}`;

type ConfirmStep = { goal: LoginGoal; back: string; href: string };

/** @param query of `/confirm-code`; what is not in the list leads to the wallet's withdrawal */
export function confirmStepOf(query: URLSearchParams): ConfirmStep {
  const goal = loginGoalSchema.catch("/wallet?dialog=withdraw").parse(query.get("to"));
  const [, stakeId] = STAKE_GOAL.exec(goal) ?? [];
  const back = stakeId ? stakePath(stakeId) : goal in BACK ? BACK[goal as PageGoal] : "/wallet";
  return { goal, back, href: codeFor(goal) };
}

type AskedLogin = { goal: LoginGoal; mode: string; ref: string | null; purpose: string };

export function askedFrom({ goal, mode, ref, purpose }: AskedLogin): string {
  if (purpose === "confirm") return codeFor(goal);
  const console = consoleGoalOf(goal);
  if (console !== null) return loginTo(console);
  return `/get-started?${new URLSearchParams({ mode, ...(ref && { ref }) }).toString()}`;
}
