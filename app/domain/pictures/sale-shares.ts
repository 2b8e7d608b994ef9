import { type Credits, creditsOf } from "../advance";
import type { CalendarDate } from "../calendar-date";
import { shareOf } from "../divide-sale";

// Every cent of the price is in exactly one part.

export const SHARES_FRAME = { width: 311, height: 24 } as const;

export type SaleFacts = {
  soldOn: CalendarDate;
  grossCents: number;
  feesCents: number;
  netPerStakeCents: number;
  remainderCents: number;
  stakes: number;
  soldStakes: number;
  ownStakes: number;
  ownAdvances?: readonly number[];
};

export type SharePart = {
  who: "own" | "others" | "house" | "fees" | "rounding";
  stakes: number | null;
  cents: number;
  x: number;
  width: number;
};

export type SalePicture = {
  soldOn: CalendarDate;
  grossCents: number;
  netPerStakeCents: number;
  parts: SharePart[];
  own: Credits | null;
};

export function drawSaleShares(sale: SaleFacts): SalePicture | null {
  const { soldOn, grossCents, netPerStakeCents, stakes, soldStakes, ownStakes, ownAdvances = [] } = sale;
  const own = creditsOf(netPerStakeCents, ownAdvances);
  if (grossCents <= 0) return null;
  const ofStakes = (who: SharePart["who"], count: number) => ({ who, stakes: count, cents: shareOf(sale, count) });
  const parts = [
    ofStakes("own", ownStakes),
    ofStakes("others", soldStakes - ownStakes),
    ofStakes("house", stakes - soldStakes),
    { who: "fees" as const, stakes: null, cents: sale.feesCents },
    { who: "rounding" as const, stakes: null, cents: sale.remainderCents },
  ].filter((part) => part.cents > 0 || (part.stakes ?? 0) > 0);
  let before = 0;
  const x = (cents: number) => Math.round((SHARES_FRAME.width * cents) / grossCents);
  return {
    soldOn,
    grossCents,
    netPerStakeCents,
    own: own.advancedCents > 0 ? own : null,
    parts: parts.map((part) => {
      const from = x(before);
      before += part.cents;
      return { ...part, x: from, width: x(before) - from };
    }),
  };
}
