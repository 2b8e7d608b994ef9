import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { verifyFile } from "../../public/verify-audit.mjs";
import {
  type OwedFile,
  owedFile,
  owedLeaf,
  owedLevels,
  owedPath,
  type SumNode,
  type Wallet,
} from "~/domain/audit/owed-tree";
import type { DayHead } from "~/domain/audit/audit-files";
import { toHex } from "~/domain/hex";
import { hashBytes } from "~/server/sha256";
import { dateAt, folderWith, history, removeFolders, resealed, run, wrongIn } from "./support/audit-folders";

// What the public program says of the file with which one wallet is found in what was owed.

afterAll(removeFolders);

const DATE = "2026-11-23";
const utf8 = new TextEncoder();
const wallets: Wallet[] = Array.from({ length: 1_000 }, (_, at) => ({
  ...{ userId: `usr_${at}`, cents: (at * 7_919) % 50_000 },
  salt: hashBytes(utf8.encode(`salt ${at}`)).slice(0, 16),
}));
const treeOf = (all: readonly Wallet[]) =>
  owedLevels(
    all.map((one) => owedLeaf(one, hashBytes)),
    1_024,
    hashBytes,
  );
const levels = treeOf(wallets);
const rootOf = (of: typeof levels) => of.at(-1)?.[0] ?? expect.fail();

const headOf = (root: SumNode): DayHead => ({
  ...{ certificates: { count: 0, root: "0".repeat(64) }, date: DATE, hash: "1".repeat(64) },
  owed: { cents: root.cents, root: toHex(root.hash), wallets: wallets.length },
  signature: `${"A".repeat(86)}==`,
});
const fileOf = (at: number, of = levels, all = wallets): OwedFile =>
  owedFile({ head: headOf(rootOf(of)), wallet: all[at] ?? expect.fail(), path: owedPath(of, at) });
const file = fileOf(500);

const verify = (of: OwedFile) =>
  run("--owed", join(folderWith([["owed.json", JSON.stringify(of, null, 1)]]), "owed.json"));

describe("a wallet that was counted", () => {
  it("passes offline", async () => {
    const { said, code } = await verify(file);
    expect(said.split("\n").slice(1)).toEqual([
      `counted: ${wallets[500]?.cents} cents of usr_500 in the ${rootOf(levels).cents} cents owed on ${DATE}`,
    ]);
    expect(code).toBe(0);
  });

  it("passes for the first and the last of 1,000", async () => {
    for (const at of [0, 1, 511, 512, 999]) expect(await verify(fileOf(at)), `${at}`).toMatchObject({ code: 0 });
  });

  it("passes whatever the order of its fields", async () => {
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : value && typeof value === "object"
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([name, one]) => [name, turned(one)]),
            )
          : value;
    expect(await verify(turned(file) as OwedFile)).toMatchObject({ code: 0 });
  });
});

describe("a kept file on a page", () => {
  const bytesOf = (of: unknown) => utf8.encode(typeof of === "string" ? of : JSON.stringify(of, null, 1));

  it("passes, and says what it means", async () => {
    const owed = await verifyFile("a.json", bytesOf(file));
    expect(owed).toMatchObject({ ok: true, means: [expect.stringMatching(/^\$95\.00 in .* owed on 23 Nov 2026\.$/)] });
  });

  it("does not pass as something else", async () => {
    for (const other of ["%PDF-1.7", "[]", "", "null"])
      expect(await verifyFile("a", bytesOf(other)), other).toMatchObject({ ok: false, means: [] });
  });
});

describe("what was changed is named", () => {
  const changed = (change: (of: OwedFile) => unknown) => {
    const copy = structuredClone(file);
    change(copy);
    return copy;
  };
  const step = (of: OwedFile, at: number) => of.path[at] ?? expect.fail();

  it.each<[string, (of: OwedFile) => unknown, string]>([
    ["the amount", (of) => (of.wallet.cents += 1), "head.owed.cents: is"],
    [
      "the amount and the sum",
      (of) => void ((of.wallet.cents += 1), (of.head.owed.cents += 1)),
      "head.owed.root: is not where",
    ],
    ["the owner", (of) => (of.wallet.user_id = "usr_501"), "head.owed.root: is not where"],
    ["the salt", (of) => (of.wallet.salt = "0".repeat(32)), "head.owed.root: is not where"],
    [
      "a sum in an inner node",
      (of) => void ((step(of, 5).cents -= 1), (of.head.owed.cents -= 1)),
      "head.owed.root: is not where",
    ],
    ["a negative leaf", (of) => (step(of, 0).cents = -5), "path[0].cents"],
    [
      "a side",
      (of) => (step(of, 3).side = step(of, 3).side === "left" ? "right" : "left"),
      "head.owed.root: is not where",
    ],
    ["a step left out", (of) => of.path.splice(4, 1), "head.owed."],
    ["the root", (of) => (of.head.owed.root = "0".repeat(64)), "head.owed.root: is not where"],
    ["the version", (of) => Object.assign(of, { version: 2 }), "version: 2 is not 1"],
    ["a side that is none", (of) => (step(of, 0).side = "up" as never), 'path[0].side: "up" is not left or right'],
    ["a salt that is none", (of) => (of.wallet.salt = "x"), 'wallet.salt: "x" is not 32 hex digits'],
  ])("%s", async (_, change, expected) => {
    const { said, code } = await verify(changed(change));
    expect(said).toMatch(/^FAIL /);
    expect(said).toContain(expected);
    expect(code).toBe(1);
  });

  it("a leaf left out of 1,000: the path of a tree that others are not shown", async () => {
    const without = wallets.toSpliced(500, 1, { ...(wallets[500] ?? expect.fail()), cents: 0 });
    const other = fileOf(500, treeOf(without), wallets);
    expect((await verify(other)).said).toContain("head.owed.cents");
  });
});

describe("a day with the tree of what is owed", () => {
  const days = (change: (owed: { cents: number; root: string; wallets: number }) => unknown) =>
    history.days.map((day, at) => {
      const copy = structuredClone(day);
      if (at === 5) change(copy.owed);
      return copy;
    });
  const wrongAfter = (...given: Parameters<typeof days>) => wrongIn(resealed({ ...history, days: days(...given) }, 0));

  it("passes", async () => {
    expect(await wrongAfter(() => undefined)).toEqual([]);
  });

  it("fails where the tree holds more than all wallets and the market together; less may be in the market", async () => {
    expect((await wrongAfter((owed) => (owed.cents += 1)))[0]).toContain(`${dateAt(5)} owed.cents: is`);
    expect(await wrongAfter((owed) => (owed.cents -= 1))).toEqual([]);
  });

  it("may be of an audit that says itself that the money is wrong", async () => {
    const all = days((owed) => (owed.cents += 1));
    const [last, failed] = [all[5] ?? expect.fail(), { result: "FAIL", reason: "money: differs" }];
    Object.assign(last, failed, { money: { ...last.money, ...failed } });
    expect(await wrongIn(resealed({ ...history, days: all }, 0))).toEqual([
      `${dateAt(5)} result: the audit itself says FAIL: money: differs`,
    ]);
  });

  it("is refused by name where a field is none", async () => {
    expect((await wrongAfter((owed) => (owed.root = "ab")))[0]).toContain(`${dateAt(5)} owed.root`);
  });
});
