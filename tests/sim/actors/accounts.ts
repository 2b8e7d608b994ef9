import { closeAccount, keepAccount } from "~/areas/accounts/closing/close-account";
import { stopClosing } from "~/areas/accounts/closing/stop-closing";
import { editBankDetails } from "~/areas/accounts/profile/bank-details";
import { saveBankDetails } from "~/areas/accounts/profile/save-bank-details";
import { DAY_MS } from "../contact-book";
import type { Shop } from "../shop";
import { tick } from "./cron";
import { sessionOf, SignedOut, signIn } from "./sign-in";

// Accounts are closed, by their owner or by an intruder; some closings are stopped, by the link or in the account, sometimes too late.

type Waiting = { id: string; userId: string; stopToken: string };

const waitingOf = ({ store }: Shop, userId: string) =>
  store.rows<Waiting>(
    "SELECT id, user_id AS userId, stop_token AS stopToken FROM account_closings WHERE user_id = ? AND cancelled_at_ms IS NULL AND closed_at_ms IS NULL",
    [userId],
  )[0];

/** One press of 'Close my account'. @returns whether there was an answer */
async function askToClose(shop: Shop, userId: string, givesUp = true): Promise<boolean> {
  const { world } = shop;
  const claim = signIn(shop, userId);
  const choices = givesUp
    ? ({ stakes: "give-up", balance: "give-up" } as const)
    : ({ stakes: "hold", balance: "pay-out" } as const);
  const answer = await world.invoke("close account", async (invocation) => {
    const deps = shop.deps(invocation);
    try {
      return (await closeAccount(deps, sessionOf(deps, claim), choices)).outcome;
    } catch (error) {
      if (error instanceof SignedOut) return "signed out";
      throw error;
    }
  });
  if (answer.ok) world.count(`closing ${answer.value}`);
  return answer.ok;
}

/** By the link of a person who was told, or by the owner. */
async function stopClosingOf(shop: Shop, userId: string, by: "link" | "owner"): Promise<boolean> {
  const { world } = shop;
  const waiting = waitingOf(shop, userId);
  if (!waiting) return true;
  const claim = signIn(shop, userId);
  const answer = await world.invoke("stop closing", async (invocation) => {
    const deps = shop.deps(invocation);
    try {
      if (by === "link") await stopClosing(deps, waiting.stopToken);
      else await keepAccount(deps, sessionOf(deps, claim));
    } catch (error) {
      if (!(error instanceof SignedOut)) throw error;
    }
  });
  if (!answer.ok) return false;
  const stopped = "SELECT id FROM account_closings WHERE id = ? AND cancelled_at_ms IS NOT NULL";
  if (shop.store.rows(stopped, [waiting.id]).length === 1) {
    shop.stoppedClosings.add(waiting.id);
    world.count(`closing stopped by ${by}`);
  } else world.count("closing stopped too late");
  return true;
}

/** Weeks in the life of an account: a closing, perhaps after a change of contact, perhaps stopped, and the timer in between. */
export async function closeSomeday(shop: Shop, userId: string): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, 2 * DAY_MS));
  if (random.chance(0.4)) changeContact(shop, userId);
  if (random.chance(0.2)) void askToClose(shop, userId, random.chance(0.5));
  const givesUp = random.chance(0.8);
  while (!(await askToClose(shop, userId, givesUp))) await world.sleep(5_000);
  const stops = random.chance(0.4);
  for (let week = 0; week < 3; week++) {
    await world.sleep(random.between(3, 7) * DAY_MS + random.between(0, 3_600_000));
    if (stops && week === random.between(0, 2))
      while (!(await stopClosingOf(shop, userId, random.chance(0.5) ? "link" : "owner"))) await world.sleep(5_000);
    await tick(shop);
  }
}

// The bank accounts of people, and what is changed about how they are reached and paid.

export type AccountName = "usual" | "other" | "third" | "shared";

const NUMBERS: Record<AccountName, string> = { usual: "1", other: "2", third: "3", shared: "0" };

/** Everybody has their own; the one that is shared is the same for all. */
export function accountOf(userId: string, name: AccountName) {
  const weighed = [...userId].reduce((sum, letter, place) => sum + letter.charCodeAt(0) * (place + 1) ** 2, 0);
  const owner = name === "shared" ? "000" : String(weighed % 1_000).padStart(3, "0");
  const account_number = `77000000${owner}${NUMBERS[name]}`;
  return { holder_name: "Sample", bank_name: "Sample Bank", ifsc_code: "SMPL0000001", account_number };
}

/** Saves bank details, which makes withdrawals wait if the account is another one. */
export async function saveBank(shop: Shop, userId: string, name: AccountName): Promise<boolean> {
  const { world, store } = shop;
  const claim = signIn(shop, userId);
  const { account_number } = accountOf(userId, name);
  const answer = await world.invoke("save bank details", async (invocation) => {
    const deps = shop.deps(invocation);
    const session = sessionOf(deps, claim);
    const startedMs = world.nowMs;
    try {
      const saved = await editBankDetails(deps, session);
      const before = saved.row?.accountLast4 ?? null;
      const done = await saveBankDetails(deps, session, { saved, sent: accountOf(userId, name) });
      return { ok: done.ok, startedMs, changed: before !== account_number.slice(-4) };
    } catch (error) {
      if (error instanceof SignedOut) return { ok: false, startedMs, changed: false };
      throw error;
    }
  });
  if (!answer.ok) return false;
  const { ok, startedMs, changed } = answer.value;
  if (!ok || !changed) return true;
  world.count("bank details changed");
  const undated = "SELECT user_id FROM bank_details WHERE user_id = ? AND changed_at_ms < ?";
  for (const row of store.rows(undated, [userId, startedMs])) world.violate("a change of account is dated", row);
  return true;
}

/** As the use case writes it, whose codes are not simulated; the database keeps what it was before. */
export function changeContact({ store, world, book }: Shop, userId: string): void {
  if (store.rows("SELECT 1 FROM users WHERE id = ? AND closed_at_ms IS NOT NULL", [userId]).length > 0) return;
  book.open([userId]);
  const what = world.random.pick(["email", "phone"]);
  const serial = world.newId("").slice(1);
  const value = what === "email" ? `${userId}-${serial}@example.com` : `91${serial.padStart(10, "9")}`;
  book.change(userId, what === "email" ? "email" : "sms", value);
  store.execute(`UPDATE users SET ${what} = ?, contact_changed_at_ms = ? WHERE id = ?`, [value, world.nowMs, userId]);
  world.count(`${what} changed`);
}
