// Every picture in every state, on one page, for people and for tests to look at.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { addMonths } from "~/domain/cycles";
import { drawAngelsShare, type Gauging } from "~/domain/pictures/angels-share";
import { drawCaskBand } from "~/domain/pictures/cask-band";
import { returnsTexts } from "~/content/wallet-texts";
import { drawCycleRing } from "~/domain/pictures/cycle-ring";
import { drawPortfolioValue } from "~/domain/pictures/portfolio-value";
import { drawRack, type RackCask } from "~/domain/pictures/rack";
import { drawSaleShares } from "~/domain/pictures/sale-shares";
import { drawStakeValue } from "~/domain/pictures/value-per-stake";
import type { Valuation } from "~/domain/returns";
import { AngelsShare } from "~/ui/pictures/angels-share";
import { CaskBand } from "~/ui/pictures/cask-band";
import { CycleRing } from "~/ui/pictures/cycle-ring";
import { PortfolioValue } from "~/ui/pictures/portfolio-value";
import { RackFigure } from "~/ui/pictures/rack";
import { SaleShares } from "~/ui/pictures/sale-shares";
import { StakeGauge } from "~/ui/pictures/stake-gauge";
import { ValuePerStake } from "~/ui/pictures/value-per-stake";

const TODAY = "2026-11-22";
const ago = (months: number) => addMonths(TODAY, -months);

const valuation = (months: number, valueCents: number, tier: Valuation["tier"] = "opinion"): Valuation => ({
  valuedOn: ago(months),
  valueCents,
  tier,
});

type Tier = Exclude<Valuation["tier"], "issue">;
const held = (months: number, priceCents: number, ...later: [number, number, Tier][]) => ({
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

type Portfolio = { stakes: typeof ordinary; unrealisedCents: number | null };

const portfolios: Record<string, Portfolio> = {
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

const valuedOf = (of: (typeof portfolios)[string]["stakes"]) => {
  const days = of
    .flatMap((one) => one.valuations.filter(({ tier }) => tier !== "issue").slice(-1))
    .map(({ valuedOn }) => valuedOn)
    .sort();
  return { valuedOn: days[0] ?? null, valuedUntil: days.at(-1) ?? null };
};

function portfolioOf({ stakes, unrealisedCents }: Portfolio): ReactElement {
  const parts = {
    realisedCents: 0,
    onTheWayCents: 0,
    hasSales: false,
    tier: "opinion",
    unrealisedCents,
    ...valuedOf(stakes),
  };
  return (
    <PortfolioValue picture={drawPortfolioValue({ stakes, today: TODAY })}>{returnsTexts.parts(parts)}</PortfolioValue>
  );
}

type Stake = Parameters<typeof drawStakeValue>[0];
const stake = (one: ReturnType<typeof held>, sale: Stake["sale"] = null): Stake => ({ ...one, today: TODAY, sale });

const stakes: Record<string, Stake> = {
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

const cycle = (months: number, status: "running" | "ready" | "progress" | "paid", currentCycleNumber = 1) =>
  drawCycleRing({ purchasedOn: ago(months), today: TODAY, status, currentCycleNumber });

const cycles = {
  "just begun": cycle(0, "running"),
  running: cycle(14, "running"),
  ready: cycle(25, "ready"),
  "in progress": cycle(25, "progress"),
  "paid, second cycle": cycle(25, "paid", 2),
};

const gauging = (months: number, loaDecilitres: number, abvTenths: number): Gauging => ({
  gaugedOn: ago(months),
  loaDecilitres,
  abvTenths,
});

type Angels = Parameters<typeof drawAngelsShare>[0];
const cask = (gauges: Gauging[], more: Partial<Angels> = {}): Angels => ({
  kind: "whisky",
  caskType: "hogshead",
  gauges,
  filledOn: null,
  ...more,
});

const angels: Record<string, Angels> = {
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

type Sale = Parameters<typeof drawSaleShares>[0];
const sale = (more: Partial<Sale>): Sale => ({
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

const sales: Record<string, Sale> = {
  "own two": sale({}),
  "own none": sale({ ownStakes: 0 }),
  "own one, with a remainder": sale({
    ownStakes: 1,
    soldStakes: 40,
    grossCents: 3_100_017,
    remainderCents: 17,
  }),
  "a loss": sale({ grossCents: 900_000, feesCents: 300_000, netPerStakeCents: 15_000 }),
};

type Band = Parameters<typeof drawCaskBand>;
const band = (caskType: Band[0], bandStakes: Band[1]) => ({ caskType, stakes: bandStakes });

const bands: Record<string, ReturnType<typeof band>> = {
  locked: band("hogshead", null),
  "none sold": band("barrel", { total: 50, sold: 0, free: 50, own: [] }),
  "some sold": band("butt", { total: 50, sold: 31, free: 19, own: [] }),
  "one left": band("barrique", { total: 100_000, sold: 99_999, free: 1, own: [] }),
  "sold out": band("rum-barrel", { total: 40, sold: 40, free: null, own: [] }),
  "own one": band("barrel", { total: 40, sold: 15, free: null, own: [11] }),
  "own three of an open one": band("hogshead", { total: 60, sold: 31, free: 29, own: [4, 21, 22] }),
  "own all": band("hogshead", { total: 3, sold: 3, free: null, own: [1, 2, 3] }),
};

const rackCask = (sold: number, total = 40, more: Partial<RackCask> = {}): RackCask => ({
  total,
  sold,
  void: 0,
  ...more,
});
const SOLD = [37, 11, 11, 15, 18, 13, 15, 0, 23, 9, 19, 8, 0, 31, 40];
const fifteen = SOLD.map((sold, at) =>
  rackCask(sold, 40 + (at % 4) * 20 * Number(sold < 37), { void: at === 3 ? 1 : 0 }),
);
const manyCasks = (count: number) =>
  Array.from({ length: count }, (_, at) => rackCask((at * 37) % 101, 100, { void: at % 50 === 7 ? 3 : 0 }));

const racks: Record<string, RackCask[]> = {
  one: [rackCask(3, 50)],
  fifteen,
  "some are gone": [
    rackCask(20),
    rackCask(0, 40, { isOutline: true }),
    rackCask(40, 40),
    rackCask(0, 40, { void: 40 }),
    rackCask(30, 40, { void: 10 }),
    rackCask(4, 6, { isOutline: true }),
    rackCask(0, 0),
  ],
  "200 casks": manyCasks(200),
  "1,100 casks": manyCasks(1_100),
};

const entries = <T,>(of: Record<string, T>, draw: (state: T) => ReactElement) =>
  Object.entries(of).map(([state, value]) => ({ state, picture: draw(value) }));

export const pictureStates = {
  portfolio: entries(portfolios, portfolioOf),
  stake: entries(stakes, (one) => <ValuePerStake picture={drawStakeValue(one)} />),
  cycle: [
    ...entries(cycles, (one) => <CycleRing picture={one} />),
    ...entries({ small: cycles.running }, (one) => <CycleRing picture={one} size="small" />),
  ],
  angels: entries(angels, (one) => <AngelsShare picture={drawAngelsShare(one)} />),
  band: entries(bands, ({ caskType, stakes: bandStakes }) => (
    <CaskBand picture={drawCaskBand(caskType, bandStakes)} label="A cask" stakes={bandStakes} />
  )),
  "own stake": [
    ...entries({ first: 1, middle: 36, last: 50 }, (stakeNumber) => (
      <StakeGauge caskType="hogshead" stakeNumber={stakeNumber} totalStakes={50} soldStakes={stakeNumber} />
    )),
    ...entries({ "of many": 99_999 }, (stakeNumber) => (
      <StakeGauge caskType="butt" stakeNumber={stakeNumber} totalStakes={100_000} soldStakes={stakeNumber} />
    )),
    ...entries({ lost: null }, (stakeNumber) => (
      <StakeGauge caskType="barrel" stakeNumber={stakeNumber} totalStakes={50} soldStakes={31} />
    )),
  ],
  rack: entries(racks, (casks) => (
    <RackFigure
      picture={drawRack(casks)}
      sentence={`${casks.length} casks`}
      kinds={["sold", "free", "void", "ended"]}
      table={{ head: ["Cask", "Sold"], rows: casks.slice(0, 15).map(({ sold }, at) => [`Cask ${at + 1}`, `${sold}`]) }}
    />
  )),
  sale: entries(sales, (one) => {
    const picture = drawSaleShares(one);
    return picture ? <SaleShares picture={picture} /> : <p>nothing</p>;
  }),
};

/** @param css the app's stylesheet */
export function sheetDocument(css: string): string {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Pictures</title>
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>
        <main className="mx-auto flex w-full max-w-column flex-col gap-6 bg-paper px-4 py-6">
          <h1 className="display text-xl">Pictures</h1>
          {Object.entries(pictureStates).map(([name, states]) => (
            <section key={name} className="flex flex-col gap-4">
              <h2 className="display text-lg">{name}</h2>
              {states.map(({ state, picture }) => (
                <div key={state} className="rounded-md border border-peat-30 p-4">
                  <h3 className="font-semibold">{state}</h3>
                  {picture}
                </div>
              ))}
            </section>
          ))}
        </main>
      </body>
    </html>,
  );
  return `<!DOCTYPE html>${markup}`;
}
