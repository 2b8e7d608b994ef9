import { sql } from "drizzle-orm";
import { personalQuery } from "~/areas/accounts/profile/personal-details";
import { readHoldings } from "~/areas/holdings/portfolio/holdings";
import type { Deps } from "~/core/deps";
import { house, rewardsPendingOf, walletOf } from "~/core/ledger/accounts";
import type { Session } from "~/core/session/session";
import type { Database } from "~/db/client";
import type { transfers } from "~/db/schema/ledger";
import type { PaymentPurpose } from "~/db/schema/payments";
import { mapWork, type ResultOf, row, rows, together } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { instantsOf, type NamedPeriod, type Period, periodOf, yearsOf } from "~/domain/statement-period";
import { type Statement, statementOf } from "./statement";
import type { StakeEvent } from "./statement-lines";

type Span = { userId: string; fromMs: number; untilMs: number };

type Reason = typeof transfers.$inferSelect.reason;

export type CashRow = { id: string; reason: Reason; refersTo: string; cents: number; atMs: number };

export type PaymentRow = {
  id: string;
  paymentId: string;
  purpose: PaymentPurpose;
  mode: "Bank" | "Crypto";
  productName: string;
  reason: Reason;
  debit: string;
  credit: string;
  cents: number;
  atMs: number;
};

export type StakeFactRow = {
  stakeId: string;
  paymentId: string;
  purchasedAtMs: number;
  frozenAndBack: string;
  freedAtMs: number | null;
  soldAtMs: number | null;
  soldAs: StakeEvent["what"];
  /** Costs of selling the whole cask. */
  caskFeesCents: number | null;
  buyerFeeCents: number | null;
  sellerFeeCents: number | null;
};

export type DecisionRow = { withdrawalId: string; decidedAtMs: number | null; returnedAtMs: number | null };

export type StatementRows = ResultOf<ReturnType<typeof readStatementRows>>;

function readStatementRows(db: Database, span: Span) {
  const { userId, fromMs, untilMs } = span;
  return together({
    personal: row(personalQuery(db, userId)),
    holdings: readHoldings(db, { userId }),
    stakeFacts: rows(stakeFactsQuery(db, userId)),
    decisions: rows(decisionsQuery(db, userId)),
    payments: rows(paymentsQuery(db, userId, untilMs)),
    cash: rows(cashQuery(db, span)),
    opening: readOwed(db, userId, fromMs),
    closing: readOwed(db, userId, untilMs),
  });
}

function stakeFactsQuery(db: Database, userId: string) {
  return db.all<StakeFactRow>(sql`SELECT stakes.id AS stakeId, stakes.payment_id AS paymentId,
      stakes.purchased_at_ms AS purchasedAtMs,
      (SELECT json_group_array(json_array(becomes, changed_at_ms)) FROM (SELECT becomes, changed_at_ms FROM stake_changes
        WHERE stake_id = stakes.id AND stakes.holder_number > 1 AND becomes <> 'ended' ORDER BY stake_changes.id)) AS frozenAndBack,
      stakes.freed_at_ms AS freedAtMs,
      coalesce(resold_at_ms, exits.confirmed_at_ms, (SELECT min(sold.created_at_ms) FROM transfers AS sold
        WHERE sold.refers_to = 'stake:' || stakes.id AND sold.reason IN ('cask-sale', 'provider-buy-back'))) AS soldAtMs,
      iif(resold_at_ms IS NOT NULL, 'resold', iif(exits.kind = 'buy-back', 'bought-back', 'sold')) AS soldAs,
      exits.fees_cents AS caskFeesCents,
      (SELECT fee_cents FROM offers WHERE new_stake_id = stakes.id) AS buyerFeeCents,
      (SELECT fee_cents FROM offers WHERE stake_id = stakes.id AND offers.state = 'sold') AS sellerFeeCents
    FROM stakes LEFT JOIN cask_exits AS exits ON exits.cask_id = stakes.cask_id AND exits.state IN ('confirmed', 'done')
    WHERE stakes.user_id = ${userId} ORDER BY stakes.purchased_at_ms`);
}

function decisionsQuery(db: Database, userId: string) {
  return db.all<DecisionRow>(sql`SELECT withdrawals.id AS withdrawalId, coalesce(
      (SELECT created_at_ms FROM transfers WHERE transfers.id = 'withdrawal:' || withdrawals.id || ':paid'),
      (SELECT created_at_ms FROM transfers WHERE transfers.id = 'withdrawal:' || withdrawals.id || ':released')) AS decidedAtMs,
      returned_at_ms AS returnedAtMs
    FROM withdrawals WHERE withdrawals.user_id = ${userId}`);
}

function paymentsQuery(db: Database, userId: string, untilMs: number) {
  return db.all<PaymentRow>(sql`SELECT moved.id, payments.id AS paymentId, payments.purpose, payments.mode, payments.product_name AS productName,
      moved.reason, moved.debit_account_id AS debit, moved.credit_account_id AS credit, moved.amount AS cents, moved.created_at_ms AS atMs
    FROM payments JOIN transfers AS moved ON moved.refers_to = 'payment:' || payments.id
    WHERE payments.user_id = ${userId} AND moved.currency = 'USD' AND moved.created_at_ms < ${untilMs}
    ORDER BY moved.created_at_ms, moved.seq`);
}

/** Movements between the three are left out: they change nothing of what is owed. */
function cashQuery(db: Database, { userId, fromMs, untilMs }: Span) {
  const theirs = sql`(${walletOf(userId)}, ${rewardsPendingOf(userId)})`;
  const within = sql`moved.created_at_ms >= ${fromMs} AND moved.created_at_ms < ${untilMs}`;
  const columns = sql`moved.seq, moved.id, moved.reason, moved.refers_to AS refersTo, moved.created_at_ms AS atMs`;
  return db.all<CashRow>(sql`SELECT ${columns}, moved.amount AS cents FROM transfers AS moved
      WHERE moved.credit_account_id IN ${theirs} AND moved.debit_account_id NOT IN (${walletOf(userId)}, ${rewardsPendingOf(userId)}, ${house.withdrawals}) AND ${within}
    UNION ALL SELECT ${columns}, -moved.amount AS cents FROM transfers AS moved
      WHERE moved.debit_account_id IN ${theirs} AND moved.credit_account_id NOT IN (${walletOf(userId)}, ${rewardsPendingOf(userId)}, ${house.withdrawals}) AND ${within}
    UNION ALL SELECT ${columns}, -moved.amount AS cents FROM withdrawals JOIN transfers AS moved ON moved.id = 'withdrawal:' || withdrawals.id || ':paid'
      WHERE withdrawals.user_id = ${userId} AND ${within}
    ORDER BY atMs, seq`);
}

function readOwed(db: Database, userId: string, beforeMs: number) {
  const sum = (
    account: string,
  ) => sql`(SELECT coalesce(sum(amount), 0) FROM transfers WHERE credit_account_id = ${account} AND created_at_ms < ${beforeMs})
    - (SELECT coalesce(sum(amount), 0) FROM transfers WHERE debit_account_id = ${account} AND created_at_ms < ${beforeMs})`;
  const wallet = walletOf(userId);
  const onHold = sql`(SELECT coalesce(sum(credit_cents), 0) FROM offers WHERE user_id = ${userId} AND sold_at_ms < ${beforeMs}
    AND coalesce(paid_at_ms, undone_at_ms, ${beforeMs}) >= ${beforeMs})`;
  const query = db.all<{ walletCents: number; pendingCents: number; onHoldCents: number }>(
    sql`SELECT ${sum(wallet)} AS walletCents, ${sum(rewardsPendingOf(userId))} AS pendingCents, ${onHold} AS onHoldCents`,
  );
  return mapWork(row(query), (found) => found ?? { walletCents: 0, pendingCents: 0, onHoldCents: 0 });
}

type Periods = Record<"calendar" | "india" | "uk", NamedPeriod[]> & {
  today: string;
  casks: { id: string; name: string }[];
};

export async function listPeriods({ db }: Deps, session: Session): Promise<Periods> {
  const { nowMs, result } = await session.read(({ userId }) =>
    together({
      first: row(
        db.all<{ firstMs: number }>(sql`SELECT min(users.created_at_ms,
        coalesce((SELECT min(created_at_ms) FROM payments WHERE payments.user_id = users.id), users.created_at_ms)) AS firstMs
        FROM users WHERE users.id = ${userId}`),
      ),
      casks: rows(
        db.all<{ id: string; name: string }>(sql`SELECT DISTINCT casks.id, casks.name
          FROM stakes JOIN casks ON casks.id = stakes.cask_id WHERE stakes.user_id = ${userId} ORDER BY casks.name`),
      ),
    }),
  );
  const [first, today] = [dateOf(result.first?.firstMs ?? nowMs), dateOf(nowMs)];
  return {
    today,
    casks: result.casks,
    calendar: yearsOf("calendar", first, today),
    india: yearsOf("india", first, today),
    uk: yearsOf("uk", first, today),
  };
}

/** @returns null: there is no such period */
export async function readStatement(
  { db, nowMs: clock }: Deps,
  session: Session,
  name: string,
): Promise<Statement | null> {
  const period = periodOf(name, dateOf(clock()));
  const { nowMs, result } = await session.read(({ userId }) =>
    readStatementRows(db, { userId, ...instantsOf(period ?? NONE) }),
  );
  return period && statementOf(result, period, nowMs);
}

const NONE: Period = { from: "2000-01-01", to: "1999-12-31" };
