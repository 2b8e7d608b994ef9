// The list of casks that a Worker keeps in memory is never older than the database, and costs no rows of casks while nothing changes.
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { publishCask } from "~/areas/casks/publish-cask";
import { forgetKeptCasks } from "~/areas/casks/inside/kept-casks";
import { listCasks } from "~/areas/casks/list-casks";
import type { ListFilter } from "~/areas/casks/list-filter";
import { withdrawCask } from "~/areas/casks/withdraw-cask";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { effort } from "../../support/effort";
import { openExits } from "../../support/exits";
import { openOperatorSession } from "../../support/as-operator";
import { openSession } from "../../support/open-session";
import { givePapers, putCask, signIn } from "../../support/people";
import { openShop } from "../../support/shop";

const DAY_MS = 86_400_000;
const FILTERS: ListFilter[] = [
  { kind: null, sort: "closing" },
  { kind: "whisky", sort: "price" },
  { kind: "wine", sort: "closing" },
];

async function openWorld() {
  const shop = openShop();
  const { context } = shop;
  const person = await signIn(context);
  const operator = openOperatorSession(context, (await signIn(context, { operator: true })).userId);
  const list = async (filter = FILTERS[0]) => {
    const { casks } = await listCasks(context, openSession(context, person.userId), filter);
    return casks.map((cask) => ({ ...cask }));
  };
  /** What the memory says, compared with what a Worker without one says. */
  const compare = async () => {
    const warm = await Promise.all(FILTERS.map(list));
    forgetKeptCasks();
    expect(warm).toEqual(await Promise.all(FILTERS.map(list)));
    return warm[0] ?? [];
  };
  const find = async (caskId: string) => (await compare()).find(({ id }) => id === caskId);
  return { shop, context, person, operator, list, compare, find };
}

describe("the list of casks in memory", () => {
  it("shows at once whatever happens to a cask: published, reserved, sold, given up, withdrawn, ended", async () => {
    const { shop, context, person, operator, find } = await openWorld();
    const caskId = await putCask(context, { published: false, totalStakes: 2 });
    await givePapers(context, caskId);
    expect(await find(caskId)).toBeUndefined();
    expect(await publishCask(context, operator, { caskId, version: 1 })).toEqual({ ok: true });
    expect(await find(caskId)).toMatchObject({ reservedStakes: 0, soldStakes: 0 });

    await shop.buy(person, { cask: caskId });
    expect(await find(caskId)).toMatchObject({ reservedStakes: 1, soldStakes: 0 });
    const paymentId = (await shop.paymentsOf(person)).at(-1)?.id ?? "";
    shop.stripe.pay(paymentId);
    await settlePayment(shop.settlement, { paymentId });
    expect(await find(caskId)).toMatchObject({ reservedStakes: 0, soldStakes: 1 });

    const unsold = await putCask(context);
    await shop.buy(await signIn(context), { cask: unsold });
    expect(await find(unsold)).toMatchObject({ reservedStakes: 1 });
    context.clock.advance(2 * 3_600_000);
    await shop.drain();
    expect(await find(unsold)).toMatchObject({ reservedStakes: 0 });
    const [{ version } = { version: 0 }] = await context.db.all<{ version: number }>(
      sql`SELECT version FROM casks WHERE id = ${unsold}`,
    );
    expect(await withdrawCask(context, operator, { caskId: unsold, version })).toEqual({ ok: true });
    expect(await find(unsold)).toBeUndefined();

    const exits = await openExits(context);
    await exits.confirmed(caskId);
    expect(await find(caskId)).toMatchObject({ endedOn: expect.any(String) as string });
  });

  it("reads one row of versions and no cask while nothing has changed, however many casks there are", async () => {
    const { context, person, list } = await openWorld();
    await list();
    const rowsOf = async () => {
      const one = context.next();
      await listCasks(one, openSession(one, person.userId));
      expect(one.trips.count).toBe(1);
      return one.trips.rowsRead;
    };
    const before = await rowsOf();
    for (let put = 0; put < 20; put++) await putCask(context);
    const changed = await rowsOf();
    expect(changed).toBeGreaterThanOrEqual(before + 20);
    expect(await rowsOf()).toBe(before);
    expect(before).toBeLessThanOrEqual(8);
  });

  it("is not that of yesterday, and not that of another database", async () => {
    const { context, list, compare } = await openWorld();
    const caskId = await putCask(context, { closesInDays: 0 });
    await list();
    context.clock.advance(200 * DAY_MS);
    expect((await compare()).map(({ id }) => id)).not.toContain(caskId);
    // As if the database were another one: restored, with other casks under a version of its own.
    const versionOf = async () =>
      (await context.db.all<{ version: string }>(sql`SELECT version FROM cask_list`))[0]?.version;
    const seen = new Set([await versionOf()]);
    for (let change = 0; change < 20; change++) {
      await context.db.run(sql`UPDATE casks SET warehouse = 'Bond 1, Leith' WHERE id = ${caskId}`);
      seen.add(await versionOf());
    }
    expect(seen.size).toBe(21);
    for (const one of seen) expect(one).toMatch(/^[0-9A-F]{16}$/);
  });

  it("holds for a request made before a change and answered after it", async () => {
    const { context, list, compare } = await openWorld();
    const caskId = await putCask(context);
    await list();
    const rename = (name: string) => context.db.run(sql`UPDATE casks SET name = ${name} WHERE id = ${caskId}`);
    for (let round = 0; round < 10; round++) {
      const asked = [list(), rename(`Name ${round}`), list(), list(FILTERS[1])];
      await Promise.all(asked);
      expect((await compare()).find(({ id }) => id === caskId)?.name).toBe(`Name ${round}`);
    }
  });

  it("cannot be changed by its recipient", async () => {
    const { context, person } = await openWorld();
    await putCask(context);
    const { casks } = await listCasks(context, openSession(context, person.userId));
    expect(() => Object.assign(casks[0] ?? {}, { costPerStakeCents: 1 })).toThrow(TypeError);
  });

  it("says what the database says after any history of changes", async () => {
    const { context, compare } = await openWorld();
    const ids: string[] = [];
    const set = (assignment: string) => async (pick: number) => {
      const id = ids[pick % (ids.length || 1)];
      if (id) await context.db.run(sql.raw(`UPDATE casks SET ${assignment} WHERE id = '${id}'`)).catch(() => undefined);
    };
    const steps = {
      put: async (pick: number) => void ids.push(await putCask(context, { published: pick % 3 > 0, totalStakes: 3 })),
      publish: set("state = 'published'"),
      withdraw: set("state = 'withdrawn'"),
      reserve: set("reserved_stakes = reserved_stakes + 1"),
      release: set("reserved_stakes = reserved_stakes - 1"),
      sell: set("reserved_stakes = reserved_stakes - 1, sold_stakes = sold_stakes + 1"),
      retype: set("kind = CASE kind WHEN 'wine' THEN 'rum' ELSE 'wine' END"),
      facts: set("name = name || '.', abv_tenths = coalesce(abv_tenths, 0) + 1, version = version + 1"),
      close: set("closes_on = date(closes_on, '-15 days'), launches_on = date(launches_on, '-30 days')"),
      wait: async (pick: number) => context.clock.advance((pick % 40) * DAY_MS),
    };
    const names = Object.keys(steps) as (keyof typeof steps)[];
    const history = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(50)), { minLength: 1, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(history, async (made) => {
        for (const [name, pick] of made) {
          await steps[name](pick);
          await compare();
        }
      }),
      { numRuns: effort(15, 300) },
    );
  });
});
