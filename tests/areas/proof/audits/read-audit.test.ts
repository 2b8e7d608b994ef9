import { describe, expect, it } from "vitest";
import { saltOf } from "~/areas/proof/audit-trees";
import { readAuditPage, readListFile } from "~/areas/proof/read-audit";
import { type AuditDay, type AuditedCask, dayKey } from "~/domain/audit/audit-files";
import { createTestContext } from "../../../support/context";

const FIRST = "2026-01-01";

it("a list that is gone is none, though its day names it", async () => {
  const day = { date: FIRST, casks: [{ id: "csk_a", list_sha256: "a" }] };
  const get = (key: string) => Promise.resolve(key === dayKey(FIRST) ? { json: () => Promise.resolve(day) } : null);
  const proof = { get } as unknown as R2Bucket;
  expect(await readListFile({ proof }, { date: FIRST, caskId: "csk_a" })).toBeNull();
});

it("what stands beside a wallet in the tree is sixteen bytes that the day and the person give", async () => {
  const signed: string[] = [];
  const signLink = (text: string) => (signed.push(text), Promise.resolve("signature"));
  expect(await saltOf({ signLink }, FIRST, "usr_a")).toHaveLength(16);
  expect(signed).toEqual([`owed:${FIRST}:usr_a`]);
});

describe("a day that is shown", () => {
  const cask = (at: number): AuditedCask => ({
    ...{ id: `csk_${at}`, name: `Cask ${at}`, total: 4, issued: 1, reserved: 0, free: 3, void: 0 },
    ...{ certificates_valid: 1, documents: [], ended_on: null, valuations: [], list_sha256: "a", reason: null },
    ...{ bought_for_cents: null, markup_cents: null },
    result: at % 2 === 0 ? "PASS" : "FAIL",
  });
  const day = { date: FIRST, casks: Array.from({ length: 24 }, (_, at) => cask(at)) } as unknown as AuditDay;

  it("lists its casks that are not right first, whatever page they were on", async () => {
    const proof = { get: () => Promise.resolve({ json: () => Promise.resolve(day) }) } as unknown as R2Bucket;
    const { db } = createTestContext();
    const page = await readAuditPage({ proof, db }, FIRST, { month: null, page: null });
    const failing = page?.casks.slice(0, 12).map(({ id }) => id);
    expect(failing).toEqual(Array.from({ length: 12 }, (_, at) => `csk_${2 * at + 1}`));
  });
});
