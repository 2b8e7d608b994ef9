// What one operator must not do alone, by the names of the rules that refuse it.
import { addDays, dateOf } from "~/domain/calendar-date";
import { giveStake, value } from "../../support/holdings";
import type { TestContext } from "../../support/context";
import { putCask, signIn } from "../../support/people";
import type { Filled } from "./every-table";
import { trespassesOfMessages } from "./message-trespasses";
import { run } from "./rows-in-states";

const HOUR_MS = 3_600_000;

export async function trespassesOfTwo(context: TestContext, filled: Filled): Promise<Record<string, string[]>> {
  const { rows } = filled;
  const ofMessages = await trespassesOfMessages(context, filled);
  const now = context.nowMs();
  const operator = async () => (await signIn(context, { operator: true })).userId;
  const [one, other, gone] = [await operator(), await operator(), await operator()];
  const holder = await signIn(context, { operator: true });
  const third = holder.userId;
  const investor = (await signIn(context)).userId;
  const stale = await operator();
  await run(`UPDATE sessions SET proved_at_ms = 1 WHERE user_id = '${stale}'`);
  const caskId = await putCask(context, { launchesInDays: -100 });
  const today = dateOf(now);
  await value(context, caskId, addDays(today, -50), 50_000, "issue");
  await giveStake(context, holder, caskId);
  const cask = { kind: "valuation", subject: `cask:${caskId}` };
  const { proposal, decide } = rows;
  await run(proposal("two_a", { by: one }));
  await run(proposal("two_cask", { ...cask, by: one }));
  await run(proposal("two_done", { by: one }));
  await run(decide("two_done", "withdrawn", one));
  await run(`UPDATE users SET suspended_at_ms = ${now} WHERE id = '${gone}'`);
  const valued = (cents: number, { by = one, on = today, proposed = "NULL" } = {}) =>
    `INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, recorded_by, proposal_id, created_at_ms)
      VALUES ('x', '${caskId}', '${on}', ${cents}, 'opinion', 'm', 's', '${by}', ${proposed}, ${now})`;
  return {
    ...ofMessages,
    change_proposals_by_operators: [investor, stale, gone].map((by) => proposal("x", { by })),
    change_proposals_confirmed_by_operators: [investor, stale, gone].map((by) => decide("two_a", "confirmed", by)),
    change_proposals_by_two: [decide("two_a", "confirmed", one)],
    change_proposals_in_time: [decide("two_a", "confirmed", other, now + HOUR_MS / 4)],
    change_proposals_of_others: [proposal("x", { ...cask, subject: `${cask.subject}`, by: third })],
    change_proposals_decided_by_others: [decide("two_cask", "confirmed", third)],
    settings_by_two: [
      "UPDATE settings SET value = value + 1",
      `UPDATE settings SET value = value + 1, updated_at_ms = ${now}`,
    ],
    settings_text_by_two: [
      "UPDATE settings SET text = '*' WHERE key = 'market_countries'",
      `UPDATE settings SET text = '*', updated_at_ms = ${now}`,
    ],
    valuations_by_others: [valued(50_000, { by: third })],
    valuations_by_two: [valued(55_001), valued(40_000, { on: addDays(today, -51) })],
    valuations_as_proposed: [valued(50_000, { proposed: "'two_cask'" })],
  };
}
