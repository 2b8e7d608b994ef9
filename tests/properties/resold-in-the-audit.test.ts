// After stakes have changed hands, the day's audit says of each number what its present holder's pages say.
import { sql } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import type { AuditedResale } from "~/domain/audit/audit-files";
import { registerMark } from "~/domain/audit/hashes";
import { listHoldings } from "~/areas/holdings/stake-figures";
import { auditTomorrow, readList } from "../support/audits";
import { freshBindings } from "../support/fresh-bindings";
import { balanceOf, giveStake } from "../support/holdings";
import { openSession } from "../support/open-session";
import { compare, openWorld, type World } from "./compare-figures";
import { buyOn, paySellers, sellOn } from "./history-steps";

const PRICE = 40_000;

beforeEach(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  await freshBindings();
});

/** What all days have said so far of stakes sold on. */
let told: AuditedResale[] = [];

async function compareAudit(world: World) {
  const { context, person, trader, casks } = world;
  const holdings = await Promise.all(
    [person, trader].map(({ userId }) => listHoldings(context, openSession(context, userId))),
  );
  const standing = holdings.flatMap(({ stakes }) => stakes).filter(({ state }) => state === "active");
  const gone = await context.db.all<{ code: string; number: number; caskId: string }>(
    sql`SELECT code, number, cask_id AS caskId FROM certificates JOIN stakes ON stakes.id = stake_id WHERE resold_at_ms IS NOT NULL`,
  );
  const inWallets = await context.db.all<{ cents: number }>(
    sql`SELECT sum(credits_total - debits_total) AS cents FROM accounts WHERE id LIKE '%:wallet' OR id = 'house:resale'`,
  );
  const day = await auditTomorrow(context);
  expect(day).toMatchObject({ result: "PASS", reason: null });
  expect(day.money.wallets_cents).toBe(inWallets[0]?.cents);
  told = [...told, ...day.resales];
  expect(told).toEqual(
    await context.db.all(sql`SELECT cask_id, 2 * fee_cents AS fee_cents, price_cents, valued_cents FROM offers
      WHERE state = 'sold' ORDER BY sold_at_ms, id`),
  );
  for (const caskId of casks) {
    const cask = day.casks.find(({ id }) => id === caskId);
    const here = standing.filter((one) => one.caskId === caskId);
    expect(cask).toMatchObject({ issued: here.length, void: 0, certificates_valid: here.length });
    const { stakes } = await readList(cask?.list_sha256 ?? "");
    for (const { number, marked } of here) {
      const listed = stakes.filter((one) => one.number === number);
      const mark = marked && registerMark({ certificateCode: marked.code, stakeNumber: number, caskId });
      expect(listed).toEqual([{ mark, number, state: "issued" }]);
    }
    for (const { code, number } of gone.filter((one) => one.caskId === caskId)) {
      const mark = registerMark({ certificateCode: code, stakeNumber: number, caskId });
      expect(stakes.filter((one) => one.mark === mark)).toEqual([]);
    }
  }
}

/** Certificates are drawn by another Worker; an audit counts those that have been. */
const issueAll = ({ context }: World) =>
  context.db
    .run(sql`UPDATE certificates SET state = 'issued', sha256 = ${"a".repeat(64)}, size_bytes = 1, issued_at_ms = ${context.nowMs()}
    WHERE state = 'pending'`);

it("lists each number once with its holder's mark, and counts what sellers wait for as owed", async () => {
  const world = await openWorld();
  const { context, person, casks } = world;
  const [first = "", second = ""] = casks;
  for (const caskId of [first, first, second]) {
    const { paymentId } = await giveStake(context, person, caskId, { purchasedAtMs: context.nowMs() });
    await context.db.run(sql`UPDATE payments SET provider_payment_id = 'pi_' || id WHERE id = ${paymentId}`);
  }
  await sellOn(world, 0, PRICE);
  await buyOn(world, second, PRICE);
  await issueAll(world);
  expect(await balanceOf(context, "house:resale")).toBeGreaterThan(0);
  await compareAudit(world);
  await compare(world);
  await paySellers(world);
  context.clock.advance(31 * 86_400_000);
  // What was bought from another is sold on again.
  await buyOn(world, first, PRICE);
  for (let which = 0; which < 3; which++) await sellOn(world, which, PRICE);
  await issueAll(world);
  await compareAudit(world);
  await compare(world);
});
