import { creditWallet } from "../../support/holdings";
import type { TestContext } from "../../support/context";
import { signIn } from "../../support/people";
import type { Filled } from "./every-table";
import { sql } from "drizzle-orm";
import { setSetting } from "../../support/settings";
import { run } from "./rows-in-states";

/** What must not happen to a withdrawal and to what the bank has, by the rule that refuses it. 'wdr_sent' is in the run 'run_1'. */
export async function trespassesOfPayouts(
  context: TestContext,
  { rows, person, stakeId }: Filled,
): Promise<Record<string, string[]>> {
  const [one, other] = [await signIn(context), await signIn(context)];
  for (const { userId } of [one, other]) await creditWallet(context, { userId }, 9);
  await run(rows.withdrawal("wdr_waits", { user: one.userId }));
  await run(rows.withdrawal("wdr_done", { user: other.userId }));
  await run("UPDATE withdrawals SET state = 'paid', bank_reference = 'r' WHERE id = 'wdr_done'");
  const newRun = (
    id: string,
    number: number,
  ) => `INSERT INTO payout_runs (id, number, operator_id, row_count, total_cents, made_at_ms)
      VALUES ('${id}', ${number}, '${person.userId}', 1, 2, 1)`;
  await run(newRun("run_2", 2));
  await run(newRun("run_back", 3));
  const calledBack = `UPDATE payout_runs SET called_back_at_ms = 2, called_back_by = '${person.userId}', call_back_reason = 'r' WHERE id = 'run_back'`;
  await run(calledBack);
  const rowOf = (runId: string, place: number, id: string) =>
    `INSERT INTO payout_run_rows (run_id, place, withdrawal_id) VALUES ('${runId}', ${place}, '${id}')`;
  const answer = (id: string, number: number, columns = "", values = "") =>
    `INSERT INTO bank_answers (id, number, sha256, handed_in_by, handed_in_at_ms, other_lines${columns})
      VALUES ('${id}', ${number}, '${id}', '${person.userId}', 1, 0${values})`;
  await run(answer("bka_marked", 2));
  const markBy = (userId: string, id: string) =>
    `UPDATE bank_answers SET marked_by = '${userId}', marked_at_ms = 2 WHERE id = '${id}'`;
  await run(markBy(person.userId, "bka_marked"));
  const line = (id: string, cents: number) =>
    `INSERT INTO bank_answer_lines (answer_id, line, reference, bank_reference, amount_cents, withdrawal_id)
      VALUES ('bka_marked', 1, 'r', 'r', ${cents}, '${id}')`;
  const [large] = await context.db.all<{ by: string }>(
    sql`SELECT handed_in_by AS by FROM bank_answers WHERE id = 'bka_1'`,
  );
  await setSetting(context.db, "second_operator_above_cents", 1);
  return {
    "the operator who handed in a large bank answer cannot mark it": [markBy(large?.by ?? "", "bka_1")],
    "a line must match what the bank has, to the cent": [
      line("wdr_waits", 2),
      line("wdr_done", 2),
      line("wdr_sent", 3),
    ],
    "a return must be withdrawn from an active stake of its own user": [
      rows.withdrawal("x", { stake: stakeId, user: one.userId }),
    ],
    "a return must say the value it was counted to": [rows.withdrawal("x", { stake: stakeId, reckonedTo: "NULL" })],
    "a cancelled withdrawal must say who cancelled it": [
      "UPDATE withdrawals SET state = 'cancelled' WHERE id = 'wdr_1'",
    ],
    "a withdrawal of the balance cannot exceed the wallet": [rows.withdrawal("x", { cents: 501 })],
    "a request sent to the bank must be in a payout run or proposed": [
      "UPDATE withdrawals SET state = 'sending', sent_at_ms = 1 WHERE id = 'wdr_waits'",
    ],
    "a request in a payout run or a proposal must wait until that is called back": [
      "UPDATE withdrawals SET state = 'progress' WHERE id = 'wdr_sent'",
    ],
    "a payout run must take waiting requests below the limit": [
      rowOf("run_2", 1, "wdr_done"),
      rowOf("run_2", 1, "wdr_sent"),
      rowOf("run_2", 2, "wdr_waits"),
      rowOf("run_back", 1, "wdr_waits"),
    ],
  };
}
