import { getTableName, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { recordEvent } from "~/areas/buying/provider-events";
import { sweptTables } from "../../../workers/settlement/swept-tables";
import { SWEPT_AT_ONCE, sweepTables } from "../../../workers/settlement/timer-jobs";
import { rowsInStates, run } from "../../db/support/rows-in-states";
import { createTestContext, TestClock, type TestContext } from "../../support/context";
import { type Person, putCask, signIn } from "../../support/people";

const AT = Date.parse("2031-06-15T12:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let context: TestContext;
let person: Person;
beforeEach(async () => {
  context = createTestContext({ clock: new TestClock(AT) });
  person = await signIn(context);
  // What other tests left is long over.
  for (let n = 0; n < 5; n++) await sweepTables(context);
});

/** For each table and time: columns and values of rows called NAME0, NAME1, ..., and how long after `atMs` they are over. */
type Kind = { key: string; columns: string; values: (id: string, atMs: number) => string; keptMs: number };
const kinds: Record<string, Kind> = {
  sessions: {
    key: "id_hash",
    columns: "id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms",
    values: (id, atMs) => `${id}, '${person.userId}', 0, 1, ${atMs}, 1`,
    keptMs: 30 * DAY_MS,
  },
  "login_flows not ended": {
    key: "id_hash",
    columns: "id_hash, data, expires_at_ms",
    values: (id, atMs) => `${id}, '{}', ${atMs}`,
    keptMs: HOUR_MS,
  },
  "login_flows ended": {
    key: "id_hash",
    columns: "id_hash, data, expires_at_ms, ended_at_ms",
    values: (id, atMs) => `${id}, '{}', ${AT}, ${atMs}`,
    keptMs: 60_000,
  },
  login_asks: {
    key: "key",
    columns: "key, salt, asked_at_ms",
    values: (id, atMs) => `${id}, 's', ${atMs}`,
    keptMs: 3 * HOUR_MS,
  },
  login_codes: {
    key: "id",
    columns: "id, address_hash, channel, expires_at_ms, created_at_ms",
    values: (id, atMs) => `${id}, 'h', 'sms', ${atMs}, 1`,
    keptMs: DAY_MS,
  },
  counters: {
    key: "key",
    columns: "key, count, window_ends_at_ms",
    values: (id, atMs) => `${id}, 1, ${atMs}`,
    keptMs: 0,
  },
  leads: {
    key: "id",
    columns: "id, email, created_at_ms",
    values: (id, atMs) => `${id}, ${id} || '@example.com', ${atMs}`,
    keptMs: AT - Date.parse("2029-06-15T12:00:00Z"),
  },
  support_requests: {
    key: "id",
    columns: "id, number, name, phone, kind, message, content_mark, created_at_ms, closed_at_ms",
    values: (id, atMs) => `${id}, ${id}, 'n', '919876543210', 'other', 'm', 'c', 1, ${atMs}`,
    keptMs: AT - Date.parse("2029-06-15T12:00:00Z"),
  },
  outbox: {
    key: "id",
    columns: "kind, subject_id, id, available_at_ms, created_at_ms, done_at_ms",
    values: (id, atMs) => `'check-payment', ${id}, 'check-payment:' || ${id}, 1, 1, ${atMs}`,
    keptMs: 30 * DAY_MS,
  },
  reconciliations: {
    key: "id",
    columns: "id, asked_by, asked_at_ms, from_ms, started_at_ms, finished_at_ms",
    values: (id, atMs) => `${id}, 'system', ${atMs}, 1, ${atMs}, ${atMs}`,
    keptMs: 90 * DAY_MS,
  },
};
const tableOf = (kind: string) => kind.split(" ")[0] ?? "";

async function put(kind: string, name: string, atMs: number, count = 1): Promise<void> {
  const { columns, values } = kinds[kind] ?? { columns: "", values: () => "" };
  const numbers = JSON.stringify(Array.from({ length: count }, (_, n) => n));
  await run(
    `INSERT INTO ${tableOf(kind)} (${columns}) SELECT ${values(`'${name}' || value`, atMs)} FROM json_each('${numbers}')`,
  );
}
async function left(kind: string, name: string): Promise<number> {
  const key = kinds[kind]?.key ?? "";
  const rows = await context.db.all(
    sql.raw(`SELECT 1 FROM ${tableOf(kind)} WHERE ${key} GLOB '${name}*' OR ${key} GLOB 'check-payment:${name}*'`),
  );
  return rows.length;
}
const ids = async (query: string) => (await context.db.all<{ id: string }>(sql.raw(query))).map(({ id }) => id);

describe("what is over", () => {
  it.each(Object.keys(kinds))("is deleted once its time has passed, and not before: %s", async (kind) => {
    const { keptMs } = kinds[kind] ?? { keptMs: 0 };
    // A later run that reached every provider, without which none is swept.
    if (kind === "reconciliations") await put(kind, "latest", AT);
    await put(kind, "just-over", AT - keptMs - 1);
    await put(kind, "not-yet", AT - keptMs);
    await sweepTables(context);
    expect([await left(kind, "just-over"), await left(kind, "not-yet")]).toEqual([0, 1]);
    context.clock.advance(1);
    await sweepTables(context);
    expect(await left(kind, "not-yet")).toBe(0);
  });

  it("goes in portions, oldest first, without reading what stays", async () => {
    expect(new Set(Object.keys(kinds).map(tableOf))).toEqual(
      new Set(sweptTables.map(({ key }) => getTableName(key.table))),
    );
    for (const [kind, { keptMs }] of Object.entries(kinds)) {
      await put(kind, `${kind} older`, AT - keptMs - 2, SWEPT_AT_ONCE);
      await put(kind, `${kind} old`, AT - keptMs - 1, 100);
      await put(kind, `${kind} stays`, AT, 1_500);
    }
    const counts = async (name: string) =>
      new Set(await Promise.all(Object.keys(kinds).map((kind) => left(kind, `${kind} ${name}`))));
    await sweepTables(context);
    expect([await counts("older"), await counts("old[0-9]")]).toEqual([new Set([0]), new Set([100])]);
    await sweepTables(context);
    expect([await counts("old"), await counts("stays")]).toEqual([new Set([0]), new Set([1_500])]);
    const idle = context.next();
    await sweepTables(idle);
    expect(idle.trips.count).toBe(1);
    expect(idle.trips.rowsRead).toBeLessThan(50);
  });
});

describe("what a rule still needs", () => {
  it("stays: work that is open, was given up, or that an open dead letter names", async () => {
    const year = AT - 365 * DAY_MS;
    const rows = rowsInStates(context, { person, caskId: await putCask(context) });
    await rows.payment("pay_waits", { states: ["open"] });
    await put("outbox", "given-up", year);
    await run(`UPDATE outbox SET last_error = 'ProviderError' WHERE id = 'check-payment:given-up0'`);
    await put("outbox", "told", year);
    await run(`INSERT INTO dead_letters (id, origin, body, created_at_ms)
      VALUES ('told', 'queue', '{"outboxId":"check-payment:told0"}', 1), ('by-hand', 'refund', '{}', 1)`);
    await put("outbox", "went-well", year);
    await sweepTables(context);
    const waits = await ids(
      "SELECT id FROM outbox WHERE subject_id IN ('pay_waits', 'given-up0', 'told0', 'went-well0')",
    );
    expect(waits.sort()).toEqual(["check-payment:given-up0", "check-payment:pay_waits", "check-payment:told0"]);
    await run("UPDATE dead_letters SET resolved_at_ms = 2 WHERE id IN ('told', 'by-hand')");
    await sweepTables(context);
    expect(await left("outbox", "told")).toBe(0);
  });

  it("stays: the last run of reconciliation that reached every provider, later ones, and one that has not finished", async () => {
    const year = AT - 365 * DAY_MS;
    await put("reconciliations", "early", year);
    await put("reconciliations", "whole", year + 1);
    await put("reconciliations", "in-vain", year + 2);
    await put("reconciliations", "requested", year - 1);
    await run("UPDATE reconciliations SET error = 'stripe' WHERE id = 'in-vain0'");
    await run("UPDATE reconciliations SET started_at_ms = NULL, finished_at_ms = NULL WHERE id = 'requested0'");
    await run(`DELETE FROM reconciliations WHERE asked_at_ms > ${year + 2}`);
    await sweepTables(context);
    expect((await ids("SELECT id FROM reconciliations")).sort()).toEqual(["in-vain0", "requested0", "whole0"]);
    await run("UPDATE reconciliations SET started_at_ms = 1, finished_at_ms = 1 WHERE id = 'requested0'");
  });
});

it("work whose row is gone is not requested again by a dispute that was won, nor by an event that comes once more", async () => {
  const rows = rowsInStates(context, { person, caskId: await putCask(context) });
  await rows.payment("pay_won", { fee: true, states: ["open", "paid", "settled"] });
  const event = {
    id: "evt_again",
    type: "t",
    concerns: "session",
    sessionId: "cs_again",
    providerPaymentId: null,
  } as const;
  expect(await recordEvent(context, "stripe", event)).not.toBeNull();
  const requested = () => ids("SELECT id FROM outbox WHERE id GLOB '*pay_won*' OR id GLOB '*evt_again*' ORDER BY id");
  expect(await requested()).toEqual([
    "check-payment:pay_won",
    "handle-event:stripe:evt_again",
    "send-notice:payment-settled:pay_won",
  ]);
  await run("UPDATE outbox SET done_at_ms = 1 WHERE id GLOB '*pay_won*' OR id GLOB '*evt_again*'");
  await sweepTables(context);
  expect(await requested()).toEqual([]);
  await recordEvent(context, "stripe", event);
  for (const state of ["disputed", "settled"])
    await run(`UPDATE payments SET state = '${state}', updated_at_ms = ${AT} WHERE id = 'pay_won'`);
  expect(await requested()).toEqual([
    `send-notice:payment-reversed:pay_won:disputed:${AT}`,
    `send-notice:payment-reversed:pay_won:settled:${AT}`,
  ]);
});
