import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { sealedBankDetailsQuery } from "~/areas/accounts/profile/bank-details";
import { documentFileColumns } from "~/areas/casks/evidence/document-file";
import { confirmedOn } from "~/areas/casks/cask-conditions";
import { entriesQuery } from "~/areas/casks/valuation-history";
import { readHold } from "~/areas/holdings/payout-rules";
import { readHoldings, readOpenBids } from "~/areas/holdings/portfolio/holdings";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import { casks, evidence } from "~/db/schema/casks";
import { caskExits } from "~/db/schema/market";
import { payments } from "~/db/schema/payments";
import { stakes } from "~/db/schema/stakes";
import { noWork, row, rows, together, type Work } from "~/db/work";
import { holdingView } from "./holding-view";

export async function readHolding<T = void>(
  { db }: Deps,
  session: Session,
  stakeId: string,
  beside?: (asked: { userId: string; nowMs: number }) => Work<T>,
) {
  const { viewer, nowMs, result } = await session.read(({ userId, nowMs }) =>
    together({
      rows: readHoldings(db, { userId, stakeId }),
      facts: readHoldingFacts(db, { userId, stakeId }),
      hold: readHold(db, { userId, nowMs }),
      bank: row(sealedBankDetailsQuery(db, { userId })),
      bids: readOpenBids(db, { userId, nowMs, stakeId }),
      beside: beside ? beside({ userId, nowMs }) : noWork(undefined),
    }),
  );
  const { rows, facts, ...rest } = result;
  return { viewer, nowMs, rows, view: holdingView(rows, facts, { activated: viewer.activated, nowMs }), ...rest };
}

/** After the cask's end only what is public is left to see. */
export async function readStakeDocument(
  { db }: Deps,
  session: Session,
  { stakeId, documentId }: { stakeId: string; documentId: string },
) {
  const { result } = await session.read(({ userId }) =>
    row(
      db
        .select(documentFileColumns)
        .from(stakes)
        .innerJoin(evidence, eq(evidence.caskId, stakes.caskId))
        .where(
          and(
            eq(stakes.id, stakeId),
            eq(stakes.userId, userId),
            eq(evidence.id, documentId),
            or(eq(evidence.visibility, "public"), eq(stakes.state, "active"), eq(stakes.state, "frozen")),
          ),
        ),
    ),
  );
  return result;
}

type OwnStake = { userId: string; stakeId: string };

export function readHoldingFacts(db: Database, asked: OwnStake) {
  return together({
    facts: row(factsQuery(db, asked)),
    exit: row(exitQuery(db, asked)),
    documents: rows(documentsQuery(db, asked)),
    values: rows(entriesQuery(db, sql`(${caskOf(db, asked)})`)),
  });
}

const isTheirs = ({ userId, stakeId }: OwnStake) => and(eq(stakes.id, stakeId), eq(stakes.userId, userId));

const caskOf = (db: Database, asked: OwnStake) =>
  db.select({ caskId: stakes.caskId }).from(stakes).where(isTheirs(asked));

function factsQuery(db: Database, asked: OwnStake) {
  return db
    .select({
      kind: casks.kind,
      distillery: casks.distillery,
      vintageYear: casks.vintageYear,
      loaDecilitres: casks.loaDecilitres,
      warehouse: casks.warehouse,
      confirmedOn,
      storagePaidUntil: casks.storagePaidUntil,
      paymentId: payments.id,
      paidCents: payments.amountCents,
      mode: payments.mode,
      paymentState: payments.state,
    })
    .from(stakes)
    .innerJoin(casks, eq(casks.id, stakes.caskId))
    .innerJoin(payments, eq(payments.id, stakes.paymentId))
    .where(isTheirs(asked));
}

/** A proposal is confidential until it is confirmed. */
function exitQuery(db: Database, asked: OwnStake) {
  return db
    .select({
      kind: caskExits.kind,
      buyerKind: caskExits.buyerKind,
      soldOn: caskExits.soldOn,
      grossCents: caskExits.grossCents,
      feesCents: caskExits.feesCents,
      netPerStakeCents: caskExits.netPerStakeCents,
      stakes: caskExits.stakes,
    })
    .from(caskExits)
    .where(and(inArray(caskExits.caskId, caskOf(db, asked)), inArray(caskExits.state, ["confirmed", "done"])));
}

function documentsQuery(db: Database, asked: OwnStake) {
  return db
    .select({
      id: evidence.id,
      kind: evidence.kind,
      issuer: evidence.issuer,
      issuedOn: evidence.issuedOn,
      expiresOn: evidence.expiresOn,
      visibility: evidence.visibility,
    })
    .from(evidence)
    .where(and(inArray(evidence.caskId, caskOf(db, asked)), isCurrent))
    .orderBy(desc(evidence.issuedOn), desc(evidence.id))
    .limit(MOST_DOCUMENTS);
}

const MOST_DOCUMENTS = 100;
const isCurrent = sql`NOT EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = evidence.id)`;
