import { givingBack } from "./giving-back";
import { sellingCasks } from "./selling-casks";
import { settling } from "./settling";
import { trading } from "./trading";
import { twoOperators } from "./two-operators";
import { withdrawing } from "./withdrawing";

/** Each is planted alone; the simulation must notice every one. */
export const MUTANTS = [...settling, ...givingBack, ...withdrawing, ...sellingCasks, ...twoOperators, ...trading].map(
  (mutant) => ({
    ...mutant,
    statements: [mutant.statements ?? []].flat(),
    code: [mutant.code ?? []].flat(),
    drop: [mutant.drop ?? []].flat(),
  }),
);
