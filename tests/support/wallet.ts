import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import { lastFour } from "~/domain/bank-hints";
import { action, loader } from "~/routes/wallet/route";
import { createSealer } from "~/server/seal";
import type { TestContext } from "./context";
import { formPost, get, pageAfter, type Person } from "./people";

const ORIGIN = "http://localhost:8787";

/** What was returned or thrown, and how many round trips it took. */
async function answer(context: TestContext, call: () => Promise<unknown>) {
  const response = await call().catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
  if (!(response instanceof Response)) throw new Error("not a response");
  const isJson = response.headers.get("Content-Type")?.includes("json");
  return { response, data: (isJson ? await response.json() : null) as never, trips: context.trips };
}

export async function openWallet(
  shared: TestContext,
  person: Pick<Person, "cookie"> | null,
  path = "/wallet",
  more = "",
) {
  const context = shared.next();
  const cookie = [person?.cookie, more].filter(Boolean).join("; ");
  const args: LoaderFunctionArgs = { request: get(`${ORIGIN}${path}`, cookie), context, params: {} };
  return answer(context, () => loader(args));
}

export const BANK = {
  holder_name: "Asha Rao",
  bank_name: "State Bank of India",
  ifsc_code: "SBIN0005943",
  account_number: "50100123456789",
};

/** The whole request as Remix runs it: the action, and if it answers with a page, the loader on the same context. */
export async function postWithdrawal(
  shared: TestContext,
  person: Person,
  fields: Record<string, string> = {},
  path = "/wallet?tab=portfolio&dialog=withdraw",
) {
  const context = shared.next();
  const url = `${ORIGIN}${path}`;
  const request = formPost(url, person.cookie, { intent: "withdraw", ...BANK, ...fields });
  const args: ActionFunctionArgs = { request, context, params: {} };
  const posted = await answer(context, () => action(args));
  if (posted.response.status >= 300 && posted.response.status < 400) return { ...posted, page: null };
  const page = await answer(context, () => loader({ request: pageAfter(request), context, params: {} }));
  return { ...posted, page };
}

export const withdrawalsOf = (context: TestContext, who: Person) =>
  context.db.all<Record<string, string | number | null>>(
    sql`SELECT * FROM withdrawals WHERE user_id = ${who.userId} ORDER BY created_at_ms`,
  );

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
