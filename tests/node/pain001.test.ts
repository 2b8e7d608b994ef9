import { readFileSync } from "node:fs";
import { validateXML } from "xmllint-wasm";
import { describe, expect, it } from "vitest";
import { pain001, type PainRun, type Transfer } from "~/areas/payouts/payout-runs/inside/pain001";

// The file that a bank takes, against what ISO 20022 says of the elements that we use (iso20022.org, catalogue of messages).

const schema = readFileSync(new URL("./support/pain001.xsd", import.meta.url), "utf8");

const plain: Transfer = {
  place: 1,
  holderName: "Asha Rao",
  accountNumber: "000000004242",
  bankCode: "HDFC0000123",
  bankName: "HDFC Bank",
  amountCents: 13_910,
};
const runOf = (...transfers: Transfer[]): PainRun => ({
  number: 12,
  madeAtMs: Date.UTC(2026, 10, 25, 9, 30),
  payOn: "2026-11-25",
  from: { account: "EE382200221020145685", bic: "HABAEE2X" },
  transfers,
});

async function errorsOf(xml: string): Promise<string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: "run.xml", contents: xml }], schema: [schema] });
  return errors.map(({ rawMessage }) => rawMessage);
}

describe("a payout run as pain.001", () => {
  it("is valid for every kind of account and bank code, and for names in any script", async () => {
    const odd: Partial<Transfer>[] = [
      {},
      { bankCode: "deutdeff500", accountNumber: "DE89 3704 0044 0532 0130 00" },
      { bankCode: "", bankName: "" },
      { bankCode: "sort code 20-00-00", bankName: "A & B <Bank>" },
      { holderName: "আশা রাও \u0000\u0008 \"Zoë\" & 'Sons' <x>", bankName: "बैंक" },
      { holderName: "🥃".repeat(200), bankName: "b".repeat(300), bankCode: "c".repeat(60) },
      { accountNumber: "1".repeat(34), amountCents: 1 },
      { amountCents: 999_999_99 },
    ];
    const xml = pain001(runOf(...odd.map((one, place) => ({ ...plain, ...one, place: place + 1 }))));
    expect(await errorsOf(xml)).toEqual([]);
    expect(xml).toContain("<NbOfTxs>8</NbOfTxs>");
    expect(xml).toContain("<EndToEndId>DUN12R1</EndToEndId>");
    expect(xml).toContain("<Cd>INFSC</Cd></ClrSysId><MmbId>HDFC0000123</MmbId>");
    expect(xml).toContain("<IBAN>DE89370400440532013000</IBAN>");
    expect(xml).toContain("<BICFI>DEUTDEFF500</BICFI>");
  });

  it("has the sum of its transfers, and the same message id each time", () => {
    const xml = pain001(runOf(plain, { ...plain, place: 2, amountCents: 90 }));
    expect([...xml.matchAll(/<CtrlSum>([\d.]+)<\/CtrlSum>/g)].map(([, sum]) => sum)).toEqual(["140.00", "140.00"]);
    expect(xml).toContain("<MsgId>DUN12</MsgId>");
    expect(pain001(runOf(plain))).toBe(pain001(runOf(plain)));
  });

  it("the schema refuses what it should", async () => {
    const xml = pain001(runOf(plain));
    for (const broken of [
      xml.replace("<PmtMtd>TRF</PmtMtd>", ""),
      xml.replace('Ccy="USD"', 'Ccy="dollars"'),
      xml.replace("139.10</InstdAmt>", "139,10</InstdAmt>"),
      xml.replace("DUN12R1</EndToEndId>", `${"x".repeat(36)}</EndToEndId>`),
    ])
      expect(await errorsOf(broken)).not.toEqual([]);
  });
});
