import { afterAll, describe, expect, it } from "vitest";
import { canonical } from "../support/audit-history";
import { removeFolders } from "./support/audit-folders";
import { honest, verify } from "./support/auction-rounds";

// Every field of a round of the auction, one after the other, and values that none of them may have.

afterAll(removeFolders);

describe("a field of a round", () => {
  type Json = Record<string, unknown>;
  const holders: [string, (round: Json) => Json][] = [
    ["", (round) => round],
    ["book[12].", (round) => (round.book as Json[])[0] ?? {}],
    ["fills[12].", (round) => (round.fills as Json[])[0] ?? {}],
  ];
  const fields = holders.flatMap(([path, holder]) =>
    Object.keys(holder(honest as unknown as Json)).map((key): [string, string, (round: Json) => Json] => [
      path,
      key,
      holder,
    ]),
  );
  const edited = (edit: (round: Json) => void) => {
    const copy = structuredClone(honest) as unknown as Json;
    edit(copy);
    return copy;
  };

  it("is each of those that a round has", () => {
    expect(fields).toHaveLength(12 + 6 + 2);
  });

  it.each(fields)(
    "%s%s is named when it is left out, of another kind, or has another one beside it",
    async (...field) => {
      const [path, key, holder] = field;
      // What has no number is named by its place.
      const named = (name: string) => `FAIL - ${key === "number" ? path.replace("12", "0") : path}${name}: `;
      const without = await verify(edited((round) => delete holder(round)[key]));
      expect(without.said).toContain(`${named(key)}is missing`);
      const other = await verify(edited((round) => (holder(round)[key] = { other: 1 })));
      expect(other.said).toContain(`${named(key)}this is not `);
      const more = await verify(edited((round) => (holder(round)[`${key}_x`] = 1)));
      expect(more.said).toContain(`FAIL - ${path}${key}_x: is no field of the format`);
    },
  );

  it.each<[string, string, unknown, string]>([
    ["book[12].", "limit", 0, "whole cents above 0"],
    ["book[12].", "limit", -10_100, "whole cents above 0"],
    ["book[12].", "limit", 10_100.5, "whole cents above 0"],
    ["book[12].", "quantity", 0, "a count of stakes above 0"],
    ["book[12].", "quantity", 1.5, "a count of stakes above 0"],
    ["book[12].", "side", "hold", "buy or sell"],
    ["book[12].", "salt", "short", "32 hex digits"],
    ["fills[12].", "filled", 0, "a count of stakes above 0"],
    ["fills[12].", "filled", -1, "a count of stakes above 0"],
    ["", "price", 0, "whole cents above 0 or null"],
    ["", "reference", 0, "whole cents above 0 or null"],
    ["", "fee_basis_points", 10_000, "a rate below 10,000"],
    ["", "fee_basis_points", -1, "a rate below 10,000"],
    ["", "volume", -1, "a count"],
    ["", "version", 2, "1, the only version that this program knows. Get a newer one"],
    ["book[12].", "receipt", "x", "a SHA-256"],
    ["", "opened_at", "2026-12-01", "a time"],
  ])("%s%s cannot be %j: it is not %s", async (path, key, value, words) => {
    const [, holder = expect.fail()] = holders.find(([one]) => one === path) ?? [];
    const { code, said } = await verify(edited((round) => (holder(round)[key] = value)));
    expect(said).toContain(`FAIL - ${path}${key}: ${JSON.stringify(value)} is not ${words}`);
    expect(code).toBe(1);
  });

  it("names an order by its number, and none is 0", async () => {
    const [, holder = expect.fail()] = holders.find(([one]) => one === "book[12].") ?? [];
    const { said } = await verify(edited((round) => (holder(round).number = 0)));
    expect(said).toContain("FAIL - book[0].number: 0 is not a number above 0");
  });

  it("is written in one way only", async () => {
    const { said } = await verify(canonical(honest).replace('"limit":10300', '"limit": 10300'));
    expect(said).toContain("FAIL - book[15].limit: is not written canonically");
  });
});
