import { createPublicKey, verify } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signedText, statementFile } from "~/domain/keepers/statement";
import { readStatement as readTaken } from "~/areas/casks/keepers/inside/read-statement";
import { main, readStatement } from "../../scripts/keeper.mjs";

// What a warehouse runs on its own computer, against what we read.

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "keeper-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = (name: string) => join(folder, name);
const CASK = { number: "1187", present: true, litres: 118.4 };
const statement = (more: object = {}) =>
  JSON.stringify({ keeper: "carrick-brae", date: "2026-11-24", casks: [CASK], ...more });

describe("the signing program", () => {
  it("makes a key that only its owner reads, prints the public half, and never writes over one", () => {
    const [said, code] = main(["keys", path("keeper.key")]);
    expect(code).toBe(0);
    expect(said).toMatch(/\n[A-Za-z0-9+/]{43}=$/);
    expect(statSync(path("keeper.key")).mode & 0o077).toBe(0);
    expect(said).not.toContain(readFileSync(path("keeper.key"), "utf8").split("\n")[1]);
    expect(main(["keys", path("keeper.key")])[1]).toBe(1);
  });

  it("signs what the app reads as the same bytes, with a signature that the public half proves", () => {
    writeFileSync(path("november.json"), `\uFEFF${statement()}`);
    const [said, code] = main(["sign", path("november.json"), "--key", path("keeper.key")]);
    expect([code, said]).toEqual([0, expect.stringContaining("carrick-brae, 2026-11-24: 1 casks")]);
    const file = readFileSync(path("november.signed.json"), "utf8");
    const taken = readTaken(file);
    if (!taken.ok) expect.fail(taken.code);
    expect(statementFile(taken.signed)).toBe(file.trim());
    expect(taken.signed.statement.casks).toEqual([{ ...CASK, note: "" }]);
    const key = createPublicKey(readFileSync(path("keeper.key"), "utf8"));
    const isGenuine = (text: string) =>
      verify(null, Buffer.from(text), key, Buffer.from(taken.signed.signature, "base64"));
    const text = signedText(taken.signed.statement);
    expect([isGenuine(text), isGenuine(text.replace("118.4", "117.4"))]).toEqual([true, false]);
  });

  it.each([
    ["{", "not JSON"],
    [statement({ date: "2026-02-30" }), "date"],
    [statement({ keeper: "No Name" }), "keeper"],
    [statement({ more: 1 }), "'more'"],
    [statement({ casks: [] }), "casks"],
    [statement({ casks: [{ ...CASK, litres: 1.25 }] }), "casks[0].litres"],
    [statement({ casks: [{ ...CASK, number: 1187 }] }), "casks[0].number"],
    [statement({ casks: [{ ...CASK, present: "yes" }] }), "casks[0].present"],
    [statement({ casks: [CASK, CASK] }), "1187 is there twice"],
  ])("refuses %s, and names what is wrong", (text, named) => {
    expect(() => readStatement(text)).toThrow(named);
  });

  it("says how it is used", () => {
    for (const words of [[], ["sign"], ["sign", "x", "--other"], ["keys", "a", "b"]]) expect(main(words)[1]).toBe(2);
    expect(main(["sign", path("none.json"), "--key", path("keeper.key")])[1]).toBe(1);
  });
});
