import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { runRounds } from "~/areas/market/resale/run-rounds";
import { type PublishedRound, roundKey } from "~/domain/auction/published-round";
import { dateOf } from "~/domain/calendar-date";
import { sha256 } from "~/server/sha256";
import { main } from "../../../public/verify-audit.mjs";
import { createTestContext, TestClock } from "../../support/context";
import { giveStake, value } from "../../support/holdings";
import { ROUND_CLOSES } from "../../support/market";
import { putCask, signIn } from "../../support/people";
import { publishDay } from "../../support/published-audit";
import { keepLogQuiet } from "../../support/quiet-log";
import { putOrder, putRound } from "../../support/resale";
import { openApp } from "../../support/serve-app";
import { wordsIn } from "../../support/serve-page";

// What is published of a round of the market, asked for by a stranger.

const DAY_MS = 86_400_000;
const app = openApp();
const context = createTestContext({ clock: new TestClock(ROUND_CLOSES - 5 * DAY_MS) });
keepLogQuiet();
let cask: string;
let quiet: string;
let published: PublishedRound;

beforeAll(async () => {
  cask = await putCask(context, { name: "Round Hogshead" });
  quiet = await putCask(context, { name: "Quiet Butt" });
  await value(context, cask, "2026-12-01", 50_000);
  const [seller, buyer] = [await signIn(context), await signIn(context)];
  const { stakeId } = await giveStake(context, seller, cask);
  const other = await giveStake(context, seller, quiet);
  const round = await putRound(context, cask);
  await putOrder(context, round, seller, { side: "sell", limit: 48_000, stakeIds: [stakeId] });
  await putOrder(context, round, buyer, { side: "buy", limit: 50_000, quantity: 1 });
  await putOrder(context, await putRound(context, quiet), seller, {
    ...{ side: "sell", limit: 48_000, stakeIds: [other.stakeId] },
  });
  context.clock.nowMs = ROUND_CLOSES;
  await runRounds({ ...context, proof: env.PROOF, sha256 });
  const file = await env.PROOF.get(roundKey({ cask, round: "2026-12" }));
  published = (await file?.json<PublishedRound>()) ?? expect.fail();
});

async function open(path: string, headers: Record<string, string> = {}) {
  const before = app.trips.count;
  const answer = await app.ask(path, { headers });
  expect(app.trips.count - before, `round trips of ${path}`).toBe(0);
  return answer;
}

describe("the files of a round", () => {
  it.each(["2026-12", "2026-12-root"])("%s: byte for byte, for ever, to every site, and not again", async (file) => {
    const path = `/audit/market/${cask}/${file}.json`;
    const { status, text, headers } = await open(path);
    expect(status).toBe(200);
    expect(text).toBe(await (await env.PROOF.get(path.slice(1)))?.text());
    expect(JSON.parse(text)).toMatchObject({ cask, round: "2026-12", root: published.root });
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    const tag = headers.get("ETag") ?? "";
    expect(await open(path, { "If-None-Match": tag })).toMatchObject({ status: 304, text: "" });
  });

  it.each([
    "/audit/market/CASK/2027-01.json",
    "/audit/market/CASK/2026-13.json",
    "/audit/market/CASK/2026-12-root-root.json",
    "/audit/market/CASK/latest.json",
    "/audit/market/csk_none/2026-12.json",
    "/audit/market/..%2Fmarket/2026-12.json",
    "/audit/market/CASK%2F2026-12/..%2F2026-12.json",
  ])("there is no %s", async (path) => {
    expect((await open(path.replace("CASK", cask))).status).toBe(404);
  });

  it("are what the public program computes again from this site", async () => {
    vi.stubGlobal("fetch", async (url: string) => {
      const { status, text } = await app.ask(new URL(url).pathname, {});
      return new Response(text, { status });
    });
    const verify = (...known: string[]) =>
      main(["https://dunnage.example", "--auction", `${cask}/2026-12`, "--root", published.root, ...known]);
    const [said, code] = await verify();
    expect(said).toContain(`PASS ${cask}/2026-12`);
    expect(said).toContain("1 stakes at 50000 cents");
    expect(code).toBe(0);
    const [first] = published.book;
    expect((await verify("--receipt", `${first?.number}=${"0".repeat(64)}`))[0]).toContain("FAIL");
    vi.unstubAllGlobals();
  });
});

describe("the pages of the audit", () => {
  const day = dateOf(ROUND_CLOSES);

  it("link from the page of a cask to its rounds that had closed by that day", async () => {
    const before = dateOf(ROUND_CLOSES - DAY_MS);
    for (const date of [before, day]) await publishDay(date, [{ id: cask, stakes: 4, issued: 1 }]);
    const { text } = await open(`/audit/${day}/${cask}`);
    expect(text).toContain(`href="/audit/market/${cask}/2026-12.json"`);
    expect(wordsIn(text)).toContain("Round of Dec 2026");
    expect(wordsIn(text)).toContain(`--auction ${cask}/2026-12`);
    expect((await open(`/audit/${before}/${cask}`)).text).not.toContain("/audit/market/");
  });
});
