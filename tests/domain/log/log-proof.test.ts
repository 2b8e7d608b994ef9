import { describe, expect, it } from "vitest";
import { entryText } from "~/domain/log/log-entries";
import { type LogProof, readLogProof, writeLogProof } from "~/domain/log/log-proof";

const proof: LogProof = {
  entry: new TextEncoder().encode(entryText({ mark: "0a1b2c3d4e5f", event: "issued", day: "2026-11-20" })),
  index: 0,
  hashes: [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)],
  checkpoint: "dunnage.example/log\n3\n",
};
const text = writeLogProof(proof);

describe("the file that proves an entry", () => {
  it("holds the entry as the log has it", () => {
    expect(new TextDecoder().decode(proof.entry)).toBe('{"day":"2026-11-20","event":"issued","mark":"0a1b2c3d4e5f"}');
  });

  it.each([0, 7, 42, 1_234, Number.MAX_SAFE_INTEGER])("is read as it was written, for entry %i", (index) => {
    expect(readLogProof(writeLogProof({ ...proof, index }))).toEqual({ ...proof, index });
  });

  it("is read for the only entry of a log", () => {
    expect(readLogProof(writeLogProof({ ...proof, hashes: [] }))).toEqual({ ...proof, hashes: [] });
  });

  it.each([
    ["something before it", `x${text}`],
    ["another first line", text.replace("@v1", "@v2")],
    ["no entry", text.replace(/extra .*\n/, "")],
    ["an entry that is not base64", text.replace(/extra .*\n/, "extra !\n")],
    ["a place that no number can hold exactly", text.replace("index 0", "index 9007199254740993")],
    ["a place with a zero before it", text.replace("index 0", "index 01")],
    ["a hash with bits left over", text.replace("AQE=", "AQF=")],
    ["no checkpoint", text.replace(proof.checkpoint, "")],
  ])("is none with %s", (_, changed) => {
    expect(changed).not.toBe(text);
    expect(readLogProof(changed)).toBeNull();
  });
});
