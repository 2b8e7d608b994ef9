import { env } from "cloudflare:test";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeExitList } from "~/areas/proof/publishing/inside/write-lists";
import { type CaskEvidence, evidenceKey, PROOF_FILES, type ProvedExit } from "~/areas/proof/publishing/proof-files";
import { openApp } from "../../support/serve-app";

// What the public pages tell of how right published values were.

const app = openApp();
const DAY = "2026-11-21";
const CASK = "csk_valued";

beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  for (const key of [PROOF_FILES.exits, PROOF_FILES.values, evidenceKey(CASK)]) await env.PROOF.delete(key);
});

const words = async (path: string) => {
  const { status, text } = await app.ask(path, {});
  expect(status, path).toBe(200);
  return text.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
};
const valued = (valueCents: number, tier: "issue" | "opinion", valuedOn: string) => ({ valueCents, tier, valuedOn });

const exit = (values: ProvedExit["values"]): ProvedExit => ({
  ...{ caskId: "csk_ended", caskName: "Ended Butt", kind: "sale", buyerKind: "trade", soldOn: "2026-06-01" },
  ...{ creditedOn: null, grossCents: 300_000, feesCents: 12_345, stakes: 10, netPerStakeCents: 28_765 },
  ...{ boughtAtCents: 40_000, valuedBefore: null, held: null, ...(values && { values }) },
});
const publish = (exits: ProvedExit[]) =>
  writeExitList(env.PROOF, { version: 1, day: DAY, joiningFeeCents: 1000, exits });

describe("/exits", () => {
  it("says honestly that no cask has ended, or that none that ended had a value", async () => {
    await publish([]);
    expect(await words("/exits")).toContain("No cask has ended yet, so nobody knows how right our values are.");
    for (const values of [undefined, [], [valued(40_000, "opinion", "2026-06-01")]]) {
      await publish([exit(values)]);
      expect(await words("/exits")).toContain("No cask that ended had a value before its sale");
    }
  });

  it("sets each value that was published before the sale against what a stake brought", async () => {
    await publish([exit([valued(40_000, "issue", "2024-01-01"), valued(35_956, "opinion", "2026-05-02")])]);
    const text = await words("/exits");
    // $287.65 is 28.1% less than $400.00 and 20% less than $359.56.
    expect(text).toContain("2 values of 1 cask. Half of them were off by 28.1% or less.");
    expect(text).toContain("in the worst case 28.1% less");
    expect(text).toContain("1 cask: too few to tell how right the next value will be.");
    expect(text).toMatch(/opinion, any age.*?>1<.*?20\.0%.*?−20\.0%/s);
    expect(text).toContain("--values");
    const files = await Promise.all(["/exits.json", "/exits/record.json"].map((path) => app.ask(path, {})));
    expect(files.map(({ status }) => status)).toEqual([200, 200]);
    const [list, told] = files.map((file) => JSON.parse(file.text) as Record<string, unknown[]>);
    expect(list?.exits?.[0]).toMatchObject({ caskId: "csk_ended", values: [{ valueCents: 40_000 }, {}] });
    expect(told?.record?.[0]).toMatchObject({ tier: "all", fromDays: null, values: 2, worstPoints: -2809 });
    expect(text).toMatch(/<figure>.*<svg.*As a table.*Ended Butt \(opinion\).*\$359\.56.*\$287\.65/s);
  });
});

describe("the newest value of a cask", () => {
  it("stands beside the record of earlier ones of its kind, or says that there is none", async () => {
    const value = { ...valued(50_000, "opinion", "2026-09-01"), method: "Guess", source: "Sample & Sons" };
    const cask = {
      ...{ id: CASK, name: "Valued Hogshead", kind: "whisky", caskType: "hogshead", distillery: "Sample" },
      ...{ warehouse: "Bond 1", caskNumber: null, filledOn: null, storagePaidUntil: null, endedOn: null },
    };
    const file = {
      ...{ version: 1, day: DAY, cask, keeper: null, documents: [], gauges: [] },
      valuations: [{ ...value, author: "broker", enteredOn: "2026-09-01", corrected: null }],
    } as CaskEvidence;
    await env.PROOF.put(evidenceKey(CASK), JSON.stringify(file));
    await publish([exit([valued(35_956, "opinion", "2026-05-02")])]);
    expect(await words(`/evidence?cask=${CASK}`)).toContain(
      "Of earlier values of this kind (1 value), half were off by 20.0% or less, on average 20.0% too high.",
    );
    for (const [nothing, values] of [
      ["of this kind", [valued(40_000, "issue", "2024-01-01")]],
      ["at all", undefined],
    ] as const) {
      await publish([exit(values && [...values])]);
      expect(await words(`/evidence?cask=${CASK}`), nothing).toContain("Values of this kind have no record yet");
    }
  });
});
