import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "~/domain/hex";
import { verifierKey } from "~/domain/log/checkpoint";
import { proofLink } from "~/domain/log/proof-link";
import { readWitnesses, writeWitnesses } from "~/domain/log/witnesses";
import { hashBytes } from "../../support/log-tree";

const keyOf = (name: string, kind: 1 | 4 = 4) => verifierKey(name, kind, new Uint8Array(32).fill(7), hashBytes);
const read = (text: string) => readWitnesses(text, hashBytes);

describe("the setting of witnesses", () => {
  const [a, b] = [keyOf("a.example"), keyOf("b.example")];

  it("is read one a line or with commas between, in the order of their ids, and written so that it reads the same", () => {
    const found = read(`\n  ${b}   https://b.example/log/ ,, ${a} https://a.example\n`) ?? [];
    expect(found.map(({ id, verifierKey: key, address }) => [id, key, address])).toEqual([
      [a.split("+").slice(0, 2).join("+"), a, "https://a.example"],
      [b.split("+").slice(0, 2).join("+"), b, "https://b.example/log"],
    ]);
    expect(writeWitnesses(found)).toBe(`${a} https://a.example, ${b} https://b.example/log`);
    expect(read(writeWitnesses(found))).toEqual(found);
    expect(read("")).toEqual([]);
  });

  it.each([
    ["the same one twice", `${a} https://a.example\n${a} https://b.example`],
    ["a key without an address", a],
    ["a key that only signs logs", `${keyOf("a.example", 1)} https://a.example`],
    ["an id that is not the key's", `${a.replace(/\+[0-9a-f]{8}\+/, "+00000000+")} https://a.example`],
    ["a good one and words", `${a} https://a.example, words`],
    ["something before it", `x ${a} https://a.example`],
    ["something after it", `${a} https://a.example x`],
    ["a question in the address", `${a} https://a.example/?x`],
    ["an address of the network inside", `${a} https://10.0.0.1`],
    ["an address inside that names this machine in its path", `${a} https://10.0.0.1/http://localhost:80`],
    ["an address without encryption", `${a} http://a.example`],
    ["an address that only begins like this machine's", `${a} http://localhost.example:80`],
    ["this machine without a port", `${a} http://localhost`],
  ])("is refused as a whole for %s", (_, text) => {
    expect(read(text)).toBeNull();
  });

  it("may name one beside a local run", () => {
    for (const address of ["http://127.0.0.1:8791", "http://localhost:8791/log"])
      expect(read(`${a} ${address}`)).toMatchObject([{ address }]);
  });

  it("names at most eight", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => `${keyOf(`w${at}.example`)} https://w${at}.example`).join("\n");
    expect(read(many(8))).toHaveLength(8);
    expect(read(many(9))).toBeNull();
  });
});

describe("the file that proves a certificate", () => {
  const link = (auditedOn: string | null, now: string) =>
    proofLink({ href: "/proof", issuedOn: "2026-11-20", auditedOn }, Date.parse(now));

  it("is there once its day is audited", () => {
    expect(link("2026-11-20", "2026-11-21")).toEqual({ href: "/proof" });
    expect(link("2026-11-22", "2026-11-23")).toEqual({ href: "/proof" });
  });

  it("is expected on the next day, or today where that is over", () => {
    expect(link(null, "2026-11-20T12:00:00Z")).toEqual({ from: "2026-11-21" });
    expect(link("2026-11-19", "2026-11-21T00:00:00Z")).toEqual({ from: "2026-11-21" });
    expect(link("2026-11-19", "2026-11-24T00:00:00Z")).toEqual({ from: "2026-11-24" });
  });
});

it("bytes are written as two small letters or digits each, and read again", () => {
  expect(toHex(Uint8Array.of(9, 0, 10, 171, 255))).toBe("09000aabff");
  expect([...fromHex("09000aabff")]).toEqual([9, 0, 10, 171, 255]);
});
