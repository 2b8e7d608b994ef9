import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { readAskedSale } from "~/areas/casks/before-buying";
import { dateOf } from "~/domain/calendar-date";
import { addMonths } from "~/domain/cycles";
import { loader as information } from "~/routes/cask-information/route";
import { loader as invest } from "~/routes/invest/route";
import { loader as payment } from "~/routes/stripe-secure/route";
import { createTestContext } from "../../support/context";
import { openExits, soldToday } from "../../support/exits";
import { giveStake, monthsAgo, value } from "../../support/holdings";
import { get, type Person, putCask, signIn } from "../../support/people";
import { readPage } from "../../support/serve-page";

// A cask's page: its pictures, what is locked before activation, and the calculator.

const context = createTestContext();
const read = (person: Person, caskId: string, asked = "") =>
  readPage(context, person, `/cask-information?cask=${caskId}${asked}`);

const gauge = (caskId: string, monthsBefore: number, loaDecilitres: number) =>
  context.db.run(sql`INSERT INTO gauges (id, cask_id, gauged_on, loa_decilitres, abv_tenths, gauged_by, created_at_ms)
    VALUES (${context.newId("gau")}, ${caskId}, ${dateOf(monthsAgo(context, monthsBefore))}, ${loaDecilitres}, 574, 'Bond 1', ${context.nowMs()})`);

async function aCask() {
  const caskId = await putCask(context, { totalStakes: 40, costCents: 65_000 });
  await gauge(caskId, 52, 1_084);
  await gauge(caskId, 2, 1_018);
  await value(context, caskId, addMonths(dateOf(context.nowMs()), -3), 78_910, "opinion");
  return caskId;
}

describe("the pictures of a cask", () => {
  const bought = () => ({ purchasedAtMs: monthsAgo(context, 8) });

  it("show anyone with an account what is free, what is sold and what evaporated, and no one else's value", async () => {
    const caskId = await aCask();
    await giveStake(context, await signIn(context), caskId, bought());
    const { html, words } = await read(await signIn(context), caskId);
    expect(words).toMatch(/Hogshead, 2% of stakes sold .*39 free 1 of 40 stakes sold/);
    expect(words).toMatch(/Evaporation \(the angels’ share\) 6\.6 L evaporated between/);
    expect(words).toContain("An estimate.");
    for (const others of ["789.10", "Who gets what"]) expect(html).not.toContain(others);
  });

  it("show owners their stake in the cask, and lead to its page; not if it is frozen", async () => {
    const caskId = await aCask();
    const [other, owner] = [await signIn(context), await signIn(context)];
    await giveStake(context, other, caskId);
    const { stakeId } = await giveStake(context, owner, caskId, bought());
    const { html, words } = await read(owner, caskId);
    expect(words).toMatch(/1 of them yours .*Your stake 2 of 40 1 of someone else’s/);
    expect(html).toContain(`href="/stakes/${stakeId}"`);
    await context.db.run(sql`UPDATE stakes SET state = 'frozen' WHERE id = ${stakeId}`);
    expect((await read(owner, caskId)).html).not.toContain(`/stakes/${stakeId}`);
  });

  it("show after the sale who gets what, from the moment it is confirmed", async () => {
    const owner = await signIn(context);
    const [proposed, confirmed] = [await aCask(), await aCask()];
    for (const caskId of [proposed, confirmed]) await giveStake(context, owner, caskId, bought());
    const exits = await openExits(context);
    await exits.proposed(proposed, soldToday(context));
    expect((await read(owner, proposed)).words).not.toContain("Who gets what");
    // 40 stakes: 10,000.07 less 123.45 is 246.91 each, and 22 cents are left.
    await exits.confirmed(confirmed, soldToday(context));
    const { words } = await read(owner, confirmed);
    expect(words).toMatch(/Who gets what Sold for \$10,000\.07 on .*: \$246\.91 for each stake\./);
    expect(words).toMatch(/Your stake \$246\.91 39 stakes no one bought: ours \$9,629\.49 Costs of the sale \$123\.45/);
    expect(words).toContain("Left over by rounding: ours $0.22");
  });
});

/** A cask whose locked values can all be recognised anywhere. */
async function tellTale() {
  const caskId = await putCask(context, { costCents: 73_131, totalStakes: 4711 });
  await context.db
    .run(sql`UPDATE casks SET launches_on = '2031-02-03', closes_on = '2031-04-05', distillery_information = 'Secret story',
      warehouse = 'Hidden Bond', bought_for_cents = 8675309 WHERE id = ${caskId}`);
  return caskId;
}
const ask = async (person: Person, load: unknown, path: string) => {
  const request = get(`http://localhost:8787${path}`, person.cookie);
  const answer = await (load as typeof invest)({ request, context: context.next(), params: {} });
  return JSON.stringify(await (answer as Response).json());
};

it("locked values never leave the server before activation, in any page's data, and are in the pages after it", async () => {
  const [caskId, newcomer, person] = [
    await tellTale(),
    await signIn(context, { activated: false }),
    await signIn(context),
  ];
  const [list, page, checkout] = ["/invest", `/cask-information?cask=${caskId}`, `/stripe-secure?cask=${caskId}`];
  for (const [load, path] of [
    [invest, list],
    [information, page],
    [payment, checkout],
  ] as const) {
    const text = await ask(newcomer, load, path);
    expect(text).toContain(caskId);
    // Figures that stand alone: the same digits may occur in a time or an id.
    for (const secret of [/\b(?:73,?131|731\.31)\b/, /\b2031-0/, /\b4,?711\b/, /Secret story|Hidden Bond|8675309/])
      expect(text).not.toMatch(secret);
  }
  const [listed, shown] = [await ask(person, invest, list), await ask(person, information, page)];
  for (const known of ["73131", "4711", "2031-02-03", "2031-04-05"])
    for (const text of [listed, shown]) expect(text).toContain(known);
  for (const known of ["Secret story", "Hidden Bond", "8675309"]) expect(shown).toContain(known);
});

describe("the calculator on a cask's page", () => {
  it("answers the form in the page: every fee, and what happens if no one buys", async () => {
    const person = await signIn(context);
    const caskId = await putCask(context);
    const { html, words } = await read(person, caskId, "&stakes=2&years=7&price=90");
    // 123.4 l lose 2 % a year for seven years: 106.8 l. At $90.00: $9,612.00, less 5 %, in 10 parts, for two stakes.
    expect(words.replaceAll("\u00a0", " ")).toMatch(
      /106\.8 L of 123\.4 L .* \$9,612\.00 .* −\$480\.60 .* \$1,826\.28 You paid: stakes and joining fee −\$1,010\.00 .* \$816\.28/,
    );
    expect(words).toMatch(/you have paid \$1,010\.00 and got nothing back/);
    // The answer stands on top: 1,826.28 from 1,010.00 in seven years, and where it would be nothing.
    expect(words).toMatch(
      /Gain or loss, after all fees \+\$816\.28 \+8\.83% a year 2 stakes, bought today for \$1,010\.00/,
    );
    expect(words).toContain("break-even $49.78, 23% above");
    expect(words).toContain("Your capital is at risk.");
    expect(html).toMatch(/<form method="get" action="\/cask-information#calculator"/);
    for (const [name, value] of [
      ["stakes", "2"],
      ["years", "7"],
      ["price", "90"],
    ])
      expect(html).toMatch(new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"`));
  });

  it("names what is wrong, keeps what was typed, and works nothing out", async () => {
    const person = await signIn(context);
    const caskId = await putCask(context);
    const { html, words } = await read(person, caskId, "&stakes=11&years=1&price=%3Cb%3E");
    expect(words).toContain("Stakes must be between 1 and 10.");
    expect(words).toContain("Years until the sale must be between 2 and 30.");
    expect(words).toContain("Sale price per litre of alcohol, in dollars: enter an amount in dollars");
    expect(html).toMatch(/<input[^>]*name="price"[^>]*value="&lt;b&gt;"/);
    expect(html).toMatch(/<input[^>]*name="stakes"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="stakes"/);
    expect(words).not.toContain("If no one buys");
  });

  it("leaves the joining fee to the first stake, and calls nothing bought today that cannot be", async () => {
    const holder = await signIn(context);
    const upcoming = await putCask(context, { launchesInDays: 5 });
    await giveStake(context, holder, await putCask(context));
    const { words } = await read(holder, upcoming, "&years=3&price=90");
    expect(words).toMatch(/a year 1 stake, for \$500\.00, sold \d+ \w+ \d{4}/);
    expect(words).toContain("You paid for the stakes");
    expect(words).toMatch(/you have paid \$500\.00 and got nothing back/);
    expect(words).not.toContain("bought today");
    const first = await read(await signIn(context), upcoming, "&years=3&price=90");
    expect(first.words).toMatch(/1 stake, for \$510\.00 with the joining fee, sold/);
  });

  it("shows nothing before activation, whatever is asked", async () => {
    const newcomer = await signIn(context, { activated: false });
    const caskId = await putCask(context);
    const { html, words } = await read(newcomer, caskId, "&stakes=1&price=90");
    expect(html).not.toContain('name="stakes"');
    expect(html).not.toContain("12.34");
    expect(words).toContain("Once your account is activated, you can work out here");
  });
});

it("at first one stake is asked about, at the price a litre has today", () => {
  const { typed, asked, errors } = readAskedSale(new URLSearchParams(), {
    loaDecilitres: 1_018,
    totalStakes: 50,
    costPerStakeCents: 50_000,
  });
  expect(typed).toEqual({ stakes: "1", years: "3", price: "246" });
  expect(asked).toEqual({ stakes: 1, sale: { years: 3, perLitreCents: 24_600 } });
  expect(errors).toEqual({});
});
