import { env } from "cloudflare:test";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RoundList } from "~/areas/proof/publishing/proof-files";
import { keepLogQuiet } from "../../support/quiet-log";
import { createTestContext } from "../../support/context";
import { emptyMinuteCache } from "../../support/fresh-bindings";
import { openApp } from "../../support/serve-app";
import { wordsIn } from "../../support/serve-page";
import { setMarket } from "../../support/settings";

// What /ways-out says of the market, by the files that it reads.

const DAY_MS = 86_400_000;
const app = openApp();
const { db } = createTestContext();
keepLogQuiet();
beforeAll(async () => {
  await env.PROOF.put(
    "proof/exits.json",
    JSON.stringify({ version: 1, day: "2026-12-20", joiningFeeCents: 1000, exits: [] }),
  );
});
afterAll(async () => {
  await env.PROOF.delete(["proof/rounds.json", "proof/exits.json"]);
  await setMarket(db, "");
});

const page = async () => {
  await emptyMinuteCache();
  return (await app.ask("/ways-out")).text;
};
const words = async () => wordsIn(await page());
const put = (rounds: Pick<RoundList, "held" | "traded" | "stakes" | "waits">) =>
  env.PROOF.put(
    "proof/rounds.json",
    JSON.stringify({ version: 1, day: "2026-12-20", from: "2026-09-21", rounds: [], ...rounds } satisfies RoundList),
  );
const open = (isOpen: boolean) => setMarket(db, isOpen ? "*" : "");
const NONE = { held: 0, traded: 0, stakes: 0, waits: { count: 0, figures: null } };
const MANY = {
  ...{ held: 7, traded: 5, stakes: 31 },
  waits: { count: 31, figures: { medianMs: 14.5 * DAY_MS, slowestMs: 15 * DAY_MS, late: 0 } },
};

it("says that it is coming soon while it is closed", async () => {
  await open(false);
  await put(NONE);
  const text = await words();
  expect(text).toContain("There is no date yet, so do not count on it when you buy.");
  expect(text).toContain("So far Coming soon");
});

it("leads a holder to where each way is taken, and to an offer only while the market is open", async () => {
  const actions = () =>
    Promise.all(
      ["/wallet?tab=portfolio&amp;dialog=withdraw", "/wallet?tab=portfolio", "/stakes"].map(
        async (href) => (await page()).split(`<a href="${href}"`).length - 1,
      ),
    );
  await open(false);
  expect(await actions()).toEqual([1, 1, 0]);
  await open(true);
  expect(await actions()).toEqual([1, 1, 1]);
});

it("says how it works and what it costs once it is open, and that no round has been held", async () => {
  await open(true);
  await put(NONE);
  const text = await words();
  expect(text).not.toContain("Coming soon");
  expect(text).toContain("1.5% of the price. Returns already paid on the stake come off it too");
  expect(text).toContain("No round has been held yet.");
});

it("tells the rounds held, what they sold and how long it took, or that it is too few to say", async () => {
  await open(true);
  await put(MANY);
  const many = await words();
  await open(false);
  await put(MANY);
  const closed = await words();
  for (const text of [many, closed]) {
    expect(text).toContain("7 rounds were held: 5 with sales, 2 without. 31 stakes sold.");
    expect(text).toContain("Half of all sellers had their money within 14 days 12 hours of their order.");
  }
  expect(closed).toContain("Coming soon 7 rounds");
  await put({ held: 1, traded: 1, stakes: 2, waits: { count: 2, figures: null } });
  const few = await words();
  expect(few).toContain("1 round was held: 1 with sales, 0 without. 2 stakes sold.");
  expect(few).toContain("Too few yet So few sales say nothing about how long the next one takes.");
});
