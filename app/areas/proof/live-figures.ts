import { sql } from "drizzle-orm";
import * as z from "zod";
import type { LiveFigures } from "~/content/live-texts";
import type { Deps } from "~/core/deps";
import type { Database } from "~/db/client";
import { mapWork, row, rows, runWork, together, type Work } from "~/db/work";
import { readJoiningFee } from "~/core/settings/joining-fee";
import { marketOpenAnywhere } from "~/core/settings/market-open";
import { resaleFee } from "~/core/settings/resale-fee";

/** Where public pages read current figures, so that they never query the database. */
export type LiveBoard = {
  /** `fresh`: skip caches on the way. null: there are no figures, or none that can be read. */
  read: (options?: { fresh: boolean }) => Promise<LiveFigures | null>;
  write: (figures: LiveFigures) => Promise<void>;
};

export const liveFigures: z.ZodType<LiveFigures> = z.object({
  joiningFeeCents: z.int().nonnegative(),
  sampleReturns: z.string(),
  company: z.string(),
  claims: z.string(),
  resale: z.object({ isOpen: z.boolean(), feeBasisPoints: z.int().nonnegative() }),
  audit: z
    .object({
      date: z.iso.date(),
      result: z.enum(["PASS", "FAIL"]),
      casks: z.int().nonnegative(),
      stakes: z.int().nonnegative(),
      documents: z.int().nonnegative(),
    })
    .nullable(),
});

export async function readLiveFigures(db: Database): Promise<LiveFigures> {
  const { joiningFeeCents, texts, ...figures } = await runWork(
    db,
    together({
      joiningFeeCents: readJoiningFee(db),
      texts: readTexts(db),
      resale: readResale(db),
      audit: readNewestAudit(db),
    }),
  );
  // In the order of the record, because the two are compared as text.
  return { joiningFeeCents, ...texts, ...figures };
}

function readTexts(db: Database): Work<Pick<LiveFigures, "sampleReturns" | "company" | "claims">> {
  const query = db.all<{ key: string; kept: string | null }>(sql`SELECT key, text AS kept FROM settings
    WHERE key IN ('sample_returns', 'company', 'claims')`);
  return mapWork(rows(query), (found) => {
    const textOf = (key: string) => found.find((one) => one.key === key)?.kept ?? "";
    return { sampleReturns: textOf("sample_returns"), company: textOf("company"), claims: textOf("claims") };
  });
}

function readResale(db: Database): Work<LiveFigures["resale"]> {
  const query = db.all<{ isOpen: 0 | 1; feeBasisPoints: number }>(sql`SELECT ${marketOpenAnywhere} AS isOpen,
    ${resaleFee} AS feeBasisPoints`);
  return mapWork(row(query), (found) => ({
    isOpen: found?.isOpen === 1,
    feeBasisPoints: found?.feeBasisPoints ?? 0,
  }));
}

function readNewestAudit(db: Database): Work<LiveFigures["audit"]> {
  const query = db.all<NonNullable<LiveFigures["audit"]>>(sql`SELECT date, result, casks, stakes, documents
    FROM audits WHERE state = 'published' ORDER BY date DESC LIMIT 1`);
  return mapWork(row(query), (audit) => audit ?? null);
}

/**
 * Publishes the database's figures if they differ from those published last.
 * @returns whether they differed
 */
export async function publishLiveFigures(deps: Pick<Deps, "db"> & { live: LiveBoard }): Promise<boolean> {
  const [figures, shown] = await Promise.all([readLiveFigures(deps.db), deps.live.read({ fresh: true })]);
  if (JSON.stringify(shown) === JSON.stringify(figures)) return false;
  await deps.live.write(figures);
  return true;
}
