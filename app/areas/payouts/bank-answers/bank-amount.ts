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
