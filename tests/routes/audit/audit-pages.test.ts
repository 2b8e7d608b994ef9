import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { type AuditedCask, dayKey, LATEST_KEY, listKey } from "~/domain/audit/audit-files";
import { stakeHref } from "~/domain/audit/audit-pages";
import { handleOfPage } from "~/handle-of-page";
import type { PageHandle } from "~/server/page-handle";
import { emptyMinuteCache } from "../../support/fresh-bindings";
import { publishDay, markOf } from "../../support/published-audit";
import { openApp } from "../../support/serve-app";

// The pages of the audit: made from published files alone except for the dates of earlier days, for everyone, without a script.

const app = openApp();
const YESTERDAY = "2026-11-21";
const BEFORE = "2026-11-20";
const BIG = "csk_big";

async function open(path: string, headers: Record<string, string> = {}) {
  const tripsBefore = app.trips.count;
  const answer = await app.ask(path, { headers });
  expect(app.trips.count - tripsBefore, `round trips of ${path}`).toBeLessThanOrEqual(
    path.split("?")[0] === "/audit" ? 1 : 0,
  );
  return answer;
}

it("/audit without any audit says that there is none, and its files are not found", async () => {
  const { status, text } = await open("/audit");
  expect(status).toBe(200);
  expect(text).toContain("No audit yet");
  for (const path of ["/audit/latest.json", "/audit/2026-11-21", "/audit/2026-11-21.json", "/audit/2026-11-21.csv"])
    expect((await open(path)).status, path).toBe(404);
});

describe("with published days", () => {
  beforeAll(async () => {
    await app.settled();
    await emptyMinuteCache();
    await publishDay(BEFORE, [{ id: "csk_a", stakes: 4, issued: 1 }]);
    await publishDay(
      YESTERDAY,
      [
        { id: "csk_a", stakes: 4, issued: 2 },
        { id: BIG, stakes: 1234, issued: 700, reason: "issued: stakes 41, counter 40" },
      ],
      { previous_date: BEFORE, previous_hash: "a".repeat(64), result: "FAIL", reason: "casks: 1 not right (csk_big)" },
    );
  });

  it("shows a row per cask with its counts and its result in words, money held against owed, and links to earlier days", async () => {
    const { status, text } = await open("/audit");
    expect(status).toBe(200);
    expect(text).toContain("Audit of 21 Nov 2026");
    expect(text).toContain("casks: 1 not right (csk_big)");
    expect(text).toContain("issued: stakes 41, counter 40");
    expect(text).toContain("1,234");
    expect(text).toContain("$2,000.00");
    expect(text).toContain("$1,234.56");
    expect(text).toContain(`href="/audit/${BEFORE}"`);
    expect(text).toContain(`href="/audit/${YESTERDAY}/${BIG}"`);
    expect(text.indexOf(`/${BIG}"`)).toBeLessThan(text.indexOf("/csk_a"));
    for (const file of ["json", "csv"]) expect(text).toContain(`href="/audit/${YESTERDAY}.${file}"`);
    expect(text).not.toContain("<script");
  });

  it("shows a past day", async () => {
    const { text, headers } = await open(`/audit/${BEFORE}`);
    expect(text).toContain("Audit of 20 Nov 2026");
    expect(text).toContain("PASS");
    expect(headers.get("Cache-Control")).toContain("public");
    expect(headers.get("Content-Security-Policy")).not.toContain("script-src");
  });

  it.each(["2026-11-19", "2026-02-30", "latest", "nonsense", "..%2Flists", `${"1".repeat(300)}`])(
    "finds no day %j",
    async (date) => {
      expect((await open(`/audit/${date}`)).status).toBe(404);
      if (date !== "latest") expect((await open(`/audit/${date}.json`)).status).toBe(404);
      expect((await open(`/audit/${date}/csk_a`)).status).toBe(404);
    },
  );

  it("serves the files byte for byte, forever for a past day, and answers 304 to clients that have them", async () => {
    const stored = await (await env.PROOF.get(dayKey(YESTERDAY)))?.text();
    for (const path of [`/audit/${YESTERDAY}.json`, "/audit/latest.json"]) {
      const { text, headers } = await open(path);
      expect(text).toBe(stored);
      expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
      const tag = headers.get("ETag") ?? "";
      expect(await open(path, { "If-None-Match": tag })).toMatchObject({ status: 304, text: "" });
    }
    const cacheOf = async (path: string) => (await open(path)).headers.get("Cache-Control");
    expect(await cacheOf(`/audit/${YESTERDAY}.json`)).toBe("public, max-age=31536000, immutable");
    expect(await cacheOf("/audit/latest.json")).toContain("must-revalidate");
    const list = await open(`/audit/${YESTERDAY}/csk_a.json`);
    expect(list.text).toBe(await (await env.PROOF.get(listKey("0".repeat(64))))?.text());
    expect(list.headers.get("Cache-Control")).toContain("immutable");
  });

  it("serves a day as CSV in which no cell is a formula", async () => {
    const day = JSON.parse((await open(`/audit/${BEFORE}.json`)).text) as { casks: AuditedCask[] };
    const cask = { ...day.casks[0], name: "=1+1" };
    const changed = JSON.stringify({ ...day, date: "2026-11-18", casks: [cask] });
    await env.PROOF.put(dayKey("2026-11-18"), changed);
    const { text, headers } = await open("/audit/2026-11-18.csv");
    expect(text).toContain(
      "id,name,total,issued,reserved,free,void,certificates_valid,bought_for_cents,markup_cents,result,reason,list_sha256",
    );
    expect(text).toContain("'=1+1");
    expect(headers.get("Content-Disposition")).toContain("dunnage-audit-2026-11-18.csv");
  });

  it("lists every stake of a cask on pages, each line with its number, its state in words and its mark", async () => {
    const first = await open(`/audit/${YESTERDAY}/${BIG}`);
    expect(first.text).toContain('id="stake-36"');
    expect(first.text).toContain(markOf(36));
    expect(first.text).toContain("Page 1 of 7");
    expect(first.text).not.toContain('id="stake-201"');
    const [path, anchor] = stakeHref({ date: YESTERDAY, caskId: BIG, stakeNumber: 1234 }).split("#");
    expect(path).toBe(`/audit/${YESTERDAY}/${BIG}?page=7`);
    const last = await open(path ?? "");
    expect(last.text).toContain(`id="${anchor}"`);
    expect(last.text).toContain("free");
    expect((await open(`/audit/${YESTERDAY}/${BIG}?page=99`)).text).toContain("Page 1 of 7");
    expect((await open(`/audit/${YESTERDAY}/csk_none`)).status).toBe(404);
    // Its list is gone, though the day names it.
    const key = listKey("1".padStart(64, "0"));
    const list = await (await env.PROOF.get(key))?.text();
    await env.PROOF.delete(key);
    expect((await open(`/audit/${YESTERDAY}/${BIG}`)).status).toBe(404);
    await env.PROOF.put(key, list ?? "");
  });

  it("draws and lists all casks, those that are not right first", async () => {
    const casks = Array.from({ length: 230 }, (_, at) => ({
      id: `csk_${1000 + at}`,
      stakes: 1,
      issued: 0,
      ...(at === 225 ? { reason: "issued: stakes 1, counter 0" } : {}),
    }));
    const latest = await (await env.PROOF.get(LATEST_KEY))?.text();
    await publishDay("2026-11-17", casks);
    const { text } = await open("/audit/2026-11-17");
    expect(text).toContain("230 casks");
    const [first = "", ...others] = text.match(/href="\/audit\/2026-11-17\/csk_\d+/g) ?? [];
    expect([first, others.length]).toEqual(['href="/audit/2026-11-17/csk_1225', 229]);
    await env.PROOF.put(LATEST_KEY, latest ?? "");
  });
});

it("links to every earlier day", async () => {
  await env.DB.prepare(
    `WITH RECURSIVE days (ago) AS (SELECT 1 UNION ALL SELECT ago + 1 FROM days WHERE ago < 400)
    INSERT INTO audits (date, result, hash, ledger_head, ledger_right, casks, stakes, documents, finished_at_ms)
      SELECT date('2026-10-01', '-' || ago || ' days'), 'PASS', 'h', 'h', 1, 0, 0, 0, 1 FROM days`,
  ).run();
  await emptyMinuteCache();
  const { text } = await open("/audit");
  expect(text.match(/href="\/audit\/202[56]-\d\d-\d\d"/g)?.length).toBeGreaterThanOrEqual(400);
});

describe("/audit/verify", () => {
  it("is the one public page that loads a file of script: its own policy allows that file, by path, and no other", async () => {
    const routes = import.meta.glob<{ handle?: PageHandle }>("../../../app/routes/*/route.tsx", { eager: true });
    const pages = Object.entries(routes).map(([file, { handle }]) => ({ file, handle: handleOfPage([{ handle }]) }));
    const loading = pages.filter(({ handle }) => handle.scriptFiles);
    const names = loading.map(({ file }) => /routes\/([^/]+)\//.exec(file)?.[1]);
    expect(names).toEqual(["audit.verify"]);
    const inline = pages.map(({ handle }) => handle.inlineScript ?? "");
    const importing = inline.filter((script) => /\bimport\b|\.src\b|importScripts/.test(script));
    expect(importing).toHaveLength(1);
    const { text, headers } = await open("/audit/verify");
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).toMatch(/script-src 'sha256-[^']+' http:\/\/localhost:8787\/verify-audit\.mjs(;|$)/);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/unsafe|script-src 'self'/);
    const [script = ""] = /<script>(.*?)<\/script>/s.exec(text)?.slice(1) ?? [];
    expect(new TextEncoder().encode(script).length).toBeLessThan(2048);
    expect(script).toContain('import("/verify-audit.mjs")');
  });

  it("shows the command and the hash of the program", async () => {
    const { default: program } = await import("../../../public/verify-audit.mjs?raw");
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(program));
    const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const { text } = await open("/audit/verify");
    expect(text).toContain(sha256);
    expect(text).toContain("node verify-audit.mjs https://");
    expect(text).toContain("<noscript>");
  });
});
