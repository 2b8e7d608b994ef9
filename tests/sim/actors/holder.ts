import { sql } from "drizzle-orm";
import { readPortfolio } from "~/areas/holdings/portfolio/read-portfolio";
import { cancelOwnWithdrawal, stopWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import { requestWithdrawal } from "~/areas/payouts/withdrawals/request-withdrawal";
import { walletOf } from "~/core/ledger/accounts";
import type { SessionClaim } from "~/core/session/access";
import type { Shop } from "../shop";
import { type AccountName, accountOf } from "./accounts";
import { pressIn, signIn, signOutEverywhere } from "./sign-in";

// Holders withdraw a cycle's return or their wallet's balance, calling the use cases in the order of the wallet's
// route, each in a session of their own.

type Wish = { of: "cycle" | "balance"; account?: AccountName; claim?: SessionClaim };
type Answer = "requested" | "no answer" | "signed out" | (string & {});

const AN_HOUR_MS = 3_600_000;

/** One press of 'Withdraw' for the return that comes first. */
export const askForReturn = (shop: Shop, userId: string, wish: Omit<Wish, "of"> = {}) =>
  press(shop, userId, { of: "cycle", ...wish });

/** One press of 'Withdraw' for the whole balance, as it was shown. */
export const askForBalance = (shop: Shop, userId: string, wish: Omit<Wish, "of"> = {}) =>
  press(shop, userId, { of: "balance", ...wish });

async function press(shop: Shop, userId: string, { of, account = "usual", claim }: Wish): Promise<Answer> {
  const { world, store } = shop;
  const mine = claim ?? signIn(shop, userId);
  const name = of === "cycle" ? "withdrawal" : "balance";
  const answer = await pressIn(shop, name, mine, async (deps, session) => {
    const basis = await readPortfolio(deps, session);
    const shownCents = of === "balance" ? basis.rows.balanceCents : undefined;
    const subject = of === "cycle" ? ({ of, cycle: null } as const) : { of };
    const sent = { basis, subject, expectCents: shownCents, bank: accountOf(userId, account), looked: true };
    let withdrawalId = "";
    const newId = (prefix: string) => {
      const id = deps.newId(prefix);
      if (prefix !== "wdr") return id;
      shop.claims.set(id, mine);
      return (withdrawalId = id);
    };
    const made = await requestWithdrawal({ ...deps, newId }, session, sent);
    return { outcome: made.ok ? "requested" : made.code, withdrawalId, shownCents };
  });
  if (!answer.ok) return "no answer";
  if (answer.value === "signed out") {
    world.count(`${name} signed out`);
    return answer.value;
  }
  const { outcome, withdrawalId, shownCents } = answer.value;
  world.count(`${name} ${outcome}`);
  if (outcome === "requested" && shownCents !== undefined) {
    const other = "SELECT amount_cents FROM withdrawals WHERE id = ? AND amount_cents <> ?";
    for (const row of store.rows(other, [withdrawalId, shownCents]))
      world.violate("what is taken is what was shown", row);
  }
  return outcome;
}

/** Presses until there is an answer, at most three times. */
async function pressUntilAnswered(shop: Shop, userId: string, wish: Wish): Promise<Answer> {
  let answer: Answer = "no answer";
  for (let again = 0; again < 3 && answer === "no answer"; again++) {
    if (again > 0) await shop.world.sleep(5_000);
    answer = await press(shop, userId, wish);
  }
  return answer;
}

/** Withdraws the balance, while more may be credited. */
export async function emptyWallet(shop: Shop, userId: string): Promise<void> {
  const { world } = shop;
  await world.sleep(world.random.between(0, 1_800_000));
  if (world.random.chance(0.5)) void askForBalance(shop, userId);
  if (world.random.chance(0.5)) void creditPromotion(shop, userId);
  await pressUntilAnswered(shop, userId, { of: "balance" });
}

async function creditPromotion(shop: Shop, userId: string): Promise<void> {
  const id = shop.world.newId("promotion:");
  await shop.world.invoke("promotion", async (invocation) => {
    const { db, nowMs } = shop.deps(invocation);
    await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES (${id}, 'house:promotions', ${walletOf(userId)}, 700, 'USD', 'promotion', ${id}, ${nowMs()})`);
  });
}

/** Asks in one of the ways people do: twice at once, with an old login, or while another browser logs out everywhere. */
export async function askForAWhile(shop: Shop, userId: string): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, 1_200_000));
  const account: AccountName = random.chance(0.2) ? random.pick(["other", "third"]) : "usual";
  const old = random.chance(0.1);
  const claim = signIn(shop, userId, old ? random.between(AN_HOUR_MS - 2_000, 2 * AN_HOUR_MS) : 0);
  if (random.chance(0.3)) void askForReturn(shop, userId, { account: random.chance(0.5) ? account : "usual" });
  if (random.chance(0.12)) void signOutSoon(shop, userId);
  const wish = { of: "cycle", account } as const;
  const answer = await pressUntilAnswered(shop, userId, { ...wish, claim });
  if (answer === "code-needed" || answer === "signed out") await pressUntilAnswered(shop, userId, wish);
  if (random.chance(0.4)) {
    // After a rejection the cycle can be withdrawn again; after this one's return there may be another's.
    await world.sleep(random.between(600_000, 2_400_000));
    await askForReturn(shop, userId);
  }
}

async function signOutSoon(shop: Shop, userId: string): Promise<void> {
  await shop.world.sleep(shop.world.random.between(0, 600));
  signOutEverywhere(shop, userId);
}

// Requests are taken back: by the investors who made them, and by the link in the emails about them; sometimes twice, sometimes too late:
// the bank has them, or they are decided.

type Standing = { id: string; userId: string; stopToken: string };

/** Those that are open; with `decided`, also the ones that it is too late for. */
export function standing({ store }: Shop, decided = false): Standing[] {
  const states = decided
    ? "'progress', 'sending', 'paid', 'rejected', 'cancelled', 'returned'"
    : "'progress', 'sending'";
  // What the bank has is tried too: from outside no one sees that it is too late.
  return store.rows<Standing>(`SELECT id, user_id AS userId, stop_token AS stopToken FROM withdrawals
    WHERE state IN (${states}) AND stop_token IS NOT NULL ORDER BY created_at_ms, id`);
}

export async function cancel(shop: Shop, { id, userId }: Standing): Promise<boolean> {
  const { world } = shop;
  shop.takenBack.add(id);
  const answer = await pressIn(shop, "cancel", signIn(shop, userId), async (deps, session) => {
    const done = await cancelOwnWithdrawal(deps, session, id);
    return done.ok ? "cancelled" : done.code;
  });
  if (answer.ok) {
    world.count(`cancel: ${answer.value}`);
    if (answer.value === "cancelled") isOver(shop, id);
  }
  return answer.ok;
}

export async function stop(shop: Shop, { id, stopToken }: Standing): Promise<boolean> {
  const { world } = shop;
  shop.takenBack.add(id);
  const answer = await world.invoke("stop link", (invocation) => stopWithdrawal(shop.deps(invocation), stopToken));
  if (!answer.ok) return false;
  world.count(answer.value ? "stop link used" : "stop link unknown");
  if (!answer.value) world.violate("the link of a withdrawal stops it", id);
  isOver(shop, id);
  return true;
}

/** A user told that it has ended can rely on that. */
function isOver({ store, world }: Shop, id: string): void {
  const open = "SELECT id FROM withdrawals WHERE id = ? AND state = 'progress'";
  for (const row of store.rows(open, [id])) world.violate("what was stopped is over", row);
}

export async function thinkAgain(shop: Shop, longestPauseMs: number): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(60_000, random.chance(0.5) ? 2_400_000 : longestPauseMs));
  const all = standing(shop, random.chance(0.3));
  if (all.length === 0) return;
  const one = random.pick(all);
  const how = random.chance(0.5) ? cancel : stop;
  if (random.chance(0.3)) void (random.chance(0.5) ? cancel : stop)(shop, one);
  for (let press = 0; press < 3; press++) {
    if (await how(shop, one)) return;
    await world.sleep(5_000);
  }
}
