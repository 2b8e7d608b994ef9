// What one operator must not do alone, by the names of the rules that refuse it.
import { addDays, dateOf } from "~/domain/calendar-date";
import { giveStake, value } from "../../support/holdings";
import type { TestContext } from "../../support/context";
import { putCask, signIn } from "../../support/people";
import type { Filled } from "./every-table";
import { run } from "./rows-in-states";

const HOUR_MS = 3_600_000;

export async function trespassesOfTwo(context: TestContext, filled: Filled): Promise<Record<string, string[]>> {
  const { rows } = filled;
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
    "a change must be proposed by an operator with a fresh code": [investor, stale, gone].map((by) =>
      proposal("x", { by }),
    ),
    "a change must be confirmed by an operator with a fresh code": [investor, stale, gone].map((by) =>
      decide("two_a", "confirmed", by),
    ),
    "the operator who proposed a change cannot confirm it": [decide("two_a", "confirmed", one)],
    "a proposal that is over cannot be confirmed": [decide("two_a", "confirmed", other, now + HOUR_MS / 4)],
    "operators cannot propose a change about themselves": [
      proposal("x", { ...cask, subject: `${cask.subject}`, by: third }),
    ],
    "operators cannot decide about themselves": [decide("two_cask", "confirmed", third)],
    "a setting must be changed by two operators": [
      "UPDATE settings SET value = value + 1",
      `UPDATE settings SET value = value + 1, updated_at_ms = ${now}`,
    ],
    "a list in the settings must be changed by two operators": [
      "UPDATE settings SET text = '*' WHERE key = 'market_countries'",
      `UPDATE settings SET text = '*', updated_at_ms = ${now}`,
    ],
    "operators cannot value a cask of which they hold stakes": [valued(50_000, { by: third })],
    "this valuation must be confirmed by a second operator": [
      valued(55_001),
      valued(40_000, { on: addDays(today, -51) }),
    ],
    "a valuation must be what two operators confirmed": [valued(50_000, { proposed: "'two_cask'" })],
  };
}
