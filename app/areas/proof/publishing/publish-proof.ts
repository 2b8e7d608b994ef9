import { sql } from "drizzle-orm";
import { rows, runWork, together } from "~/db/work";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { NO_STRESS, type Stress, withCask } from "~/domain/stress";
import { readOwedCash } from "~/core/ledger/owed-cash";
import {
  type CaskList,
  type ExitList,
  PROOF_FILES,
  type ProvedCask,
  type ProvedExit,
  readProof,
  type ServiceTimes,
  type StressFile,
  writeProof,
} from "./proof-files";
import { casksAfter, casksByIds } from "./inside/read-casks";
import { readExits } from "./inside/read-exits";
import { MEASURED_MS, readService } from "./inside/read-service";
import { type AsOf, type PublishDeps, type PublishedCask, writeEvidence } from "./write-evidence";

// Writes the files of the public pages of proof: each day once, as things stood at its end, in pieces. How far it has come is in a
// file as well, so that a run that was killed is gone on with; done twice, a piece leaves the same.

const PROGRESS = "proof/progress.json";
const DAY_MS = 86_400_000;
/** A piece is so many casks or exits, and a run so many pieces: 2,000 casks take four runs, one a minute. */
const A_PIECE = 100;
const PIECES_A_RUN = 5;
/** What was written while the last look was being taken. */
const OVERLAP_MS = 10_000;

type Totals = {
  stress: Stress;
  casks: number;
  delivered: number;
  confirmed: number;
  /** By its words, whether its keeper is known. */
  warehouses: Record<string, boolean>;
};

type Progress = {
  version: 1;
  day: CalendarDate;
  next: "casks" | "exits" | "rest" | "nothing";
  /** The id of the last cask that is done; of exits, when the last one was confirmed and its cask. */
  after: string;
  afterMs: number;
  casks: ProvedCask[];
  totals: Totals;
  exits: ProvedExit[];
  /** Up to when changes of this day were looked for. */
  seenMs: number;
};

const NO_TOTALS: Totals = { stress: NO_STRESS, casks: 0, delivered: 0, confirmed: 0, warehouses: {} };

/**
 * Goes on with the files of yesterday, or, if they are all there, writes those again whose papers or ends have changed since.
 * @returns how many pieces were written
 */
export async function publishProof(deps: PublishDeps): Promise<number> {
  const nowMs = deps.nowMs();
  const asOf = asOfYesterday(nowMs);
  let progress = await readProof<Progress>(deps.proof, PROGRESS);
  if (progress?.day !== asOf.day) progress = beginning(asOf.day, nowMs);
  if (progress.next === "nothing") return publishChanges(deps, progress, asOf);
  let pieces = 0;
  while (progress.next !== "nothing" && pieces < PIECES_A_RUN) {
    progress = await nextPiece(deps, progress, asOf);
    await writeProof(deps.proof, PROGRESS, progress);
    pieces++;
  }
  return pieces;
}

function asOfYesterday(nowMs: number): AsOf {
  const day = addDays(dateOf(nowMs), -1);
  return { day, untilMs: Date.parse(`${day}T00:00:00Z`) + DAY_MS };
}

const beginning = (day: CalendarDate, nowMs: number): Progress => ({
  ...{ version: 1, day, next: "casks", after: "", afterMs: 0, casks: [], totals: NO_TOTALS, exits: [], seenMs: nowMs },
});

function nextPiece(deps: PublishDeps, progress: Progress, asOf: AsOf): Promise<Progress> {
  if (progress.next === "casks") return someCasks(deps, progress, asOf);
  if (progress.next === "exits") return someExits(deps, progress, asOf);
  return theRest(deps, progress, asOf);
}

async function someCasks(deps: PublishDeps, progress: Progress, asOf: AsOf): Promise<Progress> {
  const found = await runWork(deps.db, casksAfter(deps.db, progress.after, A_PIECE));
  const published = await writeEvidence(deps, found, asOf);
  const casks = [...progress.casks, ...published.map(listed)];
  const totals = published.reduce(withTotals, progress.totals);
  if (found.length === A_PIECE) return { ...progress, after: found.at(-1)?.id ?? "", casks, totals };
  await writeProof(deps.proof, PROOF_FILES.casks, {
    version: 1,
    day: asOf.day,
    casks: byName(casks),
  } satisfies CaskList);
  return { ...progress, next: "exits", after: "", casks: [], totals };
}

const listed = ({ id, name, endedOn, kinds }: PublishedCask): ProvedCask => ({ id, name, endedOn, kinds });

/** Those that stand first, then those that have ended. */
const byName = (casks: readonly ProvedCask[]) =>
  [...casks].sort(
    (a, b) => Number(a.endedOn !== null) - Number(b.endedOn !== null) || a.name.localeCompare(b.name, "en"),
  );

function withTotals(totals: Totals, { booked, kinds, warehouse, isKeeperKnown }: PublishedCask): Totals {
  if (!booked) return totals;
  return {
    stress: withCask(totals.stress, booked),
    casks: totals.casks + 1,
    delivered: totals.delivered + (kinds.includes("delivery-order") ? 1 : 0),
    confirmed: totals.confirmed + (kinds.includes("warehouse-confirmation") ? 1 : 0),
    warehouses: { ...totals.warehouses, [warehouse]: isKeeperKnown },
  };
}

async function someExits(deps: PublishDeps, progress: Progress, asOf: AsOf): Promise<Progress> {
  const { after, afterMs } = progress;
  const which = sql`(confirmed_at_ms, cask_id) > (${afterMs}, ${after})`;
  const { joiningFeeCents, exits: found } = await runWork(deps.db, readExits(deps.db, which, A_PIECE));
  const exits = [...progress.exits, ...found.map(({ confirmedAtMs: _, ...exit }) => exit)];
  const last = found.at(-1);
  if (last && found.length === A_PIECE) return { ...progress, exits, after: last.caskId, afterMs: last.confirmedAtMs };
  await writeExits(deps, { version: 1, day: asOf.day, joiningFeeCents, exits });
  return { ...progress, next: "rest", exits: [], after: "", afterMs: 0 };
}

/** The latest first. */
const writeExits = ({ proof }: PublishDeps, list: ExitList) =>
  writeProof(proof, PROOF_FILES.exits, {
    ...list,
    exits: list.exits.toSorted((a, b) => b.soldOn.localeCompare(a.soldOn) || a.caskId.localeCompare(b.caskId)),
  } satisfies ExitList);

async function theRest({ db, proof }: PublishDeps, progress: Progress, asOf: AsOf): Promise<Progress> {
  const { day, untilMs } = asOf;
  const { service, owedCents } = await runWork(
    db,
    together({ service: readService(db, untilMs), owedCents: readOwedCash(db, untilMs) }),
  );
  const { warehouses, ...totals } = progress.totals;
  const keepers = Object.values(warehouses);
  const from = dateOf(untilMs - MEASURED_MS);
  await Promise.all([
    writeProof(proof, PROOF_FILES.service, { version: 1, day, from, ...service } satisfies ServiceTimes),
    writeProof(proof, PROOF_FILES.stress, {
      ...{ version: 1, day, owedCents, ...totals },
      warehouses: keepers.length,
      keepers: keepers.filter(Boolean).length,
    } satisfies StressFile),
  ]);
  return { ...progress, next: "nothing" };
}

/** Papers, keepers and ends reveal no count of today, so they are shown within a minute. */
async function publishChanges(deps: PublishDeps, progress: Progress, asOf: AsOf): Promise<number> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const sinceMs = progress.seenMs - OVERLAP_MS;
  const changed = await runWork(
    db,
    together({ papers: rows(changedQuery(db, sinceMs)), exits: rows(endedQuery(db, sinceMs)) }),
  );
  const ids = [...new Set([...changed.papers, ...changed.exits].map(({ caskId }) => caskId))];
  if (ids.length === 0) return 0;
  for (let start = 0; start < ids.length; start += A_PIECE) {
    const some = ids.slice(start, start + A_PIECE);
    const published = await writeEvidence(deps, await runWork(db, casksByIds(db, some)), asOf);
    await listAnew(deps, published.map(listed), some);
  }
  if (changed.exits.length > 0)
    await listExitsAnew(
      deps,
      changed.exits.map(({ caskId }) => caskId),
      asOf,
    );
  await writeProof(deps.proof, PROGRESS, { ...progress, seenMs: nowMs } satisfies Progress);
  return 1;
}

async function listAnew(
  { proof }: PublishDeps,
  published: readonly ProvedCask[],
  ids: readonly string[],
): Promise<void> {
  const list = await readProof<CaskList>(proof, PROOF_FILES.casks);
  if (!list) return;
  const casks = byName([...list.casks.filter(({ id }) => !ids.includes(id)), ...published]);
  await writeProof(proof, PROOF_FILES.casks, { ...list, casks } satisfies CaskList);
}

async function listExitsAnew(deps: PublishDeps, caskIds: readonly string[], asOf: AsOf): Promise<void> {
  const { db, proof } = deps;
  const which = sql`cask_id IN (SELECT value FROM json_each(${JSON.stringify(caskIds)})) AND state <> 'withdrawn'`;
  const { joiningFeeCents, exits } = await runWork(db, readExits(db, which, caskIds.length));
  const list = await readProof<ExitList>(proof, PROOF_FILES.exits);
  const others = (list?.exits ?? []).filter(({ caskId }) => !caskIds.includes(caskId));
  const own = exits.map(({ confirmedAtMs: _, ...exit }) => exit);
  await writeExits(deps, { version: 1, day: asOf.day, joiningFeeCents, exits: [...others, ...own] });
}

const changedQuery = (db: PublishDeps["db"], sinceMs: number) =>
  db.all<{ caskId: string }>(sql`SELECT cask_id AS caskId FROM evidence WHERE created_at_ms >= ${sinceMs}
    UNION SELECT casks.id FROM warehouse_keepers JOIN casks ON casks.warehouse = warehouse_keepers.warehouse
      WHERE warehouse_keepers.changed_at_ms >= ${sinceMs} AND casks.state <> 'draft'`);

/** Confirmed, or credited to the last stake. */
const endedQuery = (db: PublishDeps["db"], sinceMs: number) =>
  db.all<{ caskId: string }>(sql`SELECT cask_id AS caskId FROM cask_exits
      WHERE confirmed_at_ms IS NOT NULL AND confirmed_at_ms >= ${sinceMs}
    UNION SELECT cask_id FROM cask_exits WHERE state = 'done' AND ended_at_ms >= ${sinceMs}`);
