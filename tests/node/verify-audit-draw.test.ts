import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { DrawFile } from "~/domain/audit/audit-files";
import { commitmentOf, drawOrder, ticketOf } from "~/domain/first-minute";
import { sha256 } from "~/server/sha256";
import { canonical } from "../support/audit-history";
import { folderWith, removeFolders, run } from "./support/audit-folders";

// What the public program says of the draw of places of a cask.

afterAll(removeFolders);

const SEED = "5".repeat(64);
const tickets = Array.from({ length: 12 }, (_, at) => ticketOf("csk_made_up", `usr_${at}`, sha256));
const order = drawOrder(SEED, tickets, sha256);
const [first = "", second = ""] = order;
const honest: DrawFile = {
  ...{ cask: "csk_made_up", commitment: commitmentOf(SEED, sha256), drawn_at: "2026-11-22T00:01:01.000Z" },
  ...{ launches_on: "2026-11-22", order, seed: SEED, version: 1 },
};
const { commitment } = honest;
const undrawn: DrawFile = { ...honest, drawn_at: null, order: [], seed: null };

const verify = (draw: object | string, ...words: string[]) => {
  const text = typeof draw === "string" ? draw : canonical(draw);
  return run("--draw", join(folderWith([["draw.json", text]]), "draw.json"), ...words);
};

describe("the draw of places", () => {
  it("passes, with what was checked and the place of a number", async () => {
    expect(await verify(honest, "--commitment", commitment, "--ticket", second)).toEqual({
      code: 0,
      said: `PASS csk_made_up\nchecked: 12 numbers in the order that the seed gives\ncommitment ${commitment}\n${second} is number 2`,
    });
    expect((await verify(honest)).said.split("\n")).toHaveLength(3);
  });

  it("passes before it is drawn, with the commitment to keep", async () => {
    expect(await verify(undrawn, "--commitment", commitment)).toEqual({
      code: 0,
      said: `PASS csk_made_up\nchecked: nothing is drawn yet; keep the commitment ${commitment}`,
    });
  });

  it.each<[string, object | string, string[], string]>([
    ["two that changed places", { ...honest, order: [second, first, ...order.slice(2)] }, [], "order[1]: is "],
    ["one who was added", { ...honest, order: [...order, "0".repeat(16)] }, [], "order["],
    ["one who was left out", { ...honest, order: order.slice(1) }, [], "order["],
    ["one who stands in it twice", { ...honest, order: [...order, first] }, [], "order: a number stands in it twice"],
    ["another seed", { ...honest, seed: "6".repeat(64) }, [], "seed: does not have the hash"],
    ["another commitment", honest, ["--commitment", "0".repeat(64)], `commitment: is ${commitment}, you know`],
    ["a number that is missing", honest, ["--ticket", "0".repeat(16)], `order: ${"0".repeat(16)} is missing`],
    ["an order without its seed", { ...honest, seed: null }, [], "order: time, seed and order are told together"],
    ["a seed without a time", { ...honest, drawn_at: null }, [], "order: time, seed and order are told together"],
    ["numbers before the draw", { ...undrawn, order }, [], "order: time, seed and order are told together"],
    ["a time alone", { ...undrawn, drawn_at: honest.drawn_at }, [], "order: time, seed and order are told together"],
    ["a seed alone", { ...undrawn, seed: SEED }, [], "order: time, seed and order are told together"],
    ["what is no such file", { ...honest, more: 1 }, [], "more: "],
    ["what is no such number", { ...honest, order: ["1"] }, [], 'order[0]: "1" is not 16 hex digits'],
    ["what cannot be read", "{", [], "file: "],
  ])("fails for %s", async (_, draw, words, wrong) => {
    const { code, said } = await verify(draw, ...words);
    expect(said).toContain(`FAIL - ${wrong}`);
    expect(code).toBe(1);
  });

  it.each([
    [["--draw"]],
    [["--draw", "a", "--draw", "b"]],
    [["--draw", "--ticket"]],
    [["--draw", "a", "--ticket", "0"]],
    [["--draw", "a", "--commitment", "0"]],
    [["--draw", "a", "--other"]],
    [["--draw", "a", "--other", "b"]],
    [["--other", "b", "--draw", "a"]],
    [["--draw", "a", "--other", "0".repeat(64)]],
    [["--draw", "a", "--other", "0".repeat(16)]],
    [["--draw", "a", "--ticket", "0".repeat(17)]],
    [["--draw", "a", "--ticket", `g${"0".repeat(16)}`]],
    [["--draw", "a", "--ticket", "see https://a.test"]],
    [["--draw", "a", "see https://a.test"]],
    [["--draw", "a", "https://a.test", "https://b.test"]],
  ])("is called wrongly: %j", async (words) => {
    expect(await run(...words)).toMatchObject({ code: 2, said: expect.stringMatching(/^usage:/) });
  });

  it("is asked of a site by its cask, and is no other cask's", async () => {
    const server = createServer(({ url }, response) => {
      const isThere = url === "/audit/draws/csk_made_up.json" || url === "/audit/draws/csk_other.json";
      response.writeHead(isThere ? 200 : 404).end(isThere ? canonical(honest) : "");
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ask = (cask: string) => run("--draw", cask, site, "--ticket", first);
    expect((await ask("csk_made_up")).said).toContain(`${first} is number 1`);
    expect(await ask("csk_other")).toEqual({ code: 1, said: 'FAIL csk_other cask: is "csk_made_up"' });
    expect(await ask("csk_none")).toEqual({ code: 1, said: "FAIL csk_none file: is missing" });
    server.close();
  });
});
