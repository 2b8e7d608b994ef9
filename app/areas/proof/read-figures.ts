import type { Database } from "~/db/client";
import { runWork, together, mapWork, row, type Work } from "~/db/work";
import type { AuditDay } from "~/domain/audit/audit-files";
import { countExits, type ProofFigures } from "~/domain/proof-figures";
import { drawRack } from "~/domain/pictures/rack";
import { readCaskTotals } from "./list-evidence";
import { readDay } from "./read-audit";
import { readExits } from "./read-exits";
import { readService, yesterdayOf } from "./read-service";
import { countCasks, rackCask } from "./show-day";
import { sql } from "drizzle-orm";
import type { PublicFigures } from "~/content/public-figure-texts";
import { readJoiningFee } from "~/core/settings/joining-fee";
import { marketOpenAnywhere } from "~/core/settings/market-open";
import { resaleFee } from "~/core/settings/resale-fee";

/** More would make the page too heavy; `/audit` draws all. */
const MOST_DRAWN = 170;

/** The newest audit's file and one round trip. `rack`: its casks, null: there is none yet. `times`: how long people waited. */
export async function readFigures({ proof, db, nowMs }: { proof: R2Bucket; db: Database; nowMs: () => number }) {
  const yesterday = yesterdayOf(nowMs());
  const [audit, { totals, list, times }] = await Promise.all([
    readDay({ proof }, "latest"),
    runWork(
      db,
      together({ totals: readCaskTotals(db, yesterday), list: readExits(db), times: readService(db, yesterday) }),
    ),
  ]);
  const figures: ProofFigures = {
    audit: audit && auditFigures(audit),
    casks: { day: yesterday.day, ...totals },
    exits: countExits(list.exits),
    withdrawals: times.withdrawals,
  };
  return { figures, rack: audit && drawRack(audit.casks.map(rackCask), MOST_DRAWN), times };
}

/** How an investor gets money back, and what came of each way. One round trip. */
export async function readWaysOut({ db, nowMs }: { db: Database; nowMs: () => number }) {
  const yesterday = yesterdayOf(nowMs());
  const work = together({ list: readExits(db), times: readService(db, yesterday), now: publicFigures(db) });
  const { list, times, now } = await runWork(db, work);
  return { exits: list.exits, resales: list.resales.length, times, resale: now.resale, day: yesterday.day };
}

function auditFigures(day: AuditDay): ProofFigures["audit"] {
  const { date, result, reason, casks, money } = day;
  return {
    ...{ date, result, reason, heldCents: money.held_cents, owedCents: money.owed_cents },
    counts: countCasks(day),
    certificates: casks.reduce((all, cask) => all + cask.certificates_valid, 0),
  };
}

/** The figures that public pages show, in one round trip. */
export const readPublicFigures = (db: Database): Promise<PublicFigures> => runWork(db, publicFigures(db));

const publicFigures = (db: Database): Work<PublicFigures> =>
  together({ joiningFeeCents: readJoiningFee(db), resale: readResale(db), audit: readNewestAudit(db) });

function readResale(db: Database): Work<PublicFigures["resale"]> {
  const query = db.all<{ isOpen: 0 | 1; feeBasisPoints: number }>(sql`SELECT ${marketOpenAnywhere} AS isOpen,
    ${resaleFee} AS feeBasisPoints`);
  return mapWork(row(query), (found) => ({
    isOpen: found?.isOpen === 1,
    feeBasisPoints: found?.feeBasisPoints ?? 0,
  }));
}

function readNewestAudit(db: Database): Work<PublicFigures["audit"]> {
  const query = db.all<NonNullable<PublicFigures["audit"]>>(sql`SELECT date, result, casks, stakes, documents
    FROM audits ORDER BY date DESC LIMIT 1`);
  return mapWork(row(query), (audit) => audit ?? null);
}
