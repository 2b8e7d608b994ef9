import { buying } from "./buying";
import { closing } from "./closing";
import { givingBack } from "./giving-back";
import type { Mutant } from "./mutant";
import { operating } from "./operating";
import { selling } from "./selling";
import { sellingAgain } from "./selling-again";
import { settling } from "./settling";
import { trading } from "./trading";
import { twoOperators } from "./two-operators";
import { voting } from "./voting";
import { withdrawing } from "./withdrawing";
import { work } from "./work";

/** Each is planted alone; the simulation must notice every one. */
export const MUTANTS: Mutant[] = [
  ...buying,
  ...settling,
  ...givingBack,
  ...sellingAgain,
  ...work,
  ...withdrawing,
  ...selling,
  ...closing,
  ...operating,
  ...twoOperators,
  ...trading,
  ...voting,
];
