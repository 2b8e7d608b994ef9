import { typedToCents } from "~/domain/money";
import { readPayoutReference } from "~/domain/payout-reference";
import { type BankLine, cut, type ReadAnswer } from "../bank-line";
import { all, find, readXml, textAt, type XmlNode } from "./xml-tree";

// A bank's statement (camt.053) or its notice of debits (camt.054) of ISO 20022, of any version.

/** What the parts of an entry are called where they name a reference, the surest first. */
const OURS = ["Refs/EndToEndId", "Refs/InstrId", "RmtInf/Ustrd", "AddtlTxInf"] as const;
const BANKS = ["Refs/AcctSvcrRef", "Refs/ClrSysRef", "Refs/TxId"] as const;

/** @returns null: it is no such document */
export function readCamt(source: string): ReadAnswer | null {
  const root = readXml(source);
  const statements = [
    ...all(find(root ?? undefined, "BkToCstmrStmt"), "Stmt"),
    ...all(find(root ?? undefined, "BkToCstmrDbtCdtNtfctn"), "Ntfctn"),
  ];
  if (statements.length === 0) return null;
  const entries = statements.flatMap((one) => all(one, "Ntry"));
  const read = entries.flatMap(linesOf);
  const lines = read.filter((one): one is BankLine => one !== null);
  return { format: "camt", lines, other: read.length - lines.length };
}

/** An entry that sums up several transfers is a line for each. null: nothing about payouts. */
function linesOf(entry: XmlNode): (BankLine | null)[] {
  const status = textAt(entry, "Sts/Cd") || textAt(entry, "Sts");
  if (status !== "BOOK") return [null];
  const details = all(entry, "NtryDtls").flatMap((one) => all(one, "TxDtls"));
  return details.length === 0
    ? [lineOf(entry, undefined, true)]
    : details.map((one) => lineOf(entry, one, details.length === 1));
}

/** @param isOnly whether the sum of the entry is that of the transfer */
function lineOf(entry: XmlNode, details: XmlNode | undefined, isOnly: boolean): BankLine | null {
  const said = OURS.flatMap((path) => textAt(details, path) || []);
  const named = said.find((one) => readPayoutReference(one) !== null);
  const place = named === undefined ? null : readPayoutReference(named);
  const isDebit = (textAt(details, "CdtDbtInd") || textAt(entry, "CdtDbtInd")) === "DBIT";
  const isReversal = textAt(entry, "RvslInd") === "true" || find(details, "RtrInf") !== undefined;
  // Money that comes in is a return of ours if it says so by our reference, and otherwise not about payouts.
  if (!isDebit && place === null) return null;
  const amount =
    find(details, "AmtDtls/InstdAmt/Amt") ??
    find(details, "Amt") ??
    find(details, "AmtDtls/TxAmt/Amt") ??
    (isOnly ? find(entry, "Amt") : undefined);
  const reference = named ?? said.find((one) => one !== "NOTPROVIDED") ?? textAt(entry, "AddtlNtryInf");
  const bankReference = BANKS.map((path) => textAt(details, path)).find(Boolean) ?? textAt(entry, "AcctSvcrRef");
  return {
    kind: isDebit && !isReversal ? "paid" : "returned",
    place,
    reference: cut(reference || bankReference),
    bankReference: cut(bankReference || reference),
    amountCents: amount ? typedToCents(amount.text) : null,
    currency: amount?.attributes.Ccy ?? "",
    bookedOn: textAt(entry, "BookgDt/Dt") || textAt(entry, "BookgDt/DtTm").slice(0, 10) || null,
  };
}
