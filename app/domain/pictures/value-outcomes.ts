import { axisFromZero, type Mark, type MoneyAxis, PLOT } from "./plot";

// The last value of each ended cask against what a stake of it brought. On the line from corner to corner both are the same.

export type Outcome = {
  caskId: string;
  valueCents: number;
  netCents: number;
  tier: "issue" | "measured" | "modelled" | "opinion";
};

export type OutcomesPicture = {
  height: number;
  axis: MoneyAxis["ticks"];
  /** Amounts along the base, without the zero. */
  along: { cents: number; x: number }[];
  /** Where value and outcome are the same. */
  line: string;
  dots: { caskId: string; kind: Mark["kind"]; x: number; y: number }[];
};

const TOP = 12;
const BASE = 190;

/** null: no cask that ended had a value. */
export function drawOutcomes(outcomes: readonly Outcome[]): OutcomesPicture | null {
  if (outcomes.length === 0) return null;
  const most = Math.max(...outcomes.flatMap(({ valueCents, netCents }) => [valueCents, netCents]), 1);
  const { ticks, y } = axisFromZero(most, { top: TOP, base: BASE });
  const top = ticks.at(-1)?.cents ?? most;
  const x = (cents: number) => Math.round((PLOT.width * cents) / top);
  return {
    height: BASE + 36,
    axis: ticks,
    along: ticks.slice(1).map(({ cents }) => ({ cents, x: x(cents) })),
    line: `M0 ${BASE}L${PLOT.width} ${TOP}`,
    dots: outcomes.map(({ caskId, tier, valueCents, netCents }) => ({
      ...{ caskId, kind: tier === "issue" ? "paid" : tier, x: x(valueCents), y: y(netCents) },
    })),
  };
}
