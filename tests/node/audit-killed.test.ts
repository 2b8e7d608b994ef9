import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type AuditDeps, SLICE, type SliceSize, yesterdayOf } from "~/areas/proof/audit-steps";
import { auditDay } from "~/areas/proof/audit-day";
import { openPayment } from "../sim/actors/buyer";
import { tickForAWhile } from "../sim/actors/cron";
import { askForAWhile, emptyWallet, thinkAgain } from "../sim/actors/holder";
import { takeBackOld } from "../sim/actors/provider-side";
import { sellSomeCask } from "../sim/actors/exits";
import { visit } from "../sim/actors/visits";
import { auditDepsOf, calmAuditDeps, digestAtOnce } from "../sim/audit-deps";
import { FAULTS, type FaultPlan, noFaults, oneFault, randomFaults } from "../sim/faults";
import { heal } from "../sim/heal";
import { Random } from "../sim/random";
import type { Shop } from "../sim/shop";
import { makeTemplate, openShop, type Template } from "../sim/template";
import { ACTIVE, CASKS, HOLDERS, NOW_MS, OPERATOR, SECOND_OPERATOR } from "../sim/template-plan";
import { World } from "../sim/world";
import { effort } from "../support/effort";

// Whenever, however often and by however many runs at once a day's audit is made, interrupted and repeated, and whatever happens after that
// day's end: its files are the same, byte by byte.

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** So small that each step takes several pieces. */
const SMALL: SliceSize = { ...SLICE, rows: 12, transfers: 24, ruled: 9, casks: 3, stakes: 3 };
const seed = inject("seed");

let template: Template;
let withRealDigests: () => void;

beforeAll(async () => {
  withRealDigests = digestAtOnce();
  const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  template = await makeTemplate(files.sort().map((name) => readFileSync(join("migrations", name), "utf8")));
});

afterAll(() => withRealDigests());

const makeAudit = (deps: AuditDeps, size = SLICE) => auditDay(deps, yesterdayOf(deps.nowMs()).date, { size });

/** A shop of its own, of which nothing is left afterwards. */
async function inShop<T>(ofSeed: number, work: (shop: Shop) => Promise<T>): Promise<T> {
  template.store.begin();
  try {
    return await work(openShop(template, new World(new Random(ofSeed), NOW_MS)));
  } finally {
    template.store.forget();
  }
}

/** The audit of a first day, then a second one on which people buy. Leaves off an hour after its end. */
async function makeTwoDays(shop: Shop, visits: number): Promise<void> {
  const { world } = shop;
  const midnight = () => (Math.floor(world.nowMs / DAY_MS) + 1) * DAY_MS;
  world.nowMs = midnight() + HOUR_MS;
  await makeAudit(calmAuditDeps(shop, world.nowMs));
  for (let i = 0; i < visits; i++) void visit(shop, null);
  await world.run();
  await heal(shop, noFaults);
  world.nowMs = midnight() + HOUR_MS;
}

/** What the files and rows are if nothing disturbs the audit; undone. */
async function undisturbed(shop: Shop, size: SliceSize): Promise<Record<string, string>> {
  const files = new Map(shop.proof.objects);
  shop.store.execute("SAVEPOINT calm", []);
  try {
    await makeAudit(calmAuditDeps(shop, shop.world.nowMs), size);
    return filesOf(shop);
  } finally {
    shop.store.execute("ROLLBACK TO calm", []);
    shop.store.execute("RELEASE calm", []);
    shop.proof.objects.clear();
    for (const [key, bytes] of files) shop.proof.objects.set(key, bytes);
    forgetSteps(shop);
  }
}

function forgetSteps({ bucket }: Shop): void {
  for (const key of bucket.objects.keys()) if (key.startsWith("audit-steps/")) bucket.objects.delete(key);
}

const text = (bytes: Uint8Array | undefined) => (bytes ? new TextDecoder().decode(bytes) : null);
const filesOf = ({ proof }: Shop) =>
  Object.fromEntries([...proof.objects].map(([key, bytes]) => [key, text(bytes) ?? ""]));

/** The pages of proof show papers and ends as they are when their files are written; the rest is of midnight. */
const ofAudit = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).filter(([key]) => key.startsWith("audit/")));

/** Runs of the timer, so many at once, until the day is published; the faults end after some rounds. */
async function makeDisturbed(shop: Shop, faults: FaultPlan, { atOnce = 1, rounds = 1, size = SMALL } = {}) {
  const { world } = shop;
  for (let round = 1; round < 40; round++) {
    world.faults = round <= rounds ? faults : noFaults;
    for (let i = 0; i < atOnce; i++) void world.invoke("audit", (run) => makeAudit(auditDepsOf(shop, run), size));
    await world.run();
    expectWhole(shop);
    const [row] = shop.store.rows<{ date: string }>("SELECT max(date) AS date FROM audits");
    if (round > rounds && row?.date === yesterdayOf(world.nowMs).date) return;
    world.nowMs += 61_000;
  }
  throw new Error("the day is never published");
}

/** The latest file is that of a day, and every list that a published day names is there. */
function expectWhole(shop: Shop): void {
  const files = filesOf(shop);
  const latest = files["audit/latest.json"];
  const days = Object.entries(files).filter(([key]) => key.startsWith("audit/days/"));
  expect(days.map(([, day]) => day)).toContain(latest);
  for (const [, day] of days)
    for (const { list_sha256: hash } of (JSON.parse(day) as { casks: { list_sha256: string }[] }).casks)
      expect(files[`audit/lists/${hash}.json`]).toBeDefined();
}

const ROWS = "SELECT date, result FROM audits ORDER BY date";
const TOLD = "SELECT count(*) AS times FROM outbox WHERE id = 'send-notice:audit-failed:' || ? || ':' || ?";

function expectOnce(shop: Shop, result: "PASS" | "FAIL"): void {
  const rows = shop.store.rows<{ date: string; result: string }>(ROWS);
  expect(rows.map((row) => row.result)).toEqual(["PASS", result]);
  for (const operator of [OPERATOR, SECOND_OPERATOR]) {
    const told = shop.store.rows<{ times: number }>(TOLD, [operator, rows[1]?.date ?? ""]);
    expect(told).toEqual([{ times: result === "FAIL" ? 1 : 0 }]);
  }
}

const spoil = ({ store }: Shop) =>
  store.execute("UPDATE accounts SET credits_total = credits_total + 5 WHERE id = 'house:stake-sales'", []);

describe("an audit", () => {
  it("goes on after it was killed or failed at any call, before or after its effect", async () => {
    const undisturbedRun = oneFault("audit", 0, "crash-before");
    await inShop(1, async (shop) => {
      await makeTwoDays(shop, 1);
      await makeDisturbed(shop, undisturbedRun);
    });
    const calls = undisturbedRun.seen;
    for (let step = 1; step <= calls; step += effort(7, 1))
      for (const fault of FAULTS)
        await inShop(1, async (shop) => {
          await makeTwoDays(shop, 1);
          // Each second one has something to tell the operators.
          const fails = step % 2 === 0;
          if (fails) spoil(shop);
          const wanted = await undisturbed(shop, SMALL);
          const plan = oneFault("audit", step, fault);
          await makeDisturbed(shop, plan);
          expect(plan.hit, `${fault} at ${step} of ${calls}`).toBe(true);
          expect(filesOf(shop)).toEqual(wanted);
          expectOnce(shop, fails ? "FAIL" : "PASS");
        });
    expect(calls).toBeGreaterThan(40);
  });

  it("publishes the same if several timers make it at once, with faults", async () => {
    const property = fc.asyncProperty(
      fc.record({
        shopSeed: fc.nat(1_000_000),
        visits: fc.integer({ min: 0, max: 8 }),
        atOnce: fc.integer({ min: 1, max: 3 }),
        rounds: fc.integer({ min: 1, max: 6 }),
        fails: fc.boolean(),
      }),
      ({ shopSeed, visits, atOnce, rounds, fails }) =>
        inShop(shopSeed, async (shop) => {
          await makeTwoDays(shop, visits);
          if (fails) spoil(shop);
          const wanted = await undisturbed(shop, SLICE);
          shop.world.rough = true;
          await makeDisturbed(shop, randomFaults(shop.world.random), { atOnce, rounds });
          expect(filesOf(shop)).toEqual(wanted);
          expectOnce(shop, fails ? "FAIL" : "PASS");
        }),
    );
    await fc.assert(property, { seed, numRuns: effort(8, 500) });
  });

  it("publishes the same if it is made late, whatever happened since", async () => {
    let changed = 0;
    const property = fc.asyncProperty(
      fc.record({ shopSeed: fc.nat(1_000_000), visits: fc.integer({ min: 0, max: 8 }) }),
      ({ shopSeed, visits }) =>
        inShop(shopSeed, async (shop) => {
          await makeTwoDays(shop, visits);
          const { world } = shop;
          await holdPlaces(shop, world.nowMs - HOUR_MS);
          const wanted = ofAudit(await undisturbed(shop, SLICE));
          const madeAtMs = world.nowMs;
          const rows = countRows(shop);
          await goOn(shop, madeAtMs + 17 * HOUR_MS);
          changed += countRows(shop) - rows;
          await makeAudit(calmAuditDeps(shop, madeAtMs + 17 * HOUR_MS));
          expect(ofAudit(filesOf(shop))).toEqual(wanted);
        }),
    );
    await fc.assert(property, { seed, numRuns: effort(8, 500) });
    expect(changed).toBeGreaterThan(150);
  });
});

/** Checkouts begun shortly before midnight: their places are held at its stroke, and sold or free again later. */
async function holdPlaces(shop: Shop, midnightMs: number): Promise<void> {
  const { world } = shop;
  world.nowMs = midnightMs - 300_000;
  for (const userId of ACTIVE) void openPayment(shop, { userId, caskId: CASKS.plenty.id, mode: "Bank" });
  await world.run();
  world.nowMs = midnightMs + 900_000;
}

const countRows = ({ store }: Shop) =>
  store.rows<{ rows: number }>(`SELECT (SELECT count(*) FROM transfers) + (SELECT count(*) FROM stakes)
    + (SELECT count(*) FROM stake_changes) + (SELECT count(*) FROM reservations) + (SELECT count(*) FROM withdrawals)
    + (SELECT count(*) FROM valuations) + (SELECT count(*) FROM evidence) AS rows`)[0]?.rows ?? 0;

/** A day on which everything goes on, broken off in the middle of it. */
async function goOn(shop: Shop, untilMs: number): Promise<void> {
  const { world, store } = shop;
  const { random } = world;
  world.rough = true;
  world.faults = randomFaults(random);
  for (let i = 0; i < 5; i++) void visit(shop, null);
  for (const holder of HOLDERS) void askForAWhile(shop, holder);
  void emptyWallet(shop, random.pick(HOLDERS));
  void takeBackOld(shop);
  void thinkAgain(shop, 2_400_000);
  if (random.chance(0.5)) void sellSomeCask(shop, 1_500_000);
  void tickForAWhile(shop, 3);
  const { id } = random.pick(Object.values(CASKS));
  store.execute(
    `INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
      VALUES ('val_late', ?, '2030-01-01', 50000, 'opinion', 'sample', 'sample', ?)`,
    [id, world.nowMs],
  );
  store.execute(
    `INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, visibility, file_key, media_type, size_bytes, sha256, created_at_ms)
      VALUES ('evd_late', ?, 'insurance', 'Test', '2030-01-01', 'public', 'late', 'application/pdf', 3, '${"a".repeat(64)}', ?)`,
    [id, world.nowMs],
  );
  class Over extends Error {}
  await world
    .run(() => {
      if (world.nowMs >= untilMs) throw new Over();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Over)) throw error;
    });
}
