import { row, together } from "~/db/work";
import type { Deps } from "~/features/deps";
import type { Session } from "~/features/session/session";
import { bankDetailsQuery } from "./bank-details";
import { personalQuery } from "./personal-details";
import { settingsView } from "./settings-view";

/** Personal and bank details as the settings page shows them. */
export async function readSettings({ db }: Pick<Deps, "db">, session: Session) {
  const { viewer, result } = await session.read(({ userId }) =>
    together({ personal: row(personalQuery(db, userId)), bank: row(bankDetailsQuery(db, userId)) }),
  );
  return { activated: viewer.activated, ...settingsView(result.personal, result.bank) };
}
