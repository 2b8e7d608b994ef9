import { sql } from "drizzle-orm";
import { beforeEach } from "vitest";
import { creditWallet } from "../../../support/holdings";
import { type Person, signIn } from "../../../support/people";
import { setSetting } from "../../../support/settings";
import { requestBalance } from "../../../support/withdrawals";
import { openConsole } from "./console";

// Payouts through the console's own pages, and what investors and stop links can do to what the bank has.

const DAY_MS = 86_400_000;

export const pageOf = (runId: string) => `/operator/payout-runs/${runId}`;

/** For one file of tests. What is open then is of one test. */
export function openPayouts() {
  const { context, people, get, send, post, actionsOn } = openConsole();
  const { db } = context;
  beforeEach(async () => {
    const open = await db.all<{ id: string }>(sql`SELECT id FROM withdrawals WHERE state IN ('progress', 'sending')`);
    for (const { id } of open) await decide(id, people.operator, { intent: "reject", reason: "Left over." });
  });

  const decide = (id: string, as: Person, fields: Record<string, string>) =>
    post(`/operator/withdrawals/${id}`, as, fields);

  async function askedFor(
    amountCents: number,
    { accountNumber = "50100987650000", daysAgo = 3, by = null as Person | null, marks = [] as string[] } = {},
  ) {
    const person = by ?? (await signIn(context));
    await creditWallet(context, person, amountCents);
    const place = { table: "withdrawals", column: "account_number_sealed", userId: person.userId } as const;
    const account = { ...(await context.sealer.seal(accountNumber, place)), last4: accountNumber.slice(-4) };
    const then = { ...context, nowMs: () => context.nowMs() - daysAgo * DAY_MS };
    const { withdrawalId: id } = await requestBalance(then, {
      userId: person.userId,
      amountCents,
      account,
      ...(marks[0] && { marks: [marks[0]] as const }),
    });
    return { id, person };
  }

  const stateOf = async (id: string) =>
    (await db.all<{ state: string }>(sql`SELECT state FROM withdrawals WHERE id = ${id}`))[0]?.state;
  const statesOf = (asked: { id: string }[]) => Promise.all(asked.map(({ id }) => stateOf(id)));
  const setting = (key: string, value: number) => setSetting(db, key, value);

  const makeRun = (as: Person, fields: Record<string, string> = {}) => post("/operator/payout-file", as, fields);
  /** Some requests in a run of the first operator. */
  async function runWith(...cents: number[]) {
    const asked = [];
    for (const [i, amount] of cents.entries()) asked.push(await askedFor(amount, { daysAgo: 9 - i }));
    const made = await makeRun(people.operator);
    return { asked, runId: made.location?.split("/").at(-1) ?? "" };
  }
  const fileOf = (runId: string, as: Person) => get(`${pageOf(runId)}.csv`, as);
  const mark = (runId: string, as: Person, references: Record<string, string>) => {
    const fields = Object.fromEntries(Object.entries(references).map(([id, text]) => [`reference_${id}`, text]));
    return post(pageOf(runId), as, { intent: "mark", ...fields });
  };
  const callBack = (runId: string, as: Person, reason = "The bank was closed.") =>
    post(pageOf(runId), as, { intent: "call-back", reason });
  const stop = (id: string) => post(`/stop/stop-${id}`);
  const cancel = (id: string, as: Person) =>
    post("/wallet?tab=portfolio", as, { intent: "cancel-withdrawal", withdrawal: id });

  return {
    context,
    db,
    people,
    get,
    post,
    send,
    decide,
    askedFor,
    stateOf,
    statesOf,
    actionsOn,
    setting,
    makeRun,
    runWith,
    fileOf,
    mark,
    callBack,
    stop,
    cancel,
  };
}

export type Asked = Awaited<ReturnType<ReturnType<typeof openPayouts>["askedFor"]>>;
