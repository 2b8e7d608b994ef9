import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, runWork, type Work } from "~/db/work";
import { guarded, type OperatorAccess } from "~/core/session/guarded";
import { confirmSetting, proposeSetting } from "~/core/settings/change-setting";
import type { DemoDeps } from "./demo-session";

// The market of a local run is switched as it is anywhere: one operator proposes it, another confirms.

const KEY = "market_countries";
/** Of the demo data. */
const OPERATORS = ["operator@dunnage.test", "second-operator@dunnage.test"] as const;
const live = sql`1 = 1`;

/** Where it is open, as the setting keeps it: '' nowhere, '*' everywhere, or country codes. */
export async function readMarketCountries(db: Database): Promise<string> {
  const found = await runWork(db, row(db.all<{ text: string }>(sql`SELECT text FROM settings WHERE key = ${KEY}`)));
  return found?.text ?? "";
}

/** @throws if there are no two operators, or one of them refuses */
export async function switchMarket({ db, nowMs, newId }: DemoDeps, countries: string): Promise<void> {
  if ((await readMarketCountries(db)) === countries) return;
  const change = { key: KEY, value: countries } as const;
  const proposalId = newId("prp");
  const [first, second] = await Promise.all(OPERATORS.map((email) => readOperator(db, email)));
  if (!first || !second) throw new Error(`${OPERATORS.join(" and ")} have to be operators.`);
  const as = <T>(operatorId: string, work: (operator: OperatorAccess) => Work<T>) =>
    runWork(
      db,
      guarded(db, { userId: operatorId, idHash: "sandbox", nowMs: nowMs(), live, fresh: live }, "change", work),
    );
  await as(first, (operator) => proposeSetting(db, { ...change, operator, proposalId }));
  // What the second proposed before is the first one's to confirm.
  for (const userId of [second, first]) {
    const confirmed = await as(userId, (operator) => confirmSetting(db, { ...change, operator, proposalId: null }));
    if (confirmed.ok) return;
  }
  throw new Error("The operators could not agree on it: look at /operator/settings.");
}

async function readOperator(db: Database, email: string): Promise<string | null> {
  const query = db.all<{ id: string }>(sql`SELECT id FROM users WHERE email = ${email} AND role = 'operator'`);
  return (await runWork(db, row(query)))?.id ?? null;
}
