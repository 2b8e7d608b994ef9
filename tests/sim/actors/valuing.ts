import { addDays, dateOf } from "~/domain/calendar-date";
import { confirmValuation } from "~/areas/casks/propose-valuation";
import { recordValuation } from "~/areas/casks/record-valuation";
import { operatorSession } from "~/core/session/guarded";
import type { Shop } from "../shop";
import { CASKS, OPERATOR, SECOND_OPERATOR } from "../template-plan";
import { sessionOf, signIn } from "./sign-in";

// Operators value casks, each pressing until there is an answer: alone where they may, otherwise by two.

type Entry = { caskId: string; on: string; cents: number };

const fieldsOf = ({ on, cents }: Entry, tier: string) => ({
  ...{ valued_on: on, value_per_stake: (cents / 100).toFixed(2), tier },
  ...{ method: "sample", source: "sample" },
});

/** Enters one value; what takes two is confirmed by the second operator, whom the first tries to do without. */
export async function enterValue(shop: Shop, entry: Entry): Promise<void> {
  const { world } = shop;
  const { caskId } = entry;
  const fields = fieldsOf(entry, world.random.pick(["measured", "modelled", "opinion"]));
  const valuationId = world.newId("val");
  for (;;) {
    const answer = await world.invoke("record valuation", (invocation) => {
      const deps = shop.deps(invocation);
      const input = { valuationId, caskId, fields };
      return recordValuation(deps, operatorSession(deps.db, sessionOf(deps, signIn(shop, OPERATOR))), input);
    });
    if (!answer.ok) await world.sleep(5_000);
    else if (!answer.value.ok) return world.count(`not valued: ${answer.value.code}`);
    else if (answer.value.waits) return confirm(shop, caskId, fields);
    else return world.count("valuation");
  }
}

async function confirm(shop: Shop, caskId: string, fields: Record<string, string>): Promise<void> {
  const { world } = shop;
  const asked = { caskId, proposalId: null, supersedesId: null, fields };
  const by = (operator: string) =>
    world.invoke("confirm valuation", (invocation) => {
      const deps = shop.deps(invocation);
      return confirmValuation(deps, operatorSession(deps.db, sessionOf(deps, signIn(shop, operator))), asked);
    });
  const own = await by(OPERATOR);
  if (own.ok && own.value.ok) world.violate("nobody confirms what they proposed", caskId);
  for (;;) {
    const answer = await by(SECOND_OPERATOR);
    if (answer.ok) return world.count(answer.value.ok ? "valuation by two" : `not confirmed: ${answer.value.code}`);
    await world.sleep(5_000);
  }
}

/** Sometimes dated back, sometimes far above or below what it was. */
export async function valueSomeCask(shop: Shop, longestPauseMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, longestPauseMs));
  const { id: caskId, priceCents } = random.pick(Object.values(CASKS));
  const on = addDays(dateOf(world.nowMs), -random.between(0, 40));
  const percent = random.chance(0.05) ? random.between(900, 1_500) : random.between(80, 160);
  await enterValue(shop, { caskId, on, cents: Math.round((priceCents * percent) / 100) });
}
