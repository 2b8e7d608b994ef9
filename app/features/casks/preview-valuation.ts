import { sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { row, rows, together } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import type { Deps } from "~/features/deps";
import type { Session } from "~/features/session/session";
import type { RecordValuation, ValuationRefusal } from "./record-valuation";
import { readValuation } from "./valuation-form";
import { readValuedCask } from "./valuation-history";
import { changeOfHolders, type HolderChange, type StakeOfHolder, type TakenOfStake } from "./valuation-effect";

const HOLDERS_AT_ONCE = 50;

type Preview = Omit<RecordValuation, "valuationId"> & {
  /** The holder after whom the next part begins. */
  after?: string;
};

export type ValuationPreview = {
  ok: true;
  caskName: string;
  /** Of the whole cask; active stakes only, as ended and frozen ones have no value to their holder. */
  holders: number;
  stakes: number;
  changes: HolderChange[];
  /** `after` of the next part; null: this is the last. */
  next: string | null;
};

/** What a valuation would change for each holder, by the rule that shows investors their returns. Writes nothing. Two round trips. */
export async function previewValuation(
  { db }: Pick<Deps, "db">,
  session: Session,
  { caskId, supersedesId = null, fields, after = "" }: Preview,
): Promise<ValuationPreview | ValuationRefusal> {
  const {
    viewer,
    nowMs,
    result: found,
  } = await session.read(() => together({ cask: readValuedCask(db, caskId), totals: row(totalsQuery(db, caskId)) }));
  const { cask, totals } = found;
  if (viewer.role !== "operator") return { ok: false, code: "not-allowed" };
  if (!cask) return { ok: false, code: "no-such-cask" };
  const today = dateOf(nowMs);
  const read = readValuation(fields, { issuedOn: cask.issuedOn, today });
  if (!read.ok) return { ...read, code: "invalid" };
  const counted = cask.entries.filter(({ supersededBy }) => supersededBy === null);
  const corrected = counted.find(({ id, tier }) => id === supersedesId && tier !== "issue");
  if (supersedesId !== null && !corrected) return { ok: false, code: "no-such-valuation" };
  const { valued_on: valuedOn, value_per_stake: valueCents, tier } = read.values;
  const then = [...counted.filter((entry) => entry !== corrected), { valuedOn, valueCents, tier }];
  const { result } = await session.read(() =>
    together({ stakes: rows(stakesQuery(db, caskId, after)), taken: rows(takenQuery(db, caskId, after)) }),
  );
  const changes = changeOfHolders({ ...result, now: counted, then, today });
  return {
    ok: true,
    caskName: cask.name,
    holders: totals?.holders ?? 0,
    stakes: totals?.stakes ?? 0,
    changes,
    next: changes.length < HOLDERS_AT_ONCE ? null : (changes.at(-1)?.userId ?? null),
  };
}

const totalsQuery = (db: Database, caskId: string) =>
  db.all<{ holders: number; stakes: number }>(sql`SELECT count(DISTINCT user_id) AS holders, count(*) AS stakes
    FROM stakes WHERE cask_id = ${caskId} AND state = 'active'`);

const holdersAfter = (
  caskId: string,
  after: string,
) => sql`stakes.cask_id = ${caskId} AND stakes.state = 'active' AND stakes.user_id IN (
  SELECT DISTINCT user_id FROM stakes WHERE cask_id = ${caskId} AND state = 'active' AND user_id > ${after}
  ORDER BY user_id LIMIT ${HOLDERS_AT_ONCE})`;

const stakesQuery = (db: Database, caskId: string, after: string) =>
  db.all<StakeOfHolder>(sql`SELECT stakes.id AS stakeId, stakes.user_id AS userId, users.email, stakes.number,
      stakes.price_cents AS priceCents, stakes.purchased_at_ms AS purchasedAtMs
    FROM stakes JOIN users ON users.id = stakes.user_id
    WHERE ${holdersAfter(caskId, after)} ORDER BY stakes.user_id, stakes.number`);

const takenQuery = (db: Database, caskId: string, after: string) =>
  db.all<TakenOfStake>(sql`SELECT withdrawals.stake_id AS stakeId, cycle_number AS cycleNumber, withdrawals.state,
      amount_cents AS amountCents, reckoned_to_cents AS reckonedToCents, interest_basis_points AS interestBasisPoints
    FROM withdrawals JOIN stakes ON stakes.id = withdrawals.stake_id
    WHERE ${holdersAfter(caskId, after)} AND withdrawals.state IN ('progress', 'paid')`);
