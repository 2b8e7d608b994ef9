import { sql } from "drizzle-orm";
import { row, together } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { bankDetailsQuery } from "./bank-details";
import { personalQuery } from "./personal-details";
import { settingsView } from "./settings-view";

/** Personal and bank details as the settings page shows them, and whether the account is to be closed. */
export async function readSettings({ db }: Pick<Deps, "db">, session: Session) {
  const { viewer, result } = await session.read(({ userId }) =>
    together({
      personal: row(personalQuery(db, userId)),
      bank: row(bankDetailsQuery(db, userId)),
      closing: row(
        db.all<{ fromMs: number }>(sql`SELECT coalesce(closes_from_ms, asked_at_ms) AS fromMs FROM account_closings
          WHERE user_id = ${userId} AND cancelled_at_ms IS NULL AND closed_at_ms IS NULL`),
      ),
    }),
  );
  const { personal, bank, closing } = result;
  return { activated: viewer.activated, ...settingsView(personal, bank), closesFromMs: closing?.fromMs ?? null };
}
