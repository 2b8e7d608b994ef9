import { payoutReference, readPayoutReference } from "~/domain/payout-reference";
import { type BankLine, cut, MOST_LINES, type ReadAnswer, type UnreadableAnswer } from "./bank-line";
import { type BankTable, readBankTable } from "./bank-table";

/** `cents` is never below zero; `sign` is as the bank wrote it, null where it wrote none. */
type BankAmount = { cents: number; sign: "-" | "+" | "debit" | "credit" | null; currency: string | null };

const WESTERN = /^\d{1,3}(?:,\d{3})+$/;
const INDIAN = /^\d{1,2}(?:,\d{2})*,\d{3}$/;

/**
 * Exact, or null: 'USD 1,23,456.78', '(104.00)', '104.00-', '+104', '104.00 DR', '0104.000'.
 * @param comma the file may have decimals behind a comma: '1.234,56'
 */
function readBankAmount(text: string, comma: boolean): BankAmount | null {
  const parts = /^(\()?([A-Z]{3}|\$)?\s*([-+])?\s*\$?\s*([\d.,]+)\s*(-)?\s*(DR|CR)?\.?\s*([A-Z]{3})?(\))?$/.exec(
    text
      .replace(/[\s\u00a0\u202f]+/g, " ")
      .replace("\u2212", "-")
      .trim()
      .toUpperCase(),
  );
  if (!parts) return null;
  const [, open, before, lead = null, figure = "", trail, side, after, close] = parts;
  const said = [open !== undefined, lead !== null, trail !== undefined, side !== undefined].filter(Boolean).length;
  if (said > 1 || (open === undefined) !== (close === undefined)) return null;
  const cents = centsOf(figure, comma);
  if (cents === null) return null;
  const sign = side === "DR" ? "debit" : side === "CR" ? "credit" : open || trail ? "-" : (lead as "-" | "+" | null);
  const currency = before === "$" ? "USD" : (before ?? after ?? null);
  return { cents, sign, currency };
}

function centsOf(figure: string, comma: boolean): number | null {
  const isComma = comma && /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(figure);
  const plain = isComma ? figure.replaceAll(".", "").replace(",", ".") : figure;
  const [whole = "", decimals = "", more] = plain.split(".");
  if (more !== undefined || whole === "" || !/^\d*$/.test(decimals)) return null;
  if (!/^\d+$/.test(whole) && !WESTERN.test(whole) && !INDIAN.test(whole)) return null;
  if (/[1-9]/.test(decimals.slice(2))) return null;
  const cents = Number(whole.replaceAll(",", "") + decimals.slice(0, 2).padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : null;
}

// A bank's answer as a table: a report of bulk payments, or the statement of the account.

const COLUMNS = {
  reference:
    "reference end_to_end_id customer_reference customer_reference_no customer_ref_no remarks narration description particulars details transaction_details",
  amount: "amount amount_usd transaction_amount txn_amount payment_amount",
  debit: "debit debit_amount withdrawal withdrawals withdrawal_amt withdrawal_amount paid_out money_out",
  credit: "credit credit_amount deposit deposits deposit_amt deposit_amount paid_in money_in",
  side: "dr_cr cr_dr debit_credit drcr",
  currency: "currency ccy",
  bankReference: "bank_reference utr utr_number utr_no bank_ref_no bank_reference_no ref_no chq_ref_no transaction_id",
  bookedOn: "date booked_on value_date value_dt transaction_date txn_date posting_date",
  status: "status transaction_status txn_status payment_status state",
} as const;
type Column = keyof typeof COLUMNS;

const PAID = /^(?:|paid|success|successful|processed|executed|completed?|credited|settled)$/;
const BACK = /^(?:returned|return|reversed|reversal|rejected|failed|bounced|refunded)\b/;
/** Not done yet. */
const WAITS = /^(?:in process|in progress|processing|pending|initiated|queued|scheduled)$/;
/** In what a bank tells of one payment. */
const SAYS_BACK = /\b(?:return|returned|rtn|reversal|reversed|bounced|refund|refunded)\b/i;

const atOf = (headers: string[], column: Column): number => {
  const names = COLUMNS[column].split(" ");
  return names.reduce((found, name) => (found === -1 ? headers.indexOf(name) : found), -1);
};
const has = (headers: string[], column: Column) => atOf(headers, column) !== -1;
const isHeader = (headers: string[]): boolean =>
  has(headers, "reference") && (has(headers, "amount") || (has(headers, "debit") && has(headers, "credit")));

/** What a bank's file says about payouts. */
export function readAnswer(bytes: Uint8Array): ReadAnswer | UnreadableAnswer {
  if (bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))) return "empty";
  const table = readBankTable(bytes, isHeader);
  if (typeof table === "string" || "code" in table) return table;
  const rows = table.rows.filter((cells) => cells.some((cell) => cell.trim() !== ""));
  if (rows.length === 0) return "empty";
  const told = rows.map((cells) => toldBy(table, cells));
  const ours = told.filter(({ place }) => place !== null);
  // A statement has minus for what left; a report of payments has no sign.
  const hasMinus = ours.some(({ amount }) => amount?.sign === "-");
  const lines = told.map((one) => lineOf(one, hasMinus)).filter((one) => one !== null);
  if (lines.length > MOST_LINES) return "too-long";
  return { lines, other: rows.length - lines.length };
}

type Told = {
  cells: string[];
  cell: (column: Column) => string;
  place: BankLine["place"];
  amount: BankAmount | null;
};

function toldBy(table: BankTable, cells: string[]): Told {
  const cell = (column: Column) => (cells[atOf(table.headers, column)] ?? "").trim();
  const place = cells.map(readPayoutReference).find((one) => one !== null) ?? null;
  return { cells, cell, place, amount: amountOf(table, cell) };
}

/** One signed column, a column that says the side, or a column for each side. */
function amountOf({ comma }: BankTable, cell: Told["cell"]): BankAmount | null {
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

/** @returns null for what is not about a payout: money that came in, and what is not done yet */
function lineOf({ cells, cell, place, amount }: Told, hasMinus: boolean): BankLine | null {
  const status = cell("status").toLowerCase().replace(/\s+/g, " ");
  if (WAITS.test(status)) return null;
  const isIn = amount?.sign === "credit" || (hasMinus && amount?.sign !== "-" && amount !== null);
  if (isIn && place === null) return null;
  const isBack = isIn || BACK.test(status) || (place !== null && cells.some((one) => SAYS_BACK.test(one)));
  const said = cut(cell("reference"));
  const reference = place === null || readPayoutReference(said) ? said : payoutReference(place);
  return {
    kind: isBack ? "returned" : PAID.test(status) ? "paid" : "unknown",
    place,
    reference: isBack || PAID.test(status) ? reference : cut(`${cell("status")}: ${reference}`),
    bankReference: cut(cell("bankReference")) || reference,
    amountCents: amount?.cents ?? null,
    currency: (cell("currency") || amount?.currency || "USD").toUpperCase(),
    bookedOn: cell("bookedOn") || null,
  };
}
