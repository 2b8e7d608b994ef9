// Every picture in every state, on one page, for people and for tests to look at.
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { drawAngelsShare } from "~/domain/pictures/angels-share";
import { drawCaskBand } from "~/domain/pictures/cask-band";
import { drawCycleRing } from "~/domain/pictures/cycle-ring";
import { drawPortfolioValue } from "~/domain/pictures/portfolio-value";
import { drawRack } from "~/domain/pictures/rack";
import { drawSaleShares } from "~/domain/pictures/sale-shares";
import { drawStakeValue } from "~/domain/pictures/value-per-stake";
import { AngelsShare } from "~/ui/pictures/angels-share";
import { CaskBand } from "~/ui/pictures/cask-band";
import { CycleRing } from "~/ui/pictures/cycle-ring";
import { Legend } from "~/ui/pictures/marks";
import { PortfolioValue } from "~/ui/pictures/portfolio-value";
import { RackFigure } from "~/ui/pictures/rack";
import { SaleShares } from "~/ui/pictures/sale-shares";
import { StakeGauge } from "~/ui/pictures/stake-gauge";
import { ValuePerStake } from "~/ui/pictures/value-per-stake";
import { angels, bands, cycles, portfolios, racks, sales, stakes, TODAY } from "./picture-states";

const entries = <T,>(of: Record<string, T>, draw: (state: T) => ReactElement) =>
  Object.entries(of).map(([state, value]) => ({ state, picture: draw(value) }));

export const pictureStates = {
  portfolio: entries(portfolios, ({ stakes: held }) => {
    const { chart } = drawPortfolioValue({ stakes: held, today: TODAY });
    return <>{chart && <PortfolioValue chart={chart} />}</>;
  }),
  stake: entries(stakes, (one) => {
    const chart = drawStakeValue(one);
    if (!chart) return <figure />;
    return (
      <figure>
        <ValuePerStake chart={chart} />
        <Legend kinds={chart.marks.map(({ kind }) => kind)} />
      </figure>
    );
  }),
  cycle: entries(cycles, (one) => <CycleRing picture={drawCycleRing(one)} />),
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
  ],
  rack: entries(racks, (casks) => <RackFigure picture={drawRack(casks)} sentence={`${casks.length} casks`} />),
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
