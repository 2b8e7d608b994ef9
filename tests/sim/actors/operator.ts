import { payReward } from "~/areas/accounts/rewards/decide-reward";
import { clearWithdrawal, payWithdrawal, rejectWithdrawal } from "~/areas/payouts/withdrawals/decide-withdrawal";
import { callBackProposal, proposePayout } from "~/areas/payouts/withdrawals/propose-payout";
import { recordIdentityCheck } from "~/areas/payouts/withdrawals/record-identity-check";
import type { OperatorAccess } from "~/core/session/guarded";
import { confirmSetting, proposeSetting } from "~/core/settings/change-setting";
import type { Work } from "~/db/work";
import type { Shop } from "../shop";
import { OPERATOR, SECOND_OPERATOR } from "../template-plan";
import { pressAs } from "./sign-in";

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
    batchAs<unknown>(shop, `${does} the market`, operatorId, (one, db) =>
      does === "propose"
        ? proposeSetting(db, { ...change(one), proposalId })
        : confirmSetting(db, { ...change(one), proposalId: null }),
    );
  while (!(await by(OPERATOR, "propose")).ok) await world.sleep(5_000);
  await by(OPERATOR, "confirm");
  if (isSo()) world.violate("nobody opens the market alone", countries);
  for (let presses = 0; presses < 20 && !isSo(); presses++) {
    await by(SECOND_OPERATOR, "confirm");
    if (!isSo()) await world.sleep(5_000);
  }
  if (isSo()) world.count(countries === "" ? "market closed" : "market opened");
}

// Operators decide on withdrawals: sometimes twice, sometimes two at once who disagree.

type Open = { id: string; userId: string };

/** Looks in often; now and then days pass in between, in which waits end. */
export async function decideForAWhile(shop: Shop, times: number, longestPauseMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  for (let i = 0; i < times; i++) {
    await world.sleep(random.between(60_000, random.chance(0.5) ? 1_500_000 : longestPauseMs));
    for (const open of openWithdrawals(shop)) {
      if (random.chance(0.5)) await clear(shop, open);
      if (random.chance(0.15)) {
        await propose(shop, open);
        continue;
      }
      const pays = random.chance(0.75);
      const first = pays ? payOut(shop, open) : reject(shop, open);
      if (random.chance(0.5)) await (random.chance(0.7) ? payOut(shop, open) : reject(shop, open));
      await first;
    }
  }
}

/** One proposes; the other confirms it, sometimes changes it first, or calls it back. */
async function propose(shop: Shop, { id: withdrawalId, userId }: Open): Promise<void> {
  const { world } = shop;
  const { random } = world;
  const bankReference = `UTR-${withdrawalId}`;
  const press = (operatorId: string) =>
    batchAs(shop, "propose", operatorId, (operator, db) =>
      proposePayout(db, { withdrawalId, auditId: world.newId("aud"), bankReference, operator }),
    );
  const proposed = await press(OPERATOR);
  if (!proposed.ok || !proposed.value) return world.count("payout not proposed");
  world.count("payout proposed");
  await world.sleep(random.between(0, 600_000));
  if (random.chance(0.2)) await press(SECOND_OPERATOR);
  if (random.chance(0.6)) return void (await payOut(shop, { id: withdrawalId, userId }));
  const back = await batchAs(shop, "call back proposal", SECOND_OPERATOR, (operator, db) =>
    callBackProposal(db, { withdrawalId, auditId: world.newId("aud"), reason: "Not yet.", operator }),
  );
  if (back.ok && back.value) world.count("proposal called back");
}

/** Looks at a request that is over a limit, and lets it be paid. */
async function clear(shop: Shop, { id: withdrawalId }: Open): Promise<void> {
  if (shop.store.rows("SELECT id FROM withdrawals WHERE id = ? AND over_limit IS NULL", [withdrawalId]).length > 0)
    return;
  const answer = await batchAs(shop, "clear", SECOND_OPERATOR, (operator, db) =>
    clearWithdrawal(db, { withdrawalId, operator }),
  );
  if (answer.ok && answer.value) shop.world.count("withdrawal cleared");
}

/** Compares a person with a document; the latest of these counts. */
export async function checkIdentity(shop: Shop, userId: string): Promise<boolean> {
  const { world, store } = shop;
  const outcome = world.random.chance(0.75) ? "passed" : "failed";
  const checkId = world.newId("chk");
  // Who checks a person does not pay them.
  const checker = world.random.chance(0.9) ? SECOND_OPERATOR : OPERATOR;
  for (let again = 0; again < 3; again++) {
    const answer = await batchAs(shop, "identity check", checker, (operator, db) =>
      recordIdentityCheck(db, { checkId, userId, outcome, operator }),
    );
    if (!answer.ok) continue;
    world.count(`identity check ${outcome}`);
    const recorded = "SELECT id FROM identity_checks WHERE id = ? AND outcome = ?";
    if (store.rows(recorded, [checkId, outcome]).length !== 1)
      world.violate("an identity check that was answered is recorded", checkId);
    return true;
  }
  return false;
}

/** One press of an operator's that is one batch behind the guard. */
export const batchAs = <T>(
  shop: Shop,
  what: string,
  operatorId: string,
  make: (operator: OperatorAccess, db: ReturnType<Shop["deps"]>["db"]) => Work<T>,
) => pressAs(shop, what, operatorId, async ({ db }, session) => (await session.write((who) => make(who, db))).result);

export function openWithdrawals({ store }: Shop): Open[] {
  return store.rows<Open>(
    "SELECT id, user_id AS userId FROM withdrawals WHERE state = 'progress' ORDER BY created_at_ms",
  );
}

export async function payOut(shop: Shop, { id: withdrawalId, userId }: Open): Promise<boolean> {
  const { world } = shop;
  const bankReference = `UTR-${withdrawalId}`;
  const answer = await batchAs(shop, "pay out", OPERATOR, (operator, db) =>
    payWithdrawal(db, { withdrawalId, userId, bankReference, operator }),
  );
  if (!answer.ok) return false;
  world.count(answer.value.ok ? "withdrawal paid" : `withdrawal not paid: ${answer.value.code}`);
  return true;
}

/**
 * Rejects what waits, or what the bank has sent back; no one rejects what the bank may still pay. Not each form about
 * the latter says in which state the operator saw the request.
 */
export async function reject(shop: Shop, { id: withdrawalId, userId }: Open, sentBack = false): Promise<boolean> {
  const saysSo = shop.world.random.chance(0.5);
  const seen = !sentBack ? "progress" : saysSo ? "sending" : undefined;
  const answer = await batchAs(shop, "reject", OPERATOR, (operator, db) =>
    rejectWithdrawal(db, { withdrawalId, userId, reason: "The name does not match.", seen, operator }),
  );
  if (answer.ok) shop.world.count(answer.value.ok ? "withdrawal rejected" : `not rejected: ${answer.value.code}`);
  return answer.ok;
}

/** What was decided long ago is decided otherwise, while more money is held that it could be taken from: nothing must come of it. */
export async function decideAgain(shop: Shop): Promise<void> {
  const { world, store } = shop;
  const decided = store.rows<Open>(
    "SELECT id, user_id AS userId FROM withdrawals WHERE state IN ('paid', 'rejected') ORDER BY id",
  );
  if (decided.length === 0) return;
  const one = world.random.pick(decided);
  world.count("decided again");
  for (const decide of [reject, payOut])
    for (let presses = 0; presses < 5 && !(await decide(shop, one)); presses++) await world.sleep(5_000);
}

/** Pays the rewards that are due, now and then one twice. */
export async function payRewards(shop: Shop): Promise<void> {
  const { world, store } = shop;
  const { random } = world;
  await world.sleep(random.between(300_000, 5_400_000));
  for (const { referredId } of store.rows<{ referredId: string }>(
    "SELECT referred_id AS referredId FROM referrals WHERE state = 'pending'",
  )) {
    if (random.chance(0.3)) void payOneReward(shop, referredId);
    await payOneReward(shop, referredId);
  }
}

export async function payOneReward(shop: Shop, referredId: string): Promise<boolean> {
  const answer = await batchAs(shop, "pay reward", OPERATOR, (operator, db) => payReward(db, { referredId, operator }));
  if (answer.ok && answer.value.ok) shop.world.count("reward paid");
  return answer.ok;
}
