import { type PayoutPlace, payoutReference, readPayoutReference } from "~/domain/payout-reference";
import { type BankAmount, type BankColumns, type BankTable, type ColumnRole, readBankAmount } from "./bank-table";

export type BankLine = {
  /** 'unknown': we do not know its status, or it is not done yet. */
  kind: "paid" | "returned" | "unknown";
  /** null: it is about no payout that we know. */
  place: PayoutPlace | null;
  reference: string;
  /** The reference that the investor sees: a UTR, or ours where the bank gave none. */
  bankReference: string;
  /** null: it cannot be read. */
  amountCents: number | null;
  currency: string;
  bookedOn: string | null;
};

/** `other`: rows without a reference of ours that sent no money out. */
export type BankLines = { lines: BankLine[]; other: number };

const MOST_LINES = 2_000;
const MOST_REFERENCE = 60;

const cut = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, MOST_REFERENCE);

const PAID = /^(?:|paid|success|successful|processed|executed|completed?|credited|settled)$/;
const BACK = /^(?:returned|return|reversed|reversal|rejected|failed|bounced|refunded)\b/;
const SAYS_BACK = /\b(?:return|returned|rtn|reversal|reversed|bounced|refund|refunded)\b/i;

export function readBankLines(table: BankTable, columns: BankColumns): BankLines | "too-long" {
  const told = table.rows.map((cells) => toldBy(table, columns, cells));
  const ours = told.filter(({ place }) => place !== null);
  // A statement has minus for what left; a report of payments has no sign.
  const hasMinus = ours.some(({ amount }) => amount?.sign === "-");
  const lines = told.map((one) => lineOf(one, hasMinus)).filter((one) => one !== null);
  return lines.length > MOST_LINES ? "too-long" : { lines, other: table.rows.length - lines.length };
}

type Told = {
  cells: string[];
  cell: (role: ColumnRole) => string;
  place: PayoutPlace | null;
  amount: BankAmount | null;
};

function toldBy({ comma }: BankTable, columns: BankColumns, cells: string[]): Told {
  const cell = (role: ColumnRole) => (cells[columns[role] ?? -1] ?? "").trim();
  const place = cells.map(readPayoutReference).find((one) => one !== null) ?? null;
  return { cells, cell, place, amount: amountOf(comma, cell) };
}

function amountOf(comma: boolean, cell: Told["cell"]): BankAmount | null {
  const [whole, debit, credit] = [cell("amount"), cell("debit"), cell("credit")];
  if (whole !== "") {
    const read = readBankAmount(whole, comma);
    const side = /^(d|c)/i.exec(cell("side"))?.[1]?.toLowerCase();
    return read && side ? { ...read, sign: side === "d" ? "debit" : "credit" } : read;
  }
  const [out, back] = [readBankAmount(debit, comma), readBankAmount(credit, comma)];
  if (out && out.cents > 0 && !(back && back.cents > 0)) return { ...out, sign: "debit" };
  if (back && back.cents > 0 && !(out && out.cents > 0)) return { ...back, sign: "credit" };
  return null;
}

/** @returns null for a row without a reference of ours in which money came in, or nothing is done yet */
function lineOf({ cells, cell, place, amount }: Told, hasMinus: boolean): BankLine | null {
  const status = cell("status").toLowerCase().replace(/\s+/g, " ");
  const isIn = amount?.sign === "credit" || (hasMinus && amount?.sign !== "-" && amount !== null);
  const isBack = isIn || BACK.test(status) || (place !== null && cells.some((one) => SAYS_BACK.test(one)));
  const isKnown = isBack || PAID.test(status);
  if (place === null && (isIn || !isKnown)) return null;
  const said = cut(cell("reference"));
  const reference = place === null || readPayoutReference(said) ? said : payoutReference(place);
  return {
    kind: isBack ? "returned" : isKnown ? "paid" : "unknown",
    place,
    reference: isKnown ? reference : cut(`${cell("status")}: ${reference}`),
    bankReference: cut(cell("bankReference")) || reference,
    amountCents: amount?.cents ?? null,
    currency: (cell("currency") || amount?.currency || "USD").toUpperCase(),
    bookedOn: cell("bookedOn") || null,
  };
}
