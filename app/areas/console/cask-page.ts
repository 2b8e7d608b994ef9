import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import { ownsNothingOf } from "~/areas/casks/cask-conditions";
import type { Database } from "~/db/client";
import { caskExits } from "~/db/schema/market";
import { evidence, gauges } from "~/db/schema/casks";
import { mapWork, nothing, row, rows, together, type Work } from "~/db/work";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { divideSale } from "~/domain/divide-sale";
import type { SecondReason } from "~/domain/second-person";
import {
  type CaskErrors,
  type CaskField,
  fixedFields,
  formValues,
  type SavedCask,
  termsOf,
} from "~/areas/casks/cask-form";
import {
  readValuationFacts,
  type ValuationFacts,
  type ValuationPreview,
  valuationPreviewOf,
} from "~/areas/casks/record-valuation";
import { readSavedCask } from "~/areas/casks/save-cask";
import { entriesQuery, type ValuationEntry, whySecondOf } from "~/areas/casks/valuation-history";
import { valuedSubject } from "~/areas/casks/propose-valuation";
import {
  type ExitFacts,
  type ExitPreview,
  type ExitTerms,
  previewOf,
  readExitFacts,
  readExitForm,
} from "~/areas/casks/exits/propose-exit";
import { type ConsoleBid, readCaskBids } from "~/areas/market/read-bid";
import { listProposals, type WaitingProposal } from "~/core/proposals/list-proposals";
import type { StaffAccess } from "~/core/session/guarded";

export const CASK_VIEWS = ["cask", "value", "gauge", "bid", "sell", "evidence", "preview"] as const;
export type CaskView = (typeof CASK_VIEWS)[number];

const caskStandingOf = ({ state, endedOn }: ConsoleCask["cask"]) => (endedOn === null ? state : "sold");

export type CaskPage = ConsoleCask & {
  standing: ReturnType<typeof caskStandingOf>;
  values: Record<CaskField, string>;
  fixed: CaskErrors;
  today: CalendarDate;
  bids: ConsoleBid[] | null;
  sale: SalePreview | null;
  effect: ValuationPreview | null;
  proposal: (WaitingProposal & { why: SecondReason[] }) | null;
};

export type SalePreview = ExitPreview & { terms: ExitTerms };

export type CaskAsked = { caskId: string; view: CaskView; fields: Record<string, string> };

export function readCaskPage(db: Database, { userId, nowMs }: StaffAccess, asked: CaskAsked): Work<CaskPage | null> {
  const { caskId, view, fields } = asked;
  const today = dateOf(nowMs);
  const after = fields.after ?? "";
  const work = together({
    proposals: listProposals(db, nowMs, sql`proposed.subject = ${valuedSubject(caskId)}`),
    record: readConsoleCask(db, { caskId, userId }),
    sale: optional(view === "sell", () => readExitFacts(db, sql`${caskId}`, after)),
    bids: optional(view === "bid" || view === "sell", () => readCaskBids(db, caskId)),
    effect: optional(view === "value" && "value_per_stake" in fields, () => readValuationFacts(db, caskId)),
  });
  return mapWork(work, ({ record, sale, effect, bids, proposals }) => {
    if (!record) return null;
    const { cask, exit } = record;
    const [proposed] = proposals;
    return {
      ...record,
      bids,
      proposal: proposed ? { ...proposed, why: whyProposed(record, proposed) } : null,
      standing: caskStandingOf(cask),
      values: formValues(termsOf(cask)),
      fixed: fixedFields(cask, today),
      today,
      sale: sale && salePreview(sale, exit, fields, today),
      effect: effect && effectOf(effect, fields, nowMs),
    };
  });
}

function optional<T>(wanted: boolean, make: () => Work<T>): Work<T | null> {
  return wanted ? make() : mapWork(nothing, () => null);
}

function salePreview(
  facts: ExitFacts,
  exit: ConsoleCask["exit"],
  fields: Record<string, string>,
  today: CalendarDate,
): SalePreview | null {
  if (!facts.cask) return null;
  if (exit) {
    const { netPerStakeCents, remainderCents, ...terms } = exit;
    const netCents = terms.grossCents - terms.feesCents;
    return { ...previewOf(facts, facts.cask, { netCents, netPerStakeCents, remainderCents }), terms };
  }
  const form = readExitForm(fields, today);
  if (!form.ok) return null;
  const division = divideSale({ ...form.terms, stakes: facts.cask.totalStakes });
  return division && { ...previewOf(facts, facts.cask, division), terms: form.terms };
}

function effectOf(facts: ValuationFacts, fields: Record<string, string>, nowMs: number): ValuationPreview | null {
  const preview = valuationPreviewOf(facts, { fields, supersedesId: fields.supersedes || null }, nowMs);
  return preview.ok ? preview : null;
}

function whyProposed({ cask, valuations }: ConsoleCask, { becomes }: WaitingProposal) {
  const asked = JSON.parse(becomes) as Parameters<typeof whySecondOf>[1];
  return whySecondOf({ entries: valuations, priceCents: cask.costPerStakeCents }, asked);
}

/** Far above what one cask has. */
const MOST = 200;

type CaskDocument = Awaited<ReturnType<typeof documentsQuery>>[number];
type CaskGauge = Awaited<ReturnType<typeof gaugesQuery>>[number];

export type CaskExit = Awaited<ReturnType<typeof exitQuery>>[number];

type ConsoleCask = {
  cask: SavedCask;
  valuations: ValuationEntry[];
  gauges: CaskGauge[];
  documents: CaskDocument[];
  /** null: none, or it was withdrawn. */
  exit: CaskExit | null;
  isHolder: boolean;
};

function readConsoleCask(
  db: Database,
  { caskId, userId }: { caskId: string; userId: string },
): Work<ConsoleCask | null> {
  const work = together({
    cask: readSavedCask(db, caskId),
    valuations: rows(entriesQuery(db, caskId)),
    gauges: rows(gaugesQuery(db, caskId)),
    documents: rows(documentsQuery(db, caskId)),
    exit: row(exitQuery(db, caskId)),
    holder: row(db.all<{ owns: number }>(sql`SELECT NOT ${ownsNothingOf(sql`${caskId}`, userId)} AS owns`)),
  });
  return mapWork(work, ({ cask, exit, holder, ...lists }) =>
    cask ? { cask, exit: exit ?? null, isHolder: holder?.owns === 1, ...lists } : null,
  );
}

const gaugesQuery = (db: Database, caskId: string) =>
  db
    .select()
    .from(gauges)
    .where(eq(gauges.caskId, caskId))
    .orderBy(desc(gauges.gaugedOn), desc(gauges.createdAtMs))
    .limit(MOST);

const documentsQuery = (db: Database, caskId: string) =>
  db
    .select({
      ...getTableColumns(evidence),
      replaced: sql<number>`EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = evidence.id)`.as(
        "replaced",
      ),
    })
    .from(evidence)
    .where(eq(evidence.caskId, caskId))
    .orderBy(desc(evidence.issuedOn), desc(evidence.createdAtMs))
    .limit(MOST);

function exitQuery(db: Database, caskId: string) {
  const standing = (state: "active" | "frozen") => sql<number>`(SELECT count(*) FROM stakes
    WHERE stakes.cask_id = cask_exits.cask_id AND stakes.state <> 'ended' AND stakes.state = ${state})`;
  return db
    .select({
      ...getTableColumns(caskExits),
      credited: sql<number>`(SELECT count(*) FROM stakes WHERE stakes.exit_id = cask_exits.id)`.as("credited"),
      left: standing("active").as("left_to_credit"),
      waiting: standing("frozen").as("waiting"),
    })
    .from(caskExits)
    .where(sql`${caskExits.caskId} = ${caskId} AND ${caskExits.state} <> 'withdrawn'`);
}
