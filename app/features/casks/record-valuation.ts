import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { valuations } from "~/db/schema/casks";
import { row, together, writeThenRead } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import type { Deps } from "~/features/deps";
import { byOperator, recordAudit } from "~/features/ledger/audit";
import { outboxId } from "~/features/outbox/kinds";
import { type Access, isOperator } from "~/features/session/access";
import { isFresh } from "~/features/session/require-fresh";
import type { Session } from "~/features/session/session";
import { isPublished } from "./is-published";
import { readValuation, type ValuationErrors, type ValuationValues } from "./valuation-form";
import { readHeldTotals, readValuedCask, seenOf } from "./valuation-history";

export type RecordValuation = {
  /** Chosen when the form was made: sent twice it is one valuation. */
  valuationId: string;
  caskId: string;
  /** The mistaken entry that this one corrects. */
  supersedesId?: string | null;
  fields: Record<string, unknown>;
  /** `seen` of the preview that the operator looked at; unset: none was. */
  seen?: string;
};

export type ValuationRefusal =
  | { ok: false; code: "invalid"; typed: Record<string, string>; errors: ValuationErrors }
  /** 'no-such-valuation': what is to be corrected is not of this cask, is the issue price, or was corrected already. */
  | { ok: false; code: "not-allowed" | "code-needed" | "no-such-cask" | "no-such-valuation" | "id-taken" }
  /** Somebody bought, or valued the cask, since the preview was made. Nothing was written. */
  | { ok: false; code: "changed-meanwhile" };

/**
 * Adds a valuation, or a correction of one, which then counts no more and stays in sight. Every holder is told by mail. Returns
 * that were asked for keep what they were reckoned to. Two round trips.
 */
export async function recordValuation(
  deps: Pick<Deps, "db" | "nudge">,
  session: Session,
  { valuationId, caskId, supersedesId = null, fields, seen }: RecordValuation,
): Promise<{ ok: true } | ValuationRefusal> {
  const { db } = deps;
  const { viewer, nowMs, result } = await session.read(() =>
    together({ cask: readValuedCask(db, caskId), totals: readHeldTotals(db, caskId) }),
  );
  const { cask, totals } = result;
  if (viewer.role !== "operator") return { ok: false, code: "not-allowed" };
  if (!cask) return { ok: false, code: "no-such-cask" };
  const read = readValuation(fields, { issuedOn: cask.issuedOn, today: dateOf(nowMs) });
  if (!read.ok) return { ...read, code: "invalid" };
  if (!isFresh(viewer, nowMs)) return { ok: false, code: "code-needed" };
  const isSaved = cask.entries.some(({ id }) => id === valuationId);
  if (!isSaved && seen !== undefined && seen !== seenOf(cask, totals)) return { ok: false, code: "changed-meanwhile" };
  const entry = { valuationId, caskId, supersedesId, values: read.values };
  const { result: found } = await session.write((access) => addValuation(db, access, entry));
  if (!found) return { ok: false, code: supersedesId === null ? "not-allowed" : "no-such-valuation" };
  if (!isSame(found, entry)) return { ok: false, code: "id-taken" };
  await deps.nudge([outboxId("tell-holders", valuationId)]);
  return { ok: true };
}

type NewValuation = { valuationId: string; caskId: string; supersedesId: string | null; values: ValuationValues };

function addValuation(db: Database, { fresh, nowMs, userId }: Access, entry: NewValuation) {
  const { valuationId, caskId, supersedesId, values } = entry;
  const allowed = sql`${isOperator(userId)} AND ${fresh}`;
  // Written once: a replay after the outbox was swept must not tell everybody again.
  const isNew = sql`valuations.id = ${valuationId} AND ${allowed}
    AND NOT EXISTS (SELECT 1 FROM audit_log WHERE audit_log.id = ${`valuation-recorded:${valuationId}`})`;
  const statements = [
    db.run(sql`INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, author, reason, supersedes_id, created_at_ms)
      SELECT ${valuationId}, casks.id, ${values.valued_on}, ${values.value_per_stake}, ${values.tier}, ${values.method}, ${values.source},
        ${values.author}, ${values.reason}, ${supersedesId}, ${nowMs}
      FROM casks WHERE casks.id = ${caskId} AND ${isPublished} AND casks.ended_on IS NULL AND ${allowed}
        AND (${supersedesId} IS NULL OR EXISTS (
          SELECT 1 FROM valuations AS wrong WHERE wrong.id = ${supersedesId} AND wrong.cask_id = casks.id AND wrong.tier <> 'issue'))
      ON CONFLICT DO NOTHING`),
    db.run(sql`INSERT INTO outbox (id, kind, subject_id, available_at_ms, created_at_ms)
      SELECT 'tell-holders:' || id, 'tell-holders', id, ${nowMs}, ${nowMs} FROM valuations WHERE ${isNew} ON CONFLICT DO NOTHING`),
    recordAudit(
      db,
      {
        id: `valuation-recorded:${valuationId}`,
        actor: byOperator(userId),
        action: "valuation-recorded",
        subject: sql`'cask:' || valuations.cask_id`,
        detail: `valuation:${valuationId}${supersedesId === null ? "" : ` supersedes valuation:${supersedesId}`} ${fieldsOf(values)}`,
        nowMs,
      },
      { from: valuations, where: isNew },
    ),
  ];
  return writeThenRead(
    statements,
    row(
      db
        .select()
        .from(valuations)
        .where(sql`id = ${valuationId}`),
    ),
  );
}

/** What was entered, by name. */
const fieldsOf = ({ author, reason }: ValuationValues) =>
  ["valued_on,value_per_stake,tier,method,source", ...(author ? ["author"] : []), ...(reason ? ["reason"] : [])].join(
    ",",
  );

function isSame(found: typeof valuations.$inferSelect, { caskId, supersedesId, values }: NewValuation): boolean {
  return (
    found.caskId === caskId &&
    found.supersedesId === supersedesId &&
    found.valuedOn === values.valued_on &&
    found.valueCents === values.value_per_stake &&
    found.tier === values.tier &&
    found.method === values.method &&
    found.source === values.source &&
    found.author === values.author &&
    found.reason === values.reason
  );
}
