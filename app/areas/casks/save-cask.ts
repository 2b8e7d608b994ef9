import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskColumns, casks } from "~/db/schema/casks";
import type { Cask } from "./cask-view";
import { mapWork, row, type Work, writeThenRead } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import {
  CASK_FIELDS,
  type CaskErrors,
  type CaskField,
  type CaskTerms,
  changedFields,
  FACTS_ONCE_TAKEN,
  ONCE_TAKEN,
  readCaskForm,
  refusedChanges,
  type SavedCask,
  termsOf,
} from "./cask-form";
import { asTyped, type InvalidForm } from "./typed-values";

type SaveCask = {
  caskId: string;
  /** The version that the form showed; 0 for a new cask; null: replaces whatever is there. */
  version: number | null;
  fields: Record<string, unknown>;
};

export type SaveCaskOutcome =
  | { ok: true; caskId: string; version: number }
  | InvalidForm<CaskTerms>
  | { ok: false; code: "changed-meanwhile"; version: number };

/** Saves a new or an existing cask; a new one is a draft. `cask-form.ts` says what may change once it is published. */
export async function saveCask(
  { db }: Deps,
  session: OperatorSession,
  { caskId, version: shown, fields }: SaveCask,
): Promise<SaveCaskOutcome> {
  const { nowMs, result: before } = await session.read(() => readSavedCask(db, caskId));
  const form = readCaskForm(fields);
  if (!form.ok) return form;
  const { values: terms } = form;
  const changed = before ? changedFields(termsOf(before), terms) : CASK_FIELDS.filter((field) => terms[field] !== null);
  if (before && changed.length === 0) return { ok: true, caskId, version: before.version };
  const version = shown ?? before?.version ?? 0;
  if ((before?.version ?? 0) !== version)
    return { ok: false, code: "changed-meanwhile", version: before?.version ?? 0 };
  const today = dateOf(nowMs);
  const errors: CaskErrors = {
    ...(changed.includes("fill_date") &&
      (terms.fill_date ?? "") > today && { fill_date: "Fill date must not be in the future." }),
    ...(before && refusedChanges(before, terms, today)),
  };
  if (Object.keys(errors).length > 0)
    return { ok: false, code: "invalid", typed: asTyped(fields, CASK_FIELDS), errors };
  const change = { caskId, version, terms, changed };
  const { result: after } = await session.write((operator) => writeCask(db, operator, change));
  const saved = after !== undefined && changedFields(termsOf(after), terms).length === 0;
  if (saved) return { ok: true, caskId, version: after.version };
  return { ok: false, code: "changed-meanwhile", version: after?.version ?? 0 };
}

export function readSavedCask(db: Database, caskId: string): Work<SavedCask | undefined> {
  const issued = db.$count(sql`valuations`, sql`valuations.cask_id = ${caskId} AND valuations.tier = 'issue'`);
  return mapWork(
    row(
      db
        .select({
          cask: casks,
          issued: sql<number>`${issued}`.as("issued"),
          everSold: sql<number>`${wasSold}`.as("ever_sold"),
        })
        .from(casks)
        .where(sql`casks.id = ${caskId}`),
    ),
    (found) => found && { ...found.cask, issued: found.issued > 0, everSold: found.everSold > 0 },
  );
}

type Change = { caskId: string; version: number; terms: CaskTerms; changed: CaskField[] };

/** The log's entry is written first, under the same condition as the change: the version that the form showed. */
function writeCask(db: Database, operator: OperatorAccess, change: Change): Work<Cask | undefined> {
  const { nowMs } = operator;
  const { caskId, version, terms, changed } = change;
  const isThis = sql`casks.id = ${caskId} AND casks.version = ${version} AND ${stillFree(terms, changed)}`;
  const isNew = sql`NOT EXISTS (SELECT 1 FROM casks WHERE id = ${caskId})`;
  const statements = [
    recordAudit(
      db,
      {
        id: `cask-saved:${caskId}:${version}`,
        by: operator,
        action: "cask-saved",
        subject: `cask:${caskId}`,
        detail: changed.join(","),
      },
      version === 0 ? { where: isNew } : { from: casks, where: isThis },
    ),
    db.run(version === 0 ? insertCask(caskId, terms, nowMs) : updateCask(terms, isThis)),
  ];
  return writeThenRead(
    statements,
    row(
      db
        .select(caskColumns)
        .from(casks)
        .where(sql`casks.id = ${caskId}`),
    ),
  );
}

const wasSold = sql`EXISTS (SELECT 1 FROM stakes WHERE stakes.cask_id = casks.id)`;
const isTaken = sql`(casks.reserved_stakes > 0 OR ${wasSold})`;

/** A stake may have been taken since the cask was read. */
function stillFree(terms: CaskTerms, changed: readonly CaskField[]): SQL {
  return changed.some((field) => ONCE_TAKEN.includes(field) || FACTS_ONCE_TAKEN.includes(field))
    ? sql`(NOT ${isTaken} OR (casks.total_stakes = ${terms.total_stakes} AND casks.name = ${terms.cask_name}
        AND casks.kind = ${terms.kind} AND casks.cask_type = ${terms.cask_type} AND casks.distillery = ${terms.distillery}
        AND (casks.cask_number IS NULL OR casks.cask_number IS ${terms.cask_number})
        AND (casks.filled_on IS NULL OR casks.filled_on IS ${terms.fill_date})))`
    : sql`true`;
}

/** The year of the fill date; 0 where that is not known. */
const vintageOf = ({ fill_date }: CaskTerms) => (fill_date === null ? 0 : Number(fill_date.slice(0, 4)));

function insertCask(caskId: string, terms: CaskTerms, nowMs: number): SQL {
  return sql`INSERT INTO casks (id, state, name, kind, cask_type, distillery, distillery_information, warehouse, vintage_year, loa_decilitres,
      abv_tenths, cost_per_stake_cents, total_stakes, bought_for_cents, launches_on, closes_on, cask_number, filled_on,
      storage_paid_until, created_at_ms)
    SELECT ${caskId}, 'draft', ${terms.cask_name}, ${terms.kind}, ${terms.cask_type}, ${terms.distillery}, ${terms.distillery_information},
      ${terms.warehouse}, ${vintageOf(terms)}, ${terms.loa_litres}, ${terms.abv}, ${terms.cost_per_stake}, ${terms.total_stakes},
      ${terms.bought_for}, ${terms.launch_date}, ${terms.close_date}, ${terms.cask_number}, ${terms.fill_date}, ${terms.storage_paid_until}, ${nowMs}
    WHERE true ON CONFLICT (id) DO NOTHING`;
}

function updateCask(terms: CaskTerms, isThis: SQL): SQL {
  const vintage =
    terms.fill_date === null
      ? sql`vintage_year`
      : sql`iif(vintage_year = 0 OR NOT ${isTaken}, ${vintageOf(terms)}, vintage_year)`;
  return sql`UPDATE casks SET version = version + 1, name = ${terms.cask_name}, kind = ${terms.kind}, cask_type = ${terms.cask_type},
      distillery = ${terms.distillery}, distillery_information = ${terms.distillery_information}, warehouse = ${terms.warehouse},
      vintage_year = ${vintage}, loa_decilitres = ${terms.loa_litres}, abv_tenths = ${terms.abv},
      cost_per_stake_cents = ${terms.cost_per_stake}, total_stakes = ${terms.total_stakes},
      bought_for_cents = ${terms.bought_for}, launches_on = ${terms.launch_date},
      closes_on = ${terms.close_date}, cask_number = ${terms.cask_number}, filled_on = ${terms.fill_date},
      storage_paid_until = ${terms.storage_paid_until}
    WHERE ${isThis}`;
}
