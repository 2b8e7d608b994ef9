import * as z from "zod";
import { apiTexts } from "~/content/api-texts";
import { stakeInAudit } from "~/domain/audit/audit-pages";
import { dateOf } from "~/domain/calendar-date";
import { type Cask, CASK_KINDS, CASK_TYPES, caskView } from "~/areas/casks/cask-view";
import { listCasks } from "~/areas/casks/list-casks";
import { readCaskStakes } from "~/areas/holdings/portfolio/read-cask";
import { markedOf } from "~/areas/holdings/stake-figures";
import type { StakeRow } from "~/areas/holdings/portfolio/holdings";
import { readId } from "~/server/read-id";
import type { ViewerNow } from "~/core/session/viewer";
import { problem, withData } from "./answer";
import { call } from "./call";
import { date, dollars, id, toWire } from "./fields";

// Fields locked for viewers who are not activated are null here; the pages leave them out altogether.

const locked = <T extends z.ZodType>(value: T) => z.nullable(value);

const caskSchema = z.object({
  id,
  cask_name: z.string(),
  cost_per_stake: locked(dollars),
  total_cost: locked(dollars),
  total_stakes: locked(z.number().int()),
  sold_stakes: locked(z.number().int()),
  launches_on: locked(date),
  closes_on: locked(date),
  loa_litres: z.number(),
  distillery_information: locked(z.string()),
  distillery: z.string(),
  kind: z.enum(CASK_KINDS),
  vessel: z.enum(CASK_TYPES),
  vintage_year: z.number().int().nullable(),
  stage: z.enum(["upcoming", "open", "closed", "sold-out", "ended"]),
  ended_on: date.nullable().meta({ description: "The day it was sold as a whole, or bought back" }),
  can_buy: z.boolean(),
  sales_paused: z.boolean().meta({ description: "It is open, and no stake is sold until its sale goes on" }),
});

export const getCasks = call({
  operationId: "getCasks",
  method: "GET",
  path: "/api/cask/get_casks",
  summary: "Casks on sale. Price, counts, dates and story are null until the account is activated.",
  answer: withData(z.array(caskSchema)),
  async handle({ context, session }) {
    const { viewer, nowMs, casks } = await listCasks(context, session);
    const viewerNow = { activated: viewer.activated, nowMs };
    return { status: true, data: casks.map((cask) => caskWire(cask, viewerNow)) };
  },
});

function caskWire(cask: Cask, viewer: ViewerNow): z.infer<typeof caskSchema> {
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
    sales_paused: view.isPaused,
  };
}

const caskStakesSchema = z.object({
  cask_id: id,
  cask_name: z.string(),
  total_stakes: locked(z.number().int()),
  sold_stakes: locked(z.number().int()),
  available_stakes: locked(z.number().int()),
  stakes: z
    .array(
      z.object({
        stake_id: id,
        amount: dollars,
        purchased_on: date,
        state: z.enum(["active", "frozen", "ended"]),
        register_mark: z
          .string()
          .nullable()
          .meta({ description: "How the daily audit names it; null without a valid certificate" }),
        audited_on: date
          .nullable()
          .meta({ description: "The newest audit, where it lists the stake; null: in none yet, or missing there" }),
      }),
    )
    .meta({ description: "The caller's own, oldest first" }),
});

export const getCaskStakes = call({
  operationId: "getCaskStakes",
  method: "GET",
  path: "/api/cask/{id}/stakes",
  summary: "A cask's stakes in figures, and those of the caller.",
  answer: withData(caskStakesSchema),
  errors: [404],
  async handle({ context, session, params }) {
    const { viewer, nowMs, cask, held } = await readCaskStakes(context, session, readId(params.id));
    if (!cask) return problem(404, apiTexts.notFound, { field: "id" });
    return { status: true, data: caskStakesWire(cask, held, { activated: viewer.activated, nowMs }) };
  },
});

/** Lists the viewer's own stakes only: who holds the others is private. */
function caskStakesWire(cask: Cask, held: StakeRow[], viewer: ViewerNow): z.infer<typeof caskStakesSchema> {
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
        ...auditWire(one, viewer.nowMs),
      })),
  };
}

function auditWire(one: StakeRow, nowMs: number) {
  const marked = markedOf(one);
  const found = marked && stakeInAudit(marked, nowMs);
  return { register_mark: found?.mark ?? null, audited_on: found?.href ? found.on : null };
}
