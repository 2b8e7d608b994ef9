// Settlement as a local run has it: the same Worker, by the sandbox's clock.
import { sql } from "drizzle-orm";
import { auditDay } from "~/areas/proof/audit-day";
import { yesterdayOf } from "~/areas/proof/audit-steps";
import { accessOf } from "~/core/session/access";
import { guarded, type OperatorAccess } from "~/core/session/guarded";
import { confirmSetting, proposeSetting } from "~/core/settings/change-setting";
import type { Database } from "~/db/client";
import { row, runWork, together, type Work, writes } from "~/db/work";
import type { SettlementBindings } from "~/server/env";
import type { MarketAsked, MarketTold } from "../sandbox/market";
import { onOwnPort } from "../sandbox/own-port";
import type { Nudge } from "../settlement/consume-nudges";
import { settlementDeps, type SettlementDeps } from "../settlement/deps";
import settlement, { Audit as DailyAudit, ScheduledWork as Scheduled } from "../settlement/index";
import { relayOutbox, relayToMany } from "../settlement/outbox";
import { runScheduledWork, type ScheduledSummary } from "../settlement/run-timer";
import { readSandboxClock } from "./read-clock";

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

export { Papers } from "../settlement/index";

export class Audit extends DailyAudit {
  protected override deps(): Promise<SettlementDeps> {
    return localDeps(this.env);
  }
}

export class ScheduledWork extends Scheduled {
  protected override deps(): Promise<SettlementDeps> {
    return localDeps(this.env);
  }

  /** What `/sandbox` shows about the market, and switches. */
  async market({ countries }: MarketAsked): Promise<MarketTold> {
    const deps = await this.deps();
    if (countries !== undefined) await switchMarket(deps, countries);
    return { countries: await readMarketCountries(deps.db) };
  }

  /**
   * For a day that is skipped: what the day's first run brings up is done by its next, as the timer would a minute later.
   * @throws if a job of the day failed: the clock stands until it is run again
   */
  async runDay({ isAudited }: { isAudited: boolean }): Promise<ScheduledSummary> {
    const deps = quietly(await this.deps());
    const summary = await runScheduledWork(deps);
    if (summary.jobs_failed > 0) throw new Error("A job of the day failed; see the log.");
    if (isAudited) await auditDay(deps, yesterdayOf(deps.nowMs()).date);
    const results = [...(await relayOutbox(deps, { most: 240 })), ...(await relayToMany(deps, { apartMs: 0 }))];
    const failed = results.filter((result) => result === "failed" || result === "dead").length;
    return { ...summary, relayed: summary.relayed + results.length, failed: summary.failed + failed };
  }
}

const localDeps = async (bindings: SettlementBindings) =>
  takingTurns(await settlementDeps(onOwnPort(bindings), readSandboxClock));

const PAUSE_MS = 25;

/**
 * All Workers of a local run share one thread, which looks for new requests only when no Worker has anything to do. Where the queue is
 * dead the timer has all the work of a minute, and those who wait for a page would wait for all of it: so certificates are drawn one at
 * a time with a pause before each, and the relay rests between its rows.
 */
function takingTurns(deps: SettlementDeps): SettlementDeps {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    ...deps,
    rest: () => scheduler.wait(PAUSE_MS),
    renderCertificate: (facts) => {
      const drawn = turn.then(() => scheduler.wait(PAUSE_MS)).then(() => deps.renderCertificate(facts));
      turn = drawn.catch(() => undefined);
      return drawn;
    },
  };
}

/** What goes well is counted in the answer: printing thousands of lines would take longer than the work. */
const ROUTINE = new Set(["outbox-done", "certificate-issued", "scheduled-work"]);

const quietly = (deps: SettlementDeps): SettlementDeps => ({
  ...deps,
  log: (event, fields) => ROUTINE.has(event) || deps.log(event, fields),
});

export default {
  ...settlement,
  queue: (batch, bindings, context) => settlement.queue(batch, bindings, context, localDeps),
  scheduled: (event, bindings, context) => settlement.scheduled(event, bindings, context, localDeps),
} satisfies ExportedHandler<SettlementBindings, Nudge>;
