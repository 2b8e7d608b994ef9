import { expect } from "vitest";
import { recordOf, type JudgedValue, type ValueRecord } from "~/domain/value-record";
import { history } from "./audit-folders";

// What is published of casks that ended: what they brought, with the values that were published before, and the record of these.

export type Value = Pick<JudgedValue, "valuedOn" | "valueCents" | "tier">;
export type Exit = {
  caskId: string;
  caskName: string;
  feesCents: number;
  grossCents: number;
  netPerStakeCents: number;
  soldOn: string;
  stakes: number;
  values: Value[];
};
export type Books = { exits: Exit[]; record: ValueRecord[]; standing: Set<string> };

export const newest = history.days.at(-1) ?? expect.fail();
export const idAt = (at: number) => newest.casks[at]?.id ?? expect.fail();
export const value = (valuedOn: string, valueCents: number, tier: Value["tier"] = "opinion"): Value => ({
  ...{ valuedOn, valueCents, tier },
});
export const exit = (at: number, soldOn: string, grossCents: number, values: Value[]): Exit => ({
  ...{ caskId: idAt(at), caskName: `Cask ${at}`, feesCents: 1_205, grossCents, soldOn, stakes: 12, values },
  netPerStakeCents: Math.floor((grossCents - 1_205) / 12),
});
export const recorded = (exits: Exit[]) =>
  recordOf(
    exits.flatMap(({ values, soldOn, netPerStakeCents: netCents }) =>
      values.map((one) => ({ ...one, soldOn, netCents })),
    ),
  );

/** Two casks ended, two stand. */
export function books(): Books {
  const exits = [
    exit(0, "2026-10-01", 480_000, [value("2024-01-01", 50_000, "issue"), value("2026-05-02", 30_000)]),
    exit(1, "2026-09-01", 720_000, [value("2026-01-01", 50_000, "modelled")]),
  ];
  return { exits, record: recorded(exits), standing: new Set([idAt(2), idAt(3)]) };
}

export const changed = (change: (of: Books) => unknown) => {
  const copy = structuredClone(books());
  change(copy);
  return copy;
};
export const first = ({ exits }: Books) => exits[0] ?? expect.fail();
