import { inject } from "vitest";
import { askAtDoor } from "../../../scripts/steps/sql-door.mjs";

/** The rows of each statement, in the database of the run that all tests share. */
export const sql = (statements: readonly string[]) =>
  askAtDoor({ origin: inject("origin"), secrets: inject("secrets") }, statements);

/** Ages this person's last code by half an hour: a running server has no clock to set. */
export async function ageProof(email: string): Promise<void> {
  if (!/^[\w.@-]+$/.test(email)) throw new Error("An address of the tests has plain letters only");
  const person = `(SELECT id FROM users WHERE email = '${email}')`;
  const aged = `UPDATE sessions SET proved_at_ms = proved_at_ms - 1800000 WHERE user_id = ${person} RETURNING 'aged' AS done`;
  const [rows = []] = await sql([aged]);
  if (rows.length === 0) throw new Error(`The login of ${email} was not aged`);
}
