import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { mapWork, row, type Work } from "~/db/work";
import { type BankColumns, type BankTable, COLUMN_ROLES, hasAmount, plainName } from "./bank-table";

/** By which the columns of a file are remembered. */
export const layoutOf = ({ headers }: BankTable): string => JSON.stringify(headers.map(plainName));

/** As an operator named them the last time; null: nobody has. */
export const readLayout = (db: Database, table: BankTable): Work<BankColumns | null> =>
  mapWork(
    row(db.all<{ columns: string }>(sql`SELECT columns FROM bank_layouts WHERE headers = ${layoutOf(table)}`)),
    (found) => (found ? (JSON.parse(found.columns) as BankColumns) : null),
  );

export const columnField = (role: string) => `column_${role}`;

/** What a person chose in the form: the place of a column for each part. null: nothing was asked yet, or no amount is named. */
export function readNamed(form: FormData, { headers }: BankTable): { asked: boolean; columns: BankColumns | null } {
  const asked = COLUMN_ROLES.some((role) => form.has(columnField(role)));
  const chosen = COLUMN_ROLES.flatMap((role) => {
    const typed = form.get(columnField(role));
    const at = typeof typed === "string" && /^\d{1,3}$/.test(typed) ? Number(typed) : headers.length;
    return at < headers.length ? [[role, at] as const] : [];
  });
  const columns: BankColumns = Object.fromEntries(chosen);
  return { asked, columns: asked && hasAmount(columns) ? columns : null };
}
