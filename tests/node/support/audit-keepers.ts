import { generateKeyPairSync, sign } from "node:crypto";
import { expect } from "vitest";
import { canonical, type Day, filesOf, sha } from "../../support/audit-history";
import { folderWith, history, resealed, run } from "./audit-folders";

// A made-up history of which a warehouse's keeper signs what is there, changed in one way or another.

const makeKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("base64");
  return { key, sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString("base64") };
};
export const [first, second] = [makeKey(), makeKey()];

type Line = { litres: number | null; note: string; number: string; present: boolean };
type Statement = { casks: Line[]; date: string; keeper: string };
const numberAt = (at: number) => String(1187 + at);
export const stated = (date: string): Statement => ({
  casks: [0, 1, 2].map((at) => ({ litres: 118.4, note: "", number: numberAt(at), present: true })),
  ...{ date, keeper: "carrick-brae" },
});
export const signed = (statement: Statement, by = first) => ({ signature: by.sign(canonical(statement)), statement });

type Told = { confirmed: Record<string, unknown>[]; keepers: { id: string; keys: object[]; warehouse: string }[] };
export type KeptDay = Day & Told & { bids: unknown[]; owed: object };

export const WITHOUT_WORD = { confirmed_on: null, state: "never", statement: null };

/** The history with the fields of version 4: three casks of each day are confirmed by this statement, the fourth never was. */
export function keptHistory(file: string, date: string, change: (day: KeptDay, at: number) => void = () => undefined) {
  const days = history.days.map((day, at) => {
    const isKnown = date <= day.date;
    const told: KeptDay = {
      ...structuredClone(day),
      ...{ version: 4, bids: [], owed: { cents: 0, root: "0".repeat(64), wallets: 0 } },
      confirmed: day.casks.map(({ id }, nth) => ({
        ...{ cask: id, number: nth < 3 ? numberAt(nth) : null },
        ...(nth < 3 && isKnown
          ? { confirmed_on: date, state: stateOf(date, day.date), statement: sha(file) }
          : WITHOUT_WORD),
      })),
      keepers: [
        {
          ...{ id: "carrick-brae", warehouse: "Carrick Brae Bond" },
          keys: [{ key: first.key, registered_on: "2026-01-01", retired_on: null }],
        },
      ],
    };
    change(told, at);
    return told;
  });
  return resealed({ ...history, days }, 0);
}

/** As files. */
export const withKeepers = (...given: Parameters<typeof keptHistory>) =>
  filesOf(keptHistory(...given)).set(`proof/statements/${sha(given[0])}.json`, given[0]);

const stateOf = (on: string, day: string) =>
  Date.parse(day) - Date.parse(on) > 35 * 86_400_000 ? "late" : "confirmed";

export const wrongIn = async (files: Map<string, string>, ...words: string[]) => {
  const { said, code } = await run(folderWith(files), ...words);
  const lines = said.split("\n").filter((line) => line.startsWith("FAIL "));
  expect(code).toBe(lines.length > 0 ? 1 : 0);
  return lines.map((line) => line.slice("FAIL ".length));
};
