import { type CaskPlan, planCasks, planDrafts } from "./casks";
import { newcomer, people, type PersonPlan, staff } from "./people";
import { planPurchases, type PurchasePlan } from "./purchases";

export type DemoPlan = {
  nowMs: number;
  casks: CaskPlan[];
  /** Only operators see these yet. */
  drafts: CaskPlan[];
  people: (PersonPlan & { joinedAtMs: number })[];
  purchases: PurchasePlan[];
};

const DAY_MS = 86_400_000;

/** All demo data, as a pure function of the current moment. */
export function planDemo(nowMs: number): DemoPlan {
  const casks = planCasks(nowMs);
  const purchases = planPurchases(casks, nowMs);
  const firstPurchaseMs = new Map<string, number>();
  for (const { personId, atMs } of purchases) {
    firstPurchaseMs.set(personId, Math.min(atMs, firstPurchaseMs.get(personId) ?? atMs));
  }
  const joinedAtMs = (id: string) => {
    if (staff.some((one) => one.id === id)) return nowMs - 1_000 * DAY_MS;
    return (firstPurchaseMs.get(id) ?? nowMs) - (id === newcomer.id ? 2 : 3) * DAY_MS;
  };
  return {
    nowMs,
    casks,
    drafts: planDrafts(nowMs),
    purchases,
    people: people.map((one) => ({ ...one, joinedAtMs: joinedAtMs(one.id) })),
  };
}
