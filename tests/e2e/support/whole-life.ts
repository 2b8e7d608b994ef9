// A run of its own, whose clock is moved by years: what the steps of a cask's whole life need.
import { expect, inject } from "vitest";
import { brokenRules, readBookRules } from "../../../scripts/backup/books.mjs";
import { askAtDoor } from "../../../scripts/steps/sql-door.mjs";
import { startThrowawayRun } from "../../../scripts/steps/throwaway-run.mjs";
import { pay, waitFor } from "./checkout-steps";
import type { HttpJourney } from "./http-journey";

type Told = { now: string; ahead_days: number; days_left: number; moving: boolean };
export type Life = Awaited<ReturnType<typeof startLife>>;

/** A call is short, and is given up when its answer does not come: the days it moved are counted by the clock all the same. */
const DAYS_AT_ONCE = 30;
const ANSWER_MS = 60_000;

export async function startLife() {
  const run = await startThrowawayRun({
    like: inject("start"),
    write: (line) => /"event":"outbox-failed"|\[ERROR\]/.test(line) && console.log(line),
  });
  const rules = await readBookRules();
  const ask = (statements: readonly string[]) => askAtDoor(run, statements);
  // The certificates of the demo data would all be drawn on the first day, which takes longer than most lives.
  await ask(["UPDATE outbox SET done_at_ms = created_at_ms WHERE done_at_ms IS NULL"]);
  const clock = async (days?: number): Promise<Told | null> => {
    const body = JSON.stringify({ advance_days: days });
    const headers = { "Content-Type": "application/json" };
    const init = days === undefined ? {} : { method: "POST", headers, body };
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await fetch(`${run.sandboxOrigin}/sandbox/clock`, { ...init, signal }).catch(() => null);
    return answer?.ok ? ((await answer.json()) as Told) : null;
  };
  /** A call that was cut off, or came while another moved the clock, loses nothing: the rest is moved by the next. */
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
    tick: async () => void (await fetch(`${run.sandboxOrigin}/sandbox/tick`, { method: "POST" })),
    now: async () => (await readClock()).now,
    /** @returns the time after it */
    moveOn: async (days: number) => (await moveTo((await readClock()).ahead_days + days)).now,
    /** Every rule of the books, over every row. */
    booksBalance: async () => expect(await brokenRules(run.stateDir, rules, ask)).toEqual([]),
    rows: async (sql: string) => (await ask([sql]))[0] ?? [],
  };
}

/** Goes from the payment page to the provider, pays there, and waits for the result. */
async function buy(investor: HttpJourney, what: string, result: string): Promise<void> {
  await investor.visit(`/stripe-secure?${what}`);
  await pay(investor);
  await waitFor(investor, result);
}

/** Joins, so that stakes can be bought. */
export const activate = (investor: HttpJourney) =>
  buy(investor, "product=joining-fee", "Joining fee successfully paid");

export const buyStake = (investor: HttpJourney, caskId: string) =>
  buy(investor, `cask=${caskId}`, "Stake added to your account");
