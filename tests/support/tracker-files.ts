import Papa from "papaparse";

// Readers of the files for portfolio trackers, written from their own formats: Ghostfolio's import (test/import/ok and the DTOs of its
// import) and Portfolio Performance's CSV import of account transactions and historical quotes. Amounts in cents.

export type Read = { quantity: Map<string, number>; bought: number; sold: number; returns: number; fees: number };

const cents = (dollars: number) => {
  const whole = Math.round(dollars * 100);
  if (Math.abs(whole - dollars * 100) > 1e-6) throw new Error(`${dollars} is not whole cents`);
  return whole;
};
const sum = () => ({ quantity: new Map<string, number>(), bought: 0, sold: 0, returns: 0, fees: 0 });

function count(read: Read, kind: "bought" | "sold" | "returns", of: string, gross: number, fee: number): void {
  if (gross < 0 || fee < 0) throw new Error("an amount is below zero");
  const turn = { bought: 1, sold: -1, returns: 0 }[kind];
  read[kind] += gross;
  read.fees += fee;
  read.quantity.set(of, (read.quantity.get(of) ?? 0) + turn);
  if ((read.quantity.get(of) ?? 0) < 0) throw new Error(`more of ${of} is sold than was bought`);
}

type Profile = { currency: string; dataSource: string; name: string; symbol: string; marketData: Price[] };
type Price = { date: string; marketPrice: number };
type Activity = Record<"currency" | "dataSource" | "date" | "symbol" | "type", string> &
  Record<"fee" | "quantity" | "unitPrice", number>;

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const GHOSTFOLIO = { BUY: "bought", SELL: "sold", DIVIDEND: "returns" } as const;

/** @returns with the last price of each security by its symbol */
export function readGhostfolio(text: string): Read & { prices: Map<string, number> } {
  const file = JSON.parse(text) as { activities: Activity[]; assetProfiles: Profile[] };
  const read = { ...sum(), prices: new Map<string, number>() };
  for (const { currency, dataSource, symbol, marketData } of file.assetProfiles) {
    if (currency !== "USD" || dataSource !== "MANUAL" || !UUID.test(symbol)) throw new Error(`profile ${symbol}`);
    const last = marketData.toSorted((a, b) => (a.date < b.date ? -1 : 1)).at(-1);
    if (!marketData.every(({ date }) => ISO.test(date))) throw new Error(`a date of ${symbol}`);
    if (last) read.prices.set(symbol, cents(last.marketPrice));
  }
  for (const { currency, dataSource, date, symbol, type, fee, quantity, unitPrice } of file.activities) {
    const kind = GHOSTFOLIO[type as keyof typeof GHOSTFOLIO];
    const isKnown = file.assetProfiles.some((one) => one.symbol === symbol);
    if (currency !== "USD" || dataSource !== "MANUAL" || !ISO.test(date) || !isKnown)
      throw new Error(`${type} ${date}`);
    if (quantity !== 1) throw new Error("a stake is one share");
    count(read, kind, symbol, cents(unitPrice), cents(fee));
  }
  return read;
}

const PERFORMANCE = { Buy: "bought", Sell: "sold", Dividend: "returns" } as const;

/** Cells of a CSV as the import reads them: the number's form is set in its dialogue. */
function rowsOf(
  text: string,
  style: "point" | "comma",
): { row: Record<string, string>; number: (name: string) => number }[] {
  const { data } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, "").trim(), {
    header: true,
    delimiter: style === "comma" ? ";" : ",",
  });
  const form = style === "comma" ? /^\d+(?:,\d+)?$/ : /^\d+(?:\.\d+)?$/;
  return data.map((row) => ({
    row,
    number: (name) => {
      const cell = row[name] ?? "";
      if (!form.test(cell)) throw new Error(`${name}: ${cell} is not a number`);
      return Number(cell.replace(",", "."));
    },
  }));
}

/** The value of a purchase or sale includes its fee. */
export function readPerformance(text: string, style: "point" | "comma"): Read {
  const read = sum();
  for (const { row, number } of rowsOf(text, style)) {
    const kind = PERFORMANCE[row.Type as keyof typeof PERFORMANCE];
    if (!/^\d{4}-\d\d-\d\d$/.test(row.Date ?? "") || row["Transaction Currency"] !== "USD" || number("Shares") !== 1)
      throw new Error(`not a transaction: ${JSON.stringify(row)}`);
    const [value, fee] = [cents(number("Value")), cents(number("Fees"))];
    count(read, kind, row["Ticker Symbol"] ?? "", kind === "bought" ? value - fee : value + fee, fee);
  }
  return read;
}

/** The last quote; null: there is none. */
export function lastQuote(text: string, style: "point" | "comma"): number | null {
  const rows = rowsOf(text, style).toSorted((a, b) => ((a.row.Date ?? "") < (b.row.Date ?? "") ? -1 : 1));
  return rows.length === 0 ? null : cents(rows.at(-1)?.number("Quote") ?? 0);
}
