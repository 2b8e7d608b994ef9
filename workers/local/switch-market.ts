import { sql } from "drizzle-orm";
import { accessOf } from "~/core/session/access";
import { guarded, type OperatorAccess } from "~/core/session/guarded";
import { confirmSetting, proposeSetting } from "~/core/settings/change-setting";
import type { Database } from "~/db/client";
import { row, runWork, together, type Work, writes } from "~/db/work";
import type { MarketAsked, MarketTold } from "../sandbox/market";
import type { SettlementDeps } from "../settlement/deps";

/** Does what the sandbox asks for, and tells how things stand. */
export async function answerSandbox(deps: DemoDeps, { countries }: MarketAsked): Promise<MarketTold> {
  if (countries !== undefined) await switchMarket(deps, countries);
  return { countries: await readMarketCountries(deps.db) };
}

type DemoDeps = Pick<SettlementDeps, "db" | "nowMs" | "newId">;

// The market in a local run is switched as it is anywhere: one operator proposes it, another confirms.

const KEY = "market_countries";
/** From the demo data. */
const OPERATORS = ["operator@dunnage.test", "second-operator@dunnage.test"] as const;
/** No session outlives its step: this is for one that was cut off. */
const STEP_MS = 60_000;

/** Where it is open, as the setting keeps it: '' nowhere, '*' everywhere, or country codes. */
async function readMarketCountries(db: Database): Promise<string> {
  const found = await runWork(db, row(db.all<{ text: string }>(sql`SELECT text FROM settings WHERE key = ${KEY}`)));
  return found?.text ?? "";
}

/** @throws if there are no two operators, or one of them refuses */
async function switchMarket(deps: DemoDeps, countries: string): Promise<void> {
  const { db, newId } = deps;
  if ((await readMarketCountries(db)) === countries) return;
  const change = { key: KEY, value: countries } as const;
  const proposalId = newId("prp");
  const [first, second] = await Promise.all(OPERATORS.map((email) => readOperator(db, email)));
  if (!first || !second) throw new Error(`${OPERATORS.join(" and ")} have to be operators.`);
  await as(deps, first, (operator) => proposeSetting(db, { ...change, operator, proposalId }));
  const confirmed = await as(deps, second, (operator) => confirmSetting(db, { ...change, operator, proposalId }));
  if (!confirmed.ok) throw new Error("Another proposal is open: decide it at /operator/settings first.");
}

async function readOperator(db: Database, email: string): Promise<string | null> {
  const query = db.all<{ id: string }>(sql`SELECT id FROM users WHERE email = ${email} AND role = 'operator'`);
  return (await runWork(db, row(query)))?.id ?? null;
}

/** In a session of their own that ends with the step. Its batch checks it as it does any other. */
async function as<T>(
  { db, nowMs, newId }: DemoDeps,
  userId: string,
  work: (operator: OperatorAccess) => Work<T>,
): Promise<T> {
  const claim = { userId, idHash: newId("sandbox") };
  const atMs = nowMs();
  const begin = db.run(sql`INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms)
    SELECT ${claim.idHash}, id, session_epoch, ${atMs}, ${atMs + STEP_MS}, ${atMs} FROM users WHERE id = ${userId}`);
  const end = db.run(sql`UPDATE sessions SET revoked_at_ms = ${atMs} WHERE id_hash = ${claim.idHash}`);
  const step = guarded(db, accessOf(claim, atMs), "change", work);
  const { done } = await runWork(db, together({ begun: writes(begin), done: step, ended: writes(end) }));
  return done;
}
