import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type ChainedRow, chainLedger, FIRST_HEAD, registerMark } from "~/domain/audit/hashes";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const row = (seq: number): ChainedRow => ({
  seq,
  id: `payment:p${seq}:received`,
  debit_account_id: "house:stripe",
  credit_account_id: "house:unsettled",
  amount: 12_500,
  currency: "USD",
  reason: "payment-received",
  refers_to: `payment:p${seq}`,
  created_at_ms: 1_795_335_487_179,
});

describe("the ledger's chain", () => {
  it("of no rows is 64 zeros", () => expect(chainLedger(FIRST_HEAD, [])).toBe("0".repeat(64)));

  it("hashes the head before, as text, and the row's canonical JSON", () => {
    const text =
      '{"amount":12500,"created_at_ms":1795335487179,"credit_account_id":"house:unsettled","currency":"USD",' +
      '"debit_account_id":"house:stripe","id":"payment:p1:received","reason":"payment-received","refers_to":"payment:p1","seq":1}';
    expect(chainLedger(FIRST_HEAD, [row(1)])).toBe(sha256("0".repeat(64) + text));
  });
});

it("marks a stake by its certificate's code, its number and its cask", () => {
  const mark = registerMark({ certificateCode: "abcd2345efgh6789", stakeNumber: 41, caskId: "cask-1" });
  expect(mark).toBe(sha256("abcd2345efgh6789\n41\ncask-1").slice(0, 12));
  expect(mark).toMatch(/^[0-9a-f]{12}$/);
});
