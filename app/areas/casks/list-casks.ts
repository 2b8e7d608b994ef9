import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import { together } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import { readJoiningFee } from "~/core/settings/joining-fee";
import { watchedCasks } from "~/areas/casks/watching/watches";
import type { Cask } from "./cask-view";
import { listedCasks } from "./inside/kept-casks";
import type { ListFilter } from "./list-filter";

const EVERYTHING: ListFilter = { kind: null, sort: "closing" };

/** The casks on offer, in display order, the joining fee, and which of them the viewer watches. One round trip. */
export async function listCasks({ db }: Pick<Deps, "db">, session: Session, filter = EVERYTHING) {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({
      found: listedCasks(db, { kind: filter.kind, nowMs }),
      feeCents: readJoiningFee(db),
      watched: watchedCasks(db, userId),
    }),
  );
  const { found, feeCents, watched } = result;
  const order = viewer.activated ? filter.sort : "name";
  return { viewer, nowMs, casks: orderCasks(found, { order, nowMs }), feeCents, watched };
}

type Casks = readonly Readonly<Cask>[];

const STAGES = ["open", "upcoming", "sold-out", "closed", "ended"] as const;

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const byClose = (one: Cask, other: Cask) => byText(one.closesOn, other.closesOn);

/** Who may not know prices and dates must not read them off the order either. */
const ORDERS = {
  closing: byClose,
  price: (one: Cask, other: Cask) => one.costPerStakeCents - other.costPerStakeCents || byClose(one, other),
  name: (one: Cask, other: Cask) => byText(one.name, other.name) || byText(one.id, other.id),
};

/** Open casks first, then upcoming ones, then those sold out, closed or ended; in the order asked for within each group. */
function orderCasks(found: Casks, { order, nowMs }: { order: keyof typeof ORDERS; nowMs: number }): Casks {
  const today = dateOf(nowMs);
  const placed = found.map((cask) => ({ cask, stage: STAGES.indexOf(caskStage(cask, today)) }));
  placed.sort((one, other) => one.stage - other.stage || ORDERS[order](one.cask, other.cask));
  return placed.map(({ cask }) => cask);
}
