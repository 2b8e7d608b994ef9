import { env } from "cloudflare:test";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type AuditedCask, dayKey, LATEST_KEY, listKey } from "~/domain/audit/audit-files";
import { CASKS_A_PAGE, STAKES_A_PAGE } from "~/domain/audit/audit-pages";
import { publishDay } from "../../support/published-audit";
import { createTestContext } from "../../support/context";
import { emptyMinuteCache } from "../../support/fresh-bindings";
import { value } from "../../support/holdings";
import { putCask } from "../../support/people";
import { addPaper } from "../../support/proved";
import { openApp } from "../../support/serve-app";

// Full pages in the worst case: marks and hashes are random and cannot be compressed, and no two names are alike. The style, which
// is 7.3 kB gzip on pages that are not made at build time, is added: together at most 14 kB.

const MOST_BYTES = 14_000 - 7_300;
const DAY = "2026-10-01";
const app = openApp();

async function weightOf(path: string): Promise<number> {
  await app.settled();
  await emptyMinuteCache(path);
  const { status, text } = await app.ask(path, {});
  expect(status, path).toBe(200);
  return gzipSync(text.replaceAll(/<style.*?<\/style>/gs, "")).length;
}

const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const any = (below: number) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % below;
const NAMES = "Strathquill Ardnamoil Peyrolande Carsevane Mallow Orvane Fennan Dunmarrow Copperfall Aubrelie".split(
  " ",
);
const anyName = () => `${NAMES[any(10)]} ${NAMES[any(10)]} ${1990 + any(35)} Hogshead No. ${any(9999)}`;

describe("a full page is at most 14 kB with its style", () => {
  it("of a cask's stakes", async () => {
    const stakes = Array.from({ length: 20_000 }, (_, at) => ({ mark: hex(6), number: at + 1, state: "issued" }));
    await publishDay(DAY, [{ id: "csk_heavy", stakes: 20_000, issued: 20_000 }]);
    await env.PROOF.put(listKey("0".repeat(64)), JSON.stringify({ cask_id: "csk_heavy", stakes, total: 20_000 }));
    const last = Math.ceil(20_000 / STAKES_A_PAGE);
    expect(await weightOf(`/audit/${DAY}/csk_heavy?page=${last - 1}`)).toBeLessThanOrEqual(MOST_BYTES);
  });

  it("of a day's casks", async () => {
    const day = await publishDay(DAY, []);
    const casks = Array.from({ length: 3 * CASKS_A_PAGE }, (): AuditedCask => {
      const [issued, free, ended] = [any(900), any(900), any(90)];
      return {
        ...{ id: `csk_01${hex(12)}`, name: anyName(), issued, free, void: ended, reserved: any(9) },
        ...{ total: issued + free + ended, certificates_valid: issued, reason: null, result: "PASS" },
        ...{ bought_for_cents: 41_000_00, markup_cents: 9_000_00 },
        ...{ documents: [], ended_on: null, valuations: [], list_sha256: hex(32) },
      };
    });
    await env.PROOF.put(dayKey(DAY), JSON.stringify({ ...day, casks }));
    expect(await weightOf(`/audit/${DAY}?page=2`)).toBeLessThanOrEqual(MOST_BYTES);
    const latest = await (await env.PROOF.get(LATEST_KEY))?.text();
    await env.PROOF.put(LATEST_KEY, JSON.stringify({ ...day, casks }));
    await env.DB.prepare(
      `WITH RECURSIVE days (ago) AS (SELECT 1 UNION ALL SELECT ago + 1 FROM days WHERE ago < 1100)
      INSERT INTO audits (date, result, hash, ledger_head, ledger_right, casks, stakes, documents, finished_at_ms)
        SELECT date(?, '-' || ago || ' days'), 'PASS', 'h', 'h', 1, 0, 0, 0, 1 FROM days`,
    )
      .bind(DAY)
      .run();
    expect(await weightOf("/audit?page=2")).toBeLessThanOrEqual(MOST_BYTES);
    const { text } = await app.ask("/audit?month=2026-02");
    expect(text.match(/href="\/audit\/2026-02-\d\d"/g)).toHaveLength(28);
    await env.PROOF.put(LATEST_KEY, latest ?? "");
  });

  it("of the six questions", async () => {
    await publishDay(DAY, []);
    expect(await weightOf("/proof")).toBeLessThanOrEqual(MOST_BYTES);
    await env.PROOF.delete(LATEST_KEY);
  });

  it("of the list of casks with their documents, and of one with many and with values", async () => {
    const kinds = ["contract", "delivery-order", "gauge", "insurance", "photo", "warehouse-confirmation"];
    const context = createTestContext();
    const casks = await Promise.all(Array.from({ length: 130 }, () => putCask(context, { name: anyName() })));
    for (const caskId of casks.slice(0, 70))
      for (const kind of kinds.slice(0, any(5))) await addPaper(context, caskId, { kind });
    expect(await weightOf("/evidence?page=2")).toBeLessThanOrEqual(MOST_BYTES);
    const caskId = await putCask(context);
    for (let at = 0; at < 18; at += 1)
      await addPaper(context, caskId, {
        ...{ kind: kinds[at % 6] ?? "", issuedOn: `2026-01-${10 + at}`, expiresOn: `2026-02-${10 + at}` },
      });
    for (let at = 0; at < 12; at += 1) await value(context, caskId, `2026-03-${10 + at}`, any(99_999));
    expect(await weightOf(`/evidence?cask=${caskId}`)).toBeLessThanOrEqual(MOST_BYTES);
  });
});
