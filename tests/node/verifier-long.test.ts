import { readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, inject, it } from "vitest";
import * as program from "../../public/verify-audit.mjs";
import { canonicalJson, type Json } from "~/domain/audit/hashes";
import { filesOf, KEY, makeHistory, resealFrom, writeFiles } from "../support/audit-history";
import { folderWith, history, removeFolders, run } from "./support/altered";

// What takes long: anything that a file can hold.

afterAll(removeFolders);

it("any text and any number that JSON can hold passes, written as the product writes them", async () => {
  const anyText = fc.string({ unit: "binary", minLength: 1 });
  const odd = fc.constantFrom(
    "\u0000\u001f\u007f\u2028",
    '"],"date":"',
    "\\u0041\b\f\n\r\t",
    "[]{},:",
    "𝒳é",
    "__proto__",
  );
  const money = fc.integer({ min: 0, max: 999_999_999_999_999 });
  const inputs = fc.record({ name: fc.oneof(anyText, odd), method: fc.oneof(anyText, odd), money });
  await fc.assert(
    fc.asyncProperty(inputs, async ({ name, method, money }) => {
      const days = structuredClone(history.days).slice(0, 2);
      for (const { casks } of days) {
        const [, cask = expect.fail()] = casks;
        cask.name = name;
        Object.assign(cask.documents[1] ?? {}, { issuer: method });
        Object.assign(cask.valuations[0] ?? {}, { method, value_cents: money });
      }
      const files = filesOf({ ...history, days: resealFrom(days, 0) });
      for (const [path, text] of files) expect(canonicalJson(JSON.parse(text) as Json), path).toBe(text);
      expect((await run(folderWith(files))).said).toMatch(/^PASS/);
    }),
    { numRuns: inject("assure") ? 1000 : 50 },
  );
});

const small = makeHistory({ days: 3, casks: 2, stakes: 3 });
const files = [...filesOf(small)].map(([path, text]): [string, Buffer] => [path, Buffer.from(text)]);

it("any single byte changed in any file is found", async () => {
  const folder = folderWith(files);
  const check = () => program.verifyFiles([folder], { lists: true, keys: [KEY] });
  expect(await check()).toMatchObject({ ok: true });
  const anyByte = fc
    .constantFrom(...files)
    .chain(([path, bytes]) =>
      fc.record({ path: fc.constant(path), at: fc.nat(bytes.length - 1), flip: fc.integer({ min: 1, max: 255 }) }),
    );
  await fc.assert(
    fc.asyncProperty(anyByte, async ({ path, at, flip }) => {
      const whole = Buffer.from(readFileSync(join(folder, path)));
      const bad = Buffer.from(whole);
      bad[at] = (bad[at] ?? 0) ^ flip;
      writeFiles(folder, [[path, bad]]);
      const report = await check();
      writeFiles(folder, [[path, whole]]);
      expect(report.ok, `${path} byte ${at}`).toBe(false);
      expect(report.problems.length).toBeGreaterThan(0);
    }),
    { numRuns: inject("assure") ? 5000 : 300 },
  );
  unlinkSync(join(folder, "audit/latest.json"));
  expect(await check()).toMatchObject({ ok: true });
});
