import * as z from "zod";
import { CONSOLE_SECTIONS, type ConsoleSection, sectionHref } from "~/content/console-sections";
import { stakePath } from "~/content/page-paths";

// Where a login may lead, and where its code page leads back to: names from a list, never a URL from outside.

const PAGE_GOALS = [
  "/wallet",
  "/bank-details",
  "/personal-details",
  "/phone-number",
  "/close-account",
  "/my-data",
  "/beneficiary",
  "/wallet?dialog=withdraw",
  "/wallet?dialog=withdraw&of=balance",
] as const;
type PageGoal = (typeof PAGE_GOALS)[number];
type ConsoleGoal = ReturnType<typeof sectionHref>;
/** The form for the return of one stake. Whose stake it is, its page decides. */
type StakeGoal = `${ReturnType<typeof stakePath>}?dialog=withdraw`;
export type LoginGoal = PageGoal | ConsoleGoal | StakeGoal;
export const LOGIN_GOALS: readonly (PageGoal | ConsoleGoal)[] = [...PAGE_GOALS, ...CONSOLE_SECTIONS.map(sectionHref)];

type ConsoleStep = { [Section in ConsoleSection as `operator-${Section}`]: { goal: ConsoleGoal; back: "/wallet" } };
const consoleSteps = Object.fromEntries(
  CONSOLE_SECTIONS.map((section) => [`operator-${section}`, { goal: sectionHref(section), back: "/wallet" }]),
) as ConsoleStep;

/** The value of `/confirm-code?next=`: the goal that the code is for, and the page the visitor came from. */
const CONFIRM_STEPS = {
  "wallet-withdraw": { goal: "/wallet?dialog=withdraw", back: "/wallet" },
  "wallet-withdraw-balance": { goal: "/wallet?dialog=withdraw&of=balance", back: "/wallet" },
  "bank-details": { goal: "/bank-details", back: "/settings" },
  "personal-details": { goal: "/personal-details", back: "/personal-details" },
  "phone-number": { goal: "/phone-number", back: "/phone-number" },
  "close-account": { goal: "/close-account", back: "/settings" },
  "my-data": { goal: "/my-data", back: "/settings" },
  beneficiary: { goal: "/beneficiary", back: "/settings" },
  ...consoleSteps,
} as const satisfies Record<string, { goal: LoginGoal; back: string }>;

const confirmStepSchema = z.enum(Object.keys(CONFIRM_STEPS) as (keyof typeof CONFIRM_STEPS)[]).catch("wallet-withdraw");

const STAKE_STEP = "stake-withdraw";
const STAKE_ID = "[A-Za-z0-9_-]{1,60}";
const STAKE_GOAL = new RegExp(`^/stakes/(${STAKE_ID})\\?dialog=withdraw$`);

export const loginGoalSchema = z.union([
  z.enum(LOGIN_GOALS),
  z.custom<StakeGoal>((goal) => typeof goal === "string" && STAKE_GOAL.test(goal)),
]);

type ConfirmStep = { goal: LoginGoal; back: string; /** Of the page that asks for the code. */ href: string };

/** @param query of `/confirm-code`; what is not in the list leads to the wallet's withdrawal */
export function confirmStepOf(query: URLSearchParams): ConfirmStep {
  const stakeId = query.get("stake") ?? "";
  if (query.get("next") === STAKE_STEP && new RegExp(`^${STAKE_ID}$`).test(stakeId)) {
    const back = stakePath(stakeId);
    return { goal: `${back}?dialog=withdraw`, back, href: stakeStepHref(stakeId) };
  }
  const next = confirmStepSchema.parse(query.get("next"));
  return { ...CONFIRM_STEPS[next], href: `/confirm-code?next=${next}` };
}

const stakeStepHref = (stakeId: string) => `/confirm-code?next=${STAKE_STEP}&stake=${stakeId}`;

/** The page that asked for the code. A referral code is kept on the way back. */
export function askedFrom({ goal, mode, ref }: { goal: LoginGoal; mode: string; ref: string | null }): string {
  const [step] = Object.entries(CONFIRM_STEPS).find(([, one]) => one.goal === goal) ?? [];
  if (step) return `/confirm-code?next=${step}`;
  const [, stakeId] = STAKE_GOAL.exec(goal) ?? [];
  if (stakeId) return stakeStepHref(stakeId);
  return `/get-started?${new URLSearchParams({ mode, ...(ref && { ref }) }).toString()}`;
}
