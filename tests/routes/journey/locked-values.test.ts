import { describe, expect, it } from "vitest";
import { loader as invest } from "~/routes/invest/route";
import { loader as information } from "~/routes/cask-information/route";
import { loader as payment } from "~/routes/stripe-secure/route";
import { createTestContext } from "../../support/context";
import { get, putCask, signIn } from "../../support/people";

/** Figures that stand alone: the same digits may occur in a time or an id. */
const SECRETS = [/\b(?:73,?131|731\.31)\b/, /\b2031-0/, /\b4,?711\b/, /Secret story/, /Hidden Bond/, /8675309/];

/** A cask whose locked values can all be recognised anywhere. */
async function tellTale(context: ReturnType<typeof createTestContext>) {
  const caskId = await putCask(context, {
    costCents: 73_131,
    totalStakes: 4711,
    launchesInDays: 1500,
    closesInDays: 1600,
  });
  const { sql } = await import("drizzle-orm");
  await context.db
    .run(sql`UPDATE casks SET launches_on = '2031-02-03', closes_on = '2031-04-05', distillery_information = 'Secret story',
    warehouse = 'Hidden Bond', bought_for_cents = 8675309 WHERE id = ${caskId}`);
  return caskId;
}

describe("locked values", () => {
  it("never leave the server before activation, in any page's data", async () => {
    const context = createTestContext();
    const caskId = await tellTale(context);
    const person = await signIn(context, { activated: false });
    const ask = async (load: typeof invest, path: string) => {
      const args = { request: get(`http://localhost:8787${path}`, person.cookie), context: context.next(), params: {} };
      return JSON.stringify(await ((await load(args)) as Response).json());
    };
    const data = [
      await ask(invest, "/invest"),
      await ask(information as never, `/cask-information?cask=${caskId}`),
      await ask(payment as never, `/stripe-secure?cask=${caskId}`),
    ];
    for (const text of data) {
      expect(text).toContain(caskId);
      for (const secret of SECRETS) expect(text).not.toMatch(secret);
    }
  });

  it("are in the pages after activation", async () => {
    const context = createTestContext();
    const caskId = await tellTale(context);
    const person = await signIn(context, { activated: true });
    const ask = async (load: typeof invest, path: string) => {
      const args = { request: get(`http://localhost:8787${path}`, person.cookie), context: context.next(), params: {} };
      return JSON.stringify(await ((await load(args)) as Response).json());
    };
    const list = await ask(invest, "/invest");
    const one = await ask(information as never, `/cask-information?cask=${caskId}`);
    for (const value of ["73131", "4711", "2031-02-03", "2031-04-05"])
      for (const text of [list, one]) expect(text).toContain(value);
    for (const value of ["Secret story", "Hidden Bond", "8675309"]) expect(one).toContain(value);
  });
});
