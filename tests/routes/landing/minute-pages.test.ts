import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestContext } from "../../support/context";
import { emptyMinuteCache } from "../../support/fresh-bindings";
import { openApp } from "../../support/serve-app";
import { setSetting } from "../../support/settings";

// Public pages with figures as of now are drawn once a minute for everyone.

const { db } = createTestContext();
const setFee = (cents: number) => setSetting(db, "joining_fee_cents", cents);
const broken = { prepare: () => env.DB.prepare("SELECT 1"), batch: () => Promise.reject(new Error("D1 is down")) };
const later = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
const plain = (text: string) => text.replaceAll("<!-- -->", "");
async function shown(app: ReturnType<typeof openApp>, path: string) {
  const { status, text } = await app.ask(path);
  await app.settled();
  return status === 200 ? plain(text) : status;
}
beforeEach(async () => {
  await emptyMinuteCache();
  await setFee(1000);
});
afterEach(() => void vi.useRealTimers());

describe("a page that is drawn once a minute", () => {
  it("reads the database once, then shows the same for a minute without a trip, and a new fee after it", async () => {
    const app = openApp();
    expect(await shown(app, "/create-account")).toContain("One time joining fee of $10<");
    expect(app.trips.count).toBe(1);
    await setFee(1250);
    app.trips.count = 0;
    later(59_000);
    expect(await shown(app, "/create-account")).toContain("One time joining fee of $10<");
    expect(app.trips.count).toBe(0);
    later(1_000);
    expect(await shown(app, "/create-account")).toContain("One time joining fee of $12.50<");
    expect(app.trips.count).toBe(1);
  });

  it("keeps nothing from one visitor for the next: no cookie is set, and a cookie changes nothing", async () => {
    const app = openApp();
    const first = await app.ask("/", { headers: { Cookie: "session=somebody; toast=hello" } });
    await app.settled();
    const second = await app.ask("/");
    expect([first.cookies, second.cookies]).toEqual([[], []]);
    expect(second.text).toBe(first.text);
    expect(second.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(second.headers.get("X-Drawn-At-Ms")).toBeNull();
    expect(second.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });

  it("is drawn for itself with a query, so that no address fills the cache", async () => {
    const app = openApp();
    await shown(app, "/fees");
    app.trips.count = 0;
    await shown(app, "/fees?utm=1");
    expect(app.trips.count).toBe(1);
  });

  it("shows its last copy while the database is down, and an error page only where there is none", async () => {
    await shown(openApp(), "/fees");
    later(3_600_000);
    const lost = openApp({ DB: broken });
    expect(await shown(lost, "/fees")).toContain("$10");
    expect(await shown(lost, "/create-account")).toBe(500);
  });

  it("is not sent again while it has not changed, and HEAD is answered like GET", async () => {
    const app = openApp();
    const etag = (await app.ask("/")).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    await app.settled();
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await app.ask("/", { headers: { "If-None-Match": tag } });
      expect([again.status, again.text, again.headers.get("ETag")], tag).toEqual([304, "", etag]);
    }
    expect((await app.ask("/", { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
    expect((await app.ask("/", { method: "HEAD" })).headers.get("ETag")).toBe(etag);
  });
});

const publish = (date: string, result: "PASS" | "FAIL", counts: number[]) =>
  env.DB.prepare(
    `INSERT INTO audits (date, result, hash, ledger_head, ledger_right, finished_at_ms, casks, stakes, documents)
      VALUES (?, ?, 'h', 'h', 1, 1, ?, ?, ?)`,
  )
    .bind(date, result, ...counts)
    .run();
const landing = async (date?: string) => {
  if (date) vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${date}T09:00:00Z`) });
  await emptyMinuteCache();
  return shown(openApp(), "/");
};

it("the newest audit on the landing page is told in one line with its result and counts, or that there is none or an old one", async () => {
  expect(await landing()).toContain('No audit yet</p><p class="text-peat-60">The first follows the first cask.');
  await publish("2036-01-01", "PASS", [12, 1204, 1]);
  for (const day of ["2036-01-02", "2036-01-03"])
    expect(await landing(day), day).toMatch(
      /data-look="PASS"[^>]*>Audit of 1 Jan 2036: PASS<.*>12 casks, 1,204 stakes sold, 1 document</,
    );
  expect(await landing("2036-01-04")).toContain("It is old: none has been made since.");
  await publish("2036-01-02", "FAIL", [1, 1, 1]);
  expect(await landing("2036-01-03")).toMatch(
    /data-look="FAIL"[^>]*>Audit of 2 Jan 2036: FAIL<.*>1 cask, 1 stake sold, 1 document</,
  );
});

it("shows the fee of a resale on /fees as it is set, and that it is charged only where resale is open", async () => {
  const usual = await shown(openApp(), "/fees");
  for (const text of ["1.5% each", "Coming soon, country by country, and charged only where it is open"])
    expect(usual).toContain(text);
  await setSetting(db, "resale_fee_basis_points", 225);
  await emptyMinuteCache();
  const changed = await shown(openApp(), "/fees");
  await setSetting(db, "resale_fee_basis_points", 150);
  expect(changed).toContain("2.25% each");
});
