import { describe, expect, it } from "vitest";
import { decodeBankFile, guessColumns, readBankTable } from "~/areas/payouts/bank-answers/bank-table";
import { readBankLines } from "~/areas/payouts/bank-answers/bank-lines";
import { payoutReference, readPayoutReference } from "~/domain/payout-reference";
import { csvFile } from "../../../support/bank-files";

/** By the columns as they are guessed, unless they are named. */
function read(source: string | Uint8Array, columns?: Record<string, number>) {
  const text = typeof source === "string" ? source : decodeBankFile(source);
  if (text === null) return "not-readable";
  const table = readBankTable(text);
  if (typeof table === "string" || "code" in table) return table;
  return readBankLines(table, columns ?? guessColumns(table.headers));
}

it("a payout's reference is found again in what banks make of it, and in nothing else", () => {
  const place = { run: 12, place: 200 };
  const reference = payoutReference(place);
  for (const said of [reference, "dun12r200", `NEFT-${reference}-HDFC`, `/ROC/${reference}//URI/`, ` ${reference} `])
    expect([said, readPayoutReference(said)]).toEqual([said, place]);
  for (const said of ["", "DUN12", "DUN12R", "XDUN12R2", "DUN12R2X", "DUN12R12345", "NOTPROVIDED"])
    expect([said, readPayoutReference(said)]).toEqual([said, null]);
});

describe("a bank's report", () => {
  it("is read from a table with named columns", () => {
    const answer = read(
      csvFile([
        { reference: "DUN1R1", cents: 500 },
        { reference: "DUN1R2", cents: 123_456, kind: "return" },
        { reference: "DUN1R3", cents: 1, kind: "pending" },
        { reference: "rent", cents: 2 },
        { reference: "later", cents: 3, kind: "pending" },
      ]),
    );
    if (typeof answer === "string" || "code" in answer) throw new Error("it is not read");
    expect(answer.other).toBe(1);
    expect(answer.lines.map(({ kind, place, amountCents }) => [kind, place?.place, amountCents])).toEqual([
      ["paid", 1, 500],
      ["returned", 2, 123_456],
      ["unknown", 3, 1],
      ["paid", undefined, 2],
    ]);
    expect(answer.lines[2]?.reference).toBe("In process: DUN1R3");
  });

  it.each([
    ["", "empty"],
    ["<html></html>", "no-columns"],
    ["1,2\r\n3,4", "no-columns"],
    ["reference,amount\r\n", "empty"],
  ])("is refused for what it is: %s", (text, why) => expect(read(text)).toBe(why));

  it("refuses what is not a text, or is longer than a file may be", () => {
    expect(read(new Uint8Array([0x25, 0x50, 0xff, 0xfe, 0x00]))).toBe("not-readable");
    const many = Array.from({ length: 2_001 }, (_, place) => ({ reference: `DUN1R${place + 1}`, cents: 1 }));
    expect(read(csvFile(many))).toBe("too-long");
  });
});

/** Kind of each line, its place in run 1, and the cents. */
const told = (source: string | Uint8Array, columns?: Record<string, number>) => {
  const answer = read(source, columns);
  if (typeof answer === "string" || "code" in answer) return answer;
  return answer.lines.map(({ kind, place, amountCents }) => [kind, place?.place ?? null, amountCents].join(" "));
};
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const long = `NEFT/${"X".repeat(62)}/DUN1R1/INDIA`;

describe("what banks really send", () => {
  it.each<[what: string, source: string | Uint8Array, lines: unknown]>([
    ["a return by its status", "Reference,Amount,UTR,Status\nDUN1R4,25.00,RET1,Returned", ["returned 4 2500"]],
    [
      "one way out, the other back",
      "Date,Narration,Amount\n2026-11-25,NEFT DUN1R1,-104.00\n2026-11-26,NEFT RETURN DUN1R1 ACCT CLOSED,104.00",
      ["paid 1 10400", "returned 1 10400"],
    ],
    [
      "the other way without a word",
      "Date,Narration,Amount\n2026-11-25,NEFT DUN1R1,-104.00\n2026-11-26,DUN1R1,104.00\n2026-11-26,A CUSTOMER,7.00",
      ["paid 1 10400", "returned 1 10400"],
    ],
    [
      "a column for each side",
      "Narration,Debit,Credit\nDUN1R1,104.00,\nDUN1R1,,104.00\nA CUSTOMER,0.00,7.00\nRENT,9.00,0.00",
      ["paid 1 10400", "returned 1 10400", "paid  900"],
    ],
    [
      "DR and CR behind the amount",
      "Narration,Amount\nDUN1R1,104.00 DR\nDUN1R1,104.00 Cr",
      ["paid 1 10400", "returned 1 10400"],
    ],
    [
      "brackets and a trailing minus",
      "Narration,Amount\nDUN1R1,(104.00)\nDUN1R2,5.00-\nDUN1R3,6.00",
      ["paid 1 10400", "paid 2 500", "returned 3 600"],
    ],
    ...(["Reversed", "Return", "Bounced", "Rejected by bank"] as const).map((status): [string, string, unknown] => [
      status,
      `Reference,Amount,Status\nDUN1R1,1.00,${status}`,
      ["returned 1 100"],
    ]),
    ...(["Credited", "Completed"] as const).map((status): [string, string, unknown] => [
      status,
      `Reference,Amount,Status\nDUN1R1,1.00,${status}`,
      ["paid 1 100"],
    ]),
    [
      "states that we do not know",
      "Reference,Amount,Status\nDUN1R1,1.00,R\nDUN1R2,2.00,E",
      ["unknown 1 100", "unknown 2 200"],
    ],
    ["Windows-1252", latin("Reference,Amount,Name\nDUN1R1,1.00,Jos\u00e9"), ["paid 1 100"]],
    [
      "UTF-16",
      Uint8Array.from([
        0xff,
        0xfe,
        ...Array.from("Reference,Amount\nDUN1R1,1.00", (one) => [one.charCodeAt(0), 0]).flat(),
      ]),
      ["paid 1 100"],
    ],
    ["a byte order mark", "\uFEFFReference,Amount\nDUN1R1,1.00", ["paid 1 100"]],
    ["lines of the account above", "Account,00123\nFrom,1 Nov 2026\n\nReference,Amount\nDUN1R1,1.00", ["paid 1 100"]],
    ["a line that says the separator", "sep=;\nReference;Amount\nDUN1R1;1.00", ["paid 1 100"]],
    ["commas as in India", 'Reference,Amount\nDUN1R1,"1,23,456.78"', ["paid 1 12345678"]],
    ["a comma before the cents", "Reference;Amount\nDUN1R1;512,34\nDUN1R2;1.234,56", ["paid 1 51234", "paid 2 123456"]],
    [
      "a currency, a plus, zeros",
      "Reference,Amount\nDUN1R1,USD 512.34\nDUN1R2,+0512.3400\nDUN1R3,$5",
      ["paid 1 51234", "paid 2 51234", "paid 3 500"],
    ],
    [
      "amounts that are none",
      'Reference,Amount\nDUN1R1,1.005\nDUN1R2,"12,34"\nDUN1R3,',
      ["paid 1 ", "paid 2 ", "paid 3 "],
    ],
    [
      "an amount with commas and no quotation marks",
      "Reference,Amount\nDUN1R0,1.00\nDUN1R1,1,23,456.78",
      { code: "more-cells", line: 3 },
    ],
    [
      "other names of columns",
      "Customer Reference No,Transaction Amount,Bank Ref No,Transaction Status\nDUN1R1,1.00,UTR1,Success",
      ["paid 1 100"],
    ],
    ["our reference behind the 60th letter", `Narration,Amount\n${long},1.00`, ["paid 1 100"]],
    ["our reference in another cell", "Reference,Amount,Memo\nN26,1.00,DUN1R1", ["paid 1 100"]],
  ])("%s", (_what, source, lines) => expect(told(source)).toEqual(lines));

  it("is read by names that nobody could guess, below lines of the account, once a person has named them", () => {
    const file =
      "Branch,Fort Mumbai\nFrom,1 Nov 2026\n\nBuchung,Zweck,Betrag,Art\n25.11.2026,DUN1R1,104.00,DR\n26.11.2026,DUN1R2,9.00,CR";
    expect(told(file)).toEqual(["paid 1 ", "paid 2 "]);
    expect(told(file, { reference: 1, amount: 2, side: 3 })).toEqual(["paid 1 10400", "returned 2 900"]);
  });
});
