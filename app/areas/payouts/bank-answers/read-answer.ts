import Papa from "papaparse";
import { typedToCents } from "~/domain/money";
import { readPayoutReference } from "~/domain/payout-reference";
import { type BankLine, cut, MOST_LINES, type ReadAnswer, type UnreadableAnswer } from "./bank-line";

// A bank's answer as a table with named columns, as banks of India give it for bulk NEFT and RTGS.

const COLUMNS = {
  reference: ["reference", "end_to_end_id", "customer_reference", "remarks"],
  amount: ["amount", "amount_usd"],
  currency: ["currency"],
  bankReference: ["bank_reference", "utr", "utr_number"],
  bookedOn: ["date", "booked_on", "value_date"],
  status: ["status"],
} as const;

const STATUSES: Record<string, BankLine["kind"]> = {
  "": "paid",
  paid: "paid",
  success: "paid",
  processed: "paid",
  executed: "paid",
  returned: "returned",
  rejected: "returned",
  failed: "returned",
};

/** What a bank's file says about payouts. */
export function readAnswer(bytes: Uint8Array): ReadAnswer | UnreadableAnswer {
  const source = textOf(bytes);
  if (source === null) return "not-readable";
  if (source.trim() === "") return "empty";
  const read = readTable(source);
  if (read === null) return "no-columns";
  if (read.lines.length === 0) return "empty";
  return read.lines.length > MOST_LINES ? "too-long" : read;
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** @returns null: it has no column of references or of amounts */
function readTable(source: string): ReadAnswer | null {
  const { data, meta } = Papa.parse<Record<string, string>>(source.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, "_"),
  });
  const columnOf = (names: readonly string[]) => names.find((name) => meta.fields?.includes(name));
  const [reference, amount] = [columnOf(COLUMNS.reference), columnOf(COLUMNS.amount)];
  if (reference === undefined || amount === undefined) return null;
  const cell = (row: Record<string, string>, names: readonly string[]) => (row[columnOf(names) ?? ""] ?? "").trim();
  const read = data.map((row): BankLine | null => {
    const kind = STATUSES[cell(row, COLUMNS.status).toLowerCase()];
    // Not done yet.
    if (kind === undefined) return null;
    const said = cut(row[reference] ?? "");
    return {
      kind,
      place: readPayoutReference(said),
      reference: said,
      bankReference: cut(cell(row, COLUMNS.bankReference)) || said,
      amountCents: typedToCents((row[amount] ?? "").replace(/^-/, "")),
      currency: cell(row, COLUMNS.currency).toUpperCase() || "USD",
      bookedOn: cell(row, COLUMNS.bookedOn) || null,
    };
  });
  const lines = read.filter((one) => one !== null);
  return { lines, other: read.length - lines.length };
}
