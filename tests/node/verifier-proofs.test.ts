import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { verifyFile } from "../../public/verify-audit.mjs";
import type { CertificateLeaf } from "~/domain/audit/audit-files";
import {
  certificateLeaf,
  certificateTree,
  owedFile,
  owedLeaf,
  owedTree,
  treePath,
  treeRoot,
  type Wallet,
} from "~/domain/audit/hashes";
import { toHex } from "~/domain/hex";
import { hashBytes } from "~/domain/audit/hashes";
import { type Day, KEY, keyOf, resealFrom, sha, signatureOf } from "../support/audit-history";
import { base, dateAt, folderWith, hasPython, recount, removeFolders, run, set, wrongIn } from "./support/altered";

// What the public program, and one written from docs/audit-format.md alone, say of the files with which one certificate or one wallet is
// found in its day; and who signed a day.

afterAll(removeFolders);

type Json = Record<string, unknown>;
const utf8 = new TextEncoder();
const OTHER = generateKeyPairSync("ed25519");
const [OTHER_KEY, ZEROS] = [keyOf(OTHER.publicKey), "0".repeat(64)];

const wallets = Array.from({ length: 1_000 }, (_, at): Wallet => ({
  userId: `usr_${at}`,
  cents: (at * 7_919) % 50_000,
  salt: hashBytes(utf8.encode(`salt ${at}`)).slice(0, 16),
}));
const leavesOf = (all: readonly Wallet[]) => all.map((one) => owedLeaf(one));
const [tree, owed] = [certificateTree, owedTree];
const owedLeaves = leavesOf(wallets);
const certificates = Array.from({ length: 13 }, (_, at): CertificateLeaf => ({
  date: "2026-05-01",
  event: at === 3 ? "void" : "issued",
  mark: sha(`${at}`).slice(0, 12),
}));
const leaves = certificates.map((one) => certificateLeaf(one));

function headOf(top = treeRoot(owed, owedLeaves), nodes = leaves) {
  const [day] = base.days;
  const head = {
    certificates: { count: nodes.length, root: toHex(treeRoot(tree, nodes).hash) },
    date: day?.date ?? "",
    hash: day?.hash ?? "",
    owed: { cents: top.cents, root: toHex(top.hash), wallets: wallets.length },
  };
  return { ...head, signature: signatureOf(head) };
}
const owedAt = (at: number, of = owedLeaves): Json => ({
  ...owedFile(headOf(treeRoot(owed, of)), wallets[at] ?? expect.fail(), treePath(owed, of, at)),
});
const proofAt = (at: number, count = 13): Json => ({
  version: 1,
  certificate: { ...certificates[at] },
  head: headOf(undefined, leaves.slice(0, count)),
  index: at,
  path: treePath(tree, leaves.slice(0, count), at).map(({ node }) => toHex(node.hash)),
});

async function verify(file: Json, ...words: string[]) {
  const option = "wallet" in file ? "--owed" : "--proof";
  const path = join(folderWith([["kept.json", JSON.stringify(file, null, 1)]]), "kept.json");
  const { said, code } = await run(option, path, ...words);
  if (hasPython && !words.includes("--key")) {
    const field = /^FAIL \S+ ([^:]*)/.exec(said)?.[1];
    expect(await recount(path)).toEqual({ code, said: field ? `FAIL file ${field}\n` : `PASS ${path}\n` });
  }
  return { lines: said.replaceAll(path, "kept").split("\n"), code };
}

describe("what was counted", () => {
  const { date, hash } = headOf();

  it("passes offline, a certificate and a wallet", async () => {
    const note = "note: no key was given to tell who signed it";
    const mark = certificates[3]?.mark;
    expect(await verify(proofAt(3))).toEqual({
      lines: [
        "PASS kept",
        `counted: the certificate with the register mark ${mark}, void on 2026-05-01 in the audit ${date}=${hash}`,
        note,
      ],
      code: 0,
    });
    const sum = wallets.reduce((total, { cents }) => total + cents, 0);
    expect(await verify(owedAt(500))).toEqual({
      lines: [
        "PASS kept",
        `counted: 9500 cents of usr_500 in the ${sum} cents owed in the audit ${date}=${hash}`,
        note,
      ],
      code: 0,
    });
  });

  it("passes at any place of trees of any size", async () => {
    for (const count of [1, 2, 3, 4, 5, 7, 8, 12, 13])
      for (let at = 0; at < count; at += 1)
        expect((await verifyFile("a", utf8.encode(JSON.stringify(proofAt(at, count))))).ok, `${at}/${count}`).toBe(
          true,
        );
    for (const at of [0, 1, 511, 512, 999]) expect(await verify(owedAt(at)), `${at}`).toMatchObject({ code: 0 });
  });

  it("fails for a file of another kind", async () => {
    for (const other of ["%PDF-1.7", "[]", "", "null"])
      expect(await verifyFile("a", utf8.encode(other)), other).toMatchObject({ ok: false });
  });

  it("is checked with a key that was kept, even after the present key has changed", async () => {
    for (const file of [owedAt(500), proofAt(3)]) {
      const signed = { lines: expect.arrayContaining(["signed by one of the keys given"]) as unknown, code: 0 };
      expect(await verify(file, "--key", KEY)).toMatchObject(signed);
      expect(await verify(file, "--key", OTHER_KEY, "--key", KEY)).toMatchObject(signed);
      expect(await verify(file, "--key", OTHER_KEY)).toEqual({
        lines: ["FAIL kept head.signature: is of none of the keys given, or the day was changed"],
        code: 1,
      });
    }
  });
});

const other = (was: unknown) =>
  typeof was === "number" ? was + 1 : was === "left" ? "right" : was === "right" ? "left" : ZEROS;

describe("what was changed is named", () => {
  it.each<[string, unknown, string]>([
    ["wallet.cents", other, "head.owed.cents: is "],
    ["wallet.user_id", "usr_501", "head.owed.root: is not where this wallet leads"],
    ["wallet.salt", "0".repeat(32), "head.owed.root: is not where"],
    ["wallet.salt", "x", 'wallet.salt: "x" is not 32 hex digits'],
    ["path.0.cents", -5, "path[0].cents: -5 is not a count"],
    ["path.3.side", other, "head.owed.root: is not where"],
    ["path.3.side", "up", 'path[3].side: "up" is not left or right'],
    ["path", (was: unknown[]) => was.toSpliced(4, 1), "head.owed."],
    ["head.owed.root", ZEROS, "head.owed.root: is not where"],
    ["head.owed.cents", other, "head.owed.cents: is "],
    ["more", 1, "more: is not a field of the format"],
  ])("of a wallet: %s", async (path, value, expected) => {
    const { lines, code } = await verify(set(owedAt(500), path, value));
    expect(lines).toEqual([expect.stringContaining(`FAIL kept ${expected}`)]);
    expect(code).toBe(1);
  });

  it.each<[string, (file: Json) => unknown]>([
    ["the amount and the sum", (file) => set(set(file, "wallet.cents", other), "head.owed.cents", other)],
    ["a sum within, and the sum", (file) => set(set(file, "path.5.cents", other), "head.owed.cents", other)],
  ])("of a wallet: %s", async (_, change) => {
    const { lines } = await verify(change(owedAt(500)) as Json);
    expect(lines).toEqual([expect.stringContaining("FAIL kept head.owed.root: is not where")]);
  });

  it("of a wallet: a tree of its own that leaves the wallet out of the sum", async () => {
    const without = wallets.with(500, { ...(wallets[500] as Wallet), cents: 0 });
    const file = owedAt(500, leavesOf(without));
    expect((await verify(file)).lines[0]).toContain("FAIL kept head.owed.cents: ");
  });

  const root = "head.certificates.root: is not where this certificate leads";
  it.each<[string, unknown, string]>([
    ["certificate.mark", "0".repeat(12), root],
    ["certificate.event", "issued", root],
    ["certificate.event", "sold", 'certificate.event: "sold" is not issued, void or resold'],
    ["index", other, root],
    ["index", 13, "index: is 13, in a tree of 13"],
    ["head.certificates.count", 4, "path: is longer than the tree is high"],
    ["head.certificates.count", 1_000, "path: is shorter than the tree is high"],
    ["path.1", ZEROS, root],
    ["path.1", "x", 'path[1]: "x" is not a SHA-256'],
    ["path", (was: unknown[]) => was.slice(1), "path: is shorter than the tree is high"],
    ["path", (was: unknown[]) => [...was, ZEROS], "path: is longer than the tree is high"],
    ["head.signature", "", 'head.signature: "" is not 64 bytes in base64'],
    ["version", 2, "version: 2 is not 1"],
  ])("of a certificate: %s", async (path, value, expected) => {
    const { lines, code } = await verify(set(proofAt(3), path, value));
    expect(lines).toEqual([expect.stringContaining(`FAIL kept ${expected}`)]);
    expect(code).toBe(1);
  });

  it.each(["certificates.count", "owed.cents", "owed.wallets", "date", "certificates.root"])(
    "of a head: %s, by the key that signed it",
    async (path) => {
      const isOfProof = /^owed|^hash|^date/.test(path);
      const file = set(isOfProof ? proofAt(12) : owedAt(500), `head.${path}`, path === "date" ? "2026-01-01" : other);
      expect(await verify(file)).toMatchObject({ code: 0 });
      const { lines } = await verify(file, "--key", KEY);
      expect(lines).toEqual([expect.stringContaining("FAIL kept head.signature: is of none")]);
    },
  );
});

describe("who signed each day", () => {
  const WRONG = "signature: is of none of the keys given, or the day was changed";
  const keys = (...all: string[]) => all.flatMap((key) => ["--key", key]);
  /** Signed by another from this day on. */
  const rotated = (at: number) =>
    base.days.map((day, on) => (on < at ? day : { ...day, signature: signatureOf(day, OTHER.privateKey) }));

  it("is checked for every day", async () => {
    expect(await wrongIn(base.days, [], keys(KEY))).toEqual([]);
    expect(await wrongIn(base.days, [], keys(OTHER_KEY))).toEqual(base.days.map(({ date }) => `${date} ${WRONG}`));
    expect(await wrongIn(rotated(4), [], keys(KEY, OTHER_KEY))).toEqual([]);
    expect(await wrongIn(rotated(4), [], keys(KEY))).toEqual([`${dateAt(4)} ${WRONG}`, `${dateAt(5)} ${WRONG}`]);
  });

  it("is wrong for a rewritten history whose hashes all fit", async () => {
    const days = base.days.map((day) => set(structuredClone(day), "casks.1.name", "Other"));
    const forged = resealFrom(days, 0).map((day, at): Day => ({ ...day, signature: base.days[at]?.signature ?? "" }));
    expect(await wrongIn(forged)).toEqual([]);
    expect(await wrongIn(forged, [], keys(KEY))).toEqual(base.days.map(({ date }) => `${date} ${WRONG}`));
  });
});
