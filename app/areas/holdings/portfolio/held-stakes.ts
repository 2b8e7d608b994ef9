import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { readCounted } from "~/areas/casks/cask-conditions";
import type { Database } from "~/db/client";
import { preparedOnce } from "~/db/prepared-once";
import type { casks } from "~/db/schema/casks";
import { stakes } from "~/db/schema/stakes";
import { mapWork, row, type Work } from "~/db/work";
import type { CalendarDate } from "~/domain/calendar-date";

export const newestAudit = sql<CalendarDate | null>`(SELECT max(audits.date) FROM audits)`.as("audited_on");

export const readNewestAudit = (db: Database): Work<CalendarDate | null> =>
  mapWork(row(newestQuery(db, {})), (found) => found?.date ?? null);

const newestQuery = preparedOnce([], (db) =>
  db.all<{ date: CalendarDate | null }>(sql`SELECT max(date) AS date FROM audits`),
);

const NAMED = [
  ...(["number", "paymentId", "priceCents", "markCents", "state", "purchasedAtMs", "exitId"] as const),
  ...(["certificateId", "certificateCode", "certificateState", "certificateAtMs"] as const),
] as const;

type StakeCells = Pick<typeof stakes.$inferSelect, (typeof NAMED)[number]> & {
  stakeId: string;
  soldForCents: number | null;
  soldOn: CalendarDate | null;
  place: number;
};

const CELLS: Record<string, SQL> = {
  ...Object.fromEntries(NAMED.map((name) => [name, sql.raw(stakes[name].name)])),
  stakeId: sql`id`,
  soldOn: sql`date(resold_at_ms / 1000, 'unixepoch')`,
  soldForCents: sql`CASE WHEN resold_at_ms IS NOT NULL THEN (SELECT price_cents - fee_cents FROM offers
    WHERE offers.stake_id = held.id AND offers.state = 'sold') WHEN exit_id IS NULL AND state = 'ended' THEN (SELECT sum(amount) FROM transfers
    WHERE refers_to = 'stake:' || held.id AND credit_account_id = ${sql.placeholder("wallet")}
      AND reason IN ('cask-sale', 'provider-buy-back')) END`,
  place: sql`place`,
};
/** At most 16 cells: D1 takes 32 arguments. */
const stakeCells = sql`json_object(${sql.join(
  Object.entries(CELLS).flatMap(([name, cell]) => [sql.raw(`'${name}'`), cell]),
  sql`, `,
)})`;

function heldQuery(db: Database, { userId, which = sql`` }: Held) {
  const some = sql`SELECT *, rowid AS place FROM stakes WHERE user_id = ${userId} ${which} ORDER BY cask_id`;
  const held = sql`SELECT cask_id, json_group_array(${stakeCells}) AS list FROM (${some}) AS held GROUP BY cask_id`;
  return db.all<HeldCask>(sql`SELECT casks.id AS caskId, casks.name AS caskName, casks.cask_type AS caskType,
      casks.total_stakes AS totalStakes, casks.sold_stakes AS soldStakes, casks.launches_on AS launchesOn,
      casks.closes_on AS closesOn, casks.ended_on AS endedOn, casks.counted_values AS counted, held.list,
      iif(casks.ended_on IS NULL, NULL, (SELECT net_per_stake_cents FROM cask_exits
        WHERE cask_exits.cask_id = casks.id AND cask_exits.state <> 'withdrawn')) AS exitCents
    FROM (${held}) AS held JOIN casks ON casks.id = held.cask_id`);
}

type Held = { userId: Placeholder; which?: SQL };

export const allHeldQuery = preparedOnce(["userId", "wallet"], heldQuery);
export const heldStakeQuery = preparedOnce(["userId", "wallet", "stakeId"], (db, { stakeId, ...held }) =>
  heldQuery(db, { ...held, which: sql`AND id = ${stakeId}` }),
);

type HeldCask = Pick<
  typeof casks.$inferSelect,
  "caskType" | "totalStakes" | "soldStakes" | "launchesOn" | "closesOn" | "endedOn"
> & { caskId: string; caskName: string; counted: string; list: string; exitCents: number | null };

export function stakesOf(held: readonly HeldCask[], auditedOn: CalendarDate | null) {
  return held
    .flatMap(({ list, counted: _, exitCents, ...cask }) =>
      (JSON.parse(list) as StakeCells[]).map(({ exitId, ...stake }) => {
        // From the moment the sale of its cask is confirmed: what it brings is certain, and credited within minutes.
        const isSold = exitId !== null || (stake.state === "active" && cask.endedOn !== null);
        const stands = stake.certificateState !== null && stake.certificateState !== "void";
        return {
          ...cask,
          ...stake,
          state: isSold ? ("ended" as const) : stake.state,
          soldForCents: isSold ? exitCents : stake.soldForCents,
          soldOn: stake.soldOn ?? cask.endedOn,
          certificateCode: stands ? stake.certificateCode : null,
          certificateAtMs: stands ? stake.certificateAtMs : null,
          auditedOn,
        };
      }),
    )
    .sort((one, other) => one.purchasedAtMs - other.purchasedAtMs || one.place - other.place);
}

export const valuationsOf = (held: readonly HeldCask[]) =>
  held.flatMap(({ caskId, counted }) => readCounted(counted).map((valuation) => ({ caskId, ...valuation })));
