// What every picture is drawn of, in every state: for the sheet of all pictures, and for the drawings that tests compare with.
import { addMonths } from "~/domain/cycles";
import type { drawAngelsShare, Gauging } from "~/domain/pictures/angels-share";
import type { drawCaskBand } from "~/domain/pictures/cask-band";
import type { drawCycleRing } from "~/domain/pictures/cycle-ring";
import type { PortfolioHistory } from "~/domain/pictures/portfolio-value";
import type { RackCask } from "~/domain/pictures/rack";
import type { drawSaleShares } from "~/domain/pictures/sale-shares";
import type { drawStakeValue } from "~/domain/pictures/value-per-stake";
import type { Valuation } from "~/domain/returns";

export const TODAY = "2026-11-22";
export const ago = (months: number) => addMonths(TODAY, -months);

export const valuation = (months: number, valueCents: number, tier: Valuation["tier"] = "opinion"): Valuation => ({
  valuedOn: ago(months),
  valueCents,
  tier,
});

type Tier = Exclude<Valuation["tier"], "issue">;
export const held = (months: number, priceCents: number, ...later: [number, number, Tier][]) => ({
  priceCents,
  purchasedOn: ago(months),
  valuations: [valuation(months + 1, priceCents, "issue"), ...later.map((one) => valuation(...one))],
});

const ordinary = [
  held(30, 50_000, [18, 55_200, "modelled"], [7, 60_400, "measured"], [1, 61_500, "modelled"]),
  held(26, 65_000, [14, 70_850, "modelled"], [3, 78_910, "measured"]),
  held(19, 120_000, [4, 121_000, "opinion"]),
];
const tiers: Tier[] = ["opinion", "modelled", "measured"];

const fiftyStakes = Array.from({ length: 50 }, (_, index) =>
  held(
    48 - (index % 40),
    50_000 + index * 1_000,
    ...tiers.map((tier, turn): [number, number, Tier] => [
      Math.max(1, 36 - (index % 30) - turn * 6),
      52_000 + ((index * 7) % 20) * 1_000 - turn * 800,
      tier,
    ]),
  ),
);

export type Portfolio = { stakes: PortfolioHistory["stakes"]; unrealisedCents: number | null };

export const portfolios: Record<string, Portfolio> = {
  "no data": { stakes: [], unrealisedCents: null },
  "not valued": { stakes: [held(5, 50_000)], unrealisedCents: null },
  "one point": { stakes: [held(9, 50_000, [3, 52_000, "measured"])], unrealisedCents: 2_000 },
  ordinary: { stakes: ordinary, unrealisedCents: 26_410 },
  "some not valued": { stakes: [...ordinary, held(2, 45_000), held(1, 45_000)], unrealisedCents: 26_410 },
  loss: {
    stakes: [held(28, 90_000, [16, 95_000, "modelled"], [6, 84_600, "measured"], [2, 78_000, "opinion"])],
    unrealisedCents: -12_000,
  },
  stale: { stakes: [held(40, 65_000, [30, 70_850, "modelled"], [20, 78_910, "measured"])], unrealisedCents: 13_910 },
  "fifty stakes": { stakes: fiftyStakes, unrealisedCents: 123_400 },
  "bought today": { stakes: [held(0, 1_234_567_89)], unrealisedCents: null },
  large: { stakes: [held(30, 1_234_567_89, [12, 1_400_000_00, "opinion"])], unrealisedCents: 165_432_11 },
};

export type Stake = Parameters<typeof drawStakeValue>[0];
export const stake = (one: ReturnType<typeof held>, sale: Stake["sale"] = null): Stake => ({
  ...one,
  today: TODAY,
  sale,
});

export const stakes: Record<string, Stake> = {
  "not valued": stake(held(5, 65_000)),
  "one point": stake(held(9, 65_000, [3, 66_000, "opinion"])),
  "all kinds": stake(
    held(
      26,
      65_000,
      [20, 64_100, "modelled"],
      [14, 68_850, "measured"],
      [9, 73_400, "opinion"],
      [3, 78_910, "measured"],
    ),
  ),
  loss: stake(held(28, 90_000, [16, 88_000, "modelled"], [2, 84_600, "measured"])),
  "from zero": stake(held(28, 90_000, [16, 40_000, "modelled"], [2, 4_600, "measured"])),
  sold: stake(held(31, 65_000, [14, 70_850, "modelled"], [6, 78_910, "measured"]), { soldOn: ago(2), cents: 74_125 }),
  "second cycle": stake(held(50, 65_000, [30, 70_850, "modelled"], [26, 78_910, "measured"], [3, 80_000, "opinion"])),
  large: stake(held(26, 1_234_567_89, [3, 1_400_000_00, "opinion"])),
};

export type Cycle = Parameters<typeof drawCycleRing>[0];
export const cycle = (months: number, status: Cycle["status"], currentCycleNumber = 1): Cycle => ({
  purchasedOn: ago(months),
  today: TODAY,
  status,
  currentCycleNumber,
});

export const cycles = {
  "just begun": cycle(0, "running"),
  running: cycle(14, "running"),
  ready: cycle(25, "ready"),
  "in progress": cycle(25, "progress"),
  "paid, second cycle": cycle(25, "paid", 2),
};

export const gauging = (months: number, loaDecilitres: number, abvTenths: number): Gauging => ({
  gaugedOn: ago(months),
  loaDecilitres,
  abvTenths,
});

export type Angels = Parameters<typeof drawAngelsShare>[0];
export const cask = (gauges: Gauging[], more: Partial<Angels> = {}): Angels => ({
  kind: "whisky",
  caskType: "hogshead",
  gauges,
  filledOn: null,
  ...more,
});

export const angels: Record<string, Angels> = {
  none: cask([]),
  "one measurement": cask([gauging(14, 1_311, 578)]),
  "two measurements": cask([gauging(30, 1_084, 592), gauging(2, 1_018, 574)]),
  "many measurements": cask(
    [gauging(112, 1_200, 635), gauging(80, 1_150, 610), gauging(52, 1_084, 592), gauging(2, 1_018, 574)],
    { filledOn: ago(112) },
  ),
  "near the limit": cask([gauging(60, 800, 471), gauging(2, 600, 409)], { caskType: "barrel" }),
  "below the limit": cask([gauging(60, 800, 471), gauging(2, 520, 391)], { caskType: "butt" }),
  "nothing lost": cask([gauging(20, 1_000, 601), gauging(2, 1_004, 600)], { caskType: "barrique", kind: "wine" }),
  rum: cask([gauging(40, 1_120, 640), gauging(2, 860, 610)], { caskType: "rum-barrel", kind: "rum" }),
};

export type Sale = Parameters<typeof drawSaleShares>[0];
export const sale = (more: Partial<Sale>): Sale => ({
  soldOn: ago(2),
  grossCents: 3_100_000,
  feesCents: 135_000,
  netPerStakeCents: 74_125,
  remainderCents: 0,
  stakes: 40,
  soldStakes: 15,
  ownStakes: 2,
  ...more,
});

export const sales: Record<string, Sale> = {
  "own two": sale({}),
  "own none": sale({ ownStakes: 0 }),
  "own one, with a remainder": sale({ ownStakes: 1, soldStakes: 40, grossCents: 3_100_017, remainderCents: 17 }),
  "a loss": sale({ grossCents: 900_000, feesCents: 300_000, netPerStakeCents: 15_000 }),
};

type Band = Parameters<typeof drawCaskBand>;
export const band = (caskType: Band[0], bandStakes: Band[1]) => ({ caskType, stakes: bandStakes });

export const bands: Record<string, ReturnType<typeof band>> = {
  locked: band("hogshead", null),
  "none sold": band("barrel", { total: 50, sold: 0, free: 50, own: [] }),
  "some sold": band("butt", { total: 50, sold: 31, free: 19, own: [] }),
  "one left": band("barrique", { total: 100_000, sold: 99_999, free: 1, own: [] }),
  "sold out": band("rum-barrel", { total: 40, sold: 40, free: null, own: [] }),
  "own one": band("barrel", { total: 40, sold: 15, free: null, own: [11] }),
  "own three of an open one": band("hogshead", { total: 60, sold: 31, free: 29, own: [4, 21, 22] }),
  "own all": band("hogshead", { total: 3, sold: 3, free: null, own: [1, 2, 3] }),
};

export const rackCask = (sold: number, total = 40, more: Partial<RackCask> = {}): RackCask => ({
  total,
  sold,
  void: 0,
  ...more,
});
const SOLD = [37, 11, 11, 15, 18, 13, 15, 0, 23, 9, 19, 8, 0, 31, 40];
const fifteen = SOLD.map((sold, at) =>
  rackCask(sold, 40 + (at % 4) * 20 * Number(sold < 37), { void: at === 3 ? 1 : 0 }),
);
export const manyCasks = (count: number) =>
  Array.from({ length: count }, (_, at) => rackCask((at * 37) % 101, 100, { void: at % 50 === 7 ? 3 : 0 }));

export const racks: Record<string, RackCask[]> = {
  one: [rackCask(3, 50)],
  fifteen,
  "some are gone": [
    rackCask(20),
    rackCask(40, 40),
    rackCask(0, 40, { void: 40 }),
    rackCask(30, 40, { void: 10 }),
    rackCask(0, 0),
  ],
  "200 casks": manyCasks(200),
  "1,100 casks": manyCasks(1_100),
};
