import { buying } from "./buying";
import { givingBack } from "./giving-back";
import type { Mutant } from "./mutant";
import { selling } from "./selling";
import { settling } from "./settling";
import { withdrawing } from "./withdrawing";
import { work } from "./work";

/** Each is planted alone; the simulation must notice every one. */
export const MUTANTS: Mutant[] = [...buying, ...settling, ...givingBack, ...work, ...withdrawing, ...selling];
