import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { advanceTexts } from "~/content/advance-texts";
import { runWork } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { previewExit } from "~/areas/casks/exits/propose-exit";
import { stakeFigures } from "~/areas/holdings/stake-figures";
import { sendNotice } from "~/areas/notices/send-notice";
import { readHoldings } from "~/areas/holdings/portfolio/holdings";
import { readExits } from "~/areas/proof/read-figures";
import { returnWithdrawal } from "~/areas/payouts/withdrawals/return-withdrawal";
import { cancelWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import { createTestContext } from "../../../support/context";
import { openExits, soldToday } from "../../../support/exits";
import { balanceOf, giveStake, monthsAgo, value } from "../../../support/holdings";
import { expectInvariants } from "../../../support/invariants";
import { asOperator, openOperatorSession } from "../../../support/open-session";
import { type Person, putCask, signIn } from "../../../support/people";
import { buyOffer, passHold, putOffer } from "../../../support/resale";
import { openStake } from "../../../support/stake-page";
import { payWithdrawal, planReturn, rejectWithdrawal, requestReturn } from "../../../support/withdrawals";

// A return that was paid before the sale of its cask is an advance on it: the same rise is not paid twice.

const context = createTestContext();
const { db } = context;
const PRICE = 65_000;
const RISEN = 78_910;
const RETURN = RISEN - PRICE;
const STAKES = 7;
let exits: Awaited<ReturnType<typeof openExits>>;
let holder: Person;
let operator: Person;
let caskId: string;
let bought: Awaited<ReturnType<typeof giveStake>>;

beforeEach(async () => {
  exits = await openExits(context);
  [holder, operator] = [await signIn(context), await signIn(context, { operator: true })];
  caskId = await putCask(context, { totalStakes: STAKES, costCents: PRICE });
  const purchasedAtMs = monthsAgo(context, 50);
  bought = await giveStake(context, holder, caskId, { purchasedAtMs });
  await value(context, caskId, addMonths(dateOf(purchasedAtMs), 24), RISEN);
});

const wallet = () => balanceOf(context, `user:${holder.userId}:wallet`);
const at = (netCents: number) => soldToday(context, { grossCents: netCents * STAKES, feesCents: 0 });
const ask = async () => {
  const plan = await planReturn(context, holder.userId);
  if (!plan) throw new Error("nothing to ask for");
  const withdrawalId = context.newId("wdr");
  expect(await requestReturn(context, { plan, userId: holder.userId, withdrawalId })).toBe("requested");
  return { withdrawalId, userId: holder.userId, operatorId: operator.userId, amountCents: plan.amountCents };
};
const paid = async () => {
  const asked = await ask();
  expect(await payWithdrawal(context, asked)).toEqual({ ok: true });
  return asked;
};
const cancel = ({ withdrawalId }: { withdrawalId: string }) =>
  runWork(
    db,
    cancelWithdrawal(db, {
      withdrawalId,
      userId: holder.userId,
      by: "investor",
      nowMs: context.nowMs(),
      live: sql`1 = 1`,
    }),
  );
const sell = async (netCents: number) => {
  const exitId = await exits.confirmed(caskId, at(netCents));
  expect(await exits.credit(exitId)).toBe("credited");
  return exitId;
};
const figures = async () => {
  const nowMs = context.nowMs();
  const rows = await runWork(db, readHoldings(db, { userId: holder.userId }));
  const [found] = stakeFigures(rows, nowMs);
  if (!found) throw new Error("no stake");
  return found;
};

const sentBack = ({ withdrawalId }: { withdrawalId: string }) =>
  asOperator(context, operator.userId, (access) =>
    returnWithdrawal(db, { withdrawalId, reference: "UTR-BACK", reason: "Closed", operator: access }),
  );

describe("a return paid before the sale", () => {
  it("is taken off what the sale credits, and goes back to where returns come from", async () => {
    await paid();
    const returns = await balanceOf(context, "house:returns");
    await sell(RISEN);
    expect(await wallet()).toBe(PRICE);
    expect((await balanceOf(context, "house:returns")) - returns).toBe(RETURN);
    expect(await balanceOf(context, "house:cask-proceeds")).toBe(0);
    await expectInvariants(db);
  });

  it("counts while it is only asked for", async () => {
    await ask();
    await sell(RISEN);
    expect(await wallet()).toBe(PRICE);
    await expectInvariants(db);
  });

  it("of several cycles counts once each", async () => {
    await value(context, caskId, addMonths(dateOf(monthsAgo(context, 50)), 40), 90_000);
    expect((await paid()).amountCents).toBe(RETURN);
    expect((await ask()).amountCents).toBe(90_000 - RISEN);
    await sell(95_000);
    expect(await wallet()).toBe(95_000 - (90_000 - PRICE));
    await expectInvariants(db);
  });

  it("above the net is the house's loss: nothing is credited, and nothing is taken from anyone", async () => {
    await paid();
    const returns = await balanceOf(context, "house:returns");
    await sell(10_000);
    expect(await wallet()).toBe(0);
    expect((await balanceOf(context, "house:returns")) - returns).toBe(10_000);
    expect((await figures()).state).toBe("ended");
    await expectInvariants(db);
  });

  it("does not count if it was rejected or cancelled before the crediting", async () => {
    expect(await rejectWithdrawal(context, await ask())).toEqual({ ok: true });
    expect(await cancel(await ask())).toEqual({ ok: true });
    await sell(RISEN);
    expect(await wallet()).toBe(RISEN);
    await expectInvariants(db);
  });
});

describe("a return asked for before the sale, which is not paid after it", () => {
  it.each(["rejected", "cancelled"] as const)("%s: what was held back is credited, once", async (how) => {
    const asked = await ask();
    await sell(RISEN);
    const decide = () => (how === "rejected" ? rejectWithdrawal(context, asked) : cancel(asked));
    for (let again = 0; again < 3; again++) expect(await decide()).toEqual({ ok: true });
    expect(await wallet()).toBe(RISEN);
    const credits = await db.all(sql`SELECT amount, reason FROM transfers WHERE refers_to = ${`stake:${bought.stakeId}`}
      AND credit_account_id = ${`user:${holder.userId}:wallet`} ORDER BY seq`);
    expect(credits).toEqual([
      { amount: PRICE, reason: "cask-sale" },
      { amount: RETURN, reason: "cask-sale" },
    ]);
    await expectInvariants(db);
  });

  it("frees only what the net still has room for, while another advance stands", async () => {
    await value(context, caskId, addMonths(dateOf(monthsAgo(context, 50)), 40), 90_000);
    await paid();
    const asked = await ask();
    await sell(20_000);
    expect(await wallet()).toBe(0);
    await rejectWithdrawal(context, asked);
    // Of 200.00 the first cycle's 139.10 still stands.
    expect(await wallet()).toBe(20_000 - RETURN);
    await expectInvariants(db);
  });

  it("is credited for a sale that is confirmed and not yet shared out like any other", async () => {
    const asked = await ask();
    const exitId = await exits.confirmed(caskId, at(RISEN));
    await rejectWithdrawal(context, asked);
    expect(await wallet()).toBe(0);
    await exits.credit(exitId);
    expect(await wallet()).toBe(RISEN);
    await expectInvariants(db);
  });
});

describe("a return that the bank sent back after it was paid", () => {
  it("can be requested again, and the wallet is as it was", async () => {
    const asked = await paid();
    for (let again = 0; again < 3; again++) expect(await sentBack(asked)).toEqual({ ok: true });
    expect([await wallet(), await figures()]).toMatchObject([0, { advancedCents: 0 }]);
    expect((await paid()).amountCents).toBe(RETURN);
    await expectInvariants(db);
  });

  it("does not count as an advance on a later sale: what was held back is credited, once", async () => {
    const asked = await paid();
    await sell(RISEN);
    expect(await wallet()).toBe(PRICE);
    for (let again = 0; again < 3; again++) expect(await sentBack(asked)).toEqual({ ok: true });
    expect(await wallet()).toBe(RISEN);
    await expectInvariants(db);
  });
});

it("a return that came back after its stake was sold on waits while the sale may be undone, then goes to the seller, once", async () => {
  const asked = await paid();
  const offerId = await putOffer(context, bought.stakeId, PRICE);
  await buyOffer(context, offerId, await signIn(context), "Crypto");
  expect(await sentBack(asked)).toEqual({ ok: false, code: "sale-on-hold" });
  await passHold(context, 3);
  const fee = Math.floor((PRICE * 150) / 10_000);
  expect(await wallet()).toBe(PRICE - fee - RETURN);
  for (let again = 0; again < 3; again++) expect(await sentBack(asked)).toEqual({ ok: true });
  expect(await wallet()).toBe(PRICE - fee);
  await expectInvariants(db);
});

describe("a stake that was frozen when its cask was shared out", () => {
  const freeze = async () => {
    await db.run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed', updated_at_ms = 5, reversals = 1
      WHERE id = ${bought.paymentId}`);
    await db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${bought.stakeId}`);
    await db.run(sql`UPDATE certificates SET state = 'void', voided_at_ms = 5 WHERE stake_id = ${bought.stakeId}`);
  };
  const giveAgain = async (exitId: string) => {
    await db.run(sql`UPDATE payments SET state = 'settled', updated_at_ms = 6 WHERE id = ${bought.paymentId}`);
    await db.run(sql`UPDATE stakes SET state = 'active' WHERE id = ${bought.stakeId}`);
    expect(await exits.credit(`${exitId}:${bought.stakeId}:6`)).toBe("ended");
  };

  it("is credited less its advances once it is restored", async () => {
    await paid();
    await freeze();
    const exitId = await sell(RISEN);
    expect(await wallet()).toBe(0);
    await giveAgain(exitId);
    expect([await wallet(), await balanceOf(context, "house:cask-proceeds")]).toEqual([PRICE, 0]);
  });

  it("is credited whole if the return was rejected while it waited", async () => {
    const asked = await ask();
    await freeze();
    const exitId = await sell(RISEN);
    await rejectWithdrawal(context, asked);
    expect(await wallet()).toBe(0);
    await giveAgain(exitId);
    expect(await wallet()).toBe(RISEN);
  });
});

describe("what was advanced", () => {
  it("is told to the operator before the sale, to the holder after it, and to everyone as a sum", async () => {
    await paid();
    const session = openOperatorSession(context, exits.first.userId);
    const previewed = await previewExit(context, session, { caskId, terms: at(RISEN) });
    if (!previewed.ok) throw new Error(previewed.code);
    expect(previewed.preview.holders).toMatchObject([
      { shareCents: RISEN, advancedCents: RETURN, takenOffCents: RETURN, getsCents: PRICE },
    ]);
    const exitId = await sell(RISEN);
    expect(await figures()).toMatchObject({ soldForCents: RISEN, advancedCents: RETURN, creditedCents: PRICE });
    const sent: { text: string }[] = [];
    const mailer = { send: async (mail: (typeof sent)[number]) => void sent.push(mail) };
    expect(await sendNotice({ ...context, mailer }, `cask-sold:${exitId}:${holder.userId}`)).toBe("sent");
    expect(sent[0]?.text.replaceAll("\n", " ")).toContain(
      advanceTexts.credited({ shareCents: RISEN, advancedCents: RETURN, creditCents: PRICE }),
    );
    const { exits: all } = await runWork(db, readExits(db));
    expect(all.filter((exit) => exit.caskId === caskId)).toMatchObject([{ netPerStakeCents: RISEN }]);
    const { data } = await openStake(context, holder, bought.stakeId);
    expect(data.page.paidInAll).toEqual({ returnsCents: RETURN, saleCents: PRICE, onItsWayCents: 0 });
  });

  it("is taken off what a stake is worth today, and the gain stays what it was", async () => {
    const before = await figures();
    expect(before).toMatchObject({ worthCents: RISEN, realisedCents: 0, unrealisedCents: RETURN });
    await ask();
    const after = await figures();
    expect(after).toMatchObject({ worthCents: PRICE, realisedCents: RETURN, unrealisedCents: 0 });
    expect(after.gain?.cents).toBe(before.gain?.cents);
  });
});
