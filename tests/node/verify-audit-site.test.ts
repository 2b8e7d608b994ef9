import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { verifyOrigin } from "../../public/verify-audit.mjs";
import { sha } from "../support/audit-history";
import { caskAt, changed, dateAt, hashAt, history, resealed, run } from "./support/audit-folders";
import { type AuditSite, openAuditSite } from "./support/audit-site";

// The public program, reading from a site.

let site: AuditSite;
beforeAll(async () => void (site = await openAuditSite(history)));
beforeEach(() => site.show(history));
afterAll(() => site.stop());

const check = (...words: string[]) => run(site.origin, ...words);
const head = (at: number) => ["--head", `${dateAt(at)}=${hashAt(history, at)}`];

it("passes, with all lists, with the newest days alone, and with heads", async () => {
  const { code, said } = await check("--lists", ...head(0), ...head(3));
  expect(said).toContain(`PASS ${site.origin}`);
  expect(said).toContain(`6 days, ${dateAt(0)} to ${dateAt(5)}`);
  expect(code).toBe(0);
  const newest = await check("--days", "1", ...head(4), ...head(5));
  expect(newest.said).toContain(`1 day, ${dateAt(5)} to ${dateAt(5)}`);
  expect(newest.said).toContain("4 lists with 48 stakes");
  expect(newest.code).toBe(0);
});

it("tells how far it is, with the bytes", async () => {
  const told: { days: number; lists: number; ofLists: number; bytes: number }[] = [];
  await verifyOrigin(site.origin, {}, (progress) => told.push({ ...progress }));
  expect(told).toHaveLength(6 + 4);
  expect(told.at(-1)).toMatchObject({ days: 6, lists: 4, ofLists: 4 });
  for (let at = 1; at < told.length; at += 1) expect(told[at]?.bytes).toBeGreaterThan(told[at - 1]?.bytes ?? Infinity);
});

it("names the first day that differs from what was known, when all were rewritten", async () => {
  const forge = changed(2, (day) => (day.ledger_head = sha("other")));
  site.show(resealed(forge, 2));
  expect((await check()).code).toBe(0);
  const { code, said } = await check(...head(5), ...head(2), ...head(1));
  expect(said).toContain(`FAIL ${dateAt(2)} hash: is `);
  expect(code).toBe(1);
  // The newest day alone is enough to see that something is wrong.
  expect((await check("--days", "1", ...head(4))).code).toBe(1);
});

it.each<[string, string, string]>([
  ["a day", `/audit/${dateAt(3)}.json`, `FAIL ${dateAt(3)} money.owed_cents`],
  ["the latest day alone", "/audit/latest.json", `FAIL ${dateAt(5)} file: latest.json and the file of its day differ`],
])("finds %s served otherwise", async (_, path, what) => {
  site.break(path, (body) => body.replace(/"wallets_cents":\d+/, '"wallets_cents":7'));
  const { code, said } = await check();
  expect(said).toContain(what);
  expect(code).toBe(1);
});

it("finds a list served otherwise, and one that is missing", async () => {
  const { id } = caskAt(history.days[5] ?? expect.fail(), 1);
  site.break(`/audit/${dateAt(5)}/${id}.json`, (body) => body.replace('"issued"', '"void"'));
  expect(await check()).toMatchObject({
    code: 1,
    said: expect.stringContaining(`FAIL ${dateAt(5)} casks[${id}].list`),
  });
  site.break(`/audit/${dateAt(5)}/${id}.json`, 404);
  expect(await check()).toMatchObject({ code: 1, said: expect.stringContaining(`casks[${id}].list_sha256`) });
});

it.each([404, 429, 503])("does not pass where a day is answered with %i", async (status) => {
  site.break(`/audit/${dateAt(2)}.json`, status);
  const { code, said } = await check();
  expect(said).toContain("FAIL");
  expect(said).toContain(dateAt(status === 404 ? 3 : 2));
  expect(code).toBe(1);
});

it("does not pass without any audit, or without a site", async () => {
  site.show({ days: [], lists: new Map() });
  expect(await check()).toMatchObject({ code: 1, said: "FAIL - file: no day's file was found" });
  expect(await run("http://127.0.0.1:9")).toMatchObject({ code: 1, said: expect.stringMatching(/^FAIL /) });
});
