// What keepers sign, as rows, and what must not happen to it, by the names of the rules that refuse it.
import type { TestContext } from "../../support/context";
import { putCask, signIn } from "../../support/people";
import { setSetting } from "../../support/settings";
import type { Filled } from "./every-table";
import { answer } from "./rules";
import { type rowsInStates, run } from "./rows-in-states";

const letter = (one: string) => `${one.repeat(43)}=`;
const key = (name: string, proposal: string, atMs: number) =>
  `INSERT INTO keeper_keys (public_key, keeper_id, proposal_id, registered_at_ms) VALUES ('${letter(name)}', 'a-keeper', '${proposal}', ${atMs})`;
const statement = (id: string, on: string, name = "K") =>
  `INSERT INTO keeper_statements (id, keeper_id, stated_on, public_key, body, signature, findings, received_at_ms)
    VALUES ('${id}', 'a-keeper', '${on}', '${letter(name)}', '{}', 's_${id}', '[]', 1)`;

/** A keeper with a good key and one statement, about one cask. */
export async function fillKeepers(context: TestContext, rows: ReturnType<typeof rowsInStates>, caskId: string) {
  const [one, other] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
  const nowMs = context.nowMs();
  const becomes = JSON.stringify({ key: letter("K"), warehouse: "w" });
  const change = { kind: "keeper-key", subject: "keeper:a-keeper", was: "none", becomes, by: one.userId };
  await run(rows.proposal("chg_key", change));
  await run(rows.decide("chg_key", "confirmed", other.userId, nowMs));
  await run(
    "INSERT INTO keepers (id, warehouse, email, created_at_ms) VALUES ('a-keeper', 'w', 'keeper@example.com', 1)",
  );
  await run(key("K", "chg_key", nowMs));
  // Whose matters the other tests tell operators is not theirs any more.
  await run(`UPDATE users SET role = 'investor' WHERE id IN ('${one.userId}', '${other.userId}')`);
  await run(statement("sta_1", "2020-01-02"));
  await run(`INSERT INTO keeper_statement_casks (statement_id, number, cask_id, stated_on, present, note, received_at_ms)
    VALUES ('sta_1', '1187', '${caskId}', '2020-01-02', 1, 'n', 1)`);
}

export async function trespassesOfKeepers(context: TestContext, { caskId }: Filled): Promise<Record<string, string[]>> {
  const nowMs = context.nowMs();
  return {
    keeper_keys_by_two: [key("L", "chg_key", nowMs), key("L", "chg_1", nowMs), key("K", "chg_key", nowMs + 1)],
    keeper_keys_retired_by_two: [
      "UPDATE keeper_keys SET retired_at_ms = registered_at_ms + 1",
      "UPDATE keeper_keys SET retired_at_ms = NULL",
    ],
    keeper_statements_in_order: [statement("x", "2020-01-02"), statement("x", "2020-01-01")],
    keeper_statements_by_good_key: [statement("x", "2020-01-03", "L")],
    casks_published_without_by_two: [
      "'insurance', published_because = 'Later.'",
      "'gauge', published_because = 'Soon.'",
    ].map((told) => `UPDATE casks SET published_without = ${told} WHERE id = '${caskId}'`),
    casks_confirmed_by_statements: [`UPDATE casks SET confirmed_on = '2020-01-03' WHERE id = '${caskId}'`],
  };
}

/** What the database says to the publication of a cask that its keeper never confirmed, while the setting asks for that. */
export async function publishUnconfirmed(context: TestContext): Promise<string> {
  const draft = await putCask(context, { published: false });
  await setSetting(context.db, "casks_confirmed_within_days", 35);
  const said = await answer(`UPDATE casks SET state = 'published' WHERE id = '${draft}'`);
  await setSetting(context.db, "casks_confirmed_within_days", 0);
  return said;
}
