import { readFileSync } from "node:fs";
import { format } from "prettier";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { witnessWorkflowText } from "~/content/audit-workflow";
import { readCheckpoint } from "~/domain/log/checkpoint";
import { readWitnesses, writeWitnesses } from "~/domain/log/witnesses";
import { WitnessError } from "~/integrations/witnesses/port";
import { createWitnessCaller } from "~/integrations/witnesses/tlog-witness";
import { sha } from "../support/audit-history";
import { hashBytes } from "../support/log-tree";
import { logOf, makeSigner } from "./support/log-proofs";
import { type LogSite, newWitness, openLogSite, requestOf, serveWitness } from "./support/log-site";

// What the product hears from the witness that others run, and how the settings name one.

const caller = createWitnessCaller({ fetch });
const [first, grown] = [logOf(300), logOf(700)];
let log: LogSite;
let witness: Awaited<ReturnType<typeof newWitness>>;
let running: Awaited<ReturnType<typeof serveWitness>>;

beforeAll(async () => {
  [log, witness] = [await openLogSite(), await newWitness()];
  running = await serveWitness("--log", log.site, "--state", witness.state);
});
afterAll(async () => {
  await running.stop();
  witness.remove();
  log.stop();
});

it("hears its signature, the size that it remembers, a fork, and what it publishes", async () => {
  const hash = Buffer.from(hashBytes(new TextEncoder().encode(log.origin))).toString("hex");
  expect(await caller.readCheckpoint(running.address, hash)).toBeNull();
  const begun = await caller.addCheckpoint(running.address, requestOf(0, first, await log.checkpoint(first)));
  expect(begun).toMatchObject({ says: "signed", lines: expect.stringMatching(/^— witness.example\/w1 \S+\n$/) });
  const next = await log.checkpoint(grown);
  expect(await caller.addCheckpoint(running.address, requestOf(0, grown, next))).toEqual({
    says: "other-size",
    size: 300,
  });
  expect(await caller.addCheckpoint(running.address, requestOf(299, grown, next))).toEqual({
    says: "other-size",
    size: 300,
  });
  const wrong = requestOf(300, grown, next).replace(/^(old 300\n).+\n/, "$1");
  expect(await caller.addCheckpoint(running.address, wrong)).toEqual({ says: "fork" });
  expect((await caller.addCheckpoint(running.address, requestOf(300, grown, next))).says).toBe("signed");
  expect(readCheckpoint((await caller.readCheckpoint(running.address, hash)) ?? "")).toMatchObject({ size: 700 });
});

it("hears why it takes nothing, and that it cannot be reached", async () => {
  const other = await makeSigner(log.origin);
  const body = requestOf(0, first, await log.checkpoint(first, [other]));
  expect(await caller.addCheckpoint(running.address, body)).toEqual({ says: "not-taken", code: "key-not-known" });
  expect(await caller.addCheckpoint(running.address, "x")).toEqual({ says: "not-taken", code: "not-understood" });
  expect(await caller.addCheckpoint(`${running.address}/x`, body)).toEqual({
    says: "not-taken",
    code: "log-not-known",
  });
  await expect(caller.addCheckpoint("http://127.0.0.1:1", body)).rejects.toThrow(WitnessError);
  const moved = createWitnessCaller({ fetch: () => Promise.resolve(new Response(null, { status: 302 })) });
  await expect(moved.addCheckpoint("https://w.example", body)).rejects.toThrow("answers 302");
  const endless = createWitnessCaller({ fetch: () => Promise.resolve(new Response("x".repeat(30_000))) });
  await expect(endless.readCheckpoint("https://w.example", "0")).rejects.toThrow("too long");
});

describe("the setting", () => {
  const read = (text: string) => readWitnesses(text, hashBytes);

  it("is one a line, and is kept in one way", async () => {
    const [one, two] = [await makeSigner("b.example", 4), await makeSigner("a.example/w1", 4)];
    const typed = `  ${one.key}   https://b.example/ \n\n${two.key} https://a.example/w\n`;
    const list = read(typed) ?? expect.fail("refused");
    const kept = `${two.key} https://a.example/w, ${one.key} https://b.example`;
    expect(writeWitnesses(list)).toBe(kept);
    expect(writeWitnesses(read(kept) ?? [])).toBe(kept);
    expect(read("")).toEqual([]);
    expect(read(`${one.key} http://127.0.0.1:8797`)).toHaveLength(1);
  });

  it("has no key but a witness's, no address but a public one, and none twice", async () => {
    const [one, ofLog] = [await makeSigner("b.example", 4), await makeSigner("b.example", 1)];
    const wrong = [
      `${ofLog.key} https://b.example`,
      `${one.key}`,
      `${one.key} http://b.example`,
      `${one.key} https://10.0.0.1`,
      `${one.key} https://b.internal`,
      `${one.key} https://b.example?x`,
      `${one.key.replace("+", "+0")} https://b.example`,
      `${one.key} https://b.example\n${one.key} https://c.example`,
      `"${one.key} https://b.example`,
    ];
    for (const text of wrong) expect(read(text), text).toBeNull();
    const many = await Promise.all(Array.from({ length: 9 }, (_, at) => makeSigner(`w${at}.example`, 4)));
    expect(read(many.map(({ key }) => `${key} https://b.example`).join("\n"))).toBeNull();
  });
});

it("the workflow of a witness is YAML, runs only the program that was read, and may write nothing else", async () => {
  const text = witnessWorkflowText(sha(readFileSync("public/witness.mjs", "utf8")));
  expect(await format(text, { parser: "yaml", printWidth: 200 })).toBe(text);
  expect(text.match(/^ +\w+: write/gm)).toEqual(["      contents: write"]);
  expect(text).toContain("${{ secrets.WITNESS_KEY }}");
  for (const [, action] of text.matchAll(/uses: (\S+)/g)) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
});
