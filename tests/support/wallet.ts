import { sql } from "drizzle-orm";
import { lastFour } from "~/domain/bank-hints";
import * as wallet from "~/routes/wallet/route";
import { createSealer } from "~/server/seal";
import { open, post } from "./ask-route";
import type { TestContext } from "./context";
import type { Person } from "./people";

export const openWallet = (shared: TestContext, person: Pick<Person, "cookie"> | null, path = "/wallet", more = "") =>
  open<never>(shared, wallet, path, [person?.cookie, more].filter(Boolean).join("; "));

export const BANK = {
  holder_name: "Asha Rao",
  bank_name: "State Bank of India",
  ifsc_code: "SBIN0005943",
  account_number: "50100123456789",
};

export const postWithdrawal = (
  shared: TestContext,
  person: Person,
  fields: Record<string, string> = {},
  path = "/wallet?tab=portfolio&dialog=withdraw",
) => post<never>(shared, wallet, path, person.cookie, { intent: "withdraw", ...BANK, ...fields });

export const withdrawalsOf = (context: TestContext, who: Person) =>
  context.db.all<Record<string, string | number | null>>(sql`SELECT * FROM withdrawals
    WHERE user_id = ${who.userId} ORDER BY created_at_ms`);

export const toastOf = (response: Response) => {
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith("toast=")) ?? "";
  return JSON.parse(atob(decodeURIComponent(/^toast=([^;]*)/.exec(cookie)?.[1] ?? "")) || "null") as unknown;
};

/** Saves bank details, dated that long ago. */
export async function saveBank(context: TestContext, who: Person, agoMs: number, accountNumber = BANK.account_number) {
  const place = { table: "bank_details", column: "account_number_sealed", userId: who.userId } as const;
  const { sealed, keyId } = await createSealer(context.config).seal(accountNumber, place);
  await context.db
    .run(sql`INSERT INTO bank_details (user_id, holder_name, bank_name, ifsc_code, branch_address, account_number_sealed, account_last4, key_id, changed_at_ms)
    VALUES (${who.userId}, 'Asha Rao', 'State Bank of India', 'SBIN0005943', 'Pune', ${sealed}, ${lastFour(accountNumber)}, ${keyId}, ${context.nowMs() - agoMs})`);
}
