import { describe, expect, it } from "vitest";
import { readAnswer } from "~/areas/payouts/bank-answers/read-answer";
import { payoutReference, readPayoutReference } from "~/domain/payout-reference";
import { csvFile } from "../../../support/bank-files";

const read = (text: string) => readAnswer(new TextEncoder().encode(text));

describe("a payout's reference", () => {
  it("is found again in what banks make of it, and in nothing else", () => {
    const place = { run: 12, place: 200 };
    const reference = payoutReference(place);
    for (const said of [reference, "dun12r200", `NEFT-${reference}-HDFC`, `/ROC/${reference}//URI/`, ` ${reference} `])
      expect([said, readPayoutReference(said)]).toEqual([said, place]);
    for (const said of ["", "DUN12", "DUN12R", "XDUN12R2", "DUN12R2X", "DUN12R12345", "NOTPROVIDED"])
      expect([said, readPayoutReference(said)]).toEqual([said, null]);
  });
});

describe("a bank's report", () => {
  it("is read from a table with named columns", () => {
    const answer = read(
      csvFile([
        { reference: "DUN1R1", cents: 500 },
        { reference: "DUN1R2", cents: 123_456, kind: "return" },
        { reference: "DUN1R3", cents: 1, kind: "pending" },
        { reference: "rent", cents: 2 },
      ]),
    );
    if (typeof answer === "string") throw new Error(answer);
    expect(answer.other).toBe(1);
    expect(answer.lines.map(({ kind, place, amountCents }) => [kind, place?.place, amountCents])).toEqual([
      ["paid", 1, 500],
      ["returned", 2, 123_456],
      ["paid", undefined, 2],
    ]);
  });

  it.each([
    ["", "empty"],
    ["<html></html>", "no-columns"],
    ["name,sum\r\na,1", "no-columns"],
    ["reference,amount\r\n", "empty"],
  ])("is refused for what it is: %s", (text, why) => {
    expect(read(text)).toBe(why);
  });

  it("is refused where it is no text, or longer than a file may be", () => {
    expect(readAnswer(new Uint8Array([0x25, 0x50, 0xff, 0xfe, 0x00]))).toBe("not-readable");
    const many = Array.from({ length: 2_001 }, (_, place) => ({ reference: `DUN1R${place + 1}`, cents: 1 }));
    expect(read(csvFile(many))).toBe("too-long");
  });
});
