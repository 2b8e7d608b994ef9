import * as z from "zod";
import { type SQL, sql } from "drizzle-orm";
import { ownsNothingOf } from "~/areas/casks/cask-conditions";
import { isLost } from "~/areas/casks/exits/credit-exit";
import { type InvalidForm, orNothing, readForm, typedCents, typedChoice, typedDay } from "~/areas/casks/typed-values";
import { exitFieldNames as names } from "~/content/console-cask-texts";
import type { Deps } from "~/core/deps";
import { advancedOn } from "~/core/ledger/advances";
import { recordAudit } from "~/core/ledger/audit";
import type { OperatorAccess, OperatorSession } from "~/core/session/guarded";
import type { Database } from "~/db/client";
import { caskExits } from "~/db/schema/market";
import { BUYER_KINDS } from "~/db/schema/names";
import { row, rows, together, type Work, writeThenRead } from "~/db/work";
import { creditsOf } from "~/domain/advance";
import { type CalendarDate, dateOf, isCalendarDate } from "~/domain/calendar-date";
import { divideSale, type SaleDivision } from "~/domain/divide-sale";

export type ExitTerms = {
  soldOn: CalendarDate;
  buyerKind: (typeof BUYER_KINDS)[number];
  grossCents: number;
  feesCents: number;
};

type TermsRefusal = "bad-date" | "bad-amounts";

const kindOf = (buyerKind: ExitTerms["buyerKind"]) => (buyerKind === "provider" ? "buy-back" : "sale");

function checkTerms(
  { soldOn, grossCents, feesCents }: ExitTerms,
  { today, stakes }: { today: CalendarDate; stakes: number },
): { ok: true; division: SaleDivision } | { ok: false; code: TermsRefusal } {
  if (!isCalendarDate(soldOn) || soldOn > today) return { ok: false, code: "bad-date" };
  const division = divideSale({ grossCents, feesCents, stakes });
  return division ? { ok: true, division } : { ok: false, code: "bad-amounts" };
}

const MOST_CENTS = 10_000_000_000;

const schema = z.object({
  sold_on: typedDay(names.sold_on),
  buyer_kind: typedChoice(names.buyer_kind, BUYER_KINDS),
  gross: typedCents(names.gross, { from: 0, to: MOST_CENTS }),
  fees: typedCents(names.fees, { from: 0, to: MOST_CENTS }),
  net_per_stake: orNothing(typedCents("Net per stake", { from: 0, to: MOST_CENTS })),
});

type ReadExitForm =
  { ok: true; terms: ExitTerms; netPerStakeCents: number | null } | InvalidForm<z.infer<typeof schema>>;

export const EXIT_FIELDS = schema.keyof().options;

export function readExitForm(fields: Record<string, unknown>, today: CalendarDate): ReadExitForm {
  const checked = schema
    .refine(({ sold_on }) => sold_on <= today, { path: ["sold_on"], error: "Sold on must not be in the future." })
    .refine(({ gross, fees }) => fees <= gross, { path: ["fees"], error: "Fees must not be above the price." });
  const read = readForm(checked, fields, EXIT_FIELDS);
  if (!read.ok) return read;
  const { sold_on: soldOn, buyer_kind: buyerKind, gross: grossCents, fees: feesCents, net_per_stake } = read.values;
  return { ok: true, terms: { soldOn, buyerKind, grossCents, feesCents }, netPerStakeCents: net_per_stake };
}

const HOLDERS_SHOWN = 50;

export type ExitPreview = ReturnType<typeof previewOf>;

type PreviewInput = { caskId: string; terms: ExitTerms; afterUserId?: string };

type PreviewOutcome =
  { ok: true; preview: ExitPreview } | { ok: false; code: TermsRefusal | "no-such-cask" | "has-ended" };

/** The amount that a sale on these terms would bring each holder, to the cent. Writes nothing. */
export async function previewExit(
  { db }: Deps,
  session: OperatorSession,
  { caskId, terms, afterUserId = "" }: PreviewInput,
): Promise<PreviewOutcome> {
  const { nowMs, result } = await session.read(() => readExitFacts(db, sql`${caskId}`, afterUserId));
  const { cask } = result;
  if (!cask) return { ok: false, code: "no-such-cask" };
  if (cask.endedOn !== null) return { ok: false, code: "has-ended" };
  const checked = checkTerms(terms, { today: dateOf(nowMs), stakes: cask.totalStakes });
  return checked.ok ? { ok: true, preview: previewOf(result, cask, checked.division) } : checked;
}

type CaskRow = {
  id: string;
  name: string;
  totalStakes: number;
  endedOn: string | null;
  active: number;
  frozen: number;
};
type HolderRow = { userId: string; name: string | null; stakes: number; paidCents: number; advances: string };
export type ExitFacts = { cask: CaskRow | undefined; holders: HolderRow[] };

export function readExitFacts(db: Database, caskId: SQL, afterUserId: string): Work<ExitFacts> {
  const held = sql`(stakes.state = 'active' OR stakes.exit_id IS NOT NULL)`;
  const count = (which: SQL) => sql`(SELECT count(*) FROM stakes WHERE stakes.cask_id = casks.id AND ${which})`;
  return together({
    cask: row(
      db.all<CaskRow>(sql`SELECT id, name, total_stakes AS totalStakes, ended_on AS endedOn,
          ${count(held)} AS active, ${count(sql`stakes.state = 'frozen' AND NOT ${isLost}`)} AS frozen FROM casks WHERE id = ${caskId}`),
    ),
    holders: rows(
      db.all<HolderRow>(sql`SELECT stakes.user_id AS userId, users.full_name AS name, count(*) AS stakes, sum(stakes.price_cents) AS paidCents,
            json_group_array(${advancedOn(sql`stakes.id`)}) AS advances
          FROM stakes JOIN users ON users.id = stakes.user_id
          WHERE stakes.cask_id = ${caskId} AND ${held} AND stakes.user_id > ${afterUserId}
          GROUP BY stakes.user_id ORDER BY stakes.user_id LIMIT ${HOLDERS_SHOWN + 1}`),
    ),
  });
}

export function previewOf({ holders: found }: ExitFacts, cask: CaskRow, division: SaleDivision) {
  const { id, name, totalStakes, active, frozen } = cask;
  const holders = found.slice(0, HOLDERS_SHOWN);
  return {
    cask: { id, name, totalStakes },
    division,
    stakes: { credited: active, waiting: frozen, own: totalStakes - active - frozen },
    /** `getsCents`: the share less what was advanced on each stake. */
    holders: holders.map(({ advances, ...one }) => {
      const { creditCents: getsCents, ...sums } = creditsOf(
        division.netPerStakeCents,
        JSON.parse(advances) as number[],
      );
      return { ...one, ...sums, getsCents };
    }),
    next: found.length > HOLDERS_SHOWN ? (holders.at(-1)?.userId ?? null) : null,
  };
}

type ProposeInput = { caskId: string; terms: ExitTerms; netPerStakeCents: number };

type ProposeOutcome =
  | { ok: true; exitId: string }
  | Extract<PreviewOutcome, { ok: false }>
  | { ok: false; code: "amount-changed" | "not-allowed" | "own-stake" | "already-proposed" }
  | { ok: false; code: "votes-open" | "not-as-accepted" };

/** Proposes the sale or buy-back of a whole cask; another operator confirms it. Requires a recent code. */
export async function proposeExit(
  deps: Deps,
  session: OperatorSession,
  { caskId, terms, netPerStakeCents }: ProposeInput,
): Promise<ProposeOutcome> {
  const { db } = deps;
  const previewed = await previewExit(deps, session, { caskId, terms });
  if (!previewed.ok) return previewed;
  const { division, cask } = previewed.preview;
  if (division.netPerStakeCents !== netPerStakeCents) return { ok: false, code: "amount-changed" };
  const exitId = deps.newId("ext");
  const { result } = await session.write((operator) =>
    writeThenRead(
      propose(db, operator, { exitId, caskId, terms, division, stakes: cask.totalStakes }),
      row(standingQuery(db, { caskId, terms, operatorId: operator.userId })),
    ),
  );
  if (result?.id && result.isSame) {
    deps.log("exit-proposed", { caskId, outcome: result.id });
    return { ok: true, exitId: result.id };
  }
  if (result?.owns) return { ok: false, code: "own-stake" };
  if (result?.id) return { ok: false, code: "already-proposed" };
  if (result?.bid === "open") return { ok: false, code: "votes-open" };
  if (result?.bid === "accepted") return { ok: false, code: "not-as-accepted" };
  return { ok: false, code: "not-allowed" };
}

type Proposal = { exitId: string; caskId: string; terms: ExitTerms; division: SaleDivision; stakes: number };

function propose(db: Database, operator: OperatorAccess, { exitId, caskId, terms, division, stakes }: Proposal) {
  const { userId, nowMs } = operator;
  const { soldOn, buyerKind, grossCents, feesCents } = terms;
  const made: SQL = sql`id = ${exitId}`;
  return [
    db.run(sql`INSERT INTO cask_exits (id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents,
        proposed_by, proposed_at_ms, bid_id)
      SELECT ${exitId}, casks.id, ${kindOf(buyerKind)}, ${buyerKind}, ${soldOn}, ${grossCents}, ${feesCents}, ${stakes}, ${division.netPerStakeCents},
        ${division.remainderCents}, ${userId}, ${nowMs}, bids.id
      FROM casks LEFT JOIN bids ON bids.cask_id = casks.id AND bids.state IN ('open', 'accepted')
      WHERE casks.id = ${caskId} AND casks.total_stakes = ${stakes} AND casks.ended_on IS NULL
        AND ${ownsNothingOf(sql`casks.id`, userId)}
        AND (bids.id IS NULL OR (bids.state = 'accepted' AND bids.bidder_kind = ${buyerKind} AND bids.gross_cents = ${grossCents}
          AND bids.fees_cents = ${feesCents}))
      ON CONFLICT DO NOTHING`),
    recordAudit(
      db,
      {
        id: `exit:${exitId}:proposed`,
        by: operator,
        action: "exit-proposed",
        subject: `exit:${exitId}`,
        detail: caskExits.caskId,
      },
      { from: caskExits, where: made },
    ),
  ];
}

type Standing = { id: string | null; isSame: number | null; owns: number; bid: "open" | "accepted" | null };

function standingQuery(
  db: Database,
  { caskId, terms, operatorId }: { caskId: string; terms: ExitTerms; operatorId: string },
) {
  const { soldOn, buyerKind, grossCents, feesCents } = terms;
  return db.all<Standing>(sql`SELECT exits.id, exits.state = 'proposed' AND proposed_by = ${operatorId} AND sold_on = ${soldOn}
      AND buyer_kind = ${buyerKind} AND gross_cents = ${grossCents} AND fees_cents = ${feesCents} AS isSame,
      NOT ${ownsNothingOf(sql`${caskId}`, operatorId)} AS owns,
      (SELECT bids.state FROM bids WHERE bids.cask_id = ${caskId} AND bids.state IN ('open', 'accepted')) AS bid
    FROM (SELECT 1) LEFT JOIN cask_exits AS exits ON exits.cask_id = ${caskId} AND exits.state <> 'withdrawn'`);
}
