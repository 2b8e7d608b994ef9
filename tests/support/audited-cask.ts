import { createHash } from "node:crypto";
import { type CaskInput, type CertificateRow, examineCask, type StakeRow } from "~/domain/audit/examine-cask";
import { registerMark } from "~/domain/audit/hashes";

// A cask as an audit reads it: two stakes sold of five, one held by a checkout.

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
export const END_MS = 1_000_000;
export const [BEFORE, AT, AFTER] = [END_MS - 1, END_MS, END_MS + 1];

export const stake = (number: number, more: Partial<StakeRow> = {}): StakeRow => ({
  ...{ cask_id: "csk", number, state: "active", purchased_at_ms: BEFORE, wrong: null, ...more },
});
export const certificate = (number: number, more: Partial<CertificateRow> = {}): CertificateRow => ({
  ...{ cask_id: "csk", number, code: `code${number}`, state: "issued", created_at_ms: BEFORE, issued_at_ms: BEFORE },
  ...{ voided_at_ms: null, withheld: 0, ...more },
});
export const markOf = (number: number, code = `code${number}`) =>
  registerMark({ certificateCode: code, stakeNumber: number, caskId: "csk" });

const cask = { id: "csk", name: "Hogshead 41", total_stakes: 5, sold_stakes: 2, reserved_stakes: 1 };
export const input = (more: Partial<CaskInput> = {}, counters: Partial<CaskInput["cask"]> = {}): CaskInput => ({
  cask: { ...cask, stake_rows: 2, held_rows: 1, reserved_then: 1, ended_on: null, bought_for_cents: null, ...counters },
  stakes: [stake(1), stake(2)],
  certificates: [certificate(1), certificate(2)],
  changes: [],
  documents: [],
  valuations: [],
  endMs: END_MS,
  ...more,
});
export const examine = (more: Partial<CaskInput> = {}, counters: Partial<CaskInput["cask"]> = {}) =>
  examineCask(input(more, counters));
