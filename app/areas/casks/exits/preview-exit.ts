import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, rows, together, type Work } from "~/db/work";
import { type Credits, creditsOf } from "~/domain/advance";
import { dateOf } from "~/domain/calendar-date";
import type { SaleDivision } from "~/domain/divide-sale";
import type { Deps } from "~/core/deps";
import type { OperatorSession } from "~/core/session/guarded";
import { advancedOn } from "~/core/ledger/advances";
import { isLost } from "./credit-exit";
import { checkTerms, type ExitTerms, type TermsRefusal } from "./exit-form";

const HOLDERS_SHOWN = 50;

/** `getsCents`: the share less what was advanced on each stake. */
export type ExitHolder = Omit<Credits, "creditCents"> & {
  userId: string;
  name: string | null;
  stakes: number;
  paidCents: number;
  getsCents: number;
};

export type ExitPreview = {
  cask: { id: string; name: string; totalStakes: number };
  division: SaleDivision;
  stakes: { credited: number; waiting: number; own: number };
  holders: ExitHolder[];
  next: string | null;
};

type PreviewInput = { caskId: string; terms: ExitTerms; afterUserId?: string };

export type PreviewOutcome =
  { ok: true; preview: ExitPreview } | { ok: false; code: TermsRefusal | "no-such-cask" | "has-ended" };

/** What a sale on these terms would bring each holder, to the cent. Writes nothing. */
export async function previewExit(
  { db }: Deps,
  session: OperatorSession,
  { caskId, terms, afterUserId = "" }: PreviewInput,
): Promise<PreviewOutcome> {
  const { nowMs, result } = await session.read(() => readExitFacts(db, sql`${caskId}`, afterUserId));
  const { cask } = result;
  if (!cask) return { ok: false, code: "no-such-cask" };
  if (cask.endedOn !== null) return { ok: false, code: "has-ended" };
  const checked = checkTerms(terms, { today: dateOf(nowMs), stakes: cask.totalStakes });
  return checked.ok ? { ok: true, preview: previewOf(result, cask, checked.division) } : checked;
}

type CaskRow = {
  id: string;
  name: string;
  totalStakes: number;
  endedOn: string | null;
  active: number;
  frozen: number;
};
type HolderRow = Pick<ExitHolder, "userId" | "name" | "stakes" | "paidCents"> & { advances: string };
export type ExitFacts = { cask: CaskRow | undefined; holders: HolderRow[] };

export function readExitFacts(db: Database, caskId: SQL, afterUserId: string): Work<ExitFacts> {
  const held = sql`(stakes.state = 'active' OR stakes.exit_id IS NOT NULL)`;
  const count = (which: SQL) => sql`(SELECT count(*) FROM stakes WHERE stakes.cask_id = casks.id AND ${which})`;
  return together({
    cask: row(
      db.all<CaskRow>(sql`SELECT id, name, total_stakes AS totalStakes, ended_on AS endedOn,
          ${count(held)} AS active, ${count(sql`stakes.state = 'frozen' AND NOT ${isLost}`)} AS frozen FROM casks WHERE id = ${caskId}`),
    ),
    holders: rows(
      db.all<HolderRow>(sql`SELECT stakes.user_id AS userId, users.full_name AS name, count(*) AS stakes, sum(stakes.price_cents) AS paidCents,
            json_group_array(${advancedOn(sql`stakes.id`)}) AS advances
          FROM stakes JOIN users ON users.id = stakes.user_id
          WHERE stakes.cask_id = ${caskId} AND ${held} AND stakes.user_id > ${afterUserId}
          GROUP BY stakes.user_id ORDER BY stakes.user_id LIMIT ${HOLDERS_SHOWN + 1}`),
    ),
  });
}

export function previewOf({ holders: found }: ExitFacts, cask: CaskRow, division: SaleDivision): ExitPreview {
  const { id, name, totalStakes, active, frozen } = cask;
  const holders = found.slice(0, HOLDERS_SHOWN);
  return {
    cask: { id, name, totalStakes },
    division,
    stakes: { credited: active, waiting: frozen, own: totalStakes - active - frozen },
    holders: holders.map(({ advances, ...one }) => {
      const { creditCents: getsCents, ...sums } = creditsOf(
        division.netPerStakeCents,
        JSON.parse(advances) as number[],
      );
      return { ...one, ...sums, getsCents };
    }),
    next: found.length > HOLDERS_SHOWN ? (holders.at(-1)?.userId ?? null) : null,
  };
}
