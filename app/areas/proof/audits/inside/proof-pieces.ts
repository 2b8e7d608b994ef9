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
  type ProvedExit,
  type RoundList,
  type ServiceTimes,
  writeProof,
} from "~/areas/proof/publishing/proof-files";
import { listed, type PublishedCask, writeEvidence } from "~/areas/proof/publishing/write-evidence";
import type { AuditDeps, PieceSize } from "../audit-deps";
import type { LaterProgress, Progress } from "./audit-progress";
import { dropParts, keepPart, type Leased, type Piece, readParts } from "./audit-row";

// The files of the public pages of proof, as things stood at the day's end. A file is written before its piece is kept: one that is not, is
// written again, the same. What a list has so far is kept in parts, because a single value of D1 would not hold all of a long one.

export async function evidencePiece(
  deps: AuditDeps,
  leased: Leased,
  from: LaterProgress<"evidence">,
  size: PieceSize,
): Promise<Piece> {
  const found = await runWork(deps.db, casksAfter(deps.db, from.after, size.casks));
  const published = await writeEvidence(deps, found, { day: leased.date, untilMs: leased.endMs });
  const casks = published.map(listed);
  const totals = published.reduce(withTotals, from.totals);
  if (found.length === size.casks)
    return {
      progress: { ...from, after: found.at(-1)?.id ?? "", totals },
      statements: [keepPart(deps, leased, casks)],
    };
  const { since, seenMs, after: _, ...rest } = from;
  const earlier = await readParts<ProvedCask>(deps, leased, since);
  await writeCaskList(deps.proof, { version: 1, day: leased.date, casks: [...earlier, ...casks] }, { seenMs });
  return {
    progress: { ...rest, step: "exits", afterMs: 0, after: "", since: leased.pieces + 1, totals },
    statements: [dropParts(deps, leased, since)],
  };
}

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

export async function exitsPiece(
  deps: AuditDeps,
  leased: Leased,
  from: LaterProgress<"exits">,
  size: PieceSize,
): Promise<Piece> {
  const { afterMs, after, since, ...rest } = from;
  const which = sql`(confirmed_at_ms, cask_id) > (${afterMs}, ${after})`;
  const { joiningFeeCents, exits: found } = await runWork(deps.db, readExits(deps.db, which, size.casks));
  const exits = found.map(({ confirmedAtMs: _, ...exit }): ProvedExit => exit);
  const last = found.at(-1);
  if (last && found.length === size.casks)
    return {
      progress: { ...from, afterMs: last.confirmedAtMs, after: last.caskId },
      statements: [keepPart(deps, leased, exits)],
    };
  const earlier = await readParts<ProvedExit>(deps, leased, since);
  await writeExitList(deps.proof, { version: 1, day: leased.date, joiningFeeCents, exits: [...earlier, ...exits] });
  return { progress: { ...rest, step: "figures" }, statements: [dropParts(deps, leased, since)] };
}

/** How long people waited, the rounds of the market, and counts of all casks. */
export async function figuresPiece(
  { db, proof }: AuditDeps,
  { date: day, endMs }: Leased,
  { totals, ...from }: LaterProgress<"figures">,
): Promise<Progress> {
  const { service, rounds } = await runWork(
    db,
    together({
      service: readService(db, endMs),
      rounds: readRounds(db, endMs),
    }),
  );
  const from90 = dateOf(endMs - MEASURED_MS);
  await writeProof(proof, PROOF_FILES.service, { version: 1, day, from: from90, ...service } satisfies ServiceTimes);
  await writeProof(proof, PROOF_FILES.rounds, { version: 1, day, ...rounds } satisfies RoundList);
  await writeProof(proof, PROOF_FILES.counts, { version: 1, day, ...totals } satisfies CaskCounts);
  return { ...from, step: "bids", afterMs: 0, after: "", bids: [] };
}
