import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entryText, type LogEntry } from "~/domain/log/log-entries";
import { headText, signedNote } from "~/domain/log/checkpoint";
import { joinEntries, newTiles, TILE_WIDTH, tilePath } from "~/domain/log/tiles";
import { LogTree } from "../support/log-tree";
import { dateAt, folderWith, hashAt, history, removeFolders, run } from "./support/audit-folders";
import { type AuditSite, openAuditSite } from "./support/audit-site";
import { certificateEntry, checkpointOf, makeSigner, ORIGIN, type Signer } from "./support/log-proofs";

// The public program follows a site's log: its newest day stands in it, and it only ever grows.

const AT = 5;
const utf8 = new TextEncoder();
const audit: LogEntry = { day: dateAt(AT), event: "audit", hash: hashAt(history, AT) };
let site: AuditSite;
let signer: Signer;

beforeAll(async () => {
  site = await openAuditSite(history);
  signer = await makeSigner();
});
afterAll(() => {
  site.stop();
  removeFolders();
});

/** A log of that many certificates, with the audit at its end. */
function logOf(size: number, last: LogEntry = audit, change = (_: number, entry: LogEntry) => entry) {
  const entry = (at: number) => utf8.encode(entryText(at === size - 1 ? last : change(at, certificateEntry(at))));
  return { entry, tree: new LogTree().grow(size, entry) };
}

async function show({ entry, tree }: ReturnType<typeof logOf>, checkpoint?: string, more?: [string, Uint8Array]) {
  const { size } = tree;
  const files = new Map<string, string | Uint8Array>();
  for (const tile of newTiles(0, size)) {
    const { level, index, width } = tile;
    files.set(`/log/${tilePath(tile)}`, tree.tiles.get(tilePath(tile)) ?? expect.fail());
    const own = Array.from({ length: width }, (_, at) => entry(index * TILE_WIDTH + at));
    if (level === 0) files.set(`/log/${tilePath({ ...tile, level: "entries" })}`, joinEntries(own));
  }
  files.set("/log/checkpoint", checkpoint ?? (await checkpointOf(tree, [signer])));
  if (more) files.set(...more);
  site.show(history, files);
}

const check = (...words: string[]) => run(site.origin, "--key", signer.key, ...words);
const kept = (checkpoint: string) => ["--checkpoint", join(folderWith([["checkpoint", checkpoint]]), "checkpoint")];

describe("a site whose log is right", () => {
  it.each([1, 2, 255, 256, 257, 700])("passes, with a log of %i entries", async (size) => {
    await show(logOf(size));
    const { said, code } = await check();
    expect(said).toContain(`checked: the public log of ${size} entries ends with the audit of ${dateAt(AT)}`);
    expect(said).toContain(`signed by ${signer.key.split("+").slice(0, 2).join("+")}`);
    expect(code).toBe(0);
  });

  it.each([1, 2, 3, 255, 256, 257, 511, 512, 699, 700])(
    "passes with a checkpoint of its first %i entries",
    async (old) => {
      const log = logOf(700);
      await show(log);
      const before = new LogTree().grow(old, log.entry);
      const { said, code } = await check(...kept(await checkpointOf(before, [signer])));
      expect(said).toContain(`checked: it begins with the ${old} entries of the checkpoint that you kept`);
      expect(code).toBe(0);
    },
  );
});

it("passes with an entry of more than 255 bytes before the last, and with the key of a witness alone", async () => {
  const witness = await makeSigner("witness.example", 4);
  const long = { event: "x".repeat(600) } as unknown as LogEntry;
  const log = logOf(3, audit, (at, entry) => (at === 1 ? long : entry));
  await show(log, await checkpointOf(log.tree, [signer, witness]));
  const { said, code } = await run(site.origin, "--witness", witness.key);
  expect(said).toContain("signed by witness.example+");
  expect(code).toBe(0);
});

it("asks for no hash that it knows: that of the last entry, or the root of the checkpoint that was kept", async () => {
  const log = logOf(300);
  const tile = log.tree.tiles.get("tile/0/001.p/44")?.with(43 * 32, 0) ?? expect.fail();
  const checkpoint = await checkpointOf(log.tree, [signer]);
  await show(log, checkpoint, ["/log/tile/0/001.p/44", tile]);
  expect((await check(...kept(checkpoint))).code).toBe(0);
});

describe("what is wrong with a log is named", () => {
  it("the newest day is not in it", async () => {
    await show(logOf(300, { ...audit, hash: hashAt(history, AT - 1) }));
    expect(await check()).toMatchObject({
      code: 1,
      said: expect.stringContaining(`FAIL ${dateAt(AT)} log: its last entry is not the audit of ${dateAt(AT)}`),
    });
  });

  it("an entry was changed, left out or added late", async () => {
    const before = new LogTree().grow(200, logOf(300).entry);
    const words = kept(await checkpointOf(before, [signer]));
    await show(logOf(300, audit, (at, entry) => (at === 150 ? certificateEntry(9_999) : entry)));
    expect((await check(...words)).said).toContain(
      "log: does not begin with the 200 entries of the checkpoint that you kept",
    );
    await show(logOf(299, audit, (at) => certificateEntry(at < 150 ? at : at + 1)));
    expect((await check(...words)).said).toContain("does not begin with the 200 entries");
    await show(logOf(301, audit, (at) => certificateEntry(at < 150 ? at : at - 1)));
    expect((await check(...words)).said).toContain("does not begin with the 200 entries");
  });

  it("it went back", async () => {
    await show(logOf(300));
    const words = kept(await checkpointOf(logOf(400).tree, [signer]));
    expect((await check(...words)).said).toContain("log: has 300 entries, and had 400 before: entries are gone");
  });

  it("the checkpoint that was kept has a root with bits left over", async () => {
    await show(logOf(300));
    const own = (await checkpointOf(logOf(200).tree, [signer])).replace(/(\n.{42}).=\n/, "$1B=\n");
    expect((await check(...kept(own))).said).toContain(`FAIL ${dateAt(AT)} checkpoint: is not base64`);
  });

  it("there are two checkpoints of one size", async () => {
    await show(logOf(300));
    const words = kept(await checkpointOf(logOf(300, { ...audit, day: dateAt(AT - 1) }).tree, [signer]));
    expect((await check(...words)).said).toContain("does not begin with the 300 entries");
  });

  it("its tiles or its entries are not those of its checkpoint", async () => {
    const log = logOf(300);
    await show(log, await checkpointOf(logOf(300, { ...audit, hash: hashAt(history, 0) }).tree, [signer]));
    expect((await check()).said).toContain("log: its last entry does not lead to the root of its checkpoint");
    await show(log);
    site.break("/log/tile/1/000.p/1", () => "short");
    expect((await check()).said).toContain("log: /log/tile/1/000.p/1 is too short");
    await show(logOf(301));
    // Of four hashes that are needed the last is cut off.
    site.break("/log/tile/0/001.p/45", () => "x".repeat(43 * 32 + 5));
    expect((await check()).said).toContain("log: /log/tile/0/001.p/45 is too short");
    await show(log);
    for (const path of ["/log/checkpoint", "/log/tile/entries/001.p/44", "/log/tile/0/001.p/44"]) {
      await show(log);
      site.break(path, 404);
      const { said, code } = await check();
      expect(said, path).toMatch(/log: .*(missing|no checkpoint)/);
      expect(code).toBe(1);
    }
  });

  it("it is signed with another key, or is another log", async () => {
    const other = await makeSigner();
    await show(logOf(3), await checkpointOf(logOf(3).tree, [other]));
    expect((await check()).said).toContain("is not signed with the key");
    const elsewhere = await makeSigner("elsewhere.example/log");
    await show(logOf(3), await checkpointOf(logOf(3).tree, [elsewhere], "elsewhere.example/log"));
    expect((await check()).said).toContain("is of elsewhere.example/log");
    await show(logOf(3));
    const words = kept(await checkpointOf(logOf(2).tree, [elsewhere], "elsewhere.example/log"));
    expect((await check(...words)).said).toContain(
      "log: is dunnage.example/log, you kept a checkpoint of elsewhere.example/log",
    );
  });
});

it("asks for the tiles of a large log where the specification puts them", async () => {
  await show(logOf(3));
  const size = 1_234_067 * 256 + 1;
  const text = headText({ origin: ORIGIN, size, root: logOf(3).tree.root() });
  const note = signedNote(text, [await signer.sign(text)]);
  site.break("/log/checkpoint", () => note);
  expect((await check()).said).toContain("log: /log/tile/entries/x001/x234/067.p/1 is missing");
});

it("says in part what a long last entry is", async () => {
  const owed: LogEntry = { day: dateAt(AT), event: "owed", root: "0".repeat(64), cents: 100, wallets: 3 };
  await show(logOf(3, owed));
  const text = entryText(owed);
  expect(text.length).toBeGreaterThan(120);
  expect((await check()).said).toMatch(new RegExp(`, but ${text.slice(0, 120).replace(/[{}]/g, "\\$&")}$`, "m"));
});

it("a log beside no day at all is FAIL", async () => {
  await show(logOf(3));
  site.break("/audit/latest.json", 404);
  expect((await check()).said).toContain("FAIL - log: there is no day to look for in it");
});

it("keys and checkpoints are asked of a site alone", async () => {
  expect(await run("some-file.json", "--key", signer.key)).toMatchObject({ code: 2 });
  expect(await run(site.origin, "--key", "no key")).toMatchObject({ code: 2 });
  expect(await run(site.origin, "--checkpoint")).toMatchObject({ code: 2 });
});
