import { apiTexts } from "~/content/api-texts";
import { stakeInAudit } from "~/domain/audit/audit-pages";
import { dateOf } from "~/domain/calendar-date";
import { type Cask, caskView } from "~/areas/casks/cask-view";
import { listCasks } from "~/areas/casks/list-casks";
import { readCaskStakes } from "~/areas/holdings/portfolio/read-cask";
import { markedOf } from "~/areas/holdings/stake-figures";
import type { StakeRow } from "~/areas/holdings/portfolio/holdings";
import { readId } from "~/server/read-id";
import type { ViewerNow } from "~/core/session/viewer";
import { problem } from "./answer";
import { call } from "./call";
import { toWire } from "./fields";

// Fields locked for viewers who are not activated are null here; the pages leave them out altogether.

export const getCasks = call({
  name: "getCasks",
  method: "GET",
  path: "/api/cask/get_casks",
  async handle({ context, session }) {
    const { viewer, nowMs, casks } = await listCasks(context, session);
    const viewerNow = { activated: viewer.activated, nowMs };
    return { status: true, data: casks.map((cask) => caskWire(cask, viewerNow)) };
  },
});

function caskWire(cask: Cask, viewer: ViewerNow) {
  const { stakes, ...view } = caskView(cask, viewer);
  return {
    id: view.id,
    cask_name: view.name,
    cost_per_stake: stakes && toWire(stakes.costCents),
    total_cost: stakes && toWire(stakes.costCents * stakes.total),
    total_stakes: stakes && stakes.total,
    sold_stakes: stakes && stakes.sold,
    launches_on: stakes && stakes.launchesOn,
    closes_on: stakes && stakes.closesOn,
    loa_litres: view.loaLitres,
    distillery_information: viewer.activated ? cask.distilleryInformation : null,
    distillery: view.distillery,
    kind: view.kind,
    vessel: view.caskType,
    vintage_year: view.vintageYear,
    stage: view.stage,
    ended_on: view.endedOn,
    can_buy: view.canBuy,
  };
}

export const getCaskStakes = call({
  name: "getCaskStakes",
  method: "GET",
  path: "/api/cask/{id}/stakes",
  async handle({ context, session, params }) {
    const { viewer, nowMs, cask, held } = await readCaskStakes(context, session, readId(params.id));
    if (!cask) return problem(404, apiTexts.notFound, { field: "id" });
    return { status: true, data: caskStakesWire(cask, held, { activated: viewer.activated, nowMs }) };
  },
});

/** Lists the viewer's own stakes only: who holds the others is private. */
function caskStakesWire(cask: Cask, held: StakeRow[], viewer: ViewerNow) {
  const { stakes } = caskView(cask, viewer);
  return {
    cask_id: cask.id,
    cask_name: cask.name,
    total_stakes: stakes && stakes.total,
    sold_stakes: stakes && stakes.sold,
    available_stakes: stakes && stakes.available,
    stakes: held
      .filter((one) => one.caskId === cask.id)
      .map((one) => ({
        stake_id: one.stakeId,
        amount: toWire(one.priceCents),
        purchased_on: dateOf(one.purchasedAtMs),
        state: one.state,
        ...auditWire(one),
      })),
  };
}

function auditWire(one: StakeRow) {
  const marked = markedOf(one);
  const found = marked && stakeInAudit(marked);
  return { register_mark: found?.mark ?? null, audited_on: found?.on ?? null };
}
