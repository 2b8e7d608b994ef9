import { sql } from "drizzle-orm";
import type { PublicFigures } from "~/content/public-figure-texts";
import { readJoiningFee } from "~/core/settings/joining-fee";
import { marketOpenAnywhere } from "~/core/settings/market-open";
import { resaleFee } from "~/core/settings/resale-fee";
import type { Database } from "~/db/client";
import { mapWork, row, runWork, together, type Work } from "~/db/work";

/** The figures that public pages show, in one round trip. */
export const readPublicFigures = (db: Database): Promise<PublicFigures> => runWork(db, publicFigures(db));

export const publicFigures = (db: Database): Work<PublicFigures> =>
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
