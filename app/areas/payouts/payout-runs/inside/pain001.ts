import { company } from "~/content/company";
import { plainDollars } from "~/domain/money";
import { payoutReference } from "~/domain/payout-reference";

// A payout run as a credit transfer of ISO 20022: pain.001.001.09. The same run has the same message id each time it is taken, so that a
// bank that is given it twice refuses the second.

export type Transfer = {
  place: number;
  holderName: string;
  accountNumber: string;
  /** An IFSC, a BIC, or whatever else the investor gave. */
  bankCode: string;
  bankName: string;
  amountCents: number;
};

export type PainRun = {
  number: number;
  madeAtMs: number;
  /** The day on which the bank is asked to pay, ISO. */
  payOn: string;
  /** Where the money leaves: an IBAN or another number, and the bank's BIC. */
  from: { account: string; bic: string };
  transfers: readonly Transfer[];
};

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
/** The longest account number that the format has room for. */
export const MOST_ACCOUNT = 34;

/** What XML cannot hold at all, and is left out: controls, halves of characters, and two that are none. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

const escaped = (text: string): string =>
  text
    .replace(NOT_XML, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const element = (name: string, ...parts: readonly string[]): string => `<${name}>${parts.join("")}</${name}>`;
const text = (name: string, value: string, most: number): string =>
  element(name, escaped(Array.from(value.trim()).slice(0, most).join("")));

const plain = (code: string): string => code.replace(/[\s-]/g, "").toUpperCase();

function accountId(number: string): string {
  const compact = plain(number);
  return element(
    "Id",
    IBAN.test(compact) ? element("IBAN", compact) : element("Othr", text("Id", number, MOST_ACCOUNT)),
  );
}

/** India's clearing code is INFSC in ISO's list of external codes. IFSC and BIC have the same length, so India's, which has a 0 in the fifth place, is tried first. */
function bankOf({ bankCode, bankName }: Transfer): string {
  const code = plain(bankCode);
  const named = bankName.trim() === "" ? "" : text("Nm", bankName, 140);
  if (IFSC.test(code))
    return element("ClrSysMmbId", element("ClrSysId", element("Cd", "INFSC")), element("MmbId", code)) + named;
  if (BIC.test(code)) return element("BICFI", code);
  return named + (code === "" ? "" : element("Othr", text("Id", bankCode, 35)));
}

const transferOf =
  (run: number) =>
  (one: Transfer): string => {
    const reference = payoutReference({ run, place: one.place });
    return element(
      "CdtTrfTxInf",
      element("PmtId", element("InstrId", reference), element("EndToEndId", reference)),
      element("Amt", `<InstdAmt Ccy="USD">${plainDollars(one.amountCents)}</InstdAmt>`),
      element("CdtrAgt", element("FinInstnId", bankOf(one))),
      element("Cdtr", text("Nm", one.holderName, 140)),
      element("CdtrAcct", accountId(one.accountNumber)),
      element("RmtInf", element("Ustrd", reference)),
    );
  };

/** Each transfer is booked by itself, and we bear its costs, so that the investor gets what we said. */
export function pain001({ number, madeAtMs, payOn, from, transfers }: PainRun): string {
  const sums =
    element("NbOfTxs", String(transfers.length)) +
    element("CtrlSum", plainDollars(transfers.reduce((sum, { amountCents }) => sum + amountCents, 0)));
  const house = text("Nm", company.legalName, 140);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${element(
    "CstmrCdtTrfInitn",
    element(
      "GrpHdr",
      element("MsgId", `DUN${number}`),
      element("CreDtTm", new Date(madeAtMs).toISOString()),
      sums,
      element("InitgPty", house),
    ),
    element(
      "PmtInf",
      element("PmtInfId", `DUN${number}`),
      element("PmtMtd", "TRF"),
      element("BtchBookg", "false"),
      sums,
      element("ReqdExctnDt", element("Dt", payOn)),
      element("Dbtr", house),
      element("DbtrAcct", accountId(from.account)),
      element("DbtrAgt", element("FinInstnId", element("BICFI", from.bic))),
      element("ChrgBr", "DEBT"),
      ...transfers.map(transferOf(number)),
    ),
  )}</Document>\n`;
}
