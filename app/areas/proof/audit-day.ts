import { sql } from "drizzle-orm";
import { row, runWork, together } from "~/db/work";
import type { Deps } from "~/core/deps";
import { BEFORE_INVESTORS } from "~/core/ledger/accounts";
import { auditBids, checkBooks, checkRules, FIRST_RULES } from "./audit-books";
import { auditCasks } from "./audit-casks";
import { type Chain, chainSlice, firstInChain } from "./audit-ledger";
import {
  type Audit,
  type AuditDeps,
  type Before,
  dayEnd,
  storeStep,
  SLICE,
  type Slice,
  type SliceSize,
  yesterdayOf,
} from "./audit-steps";
import { listCertificates, listWallets, NO_CERTIFICATE } from "./audit-trees";
import { publishDay } from "./publish-day";

/** The engine that runs a step. The platform's engine keeps what it answers, tries it again and goes on after it; a test calls it. */
export type RunStep = <T>(name: string, step: () => Promise<T>) => Promise<T>;
const call: RunStep = (_, step) => step();

/**
 * The audit of a day, step by step. Each step's result is kept under its name, so that every run publishes the same bytes. Of days without
 * an audit only the last is audited: how things stood at the end of the others can no longer be told for sure.
 */
export async function auditDay(
  deps: AuditDeps,
  date: string,
  { run = call, size = SLICE }: { run?: RunStep; size?: SliceSize } = {},
): Promise<void> {
  const audit: Audit = { ...deps, date, endMs: dayEnd(date), size };
  // The engine can hold only what is small, so what is kept for files stays where the step is stored.
  const step = <T extends object>(name: string, make: () => Promise<T & { kept?: object }>) =>
    run(name, async () => {
      const { kept: _, ...told } = await storeStep(audit, name, make);
      return told as T;
    });
  type Make<From, Told> = (audit: Audit, from: From) => Promise<Slice<From, Told>>;
  async function inSlices<From, Told>(name: string, first: From, make: Make<From, Told>) {
    const told: Told[] = [];
    for (let from: From | null = first; from !== null;) {
      const start: From = from;
      const made: Slice<From, Told> = await step(`${name}-${told.length}`, () => make(audit, start));
      told.push(made.told);
      from = made.next;
    }
    return told;
  }

  const before = await step("before", () => readBefore(audit));
  const chain = await inSlices("ledger", firstInChain(before.right), chainSlice);
  const ledger = chain.at(-1) as Chain;
  const casks = await inSlices("casks", "", (_, from) => auditCasks(audit, before.latest, from));
  const rules = await inSlices("rules", FIRST_RULES, checkRules);
  const books = await step("books", () => checkBooks(audit, before.latest));
  const bids = await step("bids", () => auditBids(audit));
  const leaves = await inSlices("certificates", NO_CERTIFICATE, listCertificates);
  const wallets = await inSlices("wallets", BEFORE_INVESTORS, listWallets);
  const parts = { certificates: leaves.flat(), wallets: wallets.flat() };
  await run("publish", () => publishDay(audit, { before, ledger, casks, rules, books, bids, parts }));
}

const readBefore = ({ db, date }: Audit): Promise<Before> =>
  runWork(
    db,
    together({
      latest: row(
        db.all<{ date: string; hash: string }>(
          sql`SELECT date, hash FROM audits WHERE date < ${date} ORDER BY date DESC LIMIT 1`,
        ),
      ),
      right: row(
        db.all<{ date: string; head: string }>(sql`SELECT date, ledger_head AS head FROM audits
          WHERE ledger_right = 1 AND date < ${date} ORDER BY date DESC LIMIT 1`),
      ),
    }),
  );

/** Starts the audit of that day if no one has, and goes on with one that stands. @returns what it was doing */
export type StartAudit = (date: string) => Promise<"running" | "stopped">;

/** Work begun before midnight has ended by then: no row with an earlier time is still to be written. */
const SETTLED_AFTER_MS = 900_000;

/**
 * Has the engine make the audit that is due, unless it is published. Called every minute: the engine makes a day's audit once.
 * @throws if it had stopped, so that the operators are alarmed if it does not end within the hour
 */
export async function startAudit(deps: Deps & { startAudit: StartAudit }): Promise<void> {
  const { date, endMs } = yesterdayOf(deps.nowMs());
  if (deps.nowMs() < endMs + SETTLED_AFTER_MS) return;
  const published = await deps.db.all(sql`SELECT 1 FROM audits WHERE date = ${date}`);
  if (published.length > 0) return;
  if ((await deps.startAudit(date)) === "stopped") throw new Error("the audit had stopped, and was started again");
}
