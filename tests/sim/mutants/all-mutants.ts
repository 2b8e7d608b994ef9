import type { StatementChange } from "./change-statements";
import { givingBack } from "./giving-back";
import { sellingCasks } from "./selling-casks";
import type { Change, CodeChange } from "./mutant";
import { settling } from "./settling";
import { trading } from "./trading";
import { twoOperators } from "./two-operators";
import { withdrawing } from "./withdrawing";

/** Each is planted alone; the simulation must notice every one. */
export const MUTANTS = [settling, givingBack, withdrawing, sellingCasks, twoOperators, trading].flatMap((bugs) =>
  Object.entries(bugs).map(([name, { drop, audit, flow, test, ...change }]) => ({
    ...{ name, audit, flow, test, drop: [drop ?? []].flat() },
    ...changesOf(change),
  })),
);

function changesOf(change: Change): { statements: StatementChange[]; code: CodeChange[] } {
  if ("of" in change) return { statements: [change], code: [] };
  if ("find" in change) return { statements: [], code: [change] };
  return { statements: [change.statements ?? []].flat(), code: [change.code ?? []].flat() };
}
