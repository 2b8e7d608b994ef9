import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestContext } from "../../support/context";
import { creditWallet, giveRipeStake, moneyRows } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { setSetting, withoutPayoutLimits } from "../../support/settings";
import { postStake } from "../../support/stake-page";
import { BANK, postWithdrawal, withdrawalsOf } from "../../support/wallet";
import { call, tokenOf } from "../api/support/client";

// One rule, three doors: a return is asked for in the wallet, on its stake's page and by the API.

const context = createTestContext();
const { db } = context;
beforeAll(() => withoutPayoutLimits(db));

type Ask = { person: Person; token: string; stakeId: string; fields: Record<string, string> };
const WALLET = "/wallet?tab=portfolio&dialog=withdraw";
const DOORS: Record<string, (ask: Ask) => Promise<{ location: string | null }>> = {
  "the wallet": async ({ person, fields }) => {
    const { response } = await postWithdrawal(context, person, fields, WALLET);
    return { location: response.headers.get("Location") };
  },
  "the stake's page": ({ person, stakeId, fields }) => postStake(context, person, stakeId, fields),
  "the API": async ({ person, token, fields: { cycle_number, ...fields } }) => {
    const typed = { user_id: person.userId, payment_mode: "Bank", ...BANK, ...fields };
    const body = { ...typed, cycle_number: Number(cycle_number) };
    const { status } = await call(context, "POST", "/api/users/withdraw", { token, body });
    return { location: status === 200 ? "asked" : null };
  },
};

async function entered() {
  const person = await signIn(context);
  const { stakeId } = await giveRipeStake(context, person, await putCask(context));
  return { person, stakeId, token: await tokenOf(context, person) };
}
type Entered = Awaited<ReturnType<typeof entered>>;

const typed = (more: Record<string, string>) => () => Promise.resolve(more);
/** What is different about a request that is refused. Returned: fields of the form. */
const REFUSED: Record<string, (who: Entered) => Promise<Record<string, string>>> = {
  "a cycle that has not ended": typed({ cycle_number: "2" }),
  "another person's stake": async () => ({ stake_id: (await entered()).stakeId }),
  "a stake that does not exist": typed({ stake_id: "stk_none" }),
  ...Object.fromEntries(Object.keys(BANK).map((name) => [`a form without ${name}`, typed({ [name]: "  " })])),
  "a name without a letter": typed({ holder_name: "..." }),
  "an account that is not activated": async ({ person }) => {
    await db.run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${person.userId}`);
    return {};
  },
  "a login of an hour ago": async ({ person }) => {
    await db.run(sql`UPDATE sessions SET proved_at_ms = ${context.nowMs() - 60 * 60_000}
      WHERE user_id = ${person.userId}`);
    return {};
  },
  "one request too many in a day": async () => {
    await setSetting(db, "withdrawal_requests_per_day", 0);
    return {};
  },
};

describe.each(Object.entries(DOORS))("a return asked for by %s", (_door, ask) => {
  it("is the server's figure, held once, though it is sent twice at the same time", async () => {
    const who = await entered();
    await creditWallet(context, who.person, 700);
    const fields = { stake_id: who.stakeId, cycle_number: "1", amount_cents: "999999", amount: "9" };
    const answers = await Promise.all([1, 2].map(() => ask({ ...who, fields })));
    expect(answers.some(({ location }) => location !== null)).toBe(true);
    expect(await withdrawalsOf(context, who.person)).toMatchObject([
      { stake_id: who.stakeId, cycle_number: 1, amount_cents: 10_400, account_last4: "6789", state: "progress" },
    ]);
  });

  it.each(Object.entries(REFUSED))("changes nothing for %s", async (_what, change) => {
    const who = await entered();
    const fields = { stake_id: who.stakeId, cycle_number: "1", ...(await change(who)) };
    const before = await moneyRows(context);
    expect((await ask({ ...who, fields })).location).not.toBe("asked");
    await setSetting(db, "withdrawal_requests_per_day", 30);
    expect(await moneyRows(context)).toEqual(before);
  });
});
