import type { AngelsPicture } from "./angels-share";
import type { BandPicture, BandStakes } from "./cask-band";
import type { SalePicture } from "./sale-shares";

/** null: what the viewer may not see, or does not exist. */
export type CaskPictures = {
  band: BandPicture;
  bandStakes: BandStakes | null;
  /** The page of their stake, or of all of them. */
  ownHref: string | null;
  angels: AngelsPicture | null;
  sale: SalePicture | null;
};
