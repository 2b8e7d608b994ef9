import { describe, expect, it } from "vitest";
import { readAskedSale } from "~/areas/casks/before-buying";
import { createTestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { get, type Person, putCask, signIn } from "../../support/people";
import { servePage, wordsIn } from "../../support/serve-page";

const context = createTestContext();

async function read(who: Person, path: string) {
  const asked = context.next();
  const response = await servePage(get(`http://localhost:8787${path}`, who.cookie), asked);
  const html = await response.text();
  expect(response.status).toBe(200);
  return { html, words: wordsIn(html), trips: asked.trips.count };
}

describe("the calculator on a cask's page", () => {
  it("answers the form in the page, in one round trip: three cases, every fee, and what happens if no one buys", async () => {
    const person = await signIn(context);
    const caskId = await putCask(context);
    const path = `/cask-information?cask=${caskId}&stakes=2&years=7&price=90&costs=5&storage=12.50`;
    const { html, words, trips } = await read(person, path);
    expect(trips).toBe(1);
    // 123.4 l lose 2 % a year for seven years: 106.8 l. At $90.00: $9,612.00, less 5 %, in 10 parts, for two stakes.
    expect(words).toContain("$9,612.00");
    expect(words).toContain("−$480.60");
    expect(words).toContain("$1,826.28");
    expect(words).toContain("You paid: stakes and joining fee");
    expect(words).toContain("−$1,010.00");
    expect(words).toContain("−$50.00");
    expect(words).toContain("+$766.28");
    for (const name of ["Lower price", "Your price", "Higher price", "If no one buys"]) expect(words).toContain(name);
    expect(words).toMatch(/you have paid \$1,060\.00 and got nothing back/);
    // The answer stands on top: 1,826.28 from 1,060.00 in seven years, and where it would be nothing.
    expect(words).toMatch(
      /Gain or loss, after all fees \+\$766\.28 \+8\.08% a year 2 stakes, bought today for \$1,060\.00/,
    );
    expect(words).toContain("break-even $52.24, 29% above");
    expect(words).toContain("Your capital is at risk.");
    expect(html).toMatch(/<form method="get" action="\/cask-information#calculator"/);
    for (const [name, value] of [
      ["stakes", "2"],
      ["years", "7"],
      ["price", "90"],
      ["storage", "12.50"],
    ])
      expect(html).toMatch(new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"`));
  });

  it("names what is wrong, keeps what was typed, and works nothing out", async () => {
    const person = await signIn(context);
    const caskId = await putCask(context);
    const { html, words } = await read(person, `/cask-information?cask=${caskId}&stakes=11&years=1&price=%3Cb%3E`);
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
    const { words } = await read(holder, `/cask-information?cask=${upcoming}&years=3&price=90`);
    expect(words).toMatch(/a year 1 stake, for \$500\.00, sold \d+ \w+ \d{4}/);
    expect(words).toContain("You paid for the stakes");
    expect(words).toMatch(/you have paid \$500\.00 and got nothing back/);
    expect(words).not.toContain("bought today");
    const first = await read(await signIn(context), `/cask-information?cask=${upcoming}&years=3&price=90`);
    expect(first.words).toMatch(/1 stake, for \$510\.00 with the joining fee, sold/);
  });

  it("shows nothing, nor what one stake is, before activation, whatever is asked", async () => {
    const newcomer = await signIn(context, { activated: false });
    const caskId = await putCask(context);
    const { html, words } = await read(newcomer, `/cask-information?cask=${caskId}&stakes=1&price=90`);
    expect(words).not.toContain("Part of the cask");
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
  expect(typed).toEqual({ stakes: "1", years: "3", price: "246", costs: "5", storage: "" });
  expect(asked).toEqual({
    stakes: 1,
    sale: { years: 3, perLitreCents: 24_600, saleCostBasisPoints: 500, storageCents: 0 },
  });
  expect(errors).toEqual({});
});
