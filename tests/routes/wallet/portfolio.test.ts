import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { PortfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import { addDays, dateOf, formatDate, formatPeriod } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { auditDeps, DAY_MS, makeAudit } from "../../support/audits";
import { createTestContext } from "../../support/context";
import { creditWallet, giveRipeStake, giveStake, monthsAgo, value } from "../../support/holdings";
import { type Person, putCask, signIn } from "../../support/people";
import { readPage } from "../../support/serve-page";
import { openWallet, postWithdrawal } from "../../support/wallet";

// The wallet's portfolio: its figures, and the words on its screens in each state.

const context = createTestContext();
const today = () => dateOf(context.nowMs());
const portfolio = async (person: Person, path = "/wallet?tab=portfolio") => {
  const { data } = await openWallet(context, person, path);
  return data as { activated: boolean; dialog: unknown; panel: PortfolioView };
};

describe("the figures", () => {
  let person: Person;
  let ripe: Awaited<ReturnType<typeof giveRipeStake>>;
  let young: Awaited<ReturnType<typeof giveStake>>;

  beforeAll(async () => {
    person = await signIn(context);
    const old = await putCask(context, { name: "Old Hogshead" });
    const fresh = await putCask(context, { name: "Fresh Barrel", costCents: 100_000 });
    ripe = await giveRipeStake(context, person, old);
    young = await giveStake(context, person, fresh, { purchasedAtMs: monthsAgo(context, 3), certificate: "pending" });
    await value(context, fresh, addMonths(today(), -4), 100_000, "issue");
    await value(context, fresh, addDays(today(), -20), 98_000, "modelled");
    await value(context, fresh, addDays(today(), 5), 200_000, "measured");
  });

  it("count active stakes and value them as of today", async () => {
    const { panel } = await portfolio(person);
    expect(panel).toMatchObject({
      totalInvestedCents: 150_000,
      availableCents: 0,
      paidOutCents: 0,
      // 10,400 from the ended cycle, minus 2,000 that the younger cask has lost so far.
      returns: { realisedCents: 0, unrealisedCents: 8_400, percent: 5.6, since: dateOf(ripe.purchasedAtMs) },
    });
    const { passes } = panel as typeof panel & { passes: { name: string }[] };
    expect(passes.map(({ name }) => name)).toEqual(["Old Hogshead", "Fresh Barrel"]);
    // The figures are as old as the oldest value in them.
    expect(panel.returns).toMatchObject({ valuedOn: addMonths(dateOf(ripe.purchasedAtMs), 24), tier: "measured" });
  });

  it("list payments latest first, with their certificates", async () => {
    const { panel } = await portfolio(person);
    expect(panel.history).toEqual([
      {
        id: young.paymentId,
        name: "Fresh Barrel",
        detail: "Stake 1 of 10",
        amountCents: 100_000,
        date: addMonths(today(), -3),
        state: "paid",
        certificate: { state: "pending" },
      },
      {
        id: ripe.paymentId,
        name: "Old Hogshead",
        detail: "Stake 1 of 10",
        amountCents: 50_000,
        date: addMonths(today(), -25),
        state: "paid",
        certificate: { state: "ready", href: `/certificates/${ripe.certificateId}.pdf` },
      },
    ]);
  });
});

it("the history shows disputed and refunded payments as such, and no longer counts their stakes", async () => {
  const person = await signIn(context);
  const caskId = await putCask(context);
  const bought = (months: number, certificate: "void" | "issued" = "void") =>
    giveStake(context, person, caskId, { purchasedAtMs: monthsAgo(context, months), certificate });
  const [disputed, returned, kept] = [await bought(3), await bought(2), await bought(1, "issued")];
  await context.db.batch([
    context.db.run(sql`UPDATE payments SET state = 'disputed', reason = 'disputed' WHERE id = ${disputed.paymentId}`),
    context.db.run(sql`UPDATE payments SET state = 'refunded', reason = 'returned' WHERE id = ${returned.paymentId}`),
    context.db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${disputed.stakeId}`),
  ]);
  const { panel } = await portfolio(person);
  expect(panel).toMatchObject({
    totalInvestedCents: 50_000,
    history: [
      { id: kept.paymentId, state: "paid", certificate: { state: "ready" } },
      { id: returned.paymentId, state: "refunded", certificate: { state: "void" } },
      { id: disputed.paymentId, state: "frozen", certificate: { state: "void" } },
    ],
  });
});

describe("older payments", () => {
  it("start from the top if asked to follow someone else's payment", async () => {
    const [person, other] = [await signIn(context), await signIn(context)];
    const caskId = await putCask(context);
    const theirs = await giveStake(context, other, caskId, { purchasedAtMs: monthsAgo(context, 5) });
    const mine = await giveStake(context, person, caskId, { purchasedAtMs: monthsAgo(context, 1) });
    const { panel } = await portfolio(person, `/wallet?tab=portfolio&before=${theirs.paymentId}`);
    expect(panel.history.map(({ id }) => id)).toEqual([mine.paymentId]);
  });

  it("come five at first and then twenty-five at a time, none twice and none left out, even within the same instant", async () => {
    const person = await signIn(context);
    const caskId = await putCask(context, { totalStakes: 120 });
    const ids = new Set<string>();
    for (let i = 0; i < 103; i++) {
      const purchasedAtMs = monthsAgo(context, 20) + Math.floor(i / 4) * 1000;
      ids.add((await giveStake(context, person, caskId, { purchasedAtMs })).paymentId);
    }
    const seen: string[] = [];
    let path = "/wallet?tab=portfolio";
    for (let pages = 0; pages < 5; pages++) {
      const { panel } = await portfolio(person, path);
      seen.push(...panel.history.map((row) => row.id));
      expect(panel.olderBefore === null).toBe(pages === 4);
      path = `/wallet?tab=portfolio&before=${panel.olderBefore}`;
    }
    expect(seen).toHaveLength(103);
    expect(new Set(seen)).toEqual(ids);
    expect((await portfolio(person)).panel.totalInvestedCents).toBe(103 * 50_000);
  });
});

const read = (person: Person, path: string) => readPage(context, person, path);

/** The panel's text: from its title to the next panel's title. */
const withdrawPanel = (words: string) =>
  /Withdraw (?!balance)(.*?)(?:Worth \$|No stake is valued|Your stakes|Invest Holdings Settings)/.exec(words)?.[1] ??
  "";

it("the portfolio shows every figure beside its label, and each payment with cask, amount and certificate", async () => {
  const person = await signIn(context);
  const [old, young] = [
    await putCask(context, { name: "Old Hogshead" }),
    await putCask(context, { name: "Young Butt", costCents: 100_000 }),
  ];
  const { purchasedAtMs, certificateId } = await giveRipeStake(context, person, old);
  await giveStake(context, person, young, { certificate: "pending" });
  await creditWallet(context, person, 1_500);
  const { html, words } = await read(person, "/wallet?tab=portfolio");
  const valuedOn = addMonths(dateOf(purchasedAtMs), 24);
  expect(words).toContain(`Worth now value of ${formatDate(valuedOn)}, measured $1,604.00 1 stake at its price`);
  expect(words).toMatch(/Total invested \$1,500\.00 Returns till date \+[\d.]+% \+\$104\.00 Paid out \$0\.00/);
  expect(words).toContain("Available in wallet $15.00");
  const history = words.slice(words.indexOf("Billing history"));
  expect(history).toMatch(
    /Young Butt .*\$1,000\.00.* in 48 hrs .*Old Hogshead .*\$500\.00.* PDF certificate of Old Hogshead/,
  );
  const files = [...html.matchAll(/href="(\/certificates\/[^"]+)"/g)].map(([, file]) => file);
  expect(files).toEqual([`/certificates/${certificateId}.pdf`]);
});

const withTier = (day: string, tier: string) => `Valued ${formatDate(day)}, ${tier}.`;

it("a cask's value has its own day and tier in the totals, the withdrawal panel and the dialog, or reads 'Not valued yet'", async () => {
  const person = await signIn(context);
  const young = await putCask(context, { name: "Young Barrel" });
  await giveStake(context, person, young, { purchasedAtMs: monthsAgo(context, 23) });
  const portfolio = async () => (await read(person, "/wallet?tab=portfolio")).words;
  expect(await portfolio()).toContain("Returns till date Not valued yet");
  expect(withdrawPanel(await portfolio())).toContain("Young Barrel: not valued yet.");

  const day = dateOf(monthsAgo(context, 2));
  await value(context, young, day, 55_000, "modelled");
  expect(await portfolio()).toContain(`Worth now value of ${formatDate(day)}, modelled $550.00`);
  expect(withdrawPanel(await portfolio())).toContain(withTier(day, "modelled"));

  const { purchasedAtMs } = await giveRipeStake(context, person, await putCask(context, { name: "Ripe Barrel" }));
  const ripe = addMonths(dateOf(purchasedAtMs), 24);
  const oldest = [ripe, day].sort()[0] ?? "";
  const newest = [ripe, day].sort()[1] ?? "";
  expect(await portfolio()).toContain(`values of ${formatPeriod(oldest, newest)}`);
  expect(withdrawPanel(await portfolio())).toContain(`, measured ${formatDate(ripe)}.`);
  const dialog = await read(person, "/wallet?tab=portfolio&dialog=withdraw");
  expect(dialog.words).toContain(`, valued ${formatDate(ripe)}, measured.`);
});

it("the withdrawal panel says 'not ready', 'in N days', 'Confirm' or 'in progress', and offers 'Confirm' in one state only", async () => {
  const person = await signIn(context);
  const panel = async () => withdrawPanel((await read(person, "/wallet?tab=portfolio")).words);
  expect(await panel()).toMatch(/^not ready (?!.*Confirm)/);

  const caskId = await putCask(context, { name: "Young Barrel" });
  await giveStake(context, person, caskId, { purchasedAtMs: monthsAgo(context, 23) });
  const due = addMonths(dateOf(monthsAgo(context, 23)), 24);
  const days = Math.round((Date.parse(due) - Date.parse(dateOf(context.nowMs()))) / 86_400_000);
  expect(await panel()).toMatch(
    new RegExp(`^in ${days} days? .*Its return can be withdrawn from ${formatDate(due)}\\. (?!.*Confirm)`),
  );

  await giveRipeStake(context, person, await putCask(context, { name: "Ripe Barrel" }));
  expect(await panel()).toMatch(/ Confirm $/);
  const { html } = await read(person, "/wallet?tab=portfolio");
  expect(html).toMatch(/<a[^>]+href="\/wallet\?tab=portfolio&amp;dialog=withdraw"[^>]*>Confirm<\/a>/);

  expect((await postWithdrawal(context, person)).response.status).toBe(303);
  expect(await panel()).toMatch(/^in progress (?!.*Confirm)/);
  // What was asked for is not paid, and is told apart.
  const { words } = await read(person, "/wallet?tab=portfolio");
  expect(words).toContain("Paid out $0.00");
  expect(words).toContain("On its way to you \u2212$104.00");
});

it("the withdrawal dialog has its title, its note, two tabs, four fields, 'Confirm Request' and 'Cancel'; crypto is 'Coming soon'", async () => {
  const person = await signIn(context);
  await giveRipeStake(context, person, await putCask(context));
  const bank = await read(person, "/wallet?tab=portfolio&dialog=withdraw");
  for (const words of [
    "Withdraw $104.00?",
    "Transfers are processed within 24 hours.",
    "Bank account",
    "Crypto wallet",
    "Account holder's name",
    "Bank name",
    "IFSC code",
    "Account number",
    "Confirm Request",
    "Cancel",
  ])
    expect(bank.words).toContain(words);
  // Both are in the page, so that what is typed outlasts a look at the other one.
  expect(bank.words).toContain("Coming soon");
  expect(bank.html).toMatch(/<input [^>]*name="method"[^>]*checked=""[^>]*value="bank"/);
});

it("what we owe names a wallet with money in it, even without a stake, from the account's first audit on", async () => {
  const person = await signIn(context);
  await creditWallet(context, person, 1_500);
  await makeAudit(auditDeps(context));
  const counted = /Your money in our audit of/;
  expect((await read(person, "/wallet")).words).not.toMatch(counted);
  context.clock.advance(DAY_MS);
  await makeAudit(auditDeps(context));
  const { html, words } = await read(person, "/wallet");
  expect(words).toMatch(counted);
  expect(html).toContain('href="/wallet/owed.json"');
});
