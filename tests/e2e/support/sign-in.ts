import { expect, inject } from "vitest";
import { HttpJourney } from "./http-journey";
import { messagesTo, newCodeFor } from "./outbox";

export type Run = { origin: string; sandboxOrigin: string };

const sharedRun = (): Run => ({ origin: inject("origin"), sandboxOrigin: inject("sandboxOrigin") });

async function signIn(value: string, query: string, { origin, sandboxOrigin } = sharedRun()): Promise<HttpJourney> {
  const journey = new HttpJourney(origin);
  const before = await messagesTo(value, sandboxOrigin);
  await journey.visit(`/get-started?${query}`);
  await journey.submit({ email: value });
  expect(journey.at.url.pathname).toBe("/enter-OTP");
  await enterCode(journey, await newCodeFor(value, before, { sandboxOrigin }));
  expect(journey.at.url.pathname).toBe(isOperators(value) ? "/operator" : "/wallet");
  return journey;
}

/** Demo users; members of staff begin in the console. */
const isOperators = (value: string) => /operator@/.test(value);

/** Types it into six boxes, as the page has them. */
const enterCode = (journey: HttpJourney, code: string) =>
  journey.submit({ digit: [...code] }, { form: ({ fields }) => fields.some(({ name }) => name === "digit") });

/** A demo person's session is made once for all files, well within the time in which no fresh code is asked for. */
const KEPT_MS = 10 * 60_000;
const kept = new Map<string, { journey: HttpJourney; atMs: number }>();

async function asBefore(email: string): Promise<HttpJourney | null> {
  const before = kept.get(email);
  if (!before || Date.now() - before.atMs > KEPT_MS) return null;
  const journey = before.journey.copy();
  // A test may have logged out in the meantime.
  return (await journey.visit("/wallet")).url.pathname === "/wallet" ? journey : null;
}

/** On the page that signing in leads to. */
export async function signInByEmail(email: string, query = "mode=login", run?: Run): Promise<HttpJourney> {
  if (run || !Object.values<string>(demoLogins).includes(email)) return signIn(email, query, run);
  const again = await asBefore(email);
  if (again) return again;
  const journey = await signIn(email, query);
  kept.set(email, { journey: journey.copy(), atMs: Date.now() });
  return journey;
}

export const demoLogins = {
  investor: "investor@dunnage.test",
  newcomer: "newcomer@dunnage.test",
  operator: "operator@dunnage.test",
  secondOperator: "second-operator@dunnage.test",
} as const;
