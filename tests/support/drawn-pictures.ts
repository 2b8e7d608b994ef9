// What each picture draws of each of its states, and at its limits: tests compare it with stored drawings.
import { drawCask, drawLayer, drawStakeOfCask, drawSurface, edgeAt } from "~/domain/cask-shape";
import { drawAngelsShare } from "~/domain/pictures/angels-share";
import { drawCaskBand } from "~/domain/pictures/cask-band";
import { drawCycleRing } from "~/domain/pictures/cycle-ring";
import { drawPortfolioValue } from "~/domain/pictures/portfolio-value";
import { drawPriceBar } from "~/domain/pictures/price-bar";
import { drawRack } from "~/domain/pictures/rack";
import { drawSaleShares } from "~/domain/pictures/sale-shares";
import { drawStakeValue } from "~/domain/pictures/value-per-stake";
import * as edges from "./picture-edges";
import * as states from "./picture-states";

const CASK_TYPES = ["barrel", "hogshead", "butt", "barrique", "rum-barrel"] as const;

function of<T>(picture: string, each: Record<string, T>, draw: (state: T) => unknown): [string, unknown][] {
  return Object.entries(each).map(([state, value]) => [`${picture}, ${state}`, draw(value)]);
}

const byType = <T>(draw: (caskType: (typeof CASK_TYPES)[number]) => T) =>
  Object.fromEntries(CASK_TYPES.map((caskType) => [caskType, draw(caskType)]));

/** By picture and state, as JSON keeps it. */
export function drawnPictures(): Record<string, unknown> {
  // As heads of 211 casks are drawn, and too long to keep.
  const { "1,100 casks": _, ...racks } = states.racks;
  const drawn = [
    ...of("portfolio", { ...states.portfolios, ...edges.portfolios }, ({ stakes }) =>
      drawPortfolioValue({ stakes, today: states.TODAY }),
    ),
    ...of("stake", { ...states.stakes, ...edges.stakes }, drawStakeValue),
    ...of("cycle", { ...states.cycles, ...edges.cycles }, drawCycleRing),
    ...of("angels", { ...states.angels, ...edges.angels }, drawAngelsShare),
    ...of("band", { ...states.bands, ...edges.bands }, ({ caskType, stakes }) => drawCaskBand(caskType, stakes)),
    ...of("rack", { ...racks, ...edges.racks }, drawRack),
    ...of("sale", { ...states.sales, ...edges.sales }, drawSaleShares),
    ...of("price bar", edges.prices, drawPriceBar),
    ...of(
      "cask",
      byType((caskType) => caskType),
      (caskType) => ({
        filled: edges.FILLED.map((filled) => drawCask(caskType, filled).fill),
        ...drawCask(caskType, null),
        layers: edges.LAYERS.map(([from, to]) => drawLayer(caskType, from, to)),
        surfaces: edges.LEVELS.map((level) => [drawSurface(caskType, level), edgeAt(caskType, level)]),
        stakes: edges.PLACES.map(([number, total]) => {
          const { band, bandEdge, ...cask } = drawStakeOfCask(caskType, number, total);
          return { band, bandEdge, isWhole: Object.keys(cask) };
        }),
      }),
    ),
  ];
  return JSON.parse(JSON.stringify(Object.fromEntries(drawn))) as Record<string, unknown>;
}
