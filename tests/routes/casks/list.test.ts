import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { caskTexts } from "~/content/casks";
import { formatDate } from "~/domain/calendar-date";
import { createTestContext } from "../../support/context";
import { openExits, soldToday } from "../../support/exits";
import { type Person, putCask, signIn } from "../../support/people";
import { readPage, wordsIn } from "../../support/serve-page";

const context = createTestContext();

let person: Person;

describe("casks on offer", () => {
  const { db } = context;
  let newcomer: Person;

  beforeEach(async () => {
    await db.run(sql`UPDATE casks SET closes_on = '2001-01-01', launches_on = '2000-01-01'`);
    [person, newcomer] = [await signIn(context), await signIn(context, { activated: false })];
  });

  async function list(who: Person, query = "") {
    const page = await readPage(context, who, `/invest${query}`);
    return { ...page, names: [...page.html.matchAll(/<h3[^>]*>([^<]+)<\/h3>/g)].map(([, name]) => name) };
  }

  const put = async (name: string, costCents: number, closesInDays: number, kind = "whisky") => {
    const caskId = await putCask(context, { name, costCents, closesInDays, launchesInDays: -60 });
    await db.run(sql`UPDATE casks SET kind = ${kind} WHERE id = ${caskId}`);
    return caskId;
  };
  const fill = async () => {
    await put("Alder", 90_000, 5);
    await put("Birch", 50_000, 20, "rum");
    await put("Cedar", 70_000, 10, "wine");
    await put("Elm", 60_000, 1);
  };

  describe("the list of casks", () => {
    it("offers no choice while it fits on a screen", async () => {
      await put("Alder", 90_000, 5);
      const { html, words } = await list(person);
      expect(html).not.toContain("kind=rum");
      expect(words).toContain("Open now, 1");
    });

    it("is in order of close dates, and filtered by kind by its address", async () => {
      await fill();
      const all = await list(person);
      expect(all.names).toEqual(["Elm", "Alder", "Cedar", "Birch"]);
      expect(all.html).toContain('href="/invest?kind=rum"');
      const whisky = await list(person, "?kind=whisky");
      expect(whisky.names).toEqual(["Elm", "Alder"]);
      expect(whisky.html).toMatch(/<a[^>]*aria-current="true"[^>]*><span[^>]*>Whisky</);
    });

    it("says so if there is none, and leads to what sold casks brought; if there is none of a kind, to all", async () => {
      expect((await list(person)).html).toMatch(/<a[^>]*href="\/exits"[^>]*>What sold casks brought<\/a>/);
      await put("Alder", 90_000, 5);
      const { words, html } = await list(person, "?kind=wine");
      expect(words).toContain("No wine casks at the moment");
      expect(html).toMatch(/<a[^>]*href="\/invest"[^>]*>All casks<\/a>/);
    });

    it("reveals neither prices nor dates by its order before activation", async () => {
      await fill();
      const { names, words } = await list(newcomer);
      expect(names).toEqual(["Alder", "Birch", "Cedar", "Elm"]);
      expect(words).toContain("Prices, stakes left and dates show once your account is activated.");
    });
  });
});

describe("a cask that was sold before its close date", () => {
  const SOLD_ON = formatDate(soldToday(context).soldOn);
  /** 10,000.07 less 123.45 among 10 stakes. */
  const IN_HEADER = `Sold on ${SOLD_ON}, $987.66 net per stake`;
  let caskId: string;

  beforeEach(async () => {
    person = await signIn(context);
    caskId = await putCask(context, { closesInDays: 5 });
    await (await openExits(context)).confirmed(caskId);
  });

  it("says when it was sold, on its page and its card, and not when its offer would have closed", async () => {
    const page = await readPage(context, person, `/cask-information?cask=${caskId}`);
    expect(page.words).toContain(IN_HEADER);
    expect(page.words).not.toContain("Closed");
    expect(page.words).toContain(caskTexts.ended);
    expect(page.html).toContain(`href="/exits#${caskId}"`);
    const { html } = await readPage(context, person, "/invest");
    const [, card = ""] = html.split(`id="cask-${caskId}"`);
    const [own = ""] = card.split("</article>");
    expect(wordsIn(`<p ${own}`)).toContain(`Sold on ${SOLD_ON}`);
    expect(wordsIn(`<p ${own}`)).not.toMatch(/Closed|Buy/);
  });

  it("has no calculator, no steps of buying and nothing to press, for any viewer", async () => {
    for (const who of [person, await signIn(context, { activated: false })]) {
      const { html, words } = await readPage(context, who, `/cask-information?cask=${caskId}`);
      expect(words).not.toContain("What would I get?");
      expect(words).not.toContain(caskTexts.buying);
      expect(html).not.toContain('href="/stripe-secure');
    }
  });
});
