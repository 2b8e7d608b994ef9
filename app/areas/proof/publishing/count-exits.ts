import type { ExitCounts } from "~/domain/proof-figures";
import type { ProvedExit } from "./proof-files";

/** How casks ended, for the stake in the middle; delays are those of the stake that was held longest. */
export function countExits(exits: readonly Pick<ProvedExit, "kind" | "held">[]): ExitCounts {
  return {
    ended: exits.length,
    sales: exits.filter(({ kind }) => kind === "sale").length,
    lost: exits.filter(({ held }) => held !== null && held.middle.netCents < 0).length,
    late: exits.filter(({ held }) => held !== null && held.longest.monthsOver > 0).length,
  };
}
