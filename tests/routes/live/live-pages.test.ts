import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { liveMarks } from "~/content/live-texts";
import { ourCompany } from "~/content/company";
import { writeCompany } from "~/domain/stated-facts";
import { publishLiveFigures } from "~/areas/proof/live-figures";
import { liveBoard } from "~/server/live-board";
import { createTestContext } from "../../support/context";
import { openApp } from "../../support/serve-app";
import { setMarket, setSetting, setStated } from "../../support/settings";

// Public pages show the joining fee as it is set, and never ask the database for it.

const FILE = `<!DOCTYPE html><p>One time joining fee of ${liveMarks.joiningFee}</p><p>${liveMarks.joiningFee}</p>`;
const ASSETS = {
  fetch: () =>
    Promise.resolve(
      new Response(FILE, {
        headers: { ETag: '"of-the-file"', "Cache-Control": "public, max-age=0, must-revalidate", "X-Of": "the file" },
      }),
    ),
};

/** A new binding acts as a new isolate: it remembers nothing. */
const namespace = (fails = false) => {
  const answer = <T>(call: () => Promise<T>) => (fails ? Promise.reject(new Error("KV is down")) : call());
  return {
    get: (...args: Parameters<KVNamespace["get"]>) => answer(() => env.SESSIONS.get(...args)),
    put: (...args: Parameters<KVNamespace["put"]>) => answer(() => env.SESSIONS.put(...args)),
  };
};
const open = (bindings: object = {}) => openApp({ ASSETS, SESSIONS: namespace(), ...bindings });

const setFee = (cents: number) => setSetting(createTestContext().db, "joining_fee_cents", cents);
const refresh = () => publishLiveFigures({ db: createTestContext().db, live: liveBoard(env.SESSIONS) });

beforeEach(async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  await setFee(1000);
  await env.SESSIONS.delete("live-figures");
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await setFee(1000);
});

describe("a public page", () => {
  it("shows the returns that two operators set, as text and not as markup, and those of the content before", async () => {
    const file = `<p>${liveMarks.sample0Figure} ${liveMarks.sample0Statement}</p><rect width="${liveMarks.sample0Bar}"/>`;
    const shown = async () => {
      await refresh();
      const assets = { fetch: () => Promise.resolve(new Response(file)) };
      return (await open({ ASSETS: assets }).ask("/create-account")).text;
    };
    expect(await shown()).toBe('<p>20.8% Sample return: Highland malt, hogshead</p><rect width="258.8"/>');
    const kept = `-7 | Sold: <b>malt</b> | 30\n1 | Sold: a rum | 24\n2 | Sold: a wine | 24\nOur own sales, net | 2026-10-31`;
    const { db } = createTestContext();
    await setStated(db, "sample_returns", kept);
    expect(await shown()).toBe('<p>−7% Sold: &#60;b&#62;malt&#60;/b&#62;</p><rect width="0"/>');
    await setStated(db, "sample_returns", "");
  });

  it("says what two operators state of the company and of claims, from a file and where it is drawn, without a round trip", async () => {
    const { db } = createTestContext();
    const file =
      "<p>{live:company-legalName} {live:company-email}</p><p>{live:market-size-figure} {live:market-size-asOf} {live:no-mark}</p>";
    const shown = async () => {
      await refresh();
      const filed = open({ ASSETS: { fetch: () => Promise.resolve(new Response(file)) } });
      const drawn = open({ ASSETS: undefined });
      const texts = [
        (await filed.ask("/terms-of-service")).text,
        (await drawn.ask("/customer-support?request=none")).text,
      ];
      expect([filed.trips.count, drawn.trips.count]).toEqual([0, 0]);
      return texts;
    };
    const [before, drawnBefore] = await shown();
    expect(before).toBe(
      "<p>Dunnage Sample OÜ support@dunnage.example</p><p>USD 69 billion 31 Dec 2023 {live:no-mark}</p>",
    );
    expect(drawnBefore).toContain('href="mailto:support@dunnage.example"');
    const company = { ...ourCompany, legalName: "Casks & Sons <Ltd>", email: "help@harbour.co" };
    await setStated(
      db,
      "company",
      writeCompany(company).replace("Source:", "Source: The register").replace("As of:", "As of: 2026-11-20"),
    );
    await setStated(
      db,
      "claims",
      "market-size figure: USD 70 billion\nmarket-size source: A named study\nmarket-size as of: 2025-12-31",
    );
    const [after, drawnAfter] = await shown();
    await setStated(db, "company", "");
    await setStated(db, "claims", "");
    expect(after).toBe(
      "<p>Casks &#38; Sons &#60;Ltd&#62; help@harbour.co</p><p>USD 70 billion 31 Dec 2025 {live:no-mark}</p>",
    );
    expect(drawnAfter).toContain('href="mailto:help@harbour.co"');
    expect(await shown()).toEqual([before, drawnBefore]);
  });

  it("shows the fee that is set, without a round trip to D1, once the timer has run", async () => {
    expect(await refresh()).toBe(true);
    expect(await refresh()).toBe(false);
    const app = open();
    const page = await app.ask("/create-account");
    expect(page.text).toBe(FILE.replaceAll(liveMarks.joiningFee, "$10"));
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "cache-control": "private, no-cache",
      "x-of": "the file",
    });
    expect((await app.ask("/")).text).toContain("<p>$10</p>");

    await setFee(1250);
    expect(await refresh()).toBe(true);
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    expect((await app.ask("/")).text).toContain("<p>$10</p>");
    vi.setSystemTime(now + 60_001);
    expect((await app.ask("/")).text).toContain("<p>$12.50</p>");
    expect((await open().ask("/create-account")).text).toContain("joining fee of $12.50<");
    expect(app.trips.count).toBe(0);
  });

  it("asks the database once when KV is empty, and stores the answer for all", async () => {
    await setFee(725);
    const first = open();
    expect((await first.ask("/")).text).toContain("<p>$7.25</p>");
    expect((await first.ask("/create-account")).text).toContain("<p>$7.25</p>");
    expect(first.trips.count).toBe(1);
    await first.settled();
    const second = open();
    expect((await second.ask("/")).text).toContain("<p>$7.25</p>");
    expect(second.trips.count).toBe(0);
  });

  it("asks it too when KV is down, and answers 503 rather than guess when both are", async () => {
    const down = namespace(true);
    const app = open({ SESSIONS: down });
    expect((await app.ask("/")).text).toContain("<p>$10</p>");
    expect(app.trips.count).toBe(1);
    const D1 = {
      prepare: () => {
        throw new Error("D1 is down");
      },
      batch: () => Promise.reject(new Error("D1 is down")),
    };
    // An isolate that knew the fee goes on showing it.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
    expect((await open({ SESSIONS: down, DB: D1 }).ask("/")).text).toContain("<p>$10</p>");
    const lost = await open({ SESSIONS: namespace(true), DB: D1 }).ask("/");
    expect(lost.status).toBe(503);
    expect(lost.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(lost.text).not.toContain("{live:");
  });

  it("has an ETag of file and fee: an unchanged page is not sent again, a new fee is", async () => {
    const app = open();
    const etag = (await app.ask("/")).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await app.ask("/", { headers: { "If-None-Match": tag } });
      expect([again.status, again.text, again.headers.get("ETag")], tag).toEqual([304, "", etag]);
      expect(again.headers.get("Cache-Control")).toBe("private, no-cache");
    }
    for (const tag of ['"of-the-file"', '"other"'])
      expect((await app.ask("/", { headers: { "If-None-Match": tag } })).status).toBe(200);
    await setFee(2000);
    await refresh();
    const changed = await open().ask("/", { headers: { "If-None-Match": etag } });
    expect([changed.status, changed.headers.get("ETag") === etag]).toEqual([200, false]);
    expect(changed.text).toContain("<p>$20</p>");
  });

  it("answers HEAD like GET", async () => {
    const app = open();
    const [head, page] = [await app.ask("/create-account", { method: "HEAD" }), await app.ask("/create-account")];
    expect([head.status, head.headers.get("ETag")]).toEqual([200, page.headers.get("ETag")]);
  });

  it("is rendered where there are no files, and shows the same", async () => {
    const page = await open({ ASSETS: undefined }).ask("/create-account");
    expect(page.text).toContain("One time joining fee of $10<");
    expect(page.text).not.toContain("{live:");
  });

  it("ignores an invalid record in KV", async () => {
    for (const rubbish of ["{", "null", '{"joiningFeeCents":"<b>"}', '{"joiningFeeCents":-1}']) {
      await env.SESSIONS.put("live-figures", rubbish);
      expect((await open().ask("/")).text, rubbish).toContain("<p>$10</p>");
      expect(await refresh()).toBe(true);
    }
  });
});

describe("the newest audit", () => {
  const AUDIT_FILE = `<p data-look="${liveMarks.auditLook}">${liveMarks.audit}</p><p>${liveMarks.auditCounts}</p>`;
  const shown = async (nowMs = Date.now()) => {
    vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
    const app = open({ ASSETS: { fetch: () => Promise.resolve(new Response(AUDIT_FILE)) } });
    const { text } = await app.ask("/");
    expect(app.trips.count).toBe(0);
    return text;
  };
  const publish = (date: string, result: "PASS" | "FAIL", counts = [1, 1, 1]) =>
    env.DB.prepare(
      `INSERT INTO audits (date, state, result, hash, progress, started_at_ms, finished_at_ms, casks, stakes, documents)
      VALUES (?, 'published', ?, 'h', '', 1, 1, ?, ?, ?)`,
    )
      .bind(date, result, ...counts)
      .run();
  const at = (date: string) => Date.parse(`${date}T09:00:00Z`);

  it("is told in one line with its result and counts, from what the timer wrote, also that there is none or an old one", async () => {
    await refresh();
    expect(await shown()).toBe('<p data-look="none">No audit yet</p><p>The first follows the first cask.</p>');
    await publish("2036-01-01", "PASS", [12, 1204, 1]);
    expect(await shown(), "before the timer has run").toContain("No audit yet");
    expect(await refresh()).toBe(true);
    const told = '<p data-look="PASS">Audit of 1 Jan 2036: PASS</p><p>12 casks, 1,204 stakes sold, 1 document</p>';
    for (const day of ["2036-01-02", "2036-01-03"]) expect(await shown(at(day)), day).toBe(told);
    expect(await shown(at("2036-01-04"))).toBe(
      '<p data-look="PASS">Audit of 1 Jan 2036: PASS</p><p>It is old: none has been made since.</p>',
    );
    await publish("2036-01-02", "FAIL");
    await env.DB.prepare("INSERT INTO audits (date, progress, started_at_ms) VALUES ('2036-01-03', '{}', 1)").run();
    expect(await refresh()).toBe(true);
    expect(await shown(at("2036-01-03"))).toBe(
      '<p data-look="FAIL">Audit of 2 Jan 2036: FAIL</p><p>1 cask, 1 stake sold, 1 document</p>',
    );
  });

  it("is on the landing page as it is rendered, with the way to it and to the proof", async () => {
    const page = await open({ ASSETS: undefined }).ask("/");
    expect(page.text).toMatch(/Audit of 2 Jan 2036: FAIL|It is old/);
    expect(page.text).toMatch(/href="\/audit"[^>]*>See the audit</);
    expect(page.text).toMatch(/href="\/proof"[^>]*>Proof</);
    expect(page.text).not.toContain("{live:");
  });
});

describe("the fee of a resale", () => {
  const fees = async () => {
    await refresh();
    const { text } = await open({ ASSETS: undefined }).ask("/fees");
    expect(text).not.toContain("{live:");
    return text.replaceAll("<!-- -->", "");
  };

  it("is on /fees as it is set, coming soon until the market is open somewhere", async () => {
    const closed = await fees();
    expect(closed).toContain("1.5% each");
    expect(closed).toContain("Coming soon, and charged only while the market is open");
    expect(closed).toContain("Coming soon. Until then no investor can buy it from you.");
    const { db } = createTestContext();
    await setMarket(db, "DE");
    await setSetting(db, "resale_fee_basis_points", 225);
    const opened = await fees();
    await setMarket(db, "");
    await setSetting(db, "resale_fee_basis_points", 150);
    expect(opened).toContain("2.25% each");
    expect(opened).toContain("While the market is open, which depends on the country you are in");
    expect(opened).not.toContain("Coming soon");
  });
});
