import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { auditDeps, DAY_MS, makeAudit } from "../support/audits";
import { createTestContext, TestClock } from "../support/context";
import { creditWallet, giveStake } from "../support/holdings";
import { setMarketOpen } from "../support/market";
import { putCask, signIn } from "../support/people";
import { putOrder, putRound } from "../support/resale";
import { openApp, ORIGIN } from "../support/serve-app";
import { ALL_ROWS, LIST_ROWS } from "./support/all-rows";
import type { Row } from "./support/access-rows";
import { type Cast, makeCast, type Role } from "./support/cast";
import { databaseDump } from "./support/digest";
import { isRead, requestInit, titleOf } from "./support/request-of";

// Until its round has closed, nobody but its owner sees what an order says: no page, no list, no call, no file, no line of the log.

const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
const app = openApp();
const context = createTestContext();
const yesterday = createTestContext({ clock: new TestClock(NOON - DAY_MS) });
const { db } = context;
const logged: string[] = [];
const spies = (["log", "warn", "error", "info", "debug"] as const).map((level) =>
  vi.spyOn(console, level).mockImplementation((...said: unknown[]) => void logged.push(said.map(String).join(" "))),
);

/** In cents; with the fee of 1.5 % the first one sets 31,807.79 aside. */
const BUYS_AT = 3_133_773;
const SELLS_AT = 4_144_774;
const FIGURES = [BUYS_AT, SELLS_AT, 3_180_779].flatMap((cents) => {
  const dollars = (cents / 100).toFixed(2);
  return [String(cents), dollars, Number(dollars).toLocaleString("en-US", { minimumFractionDigits: 2 })];
});
let secrets: string[];
let cast: Cast;
let caskId: string;

beforeAll(async () => {
  await setMarketOpen(db, true);
  cast = await makeCast(app, context);
  const { ownerId } = cast.things;
  caskId = await putCask(context);
  const seller = await signIn(context);
  const { stakeId } = await giveStake(yesterday, seller, caskId);
  const roundId = await putRound(yesterday, caskId);
  await creditWallet(yesterday, { userId: ownerId }, 5_000_000);
  await putOrder(yesterday, roundId, { userId: ownerId }, { side: "buy", limit: BUYS_AT, quantity: 1, funded: true });
  await putOrder(yesterday, roundId, seller, { side: "sell", limit: SELLS_AT, stakeIds: [stakeId] });
  const seals = await db.all<{ salt: string; receipt: string }>(sql`SELECT salt, receipt FROM resale_orders`);
  secrets = [...FIGURES, ...seals.flatMap(({ salt, receipt }) => [salt, receipt])];
});
afterAll(() => spies.forEach((spy) => spy.mockRestore()));

const leaksIn = (text: string) => secrets.filter((secret) => text.replaceAll("<!-- -->", "").includes(secret));

async function ask(row: Row, role: Role): Promise<string> {
  const asker = cast.people[role];
  const path = row.path({ asker, things: cast.things });
  const { text, headers } = await app.ask(path, requestInit(row, cast, asker, "cookie"));
  return [...headers].join("\n") + text;
}

describe("an order whose round is open", () => {
  it("is on its owner's page, so that this would find it elsewhere", async () => {
    const row: Row = { route: "market", path: () => `/market?cask=${caskId}`, answers: {} as never };
    expect(leaksIn(await ask(row, "owner")).length).toBeGreaterThan(3);
    expect(leaksIn(await ask(row, "stranger"))).toEqual([]);
  });

  it.each<Role>(["operator", "reader", "stranger", "nobody"])(
    "is on no page, in no list and in no call that this role asks for: %s",
    async (role) => {
      const seen: string[] = [];
      for (const row of [...ALL_ROWS.filter(isRead), ...LIST_ROWS]) {
        const leaks = leaksIn(await ask(row, role));
        if (leaks.length > 0) seen.push(`${titleOf(row)}: ${leaks.join(" ")}`);
      }
      for (const path of [
        `/operator/casks/${caskId}`,
        `/operator/users/${cast.things.ownerId}`,
        `/operator/users/${cast.things.ownerId}/view`,
        `/operator/market`,
      ])
        if (leaksIn(await ask({ route: path, path: () => path, answers: {} as never }, role)).length > 0)
          seen.push(path);
      expect(seen).toEqual([]);
      expect(ALL_ROWS.filter(({ route }) => route.startsWith("operator")).length).toBeGreaterThan(20);
    },
  );

  it("keeps the file of its owner's data from operators, who may make it once the round has closed", async () => {
    const { operator } = cast.people;
    if (!operator) throw new Error("there is an operator");
    const page = `/operator/users/${cast.things.ownerId}`;
    const send = (path: string, fields: Record<string, string>) =>
      app.raw(path, {
        method: "POST",
        headers: { Cookie: operator.cookie, Origin: ORIGIN },
        body: new URLSearchParams(fields),
      });
    const receivedOn = new Date().toISOString().slice(0, 10);
    await send(page, { intent: "record-request", request_kind: "data", received_on: receivedOn });
    const answer = await send(`${page}/archive`, {});
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${page}?file=orders-open#requests`]);
  });

  it("is in no published file, of the audit of its day or another", async () => {
    yesterday.clock.nowMs = NOON;
    await makeAudit(auditDeps(yesterday));
    const { objects } = await env.PROOF.list();
    expect(objects.length).toBeGreaterThan(3);
    for (const { key } of objects) expect(leaksIn((await (await env.PROOF.get(key))?.text()) ?? ""), key).toEqual([]);
  });

  it("is in no line of the log, and in no table but its own and those of the books", async () => {
    for (const line of logged) expect(leaksIn(line), line).toEqual([]);
    const own = /^(resale_orders|transfers|accounts)$/;
    for (const [table, rows] of await databaseDump()) if (!own.test(table)) expect(leaksIn(rows), table).toEqual([]);
  });
});
