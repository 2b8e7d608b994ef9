import type { StakeFigures } from "~/areas/holdings/stake-figures";
import { sha256 } from "~/domain/audit/hashes";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { plainDollars } from "~/domain/money";
import { statementWords as words } from "~/content/statement-texts";
import type { StakeEvent } from "./statement-lines";
import type { StatementRows } from "./read-statement";

// Files that portfolio trackers import. A cask is a security, a stake one share of it. Money in the wallet is left out: trackers ask
// what was bought, what it brought and what it is worth.

export type Trade = {
  on: CalendarDate;
  kind: "buy" | "sell" | "return";
  caskId: string;
  stake: { caskName: string; number: number; totalStakes: number };
  /** Without the fee, which is added to what a buyer pays, and taken off what a seller gets. */
  cents: number;
  feeCents: number;
};

export type Tracked = {
  trades: Trade[];
  casks: { id: string; name: string; values: { valuedOn: CalendarDate; valueCents: number }[] }[];
};

type Known = { within: readonly StakeEvent[]; figures: readonly StakeFigures[]; to: CalendarDate };

export function trackedOf(rows: StatementRows, { within, figures, to }: Known): Tracked {
  const stakes = new Map(figures.map((one) => [one.stakeId, one]));
  const facts = new Map(rows.stakeFacts.map((one) => [one.stakeId, one]));
  const made = (stakeId: string, atMs: number, part: Pick<Trade, "kind" | "cents"> & { feeCents?: number }) => {
    const stake = stakes.get(stakeId);
    return stake ? [{ atMs, on: dateOf(atMs), caskId: stake.caskId, stake, feeCents: 0, ...part }] : [];
  };
  const moves = within.flatMap(({ stakeId, what, atMs, cents }) => {
    const { buyerFeeCents, sellerFeeCents } = facts.get(stakeId) ?? {};
    if (what === "bought") return made(stakeId, atMs, { kind: "buy", cents, feeCents: buyerFeeCents ?? 0 });
    if (what === "given-again") return made(stakeId, atMs, { kind: "buy", cents });
    if (what === "taken-back") return made(stakeId, atMs, { kind: "sell", cents: -cents });
    const feeCents = sellerFeeCents ?? 0;
    return made(stakeId, atMs, { kind: "sell", cents: (stakes.get(stakeId)?.creditedCents ?? 0) + feeCents, feeCents });
  });
  const returned = returnsOf(rows).flatMap(({ stakeId, atMs, cents }) =>
    made(stakeId, atMs, { kind: "return", cents }),
  );
  const trades = [...moves, ...returned].sort((a, b) => a.atMs - b.atMs);
  const names = new Map(trades.map(({ caskId, stake }) => [caskId, stake.caskName]));
  const casks = [...names].map(([id, name]) => {
    const values = rows.holdings.valuations.filter(({ caskId, valuedOn }) => caskId === id && valuedOn <= to);
    return { id, name, values: [...new Map(values.map((one) => [one.valuedOn, one])).values()] };
  });
  return { trades, casks };
}

/** Returns of 24-month periods, one per request; one that was rejected was credited and taken back. */
function returnsOf({ cash, holdings }: StatementRows) {
  const requests = new Map(holdings.withdrawals.map(({ id, stakeId }) => [`withdrawal:${id}`, stakeId]));
  const sums = new Map<string, { stakeId: string; atMs: number; cents: number }>();
  for (const { refersTo, reason, cents, atMs } of cash) {
    const stakeId = requests.get(refersTo);
    if (!stakeId || reason === "withdrawal-paid" || reason === "withdrawal-returned") continue;
    const sum = sums.get(refersTo) ?? { stakeId, atMs, cents: 0 };
    sums.set(refersTo, { ...sum, cents: sum.cents + cents });
  }
  return [...sums.values()].filter(({ cents }) => cents !== 0);
}

const GHOSTFOLIO = { buy: "BUY", sell: "SELL", return: "DIVIDEND" } as const;
const PERFORMANCE = { buy: "Buy", sell: "Sell", return: "Dividend" } as const;

const midnight = (on: CalendarDate) => `${on}T00:00:00.000Z`;

/** A security of a person's own is named by a UUID there: a cask has the same one in every file. */
function uuidOf(caskId: string): string {
  const hex = sha256(caskId);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

/** The import file of Ghostfolio, with the values as market data. */
export function ghostfolioFile({ trades, casks }: Tracked, madeOn: CalendarDate): string {
  const own = { currency: "USD", dataSource: "MANUAL" };
  return JSON.stringify({
    meta: { date: midnight(madeOn), version: words.brand },
    accounts: [],
    assetProfiles: casks.map(({ id, name, values }) => ({
      ...own,
      isActive: true,
      name,
      symbol: uuidOf(id),
      marketData: values.map((one) => ({ date: midnight(one.valuedOn), marketPrice: one.valueCents / 100 })),
    })),
    activities: trades.map(({ on, kind, caskId, stake, cents, feeCents }) => ({
      ...own,
      accountId: null,
      comment: words.stakeOf(stake),
      date: midnight(on),
      fee: feeCents / 100,
      quantity: 1,
      symbol: uuidOf(caskId),
      tags: [],
      type: GHOSTFOLIO[kind],
      unitPrice: cents / 100,
    })),
  });
}

/** 'Account Transactions' of Portfolio Performance; its value of a purchase or sale includes the fee. */
export const performanceRows = ({ trades }: Tracked) => [
  ["Date", "Type", "Value", "Transaction Currency", "Fees", "Shares", "Ticker Symbol", "Security Name", "Note"],
  ...trades.map(({ on, kind, caskId, stake, cents, feeCents }) => {
    const value = plainDollars(kind === "buy" ? cents + feeCents : cents - feeCents);
    const names = [caskId, stake.caskName, words.stakeOf(stake)];
    return [on, PERFORMANCE[kind], value, "USD", plainDollars(feeCents), "1", ...names];
  }),
];

/** 'Historical Quotes' of Portfolio Performance: one file per security. Null: the person never had a stake of it. */
export function performancePrices({ casks }: Tracked, caskId: string) {
  const cask = casks.find(({ id }) => id === caskId);
  return cask && [["Date", "Quote"], ...cask.values.map((one) => [one.valuedOn, plainDollars(one.valueCents)])];
}
