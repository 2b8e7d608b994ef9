import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { ADVANCE_SENTENCE } from "~/content/advance-texts";
import { addDays, dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { loader as document } from "~/routes/stakes.$id_.documents.$document";
import { createTestContext } from "../../support/context";
import { openExits } from "../../support/exits";
import { creditWallet, giveRipeStake, giveStake, monthsAgo, value } from "../../support/holdings";
import { get, type Person, putCask, signIn } from "../../support/people";
import { addPaper } from "../../support/proved";
import { servePage, wordsIn } from "../../support/serve-page";
import { hiddenOf, openStake, postStake } from "../../support/stake-page";
import { toastOf, withdrawalsOf } from "../../support/wallet";

const context = createTestContext();

let person: Person;

describe("a stake", () => {
  const { db } = context;
  const today = dateOf(context.nowMs());
  const read = async (person: Person, path: string) => {
    const response = await servePage(get(`http://localhost:8787${path}`, person.cookie), context.next());
    const html = await response.text();
    return { status: response.status, html, words: wordsIn(html) };
  };
  beforeAll(async () => void (person = await signIn(context)));

  describe("the page of a stake", () => {
    it("tells its story without a script: worth, return, cost, valuations, certificate and end", async () => {
      const caskId = await putCask(context, { name: "Old Hogshead" });
      await value(context, caskId, addMonths(today, -30), 50_000, "issue");
      const { stakeId, purchasedAtMs, certificateId } = await giveRipeStake(context, person, caskId);
      await addPaper(context, caskId, { kind: "insurance", visibility: "holders" });
      const { status, html, words } = await read(person, `/stakes/${stakeId}`);
      expect(status).toBe(200);
      expect(html).not.toMatch(/<script|modulepreload/);
      expect(words).toContain("Stake 1 of 10 Old Hogshead");
      expect(words).toContain("Worth now $604.00 +$104.00 (+20.80%) ");
      expect(words).toContain(`$104.00 can be withdrawn now. ${ADVANCE_SENTENCE} Withdraw $104.00`);
      expect(words).toMatch(/until \d+ \w+ \d+, in \d+ months/);
      expect(words).toContain("Fee on top none Paid for this stake $500.00");
      expect(words).toContain("issue price");
      expect(html).toContain(`/certificates/${certificateId}.pdf`);
      expect(words).toContain("Insurance Leith Bonding Ltd, 1 Jan 2026 Open");
      expect(words).toContain("How do I get out? 4 ways.");
      expect(words).toContain(`by bank card, `);
      expect(dateOf(purchasedAtMs) < today).toBe(true);
    });

    it("says a loss as plainly as a gain, and never calls an unvalued stake worth 0", async () => {
      const caskId = await putCask(context, { name: "Falling Barrel" });
      const { stakeId } = await giveStake(context, person, caskId, { purchasedAtMs: monthsAgo(context, 3) });
      await value(context, caskId, addMonths(today, -4), 50_000, "issue");
      expect((await read(person, `/stakes/${stakeId}`)).words).toMatch(
        /Not valued yet Not valued since you bought it\..*(?!Worth)/,
      );
      await value(context, caskId, addDays(today, -20), 47_000, "opinion");
      const { words } = await read(person, `/stakes/${stakeId}`);
      expect(words).toContain("Worth now $470.00");
      expect(words).toContain("\u2212$30.00 (\u22126.00%)");
    });

    it("says when the warehouse last confirmed the cask: by the newest document whose place none has taken", async () => {
      const caskId = await putCask(context, { name: "Confirmed Butt" });
      const { stakeId } = await giveStake(context, person, caskId);
      const confirm = (daysAgo: number, supersedes: string | null = null) =>
        addPaper(context, caskId, {
          kind: "warehouse-confirmation",
          visibility: "holders",
          issuedOn: addDays(today, -daysAgo),
          supersedes,
        });
      const seen = async () => (await read(person, `/stakes/${stakeId}`)).words;
      expect(await seen()).toContain("Never confirmed by the warehouse");
      await confirm(40);
      const wrong = await confirm(2);
      expect(await seen()).toContain("Last confirmed by the warehouse 2 days ago");
      await confirm(36, wrong.id);
      const { html, words } = await read(person, `/stakes/${stakeId}`);
      expect(words).toContain("Last confirmed by the warehouse 36 days ago");
      expect(html.match(/text-brick">(?: · )?Last confirmed by the warehouse/g)).toHaveLength(2);
    });

    it("of a cask that was sold says for how much, to whom and with which fees", async () => {
      const holder = await signIn(context);
      const caskId = await putCask(context, { name: "Sold Butt" });
      const { stakeId } = await giveStake(context, holder, caskId, { purchasedAtMs: monthsAgo(context, 14) });
      const exits = await openExits(context);
      const exitId = await exits.confirmed(caskId);
      for (const step of ["confirmed", "credited"]) {
        if (step === "credited") await exits.credit(exitId);
        const { data } = await openStake(context, holder, stakeId);
        expect(data.page, step).toMatchObject({
          figures: { state: "ended", value: null, soldForCents: 98_766, realisedCents: 48_766, standing: null },
          exit: { grossCents: 1_000_007, feesCents: 12_345, netPerStakeCents: 98_766 },
          cycle: null,
        });
      }
      expect((await read(holder, `/stakes/${stakeId}`)).words).toContain("Sold for $987.66 +$487.66 (+97.53%)");
    });

    it("of a frozen or refunded stake has no value and no return", async () => {
      const caskId = await putCask(context);
      await value(context, caskId, addDays(today, -20), 60_000, "measured");
      const { stakeId, paymentId } = await giveStake(context, person, caskId, { certificate: "void" });
      await db.batch([
        db.run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = ${paymentId}`),
        db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`),
      ]);
      const { data } = await openStake(context, person, stakeId);
      expect(data.page).toMatchObject({ takenBack: "frozen", figures: { gain: null }, readyCents: null, cycles: [] });
      expect((await read(person, `/stakes/${stakeId}`)).words).toContain("On hold Its payment is in dispute.");
    });
  });

  describe("a document about the cask", () => {
    const load = async (who: Person, stakeId: string, id: string) => {
      const request = get(`http://localhost:8787/stakes/${stakeId}/documents/${id}`, who.cookie);
      const args = { request, context: context.next(), params: { id: stakeId, document: id } };
      const answered = await document(args).catch((thrown: unknown) => thrown as Response);
      return [answered.status, await answered.text()];
    };

    it("opens for the holder of the stake, and after its end only if it is public", async () => {
      const holder = await signIn(context);
      const [caskId, elsewhere] = [await putCask(context), await putCask(context)];
      const { stakeId, paymentId } = await giveStake(context, holder, caskId);
      const put = (of: string, visibility?: "holders") => addPaper(context, of, { kind: "insurance", visibility });
      const [held, open, foreign] = [await put(caskId, "holders"), await put(caskId), await put(elsewhere)];
      expect(await load(holder, stakeId, held.id)).toEqual([200, `%PDF-1.7 insurance of ${caskId}`]);
      expect(await load(holder, stakeId, foreign.id)).toEqual([404, ""]);
      expect(await load(person, stakeId, open.id)).toEqual([404, ""]);
      await db.batch([
        db.run(sql`UPDATE payments SET state = 'refunded', reason = 'returned' WHERE id = ${paymentId}`),
        db.run(sql`UPDATE stakes SET state = 'ended' WHERE id = ${stakeId}`),
      ]);
      expect(await load(holder, stakeId, held.id)).toEqual([404, ""]);
      expect(await load(holder, stakeId, open.id)).toEqual([200, `%PDF-1.7 insurance of ${caskId}`]);
      expect((await openStake(context, holder, stakeId)).data.page).toMatchObject({
        takenBack: "refunded",
        documents: [{ id: open.id }],
      });
    });
  });
});

it("the return of any stake can be withdrawn from its own page, by the server's figures, in two round trips, and on no other page", async () => {
  person = await signIn(context);
  const { stakeId: first } = await giveRipeStake(context, person, await putCask(context, { name: "First" }));
  const { stakeId: second } = await giveRipeStake(context, person, await putCask(context, { name: "Second" }));
  const refused = await postStake(context, person, second, { stake_id: first, cycle_number: "1" });
  expect(refused.status).toBe(409);
  expect(refused.page?.data.page.figures.stakeId).toBe(second);
  await creditWallet(context, person, 700);
  await postStake(context, person, second, { of: "balance", shown_cents: "700" });

  const { data, trips } = await openStake(context, person, first, "?dialog=withdraw");
  expect(data).toMatchObject({
    page: { readyCents: 10_400 },
    dialog: { amountCents: 10_400, hrefs: { form: `/stakes/${first}?dialog=withdraw` } },
  });
  expect(hiddenOf(data)).toEqual({ stake_id: first, cycle_number: "1" });
  expect(trips.count).toBe(1);
  const sent = await postStake(context, person, first, { ...hiddenOf(data), amount_cents: "999999" });
  expect([sent.status, sent.location, toastOf(sent.response)]).toEqual([303, `/stakes/${first}`, "withdrawal-waits"]);
  expect(sent.trips.count).toBe(2);
  // The balance was not asked for: that form is the wallet's.
  expect((await withdrawalsOf(context, person)).map((one) => [one.stake_id, one.amount_cents])).toEqual([
    [second, 10_400],
    [first, 10_400],
  ]);
});
