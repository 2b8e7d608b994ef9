import { confirmSetting, proposeSetting } from "~/core/settings/change-setting";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Shop } from "../shop";
import { OPERATOR, SECOND_OPERATOR } from "../template-plan";
import { asOperator } from "./operator";

// Two operators open the market, or close it: the first proposes, and tries to do without the other.

const key = "market_countries";

/** @param countries '*' everywhere, '' nowhere */
export async function switchMarket(shop: Shop, countries: string): Promise<void> {
  const { world, store } = shop;
  const isSo = () => store.rows("SELECT 1 FROM settings WHERE key = ? AND text = ?", [key, countries]).length > 0;
  if (isSo()) return;
  const proposalId = world.newId("prp");
  const change = (operator: OperatorAccess) => ({ key, value: countries, operator }) as const;
  const by = (operatorId: string, does: "propose" | "confirm") =>
    world.invoke(`${does} the market`, (invocation): Promise<unknown> => {
      const deps = shop.deps(invocation);
      return does === "propose"
        ? asOperator(shop, deps, operatorId, (one) => proposeSetting(deps.db, { ...change(one), proposalId }))
        : asOperator(shop, deps, operatorId, (one) => confirmSetting(deps.db, { ...change(one), proposalId: null }));
    });
  while (!(await by(OPERATOR, "propose")).ok) await world.sleep(5_000);
  await by(OPERATOR, "confirm");
  if (isSo()) world.violate("nobody opens the market alone", countries);
  for (let presses = 0; presses < 20 && !isSo(); presses++) {
    await by(SECOND_OPERATOR, "confirm");
    if (!isSo()) await world.sleep(5_000);
  }
  if (isSo()) world.count(countries === "" ? "market closed" : "market opened");
}
