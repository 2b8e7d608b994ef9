import type { CaskTotals } from "~/domain/proof-figures";
import { sql } from "drizzle-orm";
import { runWork, together } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { casksAfter } from "~/areas/proof/publishing/inside/read-casks";
import { readExits } from "~/areas/proof/publishing/inside/read-exits";
import { readRounds } from "~/areas/proof/publishing/inside/read-rounds";
import { MEASURED_MS, readService } from "~/areas/proof/publishing/inside/read-service";
import { writeCaskList, writeExitList } from "~/areas/proof/publishing/inside/write-lists";
import {
  type CaskCounts,
  PROOF_FILES,
  type ProvedCask,
  type RoundList,
  type ServiceTimes,
  writeProof,
} from "~/areas/proof/publishing/proof-files";
import { listed, type PublishedCask, writeEvidence } from "~/areas/proof/publishing/write-evidence";
import { type AuditDeps, type Day, SLICE } from "./audit-deps";

// The files of the public pages of proof, as things stood at the day's end.

const NO_TOTALS: CaskTotals = { casks: 0, delivered: 0, confirmed: 0, held: 0, unvalued: 0 };
const MOST_EXITS = 10_000;

export async function writePages(deps: AuditDeps, { date: day, endMs }: Day): Promise<void> {
  const { db, proof } = deps;
  const seenMs = deps.nowMs();
  const casks: ProvedCask[] = [];
  let totals = NO_TOTALS;
  for (let after: string | null = ""; after !== null;) {
    const found: Awaited<ReturnType<typeof readNext>> = await readNext(deps, after);
    const published = await writeEvidence(deps, found, { day, untilMs: endMs });
    casks.push(...published.map(listed));
    totals = published.reduce(withTotals, totals);
    after = found.length === SLICE.casks ? (found.at(-1)?.id ?? null) : null;
  }
  await writeCaskList(proof, { version: 1, day, casks }, { seenMs });
  const { joiningFeeCents, exits } = await runWork(db, readExits(db, sql`true`, MOST_EXITS));
  const own = exits.map(({ confirmedAtMs: _, ...exit }) => exit);
  await writeExitList(proof, { version: 1, day, joiningFeeCents, exits: own });
  const { service, rounds } = await runWork(
    db,
    together({ service: readService(db, endMs), rounds: readRounds(db, endMs) }),
  );
  const from = dateOf(endMs - MEASURED_MS);
  await writeProof(proof, PROOF_FILES.service, { version: 1, day, from, ...service } satisfies ServiceTimes);
  await writeProof(proof, PROOF_FILES.rounds, { version: 1, day, ...rounds } satisfies RoundList);
  await writeProof(proof, PROOF_FILES.counts, { version: 1, day, ...totals } satisfies CaskCounts);
}

const readNext = ({ db }: AuditDeps, after: string) => runWork(db, casksAfter(db, after, SLICE.casks));

/** Casks that have ended count in none of them. */
function withTotals(totals: CaskTotals, { endedOn, kinds, isConfirmed, isHeld, isValued }: PublishedCask): CaskTotals {
  if (endedOn !== null) return totals;
  return {
    casks: totals.casks + 1,
    delivered: totals.delivered + (kinds.includes("delivery-order") ? 1 : 0),
    confirmed: totals.confirmed + (isConfirmed ? 1 : 0),
    held: totals.held + (isHeld ? 1 : 0),
    unvalued: totals.unvalued + (isHeld && !isValued ? 1 : 0),
  };
}
