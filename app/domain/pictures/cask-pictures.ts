import type { AngelsPicture } from "./angels-share";
import type { BandPicture, BandStakes } from "./cask-band";
import type { SalePicture } from "./sale-shares";
import type { StakeValuePicture } from "./value-per-stake";

/** null: what the viewer may not see, or does not exist. */
export type CaskPictures = {
  band: BandPicture;
  bandStakes: BandStakes | null;
  own: { number: number; total: number; more: number; value: StakeValuePicture } | null;
  angels: AngelsPicture | null;
  sale: SalePicture | null;
};
