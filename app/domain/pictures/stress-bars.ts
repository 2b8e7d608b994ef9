import { backOf, type Stress } from "../stress";

// What comes back of 100 paid, as bars from the same edge: so that what is missing is seen.

const WIDTH = 311;
const ROW = 46;
const BAR = 18;
const LABEL = 18;

export type StressBar = {
  what: "paid" | "valued" | "halved" | "waited";
  /** Of 10,000 paid. */
  cents: number;
  width: number;
  /** Of the label's base line and the bar's upper edge. */
  textY: number;
  barY: number;
};

export type StressPicture = {
  width: number;
  height: number;
  barHeight: number;
  /** Where 100 paid stand. */
  paidX: number;
  bars: StressBar[];
};

/** null: no stake is held, and there is nothing to draw. */
export function drawStress({ paidCents, valuedCents, halved, waited }: Stress): StressPicture | null {
  if (paidCents === 0) return null;
  const figures = [
    { what: "paid", cents: 10_000 },
    { what: "valued", cents: backOf(valuedCents, paidCents) },
    { what: "halved", cents: backOf(halved.backCents, paidCents) },
    { what: "waited", cents: backOf(waited.backCents, paidCents) },
  ] as const;
  const most = Math.max(...figures.map(({ cents }) => cents));
  const wide = (cents: number) => Math.round((WIDTH * cents) / most);
  return {
    width: WIDTH,
    height: figures.length * ROW,
    barHeight: BAR,
    paidX: wide(10_000),
    bars: figures.map((figure, index) => ({
      ...figure,
      width: wide(figure.cents),
      textY: index * ROW + LABEL - 4,
      barY: index * ROW + LABEL + 2,
    })),
  };
}
