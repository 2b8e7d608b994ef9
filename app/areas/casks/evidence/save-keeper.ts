import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import { keeperFieldNames as names } from "~/content/operator-cask-texts";
import type { Database } from "~/db/client";
import { casks, warehouseKeepers } from "~/db/schema/casks";
import { mapWork, nothing, row, type Work, writeThenRead } from "~/db/work";
import { asTyped, orNothing, typedLine } from "~/areas/casks/typed-values";
import type { Deps } from "~/core/deps";
import { firstErrors } from "~/core/first-errors";
import { byOperator, recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";

const ADDRESS_LENGTH = 300;

const schema = z.object({
  keeper: typedLine(names.keeper),
  address: typedLine(names.address, ADDRESS_LENGTH),
  licence_number: orNothing(typedLine(names.licence_number)),
  contact: orNothing(typedLine(names.contact)),
});

type KeeperValues = z.infer<typeof schema>;
type SaveKeeper = { caskId: string; fields: Record<string, unknown> };

export type KeeperOutcome =
  | { ok: true }
  | { ok: false; code: "invalid"; typed: Record<string, string>; errors: Partial<Record<keyof KeeperValues, string>> }
  | { ok: false; code: "not-allowed" | "no-such-cask" };

/**
 * Saves who keeps the warehouse that a cask names, for every cask that names it with the same words. Public from then on.
 * One round trip, a second for a form with errors.
 */
export async function saveKeeper(
  { db }: Pick<Deps, "db">,
  session: OperatorSession,
  { caskId, fields }: SaveKeeper,
): Promise<KeeperOutcome> {
  const parsed = schema.safeParse(fields);
  if (!parsed.success) {
    // Requests without permission are turned away before the input is validated.
    await session.read(() => nothing);
    const typed = asTyped(fields, schema.keyof().options);
    return { ok: false, code: "invalid", typed, errors: firstErrors<KeeperValues>(parsed.error) };
  }
  const { result } = await session.write((operator) => writeKeeper(db, operator, caskId, parsed.data));
  if (!result.caskId) return { ok: false, code: "no-such-cask" };
  return result.isSaved ? { ok: true } : { ok: false, code: "not-allowed" };
}

function writeKeeper(db: Database, { nowMs, userId }: OperatorAccess, caskId: string, values: KeeperValues) {
  const { keeper, address, licence_number: licence, contact } = values;
  const differs = sql`NOT EXISTS (SELECT 1 FROM warehouse_keepers AS known WHERE known.warehouse = casks.warehouse
    AND known.keeper = ${keeper} AND known.address = ${address} AND known.licence_number IS ${licence} AND known.contact IS ${contact})`;
  // Saving the same again changes nothing and adds no entry to the log.
  const audit = recordAudit(
    db,
    {
      id: sql`${`keeper-saved:${caskId}:`} || ${String(nowMs)}`,
      actor: byOperator(userId),
      action: "keeper-saved",
      subject: sql`'cask:' || casks.id`,
      detail: "keeper,address,licence_number,contact",
      nowMs,
    },
    { from: casks, where: sql`casks.id = ${caskId} AND ${differs}` },
  );
  const save =
    db.run(sql`INSERT INTO warehouse_keepers (warehouse, keeper, address, licence_number, contact, changed_at_ms)
    SELECT casks.warehouse, ${keeper}, ${address}, ${licence}, ${contact}, ${nowMs}
    FROM casks WHERE casks.id = ${caskId} AND ${differs}
    ON CONFLICT (warehouse) DO UPDATE SET keeper = excluded.keeper, address = excluded.address,
      licence_number = excluded.licence_number, contact = excluded.contact, changed_at_ms = excluded.changed_at_ms`);
  const found = mapWork(row(keeperQuery(db, caskId)), (one) => ({
    caskId: one?.caskId ?? null,
    isSaved:
      one?.keeper === keeper && one.address === address && one.licenceNumber === licence && one.contact === contact,
  }));
  return writeThenRead([audit, save], found);
}

const keeperQuery = (db: Database, caskId: string) =>
  db
    .select({
      caskId: casks.id,
      keeper: warehouseKeepers.keeper,
      address: warehouseKeepers.address,
      licenceNumber: warehouseKeepers.licenceNumber,
      contact: warehouseKeepers.contact,
    })
    .from(casks)
    .leftJoin(warehouseKeepers, eq(warehouseKeepers.warehouse, casks.warehouse))
    .where(sql`casks.id = ${caskId}`);

/** As its form shows it; empty where nothing is known. */
export function readKeeper(db: Database, caskId: string): Work<Record<keyof KeeperValues, string>> {
  return mapWork(row(keeperQuery(db, caskId)), (found) => ({
    keeper: found?.keeper ?? "",
    address: found?.address ?? "",
    licence_number: found?.licenceNumber ?? "",
    contact: found?.contact ?? "",
  }));
}
