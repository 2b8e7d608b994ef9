import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { proposeExit } from "~/areas/casks/exits/propose-exit";
import { recordValuation } from "~/areas/casks/record-valuation";
import { draftBid } from "~/areas/market/draft-bid";
import { offerStake } from "~/areas/resale/offer-stake";
import { dateOf } from "~/domain/calendar-date";
import { createDatabase } from "~/db/client";
import { openOperatorSession, openSession } from "../support/open-session";
import { bidFields, LETTER } from "../support/bids";
import { createTestContext, type TestContext } from "../support/context";
import { giveStake, monthsAgo } from "../support/holdings";
import { setMarketOpen } from "../support/settings";
import { type Person, putCask, signIn } from "../support/people";

// What a plan was made of changes before it is written. The plan was right, so only the condition in the statement can refuse.

/** The same context, in which this happens between the first trip to the database and the second. */
function meddled(context: TestContext, change: () => Promise<unknown>): TestContext {
  let batches = 0;
  const d1 = new Proxy(env.DB, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (property !== "batch") return typeof value === "function" ? value.bind(target) : value;
      return async (statements: D1PreparedStatement[]) => {
        if (++batches === 2) await change();
        return target.batch(statements);
      };
    },
  });
  return context.next({ db: createDatabase(d1) });
}
const context = createTestContext();
const { db, newId } = context;
let operator: Person;

beforeAll(async () => {
  operator = await signIn(context, { operator: true });
  await setMarketOpen(db, true);
});

type Plan = { holder: Person; stakeId: string; caskId: string };
const planned = async (): Promise<Plan> => {
  const [holder, caskId] = [await signIn(context), await putCask(context)];
  const { stakeId } = await giveStake(context, holder, caskId, { purchasedAtMs: monthsAgo(context, 25) });
  return { holder, stakeId, caskId };
};
const said = (done: { ok: true } | { ok: false; code: string }) => (done.ok ? "ok" : done.code);
const run = (statement: ReturnType<typeof sql>) => db.run(statement);

const suspend = ({ holder }: Plan) => run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${holder.userId}`);
const freeze = ({ stakeId }: Plan) => run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
const deactivate = ({ holder }: Plan) => run(sql`UPDATE users SET activated_at_ms = NULL WHERE id = ${holder.userId}`);
const proposeSale = ({ caskId }: Plan) =>
  run(sql`INSERT INTO cask_exits (id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents,
      proposed_by, proposed_at_ms)
    SELECT ${newId("ext")}, id, 'sale', 'trade', '2026-01-12', 10, 0, total_stakes, 1, 0, ${operator.userId}, 1 FROM casks WHERE id = ${caskId}`);

it.each<[string, (plan: Plan) => Promise<unknown>, string]>([
  ["nothing changes", () => Promise.resolve(), "ok"],
  ["it is frozen", freeze, "frozen"],
  ["its holder is suspended", suspend, "not-yours"],
  ["the account is no longer active", deactivate, "not-yours"],
  ["the sale of its cask is proposed", proposeSale, "sale-proposed"],
  ["the market closes", () => setMarketOpen(db, false), "not-open"],
  [
    "a payment of its holder is disputed",
    ({ holder }) =>
      run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE user_id = ${holder.userId}`),
    "owes",
  ],
])("a stake is offered at a price, and meanwhile %s", async (_what, change, answer) => {
  await setMarketOpen(db, true);
  const plan = await planned();
  const offer = { stakeId: plan.stakeId, priceCents: 50_000, country: null };
  const deps = meddled(context, () => change(plan));
  expect(said(await offerStake(deps, openSession(deps, plan.holder.userId), offer))).toBe(answer);
  const offers = await db.all(sql`SELECT id FROM offers WHERE stake_id = ${plan.stakeId}`);
  expect(offers).toHaveLength(answer === "ok" ? 1 : 0);
});

type Deed = (deps: ReturnType<typeof meddled>, plan: Plan, by: Person) => Promise<Parameters<typeof said>[0]>;
const draft: Deed = (deps, { caskId }, { userId }) =>
  draftBid({ ...deps, proof: env.PROOF }, openOperatorSession(deps, userId), {
    bidId: newId("bid"),
    caskId,
    fields: bidFields(context),
    bytes: LETTER,
  });
const propose: Deed = (deps, { caskId }, { userId }) => {
  const terms = { soldOn: dateOf(context.nowMs()), buyerKind: "trade", grossCents: 100_000, feesCents: 0 } as const;
  return proposeExit(deps, openOperatorSession(deps, userId), { caskId, terms, netPerStakeCents: 10_000 });
};
const record: Deed = (deps, { caskId }, { userId }) =>
  recordValuation(deps, openOperatorSession(deps, userId), {
    valuationId: newId("val"),
    caskId,
    fields: { valued_on: dateOf(context.nowMs()), value_per_stake: "510", tier: "measured", method: "m", source: "s" },
  });
const deeds = { draft, propose, record };
const buy = ({ caskId }: Plan, by: Person) => giveStake(context, by, caskId);
const nothing = () => Promise.resolve();

it.each<[keyof typeof deeds, string, (plan: Plan, by: Person) => Promise<unknown>, string]>([
  ["draft", "nothing changes", nothing, "ok"],
  ["draft", "they buy a stake of it", buy, "not-allowed"],
  ["propose", "nothing changes", nothing, "ok"],
  ["propose", "they buy a stake of it", buy, "own-stake"],
  ["propose", "another sale is proposed", proposeSale, "already-proposed"],
  ["record", "nothing changes", nothing, "ok"],
  ["record", "they buy a stake of it", buy, "not-allowed"],
])("an operator decides about a cask, and meanwhile %s: %s", async (name, _what, change, answer) => {
  const [plan, by] = [await planned(), await signIn(context, { operator: true })];
  const deps = meddled(context, () => change(plan, by));
  expect(said(await deeds[name](deps, plan, by))).toBe(answer);
});
