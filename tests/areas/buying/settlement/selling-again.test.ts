import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { fixedFields } from "~/areas/casks/cask-form";
import { readSavedCask } from "~/areas/casks/save-cask";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { runWork } from "~/db/work";
import { SLICE } from "~/areas/proof/audit-steps";
import { readCasks } from "~/areas/proof/audit-casks";
import { DAY_MS, tamper } from "../../../support/audits";
import { boughtBy, give, sold } from "../../../support/given-back";
import { expectInvariants } from "../../../support/invariants";
import { signIn } from "../../../support/people";
import { openShop } from "../../../support/shop";

describe("the number of a stake that was paid back", () => {
  it("is free once the money is back: the next buyer gets it, with a certificate of their own", async () => {
    const shop = openShop();
    const { db } = shop.context;
    const { caskId, paymentId } = await sold(shop);
    const read = (endMs: number) => readCasks(db, [caskId], endMs, SLICE);
    const midnight = () => (Math.floor(shop.context.nowMs() / DAY_MS) + 1) * DAY_MS;
    const [soldMs, [first]] = [midnight(), (await read(midnight())).stakes];
    shop.context.clock.advance(DAY_MS);
    await give(shop, paymentId);
    expect(await shop.stock(caskId)).toMatchObject({ sold: 1 });
    await shop.drain();
    expect(await shop.stock(caskId)).toMatchObject({ sold: 0 });
    // Its certificate, void now, still says what the cask is and how many stakes it has.
    for (const change of ["total_stakes = total_stakes + 1", "distillery = 'other'"])
      await expect(db.run(sql.raw(`UPDATE casks SET ${change} WHERE id = '${caskId}'`)), change).rejects.toThrow();
    const saved = await runWork(db, readSavedCask(db, caskId));
    expect(saved && fixedFields(saved, saved.launchesOn).total_stakes).toMatch(/has been sold/);
    const freedMs = midnight();
    const [freedAt] = await db.all<{ ms: number }>(
      sql`SELECT freed_at_ms AS ms FROM stakes WHERE payment_id = ${paymentId}`,
    );
    const stakeRows = async () => (await read(freedMs)).casks.map(({ stake_rows: count }) => count);
    expect(await stakeRows()).toEqual([0]);
    shop.context.clock.advance(DAY_MS);
    const next = await signIn(shop.context);
    await shop.buy(next, { cask: caskId });
    const again = (await shop.paymentsOf(next))[0]?.id ?? "";
    shop.stripe.pay(again);
    await settlePayment(shop.settlement, { paymentId: again });
    await shop.drain();
    expect(await shop.stock(caskId)).toMatchObject({ sold: 1, stakes: 2 });
    expect(await boughtBy(shop, again)).toEqual({ stake: "active", certificate: "issued" });
    await expectInvariants(db);
    // As audits read it of each day, today: sold to the first, free, and sold to the next.
    const held = async (endMs: number) => {
      const { stakes, freed } = await read(endMs);
      return [stakes.map(({ number, wrong }) => [number, wrong]), stakes.map(({ code }) => code), freed.length];
    };
    expect(await held(soldMs)).toEqual([[[1, null]], [first?.code], 0]);
    expect(await held(freedMs)).toEqual([[], [], 1]);
    const atMs = freedAt?.ms ?? 0;
    expect(await held(atMs)).toEqual(await held(soldMs));
    expect(await held(atMs + 1)).toEqual(await held(freedMs));
    expect(await stakeRows()).toEqual([1]);
    const [number, codes, freed] = await held(midnight());
    expect([number, freed]).toEqual([[[1, null]], 1]);
    expect(codes).toEqual([expect.not.stringContaining(first?.code ?? "")]);
    // A number that somebody freed by hand, though its payment was never refunded, is not free to an audit.
    await tamper(shop.context, "payments", `UPDATE payments SET state = 'paid' WHERE id = '${paymentId}'`);
    expect((await read(midnight())).freed).toEqual([]);
  });
});
