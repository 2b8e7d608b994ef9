import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  cosignedText,
  readCheckpoint,
  readCosignature,
  readSignatures,
  readVerifierKey,
} from "~/domain/log/checkpoint";
import { effort } from "../support/effort";
import { hashBytes, LogTree } from "../support/log-tree";
import { folderWith, removeFolders, run } from "./support/audit-folders";
import { certificateEntry, entryBytes, logOf, makeSigner, proofOf } from "./support/log-proofs";
import { keptOf, type LogSite, newWitness, openLogSite, requestOf, runWitness, serveWitness } from "./support/log-site";
import { entryText } from "~/domain/log/log-entries";

// The witness that others run: what it signs, and what it refuses to sign.

let log: LogSite;
let witness: Awaited<ReturnType<typeof newWitness>>;

beforeAll(async () => {
  log = await openLogSite();
});
afterAll(() => {
  log.stop();
  removeFolders();
});

/** One that begins like the other and then tells of something else. */
const forkOf = (size: number, from: number) =>
  new LogTree().grow(size, (at) =>
    at < from ? entryBytes(at) : new TextEncoder().encode(entryText({ ...certificateEntry(at), day: "2030-01-01" })),
  );

const words = () => ["--log", log.site, "--state", witness.state];

/** Whether a line is the witness's genuine signature of this checkpoint. */
async function isCosigned(checkpoint: string, line: string) {
  const head = readCheckpoint(checkpoint) ?? expect.fail("no checkpoint");
  const [signed] = readSignatures(line) ?? expect.fail("no signature");
  const key = readVerifierKey(witness.key, hashBytes) ?? expect.fail("no key");
  const read = readCosignature(signed?.signature ?? new Uint8Array()) ?? expect.fail("no cosignature");
  expect(Math.abs(read.atSeconds - Date.now() / 1000)).toBeLessThan(60);
  expect(signed).toMatchObject({ name: key.name, keyId: key.keyId });
  const publicKey = await crypto.subtle.importKey("raw", new Uint8Array(key.publicKey), "Ed25519", false, ["verify"]);
  const text = new TextEncoder().encode(cosignedText(head.text, read.atSeconds));
  return crypto.subtle.verify("Ed25519", publicKey, new Uint8Array(read.signature), text);
}

describe("a witness that waits for checkpoints", () => {
  let running: Awaited<ReturnType<typeof serveWitness>>;
  const [first, grown] = [logOf(300), logOf(700)];

  beforeEach(async () => {
    witness = await newWitness();
    running = await serveWitness(...words());
    return async () => {
      await running.stop();
      witness.remove();
    };
  });

  const begin = async () => {
    const checkpoint = await log.checkpoint(first);
    const answer = await running.send(requestOf(0, first, checkpoint));
    expect(answer.status).toBe(200);
    return { checkpoint, line: answer.text };
  };

  it("signs the first checkpoint that it sees, and each one that the log has grown to", async () => {
    const { checkpoint, line } = await begin();
    expect(await isCosigned(checkpoint, line)).toBe(true);
    const next = await log.checkpoint(grown);
    const answer = await running.send(requestOf(300, grown, next));
    expect(answer.status).toBe(200);
    expect(await isCosigned(next, answer.text)).toBe(true);
    expect(keptOf(witness.state, log.origin).checkpoint()).toBe(`${next}${answer.text}`);
    const hash = createHash("sha256").update(log.origin).digest("hex");
    const published = await fetch(`${running.address}/${hash}/checkpoint`);
    expect(await published.text()).toBe(`${next}${answer.text}`);
    expect((await fetch(`${running.address}/${"0".repeat(64)}/checkpoint`)).status).toBe(404);
  });

  it("signs the same checkpoint again, with its time", async () => {
    const { checkpoint } = await begin();
    const again = await running.send(requestOf(300, first, checkpoint));
    expect(await isCosigned(checkpoint, again.text)).toBe(true);
  });

  it("its signature passes the public program, with the log's own", async () => {
    const { checkpoint, line } = await begin();
    const proof = proofOf(first, 42, `${checkpoint}${line}`);
    const file = join(folderWith([["kept.tlog-proof", proof]]), "kept.tlog-proof");
    const { said, code } = await run("--proof", file, "--key", log.signer.key, "--witness", witness.key);
    expect(said).toContain(`signed by ${witness.key.split("+").slice(0, 2).join("+")}, 20`);
    expect(code).toBe(0);
    const stranger = await makeSigner("stranger.example", 4);
    expect(await run("--proof", file, "--witness", stranger.key)).toMatchObject({
      code: 1,
      said: expect.stringContaining("is not signed with the key stranger.example"),
    });
    expect(await run("--proof", file, "--witness", log.signer.key)).toMatchObject({ code: 2 });
  });

  it("goes on where it was after it was killed", async () => {
    await begin();
    await running.stop("SIGKILL");
    running = await serveWitness(...words());
    expect(await running.send(requestOf(0, grown, await log.checkpoint(grown)))).toMatchObject({
      status: 409,
      text: "300\n",
      type: "text/x.tlog.size",
    });
    expect((await running.send(requestOf(300, grown, await log.checkpoint(grown)))).status).toBe(200);
  });

  it("of two requests at once from one size it signs both only if they follow each other", async () => {
    await begin();
    const [middle, end] = [logOf(500), logOf(700)];
    const answers = await Promise.all([
      running.send(requestOf(300, end, await log.checkpoint(end))),
      running.send(requestOf(300, middle, await log.checkpoint(middle))),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("a second one does not use the same folder", async () => {
    expect(await runWitness(...words(), "--once")).toMatchObject({
      code: 1,
      said: expect.stringContaining("already"),
    });
  });

  it("refuses a fork: another past than the one that it signed", async () => {
    await begin();
    const fork = forkOf(700, 150);
    const answer = await running.send(requestOf(300, fork, await log.checkpoint(fork)));
    expect(answer).toMatchObject({ status: 422, text: "does not begin with the 300 entries signed here before\n" });
    expect(keptOf(witness.state, log.origin).checkpoint()).toContain("\n300\n");
    expect(keptOf(witness.state, log.origin).refused()).toHaveLength(1);
  });

  it("refuses a split view: two checkpoints of one size", async () => {
    await begin();
    const fork = forkOf(300, 299);
    const answer = await running.send(requestOf(300, fork, await log.checkpoint(fork)));
    expect(answer).toMatchObject({ status: 422, text: "two checkpoints of one size\n" });
    await running.send(requestOf(300, fork, await log.checkpoint(fork)));
    expect(keptOf(witness.state, log.origin).refused()).toHaveLength(1);
  });

  it("refuses a split view that has grown on both sides", async () => {
    await begin();
    await running.send(requestOf(300, grown, await log.checkpoint(grown)));
    const fork = forkOf(900, 300);
    const answer = await running.send(requestOf(700, fork, await log.checkpoint(fork)));
    expect(answer.status).toBe(422);
  });

  it("refuses a rollback: fewer entries than it signed", async () => {
    await begin();
    const less = logOf(200);
    for (const old of [0, 200])
      expect(await running.send(requestOf(old, less, await log.checkpoint(less)))).toMatchObject({
        status: 409,
        text: "300\n",
      });
    expect((await running.send(requestOf(300, less, await log.checkpoint(less), []))).status).toBe(400);
  });

  it("refuses what the log has not signed", async () => {
    const other = await makeSigner(log.origin);
    const unsigned = await log.checkpoint(first, [other]);
    expect((await running.send(requestOf(0, first, unsigned))).status).toBe(403);
    const checkpoint = await log.checkpoint(first);
    const spoilt = checkpoint.replace(
      /(— \S+ .{20})(.)/,
      (_, before: string, one: string) => before + (one === "A" ? "B" : "A"),
    );
    expect((await running.send(requestOf(0, first, spoilt))).status).toBe(403);
    const both = await log.checkpoint(first, [other, log.signer]);
    expect((await running.send(requestOf(0, first, both))).status).toBe(200);
  });

  it("refuses a log that it does not know, and what is no checkpoint", async () => {
    const elsewhere = await openLogSite();
    const checkpoint = await elsewhere.checkpoint(first);
    elsewhere.stop();
    expect((await running.send(requestOf(0, first, checkpoint))).status).toBe(404);
    const right = requestOf(0, first, await log.checkpoint(first));
    for (const body of [
      "",
      "old 0\n",
      right.replace("old 0", "old 00"),
      right.replace("old 0\n", "old 0\nAAAA\n"),
      right.slice(0, -1),
    ])
      expect((await running.send(body)).status, body).toBe(400);
    expect((await running.send(right.replace("\n\n", `\n${"A".repeat(43)}=\n\n`))).status).toBe(422);
    expect((await running.send(" ".repeat(70_000))).status).toBe(413);
    expect((await fetch(`${running.address}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${running.address}/../key`)).status).toBe(404);
  });

  it("takes an empty log only with the root of an empty log", async () => {
    const empty = (root: Uint8Array) =>
      log.checkpoint(Object.assign(new LogTree(), { root: () => root }) as unknown as LogTree);
    expect((await running.send(`old 0\n\n${await empty(new Uint8Array(32))}`)).status).toBe(422);
    expect((await running.send(`old 0\n\n${await empty(hashBytes())}`)).status).toBe(200);
    expect((await running.send(requestOf(0, first, await log.checkpoint(first)))).status).toBe(200);
  });
});

describe("a witness that fetches the checkpoint by itself", () => {
  beforeEach(async () => {
    witness = await newWitness();
    return () => witness.remove();
  });

  const visit = async (tree: LogTree) => {
    const checkpoint = await log.checkpoint(tree);
    log.show(tree, checkpoint);
    const { code, said } = await runWitness(...words(), "--once");
    return { code, said, checkpoint };
  };

  it("follows the log from one size to the next, by its tiles alone", async () => {
    for (const size of [1, 2, 3, 255, 256, 257, 511, effort(700, 66_000)]) {
      const { code, said, checkpoint } = await visit(logOf(size));
      expect(said).toContain(`signed ${log.origin} ${size} `);
      expect(code).toBe(0);
      const kept = keptOf(witness.state, log.origin).checkpoint();
      expect(await isCosigned(checkpoint, kept.slice(checkpoint.length))).toBe(true);
    }
  });

  it("takes the log's key when it first sees it, and no other one later", async () => {
    expect((await visit(logOf(3))).said).toContain(`log ${log.signer.key} (new here`);
    const other = await makeSigner(log.origin);
    log.files.set("/log/key", `${other.key}\n`);
    log.show(logOf(4), await log.checkpoint(logOf(4), [other]));
    const { code, said } = await runWitness(...words(), "--once");
    expect(said).toContain("not signed with a key of this log that is known here");
    expect(code).toBe(1);
    log.files.set("/log/key", `${log.signer.key}\n`);
    expect((await runWitness(...words(), "--once", "--log-key", other.key)).code).toBe(0);
  });

  it("names a fork, a rollback and a split view, keeps what shows them, and signs nothing", async () => {
    await visit(logOf(300));
    const before = keptOf(witness.state, log.origin).checkpoint();
    for (const [tree, why] of [
      [forkOf(700, 150), "does not begin with the 300 entries signed here before"],
      [logOf(200), "the log went back: it has 200 entries, and had 300 before"],
      [forkOf(300, 299), "two checkpoints of one size"],
    ] as const) {
      const { code, said } = await visit(tree);
      expect(said).toContain(why);
      expect(code).toBe(1);
    }
    expect(keptOf(witness.state, log.origin).checkpoint()).toBe(before);
    expect(keptOf(witness.state, log.origin).refused()).toHaveLength(3);
    expect((await visit(logOf(400))).code).toBe(0);
  });

  it("signs nothing when a tile is not what it was, or cannot be had", async () => {
    await visit(logOf(300));
    const tree = logOf(700);
    log.show(tree, await log.checkpoint(tree));
    log.files.set("/log/tile/0/002.p/188", new Uint8Array(188 * 32));
    expect(await runWitness(...words(), "--once")).toMatchObject({ code: 1 });
    log.files.delete("/log/tile/0/002.p/188");
    expect(await runWitness(...words(), "--once")).toMatchObject({ code: 1 });
    expect((await visit(tree)).code).toBe(0);
  });
});

it("is called with a log or a new name, or says how", async () => {
  for (const args of [
    [],
    ["--log"],
    ["--log", "no-origin"],
    ["--once"],
    ["--log", "https://x.example", "--log-key", "x"],
  ])
    expect(await runWitness(...args), args.join(" ")).toMatchObject({
      code: 2,
      said: expect.stringContaining("usage:"),
    });
  const state = folderWith([["key", "no key"]]);
  expect(await runWitness("--log", log.site, "--state", state, "--once")).toMatchObject({ code: 1 });
});
