import type { Deps } from "~/core/deps";
import { readHoldings } from "~/areas/holdings/portfolio/holdings-queries";
import type { Session } from "~/core/session/session";
import { type StakeFigures, stakeFigures } from "./stake-figures";

/** In the wallet; all of them have a page of their own. */
export const STAKES_SHOWN = 5;

/** What can be withdrawn now, then what else is owned, then what was sold or taken back; of each the latest purchase first. */
export function stakesInOrder(stakes: readonly StakeFigures[]): StakeFigures[] {
  const rank = (one: StakeFigures) => (one.standing?.status === "ready" ? 0 : isOwned(one) ? 1 : 2);
  return [...stakes].reverse().sort((a, b) => rank(a) - rank(b));
}

/** A frozen stake is still its holder's. */
export const isOwned = ({ state }: Pick<StakeFigures, "state">) => state !== "ended";

/** All stakes of the viewer. One round trip. */
export async function listHoldings({ db, log }: Pick<Deps, "db" | "log">, session: Session) {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) => readHoldings(db, { userId, nowMs }));
  if (result.isCut) log("portfolio-cut-short", { userId: viewer.id });
  const { isCut } = result;
  return { activated: viewer.activated, nowMs, isCut, stakes: stakesInOrder(stakeFigures(result, nowMs)) };
}
