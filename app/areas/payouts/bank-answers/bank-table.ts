import Papa from "papaparse";
import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { rows, type Work } from "~/db/work";
import { readPayoutReference } from "~/domain/payout-reference";

/** `cents` is never below zero; `sign` is null where the bank wrote none. */
export type BankAmount = { cents: number; sign: "-" | "+" | "debit" | "credit" | null; currency: string | null };

const WESTERN = /^\d{1,3}(?:,\d{3})+$/;
const INDIAN = /^\d{1,2}(?:,\d{2})*,\d{3}$/;

/**
 * Exact, or null: 'USD 1,23,456.78', '(104.00)', '104.00-', '+104', '104.00 DR', '0104.000'.
 * @param comma the file may have decimals behind a comma: '1.234,56'
 */
export function readBankAmount(text: string, comma: boolean): BankAmount | null {
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

export type BankTable = {
  headers: string[];
  rows: string[][];
  firstLine: number;
  /** Amounts may have decimals behind a comma. */
  comma: boolean;
};

type UnreadableTable = "empty" | "no-columns" | { code: "more-cells"; line: number };

const ROLES = {
  reference:
    "reference end_to_end_id customer_reference customer_reference_no customer_ref_no remarks narration description particulars details transaction_details",
  amount: "amount amount_usd transaction_amount txn_amount payment_amount",
  debit: "debit debit_amount withdrawal withdrawals withdrawal_amt withdrawal_amount paid_out money_out",
  credit: "credit credit_amount deposit deposits deposit_amt deposit_amount paid_in money_in",
  side: "dr_cr cr_dr debit_credit drcr",
  currency: "currency ccy",
  status: "status transaction_status txn_status payment_status state",
  bankReference: "bank_reference utr utr_number utr_no bank_ref_no bank_reference_no ref_no chq_ref_no transaction_id",
  bookedOn: "date booked_on value_date value_dt transaction_date txn_date posting_date",
} as const;

export type ColumnRole = keyof typeof ROLES;
export const COLUMN_ROLES = Object.keys(ROLES) as ColumnRole[];

export type BankColumns = Partial<Record<ColumnRole, number>>;

/** 'Bank Ref. No' is `bank_ref_no`. */
const plainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, "_")
    .replace(/^_|_$/g, "");

export function guessColumns(headers: readonly string[]): BankColumns {
  const names = headers.map(plainName);
  const found = COLUMN_ROLES.flatMap((role) => {
    const name = ROLES[role].split(" ").find((one) => names.includes(one));
    return name === undefined ? [] : [[role, names.indexOf(name)] as const];
  });
  return Object.fromEntries(found);
}

const hasAmount = ({ amount, debit, credit }: BankColumns): boolean =>
  amount !== undefined || (debit !== undefined && credit !== undefined);

const SEPARATORS = [",", ";", "\t", "|"] as const;
const MOST_ABOVE = 40;

export function readBankTable(text: string): BankTable | UnreadableTable {
  if (text.trim() === "") return "empty";
  const [, said, rest] = /^sep=(.)\r?\n([^]*)$/i.exec(text) ?? [];
  const [best] = (said ? [said] : SEPARATORS)
    .map((separator) => {
      const { data } = Papa.parse<string[]>(rest ?? text, { delimiter: separator, skipEmptyLines: false });
      const scores = data.slice(0, MOST_ABOVE).map(headerScore);
      const score = Math.max(...scores);
      return { separator, data, score, at: scores.indexOf(score) };
    })
    .sort((one, other) => other.score - one.score);
  if (!best || best.score < 2) return "no-columns";
  const headers = (best.data[best.at] ?? []).map((name) => name.trim());
  const rows = best.data.slice(best.at + 1);
  const firstLine = best.at + 2 + (said ? 1 : 0);
  const tooLong = rows.findIndex((cells) => cells.slice(headers.length).some((cell) => cell.trim() !== ""));
  if (tooLong !== -1) return { code: "more-cells", line: firstLine + tooLong };
  const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ""));
  if (filled.length === 0) return "empty";
  return { headers, rows: filled, firstLine, comma: best.separator !== "," };
}

const isName = (cell: string) =>
  /\p{L}/u.test(cell) &&
  readPayoutReference(cell) === null &&
  readBankAmount(cell, true) === null &&
  !/^\d{1,2}[ /-]\p{L}{3}/u.test(cell);

/** Compares lines by whether they name amounts, then by how many names they have. */
function headerScore(cells: readonly string[]): number {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (!filled.every(isName)) return 0;
  return filled.length + (hasAmount(guessColumns(cells)) ? 1_000 : 0);
}

/** By its byte order mark, else UTF-8, else Windows-1252; null: it is not a text. */
export function decodeBankFile(bytes: Uint8Array): string | null {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  if (marked) return new TextDecoder(marked).decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

export const layoutOf = ({ headers }: BankTable): string => JSON.stringify(headers.map(plainName));

/** A bank or two have a few. */
export const readLayouts = (db: Database): Work<{ headers: string; columns: string }[]> =>
  rows(
    db.all<{ headers: string; columns: string }>(
      sql`SELECT headers, columns FROM bank_layouts ORDER BY named_at_ms DESC LIMIT 100`,
    ),
  );

export const columnField = (role: string) => `column_${role}`;

export function readNamed(form: FormData, { headers }: BankTable): { asked: boolean; columns: BankColumns | null } {
  const asked = COLUMN_ROLES.some((role) => form.has(columnField(role)));
  const chosen = COLUMN_ROLES.flatMap((role) => {
    const typed = form.get(columnField(role));
    const at = typeof typed === "string" && /^\d{1,3}$/.test(typed) ? Number(typed) : headers.length;
    return at < headers.length ? [[role, at] as const] : [];
  });
  const columns: BankColumns = Object.fromEntries(chosen);
  return { asked, columns: asked && hasAmount(columns) ? columns : null };
}
