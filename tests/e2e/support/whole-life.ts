// A run of its own, whose clock is moved by years: what the steps of a cask's whole life need.
import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { ask, brokenRules, readBookRules } from "../../../scripts/kill-test/audit.mjs";
import { startThrowawayRun } from "../../../scripts/steps/throwaway-run.mjs";
import { pay, waitFor } from "./checkout-steps";
import type { HttpJourney, Visit } from "./http-journey";
import { messagesTo } from "./outbox";
import { signInByEmail } from "./sign-in";

type Told = { now: string; ahead_days: number; days_left: number; moving: boolean };
export type Life = Awaited<ReturnType<typeof startLife>>;

/** One call would outlast the time that a client waits for an answer. */
const DAYS_AT_ONCE = 100;

export async function startLife() {
  const run = await startThrowawayRun({
    write: (line) => /"event":"outbox-failed"|\[ERROR\]/.test(line) && console.log(line),
  });
  const rules = await readBookRules();
  const clock = async (days?: number): Promise<Told | null> => {
    const body = JSON.stringify({ advance_days: days });
    const headers = { "Content-Type": "application/json" };
    const init = days === undefined ? {} : { method: "POST", headers, body };
    const answer = await fetch(`${run.sandboxOrigin}/sandbox/clock`, init).catch(() => null);
    return answer?.ok ? ((await answer.json()) as Told) : null;
  };
  /** A call that was cut off, or came while another moved the clock, is no loss: the rest is moved by the next. */
  const moveTo = async (aheadDays: number): Promise<Told> => {
    for (let tries = 0; tries < 100; tries++) {
      const told = await clock();
      const left = told ? aheadDays - told.ahead_days - told.days_left : 0;
      if (told && !told.moving && left <= 0 && told.days_left === 0) return told;
      const isIdle = told !== null && !told.moving;
      if (!isIdle || !(await clock(Math.min(left, DAYS_AT_ONCE))))
        await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
    throw new Error(`The clock did not come to ${aheadDays} days ahead.`);
  };
  const readClock = async () => {
    const told = await clock();
    if (!told) throw new Error("The clock did not answer.");
    return told;
  };
  return {
    ...run,
    signIn: (email: string, mode = "login") => signInByEmail(email, `mode=${mode}`, run),
    mailsTo: async (email: string) => (await messagesTo(email, run.sandboxOrigin)).map(({ subject }) => subject),
    tick: async () => void (await fetch(`${run.sandboxOrigin}/sandbox/tick`, { method: "POST" })),
    now: async () => (await readClock()).now,
    /** @returns the time after it */
    moveOn: async (days: number) => (await moveTo((await readClock()).ahead_days + days)).now,
    /** Every rule of the books, over every row. */
    booksBalance: async () => expect(await brokenRules(run.stateDir, rules)).toEqual([]),
    rows: async (sql: string) => (await ask(run.stateDir, [sql]))[0] ?? [],
  };
}

/** Joins, so that stakes can be bought. */
export async function activate(investor: HttpJourney): Promise<void> {
  await investor.visit("/stripe-secure?product=joining-fee");
  await pay(investor);
  await waitFor(investor, "Joining fee successfully paid");
}

export async function buyStake(investor: HttpJourney, caskId: string): Promise<void> {
  await investor.visit(`/stripe-secure?cask=${caskId}`);
  await pay(investor);
  await waitFor(investor, "Stake added to your account");
}

/** A form of the console, posted as it stands; nobody who is signed in for longer than half an hour may. */
export async function operate(operator: HttpJourney, path: string, fields: Record<string, string>): Promise<Visit> {
  await operator.visit(path);
  expect(operator.at.status).toBe(200);
  return operator.post(path, fields);
}

/** What a valuation by operators leaves behind. */
export async function valueCask(life: Life, caskId: string, valueCents: number): Promise<void> {
  const now = await life.now();
  await life.rows(`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
    VALUES ('val_${randomBytes(8).toString("hex")}', '${caskId}', '${now.slice(0, 10)}', ${valueCents}, 'measured', 'Regauge', 'Warehouse keeper', ${Date.parse(now)})`);
}
