import type { ReactElement } from "react";
import { angelsTexts, bandTexts, caskPictureTexts as texts, sharesTexts } from "~/content/picture-texts";
import type { CaskType } from "~/domain/cask-shape";
import type { AngelsPicture } from "~/domain/pictures/angels-share";
import type { BandPicture, BandStakes } from "~/domain/pictures/cask-band";
import type { SalePicture } from "~/domain/pictures/sale-shares";
import type { StakeValuePicture } from "~/domain/pictures/value-per-stake";
import { gaugeWords } from "../cask-gauge";
import { AngelsShare } from "./angels-share";
import { CaskBand } from "./cask-band";
import { printMarkup } from "../print-markup.server";
import type { PrintedMarkup } from "../printed";
import { SaleShares } from "./sale-shares";
import { ValuePerStake } from "./value-per-stake";

type CaskPictures = {
  band: BandPicture;
  bandStakes: BandStakes | null;
  own: { number: number; total: number; more: number; value: StakeValuePicture } | null;
  angels: AngelsPicture | null;
  sale: SalePicture | null;
};

type TitledPicture = { title: string; lead: string | null; picture: PrintedMarkup };

export type PrintedCask = {
  /** The large cask on top. */
  band: PrintedMarkup;
  /** What stands below: what one's stake is worth, what evaporated, who gets what. */
  more: TitledPicture[];
};

/** The pictures of a cask's page as markup, so that nothing that draws reaches the browser. */
export function printCaskPictures(caskType: CaskType, pictures: CaskPictures, moves?: string): PrintedCask {
  const { band, bandStakes, own, angels, sale } = pictures;
  const shown = (title: string, lead: string | null, picture: ReactElement): TitledPicture => ({
    title,
    lead,
    picture: printMarkup(picture),
  });
  const filled = bandStakes && bandStakes.sold / Math.max(1, bandStakes.total);
  const words = gaugeWords(caskType, filled);
  const label = bandStakes && bandStakes.own.length > 0 ? bandTexts.owned(words, bandStakes.own.length) : words;
  return {
    band: printMarkup(<CaskBand picture={band} label={label} stakes={bandStakes} moves={moves} />),
    more: [
      ...(own
        ? [shown(texts.ownTitle, texts.ownOf(own.number, own.total, own.more), <ValuePerStake picture={own.value} />)]
        : []),
      ...(sale ? [shown(sharesTexts.title, null, <SaleShares picture={sale} />)] : []),
      ...(angels ? [shown(angelsTexts.title, angelsTexts.lead, <AngelsShare picture={angels} />)] : []),
    ],
  };
}
