import { asc, eq, type SQL, sql } from "drizzle-orm";
import { ownsNothingOf } from "./cask-conditions";
import type { Database } from "~/db/client";
import { casks, valuations } from "~/db/schema/casks";
import { mapWork, row, rows, together, type Work } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { whySecond } from "~/domain/second-person";

const MOST = 1000;

export function entriesQuery(db: Database, caskId: string | SQL) {
  return db
    .select({
      id: valuations.id,
      valuedOn: valuations.valuedOn,
      valueCents: valuations.valueCents,
      tier: valuations.tier,
      method: valuations.method,
      source: valuations.source,
      author: valuations.author,
      reason: valuations.reason,
      createdAtMs: valuations.createdAtMs,
      supersedesId: valuations.supersedesId,
      alone: sql<number>`recorded_by IS NOT NULL AND proposal_id IS NULL`.as("alone"),
      supersededBy: sql<
        string | null
      >`(SELECT later.id FROM valuations AS later WHERE later.supersedes_id = valuations.id)`.as("superseded_by"),
    })
    .from(valuations)
    .where(sql`${valuations.caskId} = ${caskId}`)
    .orderBy(asc(valuations.valuedOn), asc(valuations.createdAtMs), asc(valuations.id))
    .limit(MOST);
}

export type ValuationEntry = Awaited<ReturnType<typeof entriesQuery>>[number];

export type ValuedCask = { id: string; name: string; issuedOn: string; priceCents: number; entries: ValuationEntry[] };

export function readValuedCask(db: Database, caskId: string): Work<ValuedCask | null> {
  const cask = db
    .select({
      id: casks.id,
      name: casks.name,
      state: casks.state,
      launchesOn: casks.launchesOn,
      endedOn: casks.endedOn,
      priceCents: casks.costPerStakeCents,
    })
    .from(casks)
    .where(eq(casks.id, caskId));
  return mapWork(together({ cask: row(cask), entries: rows(entriesQuery(db, caskId)) }), ({ cask: found, entries }) => {
    if (found?.state !== "published" || found.endedOn !== null) return null;
    const issuedOn = entries.find(({ tier }) => tier === "issue")?.valuedOn ?? found.launchesOn;
    return { id: found.id, name: found.name, issuedOn, priceCents: found.priceCents, entries };
  });
}

type NewValue = { valued_on: string; value_per_stake: number };

export function whySecondOf({ entries, priceCents }: Pick<ValuedCask, "entries" | "priceCents">, asked: NewValue) {
  const recorded = entries.map(({ supersededBy, alone, ...entry }) => ({
    ...entry,
    alone: alone === 1,
    corrected: supersededBy !== null,
  }));
  return whySecond(recorded, { valuedOn: asked.valued_on, valueCents: asked.value_per_stake, priceCents });
}

export type HeldTotals = { holders: number; stakes: number };

export function readHeldTotals(db: Database, caskId: string): Work<HeldTotals> {
  const query = db.all<HeldTotals>(sql`SELECT count(DISTINCT user_id) AS holders, count(*) AS stakes
    FROM stakes WHERE cask_id = ${caskId} AND state = 'active' AND state <> 'ended'`);
  return mapWork(row(query), (found) => found ?? { holders: 0, stakes: 0 });
}

export function readOwns(db: Database, caskId: string, userId: string): Work<boolean> {
  const query = db.all<{ owns: number }>(sql`SELECT NOT ${ownsNothingOf(sql`${caskId}`, userId)} AS owns`);
  return mapWork(row(query), (found) => found?.owns === 1);
}

type Entry = Omit<ValuationEntry, "supersededBy" | "alone">;

/** An entry is never edited: it is replaced by another entry, and both are shown. */
export function valueStory(entries: readonly Entry[]) {
  return entries.map((entry) => toldValue(entry, entries)).reverse();
}

function toldValue(entry: Entry, all: readonly Entry[]) {
  const later = all.find(({ supersedesId }) => supersedesId === entry.id);
  const { valuedOn, valueCents, tier, method, source, author } = entry;
  return {
    valuedOn,
    valueCents,
    tier,
    method,
    source,
    author: tier === "issue" ? ("provider" as const) : author,
    enteredOn: dateOf(entry.createdAtMs),
    corrected: later ? { on: dateOf(later.createdAtMs), reason: later.reason } : null,
  };
}
