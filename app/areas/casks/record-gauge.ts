import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import { recordErrors, recordFieldNames as names } from "~/content/operator-cask-texts";
import type { Database } from "~/db/client";
import { casks, gauges } from "~/db/schema/casks";
import { row, together, type Work, writes } from "~/db/work";
import { dateOf, formatDate } from "~/domain/calendar-date";
import type { Deps } from "~/core/deps";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import { type InvalidForm, readForm, typedDay, typedLine, says, typedTenths } from "./typed-values";

const schema = z.object({
  gauged_on: typedDay(names.gauged_on),
  loa_litres: typedTenths(names.loa_litres, { from: 0, to: 1_000_000 }),
  abv: typedTenths(names.abv, { from: 0, to: 1000 }),
  gauged_by: typedLine(names.gauged_by),
});

type GaugeValues = z.infer<typeof schema>;

type RecordGauge = { gaugeId: string; caskId: string; fields: Record<string, unknown> };

export type GaugeOutcome =
  { ok: true } | InvalidForm<GaugeValues> | { ok: false; code: "not-allowed" | "no-such-cask" | "id-taken" };

/** A trigger puts the latest measurement into the cask's own columns; a mistaken one is followed by another. */
export async function recordGauge(
  { db, nowMs: clock }: Deps,
  session: OperatorSession,
  { gaugeId, caskId, fields }: RecordGauge,
): Promise<GaugeOutcome> {
  const { result: cask } = await session.read(() =>
    row(db.select({ filledOn: casks.filledOn }).from(casks).where(eq(casks.id, caskId))),
  );
  const read = readGauge(fields, dateOf(clock()), cask?.filledOn ?? null);
  if (!read.ok) return read;
  const { values } = read;
  const { result } = await session.write((operator) => addGauge(db, operator, { gaugeId, caskId, values }));
  if (!result.cask) return { ok: false, code: "no-such-cask" };
  const { gauge } = result;
  if (!gauge) return { ok: false, code: "not-allowed" };
  const sent = {
    caskId,
    gaugedOn: values.gauged_on,
    loaDecilitres: values.loa_litres,
    abvTenths: values.abv,
    gaugedBy: values.gauged_by,
  };
  return says(gauge, sent) ? { ok: true } : { ok: false, code: "id-taken" };
}

function readGauge(fields: Record<string, unknown>, today: string, filledOn: string | null) {
  const dated = schema
    .refine(({ gauged_on }) => gauged_on <= today, {
      path: ["gauged_on"],
      error: recordErrors.inFuture(names.gauged_on),
    })
    .refine(({ gauged_on }) => filledOn === null || gauged_on >= filledOn, {
      path: ["gauged_on"],
      error: `Date of the regauge must not be before the cask was filled, on ${formatDate(filledOn ?? today)}.`,
    });
  return readForm(dated, fields, schema.keyof().options);
}

type NewGauge = { gaugeId: string; caskId: string; values: GaugeValues };

function addGauge(db: Database, operator: OperatorAccess, { gaugeId, caskId, values }: NewGauge) {
  const { nowMs } = operator;
  const audit = recordAudit(
    db,
    {
      id: `gauge-recorded:${gaugeId}`,
      by: operator,
      action: "gauge-recorded",
      subject: sql`'cask:' || gauges.cask_id`,
      detail: `gauge:${gaugeId} gauged_on,loa_litres,abv,gauged_by`,
    },
    { from: gauges, where: sql`gauges.id = ${gaugeId}` },
  );
  const insert =
    db.run(sql`INSERT INTO gauges (id, cask_id, gauged_on, loa_decilitres, abv_tenths, gauged_by, created_at_ms)
    SELECT ${gaugeId}, casks.id, ${values.gauged_on}, ${values.loa_litres}, ${values.abv}, ${values.gauged_by}, ${nowMs}
    FROM casks WHERE casks.id = ${caskId} ON CONFLICT (id) DO NOTHING`);
  return together({
    written: writes(insert, audit),
    gauge: row(
      db
        .select()
        .from(gauges)
        .where(sql`gauges.id = ${gaugeId}`),
    ),
    cask: row(
      db
        .select({ id: casks.id })
        .from(casks)
        .where(sql`casks.id = ${caskId}`),
    ),
  }) satisfies Work<unknown>;
}
