import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headText, signedNote } from "~/domain/log/checkpoint";
import { consistencyRanges, inclusionRanges } from "~/domain/log/merkle";
import { effort, IN_LONG_FORM } from "../support/effort";
import { base64, LogTree } from "../support/log-tree";
import { folderWith, removeFolders, run, runCommand } from "./support/audit-folders";
import {
  checkpointOf,
  entryBytes,
  logOf,
  makeSigner,
  markOf,
  ORIGIN,
  proofOf,
  type Signer,
} from "./support/log-proofs";

// What the public program says of a proof that somebody kept, without the site.

afterAll(removeFolders);

let signer: Signer;
let witness: Signer;
let log: LogTree;
let checkpoint: string;
let proof: string;

beforeAll(async () => {
  [signer, witness] = [await makeSigner(), await makeSigner("witness.example", 4)];
  log = logOf(300);
  checkpoint = await checkpointOf(log, [signer, witness]);
  proof = proofOf(log, 42, checkpoint);
});

const kept = (text: string) => join(folderWith([["kept.tlog-proof", text]]), "kept.tlog-proof");
const verify = (text: string, ...words: string[]) => run("--proof", kept(text), ...words);

describe("an untouched proof", () => {
  it("passes with the log's key, and says what was logged, where, and who signed", async () => {
    const file = kept(proof);
    const { said, code } = await run("--proof", file, "--key", signer.key, "--mark", markOf(42));
    expect(said.split("\n")).toEqual([
      `PASS ${file}`,
      `logged: day 2026-11-23, event issued, mark ${markOf(42)}`,
      "checked: entry 42 of 300 in dunnage.example/log",
      `signed by ${signer.key.split("+").slice(0, 2).join("+")}`,
    ]);
    expect(code).toBe(0);
  });

  it("names a witness with the time at which it signed", async () => {
    const { said } = await verify(proof, "--key", signer.key, "--key", witness.key);
    expect(said).toContain(`signed by ${witness.key.split("+").slice(0, 2).join("+")}, 2026-09-21T14:13:20.000Z`);
  });

  it("passes with the key of a witness alone", async () => {
    const { said, code } = await verify(proof, "--witness", witness.key);
    expect(said).toContain("signed by witness.example");
    expect(code).toBe(0);
  });

  it("says that nobody vouches for it without a key", async () => {
    const { said, code } = await verify(proof);
    expect(said).toContain("note: no key was given");
    expect(code).toBe(0);
  });

  it("passes as a command in a process of its own", async () => {
    expect(await runCommand("--proof", kept(proof), "--key", signer.key)).toMatchObject({ code: 0 });
  });

  it.each([1, 2, 255, 256, 257, effort(1_000, 65_537)])("passes for entries of a log of %i", async (size) => {
    const whole = logOf(size);
    const head = await checkpointOf(whole, [signer]);
    const places = [...new Set([0, 1, 254, 255, 256, size >> 1, size - 1])].filter((index) => index < size);
    for (const index of places)
      expect(await verify(proofOf(whole, index, head), "--key", signer.key), `${index}`).toMatchObject({ code: 0 });
  });
});

/** The proof with the bytes of one signature changed. */
function signedWith(text: string, change: (bytes: Buffer) => number[], by = "dunnage") {
  const line = new RegExp(`— ${by}\\S* (\\S+)`).exec(text)?.[1] ?? expect.fail();
  return text.replace(line, Buffer.from(change(Buffer.from(line, "base64"))).toString("base64"));
}

describe("what was changed in a proof is named", () => {
  it.each<[string, (text: string) => string, string]>([
    ["the entry", (text) => text.replace(base64(entryBytes(42)), base64(entryBytes(43))), "hashes: do not lead"],
    ["its place", (text) => text.replace("index 42", "index 43"), "hashes: do not lead"],
    ["a place beyond the log", (text) => text.replace("index 42", "index 300"), "index: is 300"],
    ["a hash left out", (text) => text.replace(/(index 42\n)\S+\n/, "$1"), "hashes: are fewer"],
    ["a hash twice", (text) => text.replace(/(index 42\n)(\S+\n)/, "$1$2$2"), "hashes: "],
    [
      "a hash",
      (text) => text.replace(/(index 42\n)(.)/, (_, before: string, one: string) => before + (one === "A" ? "B" : "A")),
      "hashes: do not lead",
    ],
    ["the size", (text) => text.replace("\n300\n", "\n301\n"), "is not genuine"],
    ["the root", (text) => text.replace(base64(log.root()), base64(logOf(299).root())), "hashes: do not lead"],
    [
      "the origin",
      (text) => text.replace("\ndunnage.example/log\n", "\ndunnage.exampl3/log\n"),
      "checkpoint: is of dunnage.exampl3/log",
    ],
    [
      "the signature",
      (text) =>
        text.replace(/(— dunnage\S+ .{20})(.)/, (_, before: string, one: string) => before + (one === "A" ? "B" : "A")),
      "checkpoint: the signature of dunnage.example/log",
    ],
    ["no signature", (text) => text.replace(/— dunnage.*\n/, ""), "checkpoint: is not signed with the key"],
    ["the version", (text) => text.replace("@v1", "@v2"), "file: is no proof of version 1"],
    ["an entry that is not base64", (text) => text.replace(/extra \S+/, "extra ####"), "extra: is not base64"],
    ["base64 with bits left over", (text) => text.replace(/extra \S+/, "extra QR=="), "extra: is not base64"],
    ["base64 that is cut off", (text) => text.replace(/extra \S+/, "extra QUFBQ"), "extra: is not base64"],
    ["a hash with bits left over", (text) => text.replace(/(index 42\n.{42}).=/, "$1B="), "hashes[0]: is not base64"],
    ["a head without a root", (text) => text.replace(base64(log.root()), "none"), "checkpoint: is none (C2SP"],
    ["a line that signs nothing", (text) => `${text}signed\n`, "checkpoint: has a line that is no signature"],
    ["something before it", (text) => `x${text}`, "file: is no proof of version 1"],
    ["a line before the origin", (text) => text.replace("\n\n", "\n\nmore\n"), "checkpoint: is none (C2SP"],
    ["a blank line in the head", (text) => text.replace("\n300\n", "\n300\n\n"), "checkpoint: is none (C2SP"],
    [
      "a blank line behind the root",
      (text) => text.replace(`${base64(log.root())}\n`, `${base64(log.root())}\n\nmore\n`),
      "checkpoint: is none (C2SP",
    ],
    ["no line below the head", (text) => text.slice(0, text.indexOf("— ")), "checkpoint: has no signatures"],
    ["a line that begins otherwise", (text) => text.replace("— dun", "x— dun"), "checkpoint: has a line that is no"],
    ["a line that goes on", (text) => `${text.slice(0, -1)} more\n`, "checkpoint: has a line that is no signature"],
    [
      "a signature that is not base64",
      (text) => text.replace(/(— dunnage\S+ )\S+/, "$1####"),
      "checkpoint: is not base64",
    ],
    ["a signature that is longer", (text) => signedWith(text, (bytes) => [...bytes, 0]), "log+"],
    ["a signature that is cut off", (text) => signedWith(text, (bytes) => [...bytes.subarray(0, 9)]), "log+"],
    [
      "a signature under another name",
      (text) => text.replace("— dunnage.example/log ", "— elsewhere.example/log "),
      "checkpoint: is not signed with the key",
    ],
    ["an end that is cut off", (text) => text.slice(0, -1), "checkpoint: has no signatures"],
  ])("%s", async (_, change, expected) => {
    const changed = change(proof);
    expect(changed).not.toBe(proof);
    const { said, code } = await verify(changed, "--key", signer.key);
    expect(said).toMatch(/^FAIL /);
    expect(said).toContain(expected);
    expect(code).toBe(1);
  });

  it("another mark than one's own", async () => {
    const { said, code } = await verify(proof, "--key", signer.key, "--mark", markOf(43));
    expect(said).toContain(`entry: is about "${markOf(42)}", not about the mark ${markOf(43)}`);
    expect(code).toBe(1);
  });

  it("a key that is not the log's, or no longer", async () => {
    const other = await makeSigner();
    expect((await verify(proof, "--key", other.key)).said).toContain("is not signed with the key");
    const both = proofOf(log, 42, await checkpointOf(log, [other, signer]));
    expect((await verify(both, "--key", signer.key)).code).toBe(0);
    expect((await verify(both, "--key", other.key)).code).toBe(0);
  });

  it("a witness's time, or a signature that is too short to have one", async () => {
    for (const change of [
      (bytes: Buffer) => [...bytes].with(11, (bytes[11] ?? 0) + 1),
      (bytes: Buffer) => [...bytes.subarray(0, 9)],
    ]) {
      const { said } = await verify(signedWith(proof, change, "witness"), "--key", witness.key);
      expect(said).toMatch(/checkpoint: the signature of witness\.example\+\S+ is not genuine$/);
    }
  });

  it("one of several", async () => {
    const { said, code } = await verify(proof, "--proof", kept(proof.replace("index 42", "index 43")));
    expect(said).toMatch(/^PASS .*[^]*^FAIL /m);
    expect(code).toBe(1);
  });

  it.each(['{"event":"issued","day":"2026-11-23"}', '{ "event":"issued"}', "[]", '"issued"', "issued"])(
    "an entry that is no canonical JSON object: %s",
    async (text) => {
      const entry = new TextEncoder().encode(text);
      const own = new LogTree().grow(2, (at) => (at === 1 ? entry : entryBytes(at)));
      const { said } = await verify(proofOf(own, 1, await checkpointOf(own, [signer]), entry), "--key", signer.key);
      expect(said).toMatch(/^FAIL \S+ entry: is not canonical JSON$/);
    },
  );

  it("any byte", async () => {
    const own = proofOf(log, 42, await checkpointOf(log, [signer]));
    await fc.assert(
      fc.asyncProperty(fc.nat(own.length - 1), fc.integer({ min: 32, max: 126 }), async (at, code) => {
        const changed = own.slice(0, at) + String.fromCharCode(code) + own.slice(at + 1);
        if (changed === own) return;
        expect(await verify(changed, "--key", signer.key), changed).toMatchObject({ code: 1 });
      }),
      { numRuns: effort(300, 5_000) },
    );
  });
});

it("accepts a checkpoint with lines of its own below the root", async () => {
  const text = `${headText({ origin: ORIGIN, size: log.size, root: log.root() })}more\nand more\n`;
  const own = proofOf(log, 42, signedNote(text, [await signer.sign(text)]));
  expect(await verify(own, "--key", signer.key)).toMatchObject({ code: 0 });
});

it("is called with files, keys and a mark, or says how", async () => {
  const usage = { code: 2, said: expect.stringMatching(/^usage: /) as unknown };
  const unknownKind = await makeSigner(ORIGIN, 2 as never);
  for (const words of [
    ["--proof"],
    ["--proof", ""],
    ["--owed", "--key"],
    ["--proof", "x", "--key", ` ${signer.key}`],
    ["--proof", "x", "--key", signer.key.replace(/\+[0-9a-f]{8}\+/, "+00000000+")],
    ["--proof", "x", "--witness", signer.key],
    ["--proof", "x", "--of", markOf(42)],
    ["--proof", "x", "--key", unknownKind.key],
    ["--proof", "x", "--mark", `${markOf(42)}0`],
    ["--proof", "x", "--mark", `0${markOf(42)}`],
    ["some-file.json", "--key", signer.key],
    ["some-file.json", "--checkpoint", "kept"],
    ["--values"],
    ["--values", "ftp://dunnage.example"],
    ["--values", "a-http://dunnage.example"],
    ["--values", "http://dunnage.example", "more"],
  ])
    expect(await run(...words), words.join(" ")).toEqual(usage);
  for (const words of [
    ["--proof", "--key"],
    ["--key", signer.key, "--proof"],
    ["--proof", "x", "--key", "x"],
  ])
    expect(await run(...words)).toMatchObject({ code: 2 });
  expect(await run("--proof", "x", "--mark", "x")).toMatchObject({ code: 2 });
  expect(await run("--proof", "no-such-file")).toMatchObject({ code: 2 });
});

const goCheck = (given: object) =>
  execFileSync("go", ["run", "tests/node/support/tlog-check/main.go", "check"], {
    input: JSON.stringify(given),
    env: { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode" },
  }).toString();

// Needs Go and its package golang-golang-x-mod-dev, both of which Debian has.
it.runIf(IN_LONG_FORM)(
  "another implementation accepts 1,000 proofs, the growth of the log and its checkpoints",
  async () => {
    const large = logOf(65_537);
    const included = Array.from({ length: 1_000 }, (_, at) => {
      const index = (at * 7_919) % large.size;
      const hashes = large.hashes(inclusionRanges(index, large.size)).map(base64);
      return { entry: base64(entryBytes(index)), index, size: large.size, root: base64(large.root()), proof: hashes };
    });
    const grown = [1, 2, 255, 256, 257, 300, 65_536].map((old) => ({
      ...{ old, old_root: base64(logOf(old).root()), size: large.size, root: base64(large.root()) },
      proof: large.hashes(consistencyRanges(old, large.size)).map(base64),
    }));
    const checkpoints = [await checkpointOf(log, [signer]), await checkpointOf(large, [signer, witness])];
    const cosigned = [checkpoint, checkpoints[1], checkpoint];
    // As a follower finds them: of each log the checkpoint and the tiles, of which no more is believed than leads to its root.
    const logs = await Promise.all(
      [1, 2, 255, 256, 257, 65_537].map(async (size) => {
        const own = size === large.size ? large : logOf(size);
        const places = [...new Set([0, 254, 255, 256, size >> 1, size - 1])].filter((index) => index < size);
        return {
          checkpoint: await checkpointOf(own, [signer]),
          tiles: Object.fromEntries([...own.tiles].map(([path, tile]) => [path, base64(tile)])),
          entries: Object.fromEntries(places.map((index) => [index, base64(entryBytes(index))])),
        };
      }),
    );
    const said = goCheck({ key: signer.key, included, grown, checkpoints, witness: witness.key, cosigned, logs });
    const entries = logs.reduce((sum, one) => sum + Object.keys(one.entries).length, 0);
    expect(said).toBe(`1000 included, 7 grown, 2 signed, 3 cosigned, ${entries} entries of 6 logs\n`);
  },
);
