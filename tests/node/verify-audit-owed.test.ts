import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { verifyFile } from "../../public/verify-audit.mjs";
import { entryText } from "~/domain/log/log-entries";
import { type OwedFile, owedFile, owedLeaf, owedLevels, owedPath, type Wallet } from "~/domain/log/owed-tree";
import { canonical } from "../support/audit-history";
import { hashBytes, hex, LogTree } from "../support/log-tree";
import { dateAt, folderWith, history, removeFolders, resealed, run, wrongIn } from "./support/audit-folders";
import { certificateEntry, checkpointOf, makeSigner, markOf, proofOf, type Signer } from "./support/log-proofs";

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
let signer: Signer;
let file: OwedFile;

/** In a log whose second entry is that root. */
async function logged(root: { hash: string; cents: number }, more: object = {}) {
  const own = { day: DATE, event: "owed", root: root.hash, cents: root.cents, wallets: 1_000 };
  return proofOfEntry({ ...own, ...more });
}

/** The proof of an entry, the second of a log of three. */
async function proofOfEntry(of: object) {
  const entry = utf8.encode(canonical(of));
  const log = new LogTree().grow(3, (at) => (at === 1 ? entry : utf8.encode(entryText(certificateEntry(at)))));
  return proofOf(log, 1, await checkpointOf(log, [signer]), entry);
}

async function fileOf(at: number, of = levels, all = wallets): Promise<OwedFile> {
  const root = rootOf(of);
  const proof = await logged({ hash: hex(root.hash), cents: root.cents });
  return owedFile({ date: DATE, wallet: all[at] ?? expect.fail(), path: owedPath(of, at), root }, proof);
}

beforeAll(async () => {
  signer = await makeSigner();
  file = await fileOf(500);
});

const verify = (of: OwedFile, ...words: string[]) =>
  run(
    "--owed",
    join(folderWith([["owed.json", JSON.stringify(of, null, 1)]]), "owed.json"),
    "--key",
    signer.key,
    ...words,
  );

describe("a wallet that was counted", () => {
  it("passes offline with the log's key", async () => {
    const { said, code } = await verify(file);
    expect(said.split("\n").slice(1)).toEqual([
      `counted: ${wallets[500]?.cents} cents of usr_500 in the ${rootOf(levels).cents} cents owed on ${DATE}`,
      "checked: entry 1 of 3 in dunnage.example/log",
      `signed by ${signer.key.split("+").slice(0, 2).join("+")}`,
    ]);
    expect(code).toBe(0);
  });

  it("passes for the first and the last of 1,000", async () => {
    for (const at of [0, 1, 511, 512, 999]) expect(await verify(await fileOf(at)), `${at}`).toMatchObject({ code: 0 });
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

  it("is told when its root is not in the log yet", async () => {
    expect(await verify({ ...file, proof: null })).toMatchObject({
      code: 0,
      said: expect.stringContaining("not in the public log yet"),
    });
  });

  it("is checked together with a proof", async () => {
    const proof = join(folderWith([["kept.tlog-proof", file.proof ?? ""]]), "kept.tlog-proof");
    const { said, code } = await verify(file, "--proof", proof);
    expect(said.match(/^PASS/gm)).toHaveLength(2);
    expect(code).toBe(0);
  });
});

describe("a kept file on a page", () => {
  const bytesOf = (of: unknown) => utf8.encode(typeof of === "string" ? of : JSON.stringify(of, null, 1));

  it("is told apart by what is in it, passes with any one of the log's keys, and says what it means", async () => {
    const newer = await makeSigner();
    const keys = `${newer.key}\n${signer.key}`;
    const owed = await verifyFile("a.json", bytesOf(file), keys);
    expect(owed).toMatchObject({ ok: true, means: [expect.stringMatching(/^\$95\.00 in .* owed on 23 Nov 2026\.$/)] });
    const log = new LogTree().grow(3, (at) => utf8.encode(entryText(certificateEntry(at))));
    const entry = utf8.encode(entryText(certificateEntry(1)));
    const proof = proofOf(log, 1, await checkpointOf(log, [signer]), entry);
    const { ok, means, lines } = await verifyFile("b.txt", bytesOf(proof), keys);
    expect([ok, means[0]]).toEqual([
      true,
      expect.stringMatching(/^The certificate with the register mark [0-9a-f]{12} was /),
    ]);
    expect(lines.join(" ")).toContain(`signed by ${signer.key.split("+").slice(0, 2).join("+")}`);
    expect(await verifyFile("a.json", bytesOf(file), newer.key)).toMatchObject({ ok: false, means: [] });
    expect((await verifyFile("a.json", bytesOf(file), "")).lines.join(" ")).toContain("no key was given");
  });

  it("passes with the key that has signed, whichever comes first", async () => {
    const older = await makeSigner();
    expect(await verifyFile("a.json", bytesOf(file), `${signer.key}\n${older.key}`)).toMatchObject({ ok: true });
  });

  it.each([
    ["issued", "issued"],
    ["void", "made void"],
    ["resold", "given up, because its stake was sold on"],
  ])("says what became of a certificate: %s", async (event, words) => {
    const { means } = await verifyFile("a", bytesOf(await proofOfEntry({ ...certificateEntry(1), event })), signer.key);
    expect(means).toEqual([`The certificate with the register mark ${markOf(1)} was ${words} on 23 Nov 2026.`]);
  });

  it("says nothing more of what is no certificate", async () => {
    const audit = { day: DATE, event: "audit", hash: "0".repeat(64) };
    const report = await verifyFile("a", bytesOf(await proofOfEntry(audit)), signer.key);
    expect(report).toMatchObject({ ok: true, means: [] });
  });

  it("is not called wrong by a browser that knows no such signatures", async () => {
    const none = new DOMException("Unrecognized name.", "NotSupportedError");
    const known = vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(none);
    const report = verifyFile("a.json", bytesOf(file), signer.key).finally(() => known.mockRestore());
    await expect(report).rejects.toThrow(none);
  });

  it("does not pass with what is no key, or as something else", async () => {
    expect(await verifyFile("a.json", bytesOf(file), `${signer.key}x`)).toEqual({
      ...{ ok: false, means: [] },
      lines: [`FAIL - key: ${signer.key}x is no key, as /log/key says one`],
    });
    const owed = await verifyFile("a", bytesOf('{"c2sp.org/tlog-proof":1}'), signer.key);
    expect(owed.lines[0]).not.toContain("is no proof");
    for (const other of ["%PDF-1.7", "[]", "", "null"])
      expect((await verifyFile("a", bytesOf(other), signer.key)).ok, other).toBe(false);
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
    ["the amount", (of) => (of.wallet.cents += 1), "root.cents: is"],
    ["the amount and the sum", (of) => void ((of.wallet.cents += 1), (of.root.cents += 1)), "root.hash: is not where"],
    ["the owner", (of) => (of.wallet.user_id = "usr_501"), "root.hash: is not where"],
    ["the salt", (of) => (of.wallet.salt = "0".repeat(32)), "root.hash: is not where"],
    [
      "a sum in an inner node",
      (of) => void ((step(of, 5).cents -= 1), (of.root.cents -= 1)),
      "root.hash: is not where",
    ],
    ["a negative leaf", (of) => (step(of, 0).cents = -5), "path[0].cents"],
    ["a side", (of) => (step(of, 3).side = step(of, 3).side === "left" ? "right" : "left"), "root.hash: is not where"],
    ["a step left out", (of) => of.path.splice(4, 1), "root."],
    ["the root", (of) => (of.root.hash = "0".repeat(64)), "root.hash: is not where"],
    ["the day", (of) => (of.date = "2026-11-22"), "proof: is about"],
    ["the proof", (of) => (of.proof = (of.proof ?? "").replace("index 1", "index 2")), "proof.hashes: are more"],
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
    const other = await fileOf(500, treeOf(without), wallets);
    expect((await verify(other)).said).toContain("root.cents");
  });

  it("one wallet's path of yesterday", async () => {
    const today = rootOf(treeOf(wallets.map((one) => ({ ...one, cents: one.cents + 1 }))));
    const proof = await logged({ hash: hex(today.hash), cents: today.cents });
    expect((await verify({ ...file, proof })).said).toContain("proof: is about");
  });

  it.each([
    ["event", "audit"],
    ["day", "2026-11-22"],
    ["root", "0".repeat(64)],
    ["cents", 1],
  ])("a proof of an entry with another %s", async (field, other) => {
    const root = { hash: file.root.hash, cents: file.root.cents };
    const { said } = await verify({ ...file, proof: await logged(root, { [field]: other }) });
    expect(said).toContain("proof: is about {");
  });

  it("a proof of a long entry, told in part", async () => {
    const [root, more] = [{ hash: file.root.hash, cents: file.root.cents }, { event: "x".repeat(200) }];
    const { said } = await verify({ ...file, proof: await logged(root, more) });
    const own = canonical({ day: DATE, root: root.hash, cents: root.cents, wallets: 1_000, ...more });
    expect(said.split("proof: is about ")[1]).toBe(own.slice(0, 160));
  });
});

describe("a day with the tree of what is owed", () => {
  const days = (change: (owed: { cents: number; root: string; wallets: number }) => unknown, version = 3) =>
    history.days.map((day, at) => {
      const owed = { cents: Number(day.money.wallets_cents), root: "ab".repeat(32), wallets: 7 };
      if (at === 5) change(owed);
      return Object.assign(structuredClone(day), at < 2 ? {} : { bids: [], owed, version });
    });
  const wrongAfter = (...given: Parameters<typeof days>) => wrongIn(resealed({ ...history, days: days(...given) }, 0));

  it("passes, and so do the days before the first one", async () => {
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

  it("is refused by name where a field is none, or its version is a later one", async () => {
    expect((await wrongAfter((owed) => (owed.root = "ab")))[0]).toContain(`${dateAt(5)} owed.root`);
    expect((await wrongAfter(() => undefined, 5))[0]).toContain("version: 5 is not");
  });
});
