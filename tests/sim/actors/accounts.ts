import { editBankDetails } from "~/areas/accounts/profile/bank-details";
import { saveBankDetails } from "~/areas/accounts/profile/save-bank-details";
import { closeAccount } from "~/areas/accounts/users/close-account";
import { DAY_MS } from "../contact-book";
import type { Shop } from "../shop";
import { tick } from "./cron";
import { pressIn, signIn } from "./sign-in";

/** One press of 'Close my account'. @returns whether there was an answer */
async function askToClose(shop: Shop, userId: string): Promise<boolean> {
  const { world } = shop;
  const answer = await pressIn(shop, "close account", signIn(shop, userId), closeAccount);
  if (answer.ok) world.count(`closing ${answer.value}`);
  return answer.ok;
}

/** Weeks in the life of an account that is to be closed, perhaps after a change of contact, whatever it holds. */
export async function closeSomeday(shop: Shop, userId: string): Promise<void> {
  const { world } = shop;
  const { random } = world;
  await world.sleep(random.between(0, 2 * DAY_MS));
  if (random.chance(0.4)) changeContact(shop, userId);
  for (let week = 0; week < 3; week++) {
    if (random.chance(0.2)) void askToClose(shop, userId);
    while (!(await askToClose(shop, userId))) await world.sleep(5_000);
    await world.sleep(random.between(3, 7) * DAY_MS + random.between(0, 3_600_000));
    await tick(shop);
  }
}

// The bank accounts of people, and what is changed about how they are reached and paid.

export type AccountName = "usual" | "other" | "third" | "shared";

const NUMBERS: Record<AccountName, string> = { usual: "1", other: "2", third: "3", shared: "0" };

/** Everyone has their own; the one that is shared is the same for all. */
export function accountOf(userId: string, name: AccountName) {
  const weighed = [...userId].reduce((sum, letter, place) => sum + letter.charCodeAt(0) * (place + 1) ** 2, 0);
  const owner = name === "shared" ? "000" : String(weighed % 1_000).padStart(3, "0");
  const account_number = `77000000${owner}${NUMBERS[name]}`;
  return { holder_name: "Sample", bank_name: "Sample Bank", ifsc_code: "SMPL0000001", account_number };
}

/** Saves bank details, which makes withdrawals wait if the account is another one. */
export async function saveBank(shop: Shop, userId: string, name: AccountName): Promise<boolean> {
  const { world, store } = shop;
  const sent = accountOf(userId, name);
  const answer = await pressIn(shop, "save bank details", signIn(shop, userId), async (deps, session) => {
    const startedMs = world.nowMs;
    const saved = await editBankDetails(deps, session);
    const before = saved.row?.accountLast4 ?? null;
    const done = await saveBankDetails(deps, session, { saved, sent });
    return { ok: done.ok, startedMs, changed: before !== sent.account_number.slice(-4) };
  });
  if (!answer.ok) return false;
  if (answer.value === "signed out") return true;
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
