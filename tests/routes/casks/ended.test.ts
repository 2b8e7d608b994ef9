import { beforeEach, describe, expect, it } from "vitest";
import { caskTexts } from "~/content/casks";
import { refusals } from "~/areas/buying/refusals";
import { formatDate } from "~/domain/calendar-date";
import { createTestContext } from "../../support/context";
import { openExits, soldToday } from "../../support/exits";
import { get, type Person, putCask, signIn } from "../../support/people";
import { servePage, wordsIn } from "../../support/serve-page";

// A cask is sold as a whole while its stakes are still on offer.

const context = createTestContext();
const SOLD_ON = formatDate(soldToday(context).soldOn);
/** 10,000.07 less 123.45 among 10 stakes. */
const IN_HEADER = `Sold on ${SOLD_ON}, $987.66 net per stake`;
let caskId: string;
let person: Person;

beforeEach(async () => {
  person = await signIn(context);
  caskId = await putCask(context, { closesInDays: 5 });
  await (await openExits(context)).confirmed(caskId);
});

async function read(who: Person, path: string) {
  const response = await servePage(get(`http://localhost:8787${path}`, who.cookie), context.next());
  const html = await response.text();
  expect(response.status).toBe(200);
  return { html, words: wordsIn(html) };
}

describe("a cask that was sold before its close date", () => {
  it("says when it was sold, on its page and its card, and not when its offer would have closed", async () => {
    const page = await read(person, `/cask-information?cask=${caskId}`);
    expect(page.words).toContain(IN_HEADER);
    expect(page.words).not.toContain("Closed");
    expect(page.words).toContain(caskTexts.ended);
    expect(page.html).toContain(`href="/exits#${caskId}"`);
    const { html } = await read(person, "/invest");
    const [, card = ""] = html.split(`id="cask-${caskId}"`);
    const [own = ""] = card.split("</article>");
    expect(wordsIn(`<p ${own}`)).toContain(`Sold on ${SOLD_ON}`);
    expect(wordsIn(`<p ${own}`)).not.toMatch(/Closed|Buy/);
  });

  it("has no calculator, no steps of buying and nothing to press, for any viewer", async () => {
    for (const who of [person, await signIn(context, { activated: false })]) {
      const { html, words } = await read(who, `/cask-information?cask=${caskId}`);
      expect(words).not.toContain("What would I get?");
      expect(words).not.toContain("What one stake is");
      expect(words).not.toContain(caskTexts.buying);
      expect(html).not.toContain('href="/stripe-secure');
    }
  });

  it("says so where its stakes would be paid for", async () => {
    const { words } = await read(person, `/stripe-secure?cask=${caskId}`);
    expect(words).toContain(refusals.closed.text);
  });
});
