import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { caskColumns, casks } from "~/db/schema/casks";
import { payments } from "~/db/schema/payments";
import { each, mapWork, row, type Statement, together, type Work, writes } from "~/db/work";
import { isPublished } from "~/areas/casks/is-published";
import { notClosing } from "~/areas/accounts/closing/closing-wait";
import { type Asker, marketOpenFor } from "~/core/settings/market-open";
import { readJoiningFee } from "~/core/settings/joining-fee";
import type { PaymentMode } from "./payment-mode";
import {
  countAtLaunch,
  countStart,
  heldTooOften,
  networkIsFull,
  startedTooOften,
  type Starter,
} from "./inside/checkout-limits";
import { isGathering } from "./inside/is-gathering";
import { insertPayment } from "./inside/insert-payment";
import { type StartedPayment, startedPayment } from "./started-payment";

// Creates a payment and, for a stake, its reservation in one batch. Activation, sales window, free stakes and the session are
// conditions of the insert, so nothing can come between the check and the hold. Overdue holds are freed first.

/** Money for the buyer's own wallet: the one amount that the buyer chooses, checked by `domain/top-up`. */
export type TopUp = { amountCents: number; country: Asker["country"] };

export type StartPayment = {
  /** Chosen before writing; used only if there is no open payment for the same thing. */
  paymentId: string;
  userId: string;
  /** null: the joining fee, or a top-up. */
  caskId: string | null;
  topUp?: TopUp;
  mode: PaymentMode;
  /** The price the buyer expects; null: the figures they sent disagree; undefined: they sent none. */
  expectCents?: number | null;
  /** Keyed hash of the network that asks; null: not counted. */
  network?: string | null;
  nowMs: number;
  /** True while the session of the request is live. */
  live: SQL;
};

/** One start. @see startPayments */
export const startPayment = (db: Database, input: StartPayment): Work<StartedPayment> =>
  mapWork(startPayments(db, [input]), ([started]) => started as StartedPayment);

/** Several starts, one after the other in the order given; what they have in common is freed and read once. */
export function startPayments(db: Database, inputs: readonly StartPayment[]): Work<StartedPayment[]> {
  const caskIds = [...new Set(inputs.map(({ caskId }) => caskId))];
  const work = together({
    freed: writes(...caskIds.map((caskId) => freeOverdue(db, sql`cask_id = ${caskId}`, inputs))),
    made: writes(...inputs.flatMap((input) => startStatements(db, input))),
    found: each(inputs.map((input) => startFacts(db, input))),
    casks: each(caskIds.map((caskId) => row(db.select(caskColumns).from(casks).where(isOnSale(caskId))))),
    feeCents: readJoiningFee(db),
  });
  return mapWork(work, ({ found, casks, feeCents }) =>
    inputs.map((input, at) => {
      const { open, buyer } = found[at] ?? {};
      return startedPayment(
        {
          open,
          cask: casks[caskIds.indexOf(input.caskId)],
          feeCents,
          openCheckouts: buyer?.openCheckouts ?? 0,
          activated: buyer?.activated === 1,
          startedTooOften: buyer?.starts === 1,
          heldTooOften: buyer?.holds === 1,
          isNetworkFull: buyer?.networkFull === 1,
          isGathering: buyer?.gathering === 1,
          isClosing: buyer?.closing === 1,
          isMarketOpen: buyer?.marketOpen === 1,
        },
        input,
      );
    }),
  );
}

const isOnSale = (caskId: string | null) => and(eq(casks.id, caskId ?? ""), isPublished);

/** As of the latest of the starts. */
function freeOverdue(db: Database, of: SQL, inputs: readonly StartPayment[]): Statement {
  const nowMs = Math.max(...inputs.map((input) => input.nowMs));
  return db.run(sql`UPDATE payments SET state = 'expired', updated_at_ms = ${nowMs}
    WHERE state IN ('created', 'open') AND expires_at_ms <= ${nowMs} AND ${of}`);
}

function startStatements(db: Database, input: StartPayment): Statement[] {
  const { paymentId, userId, topUp, mode, nowMs } = input;
  const starter = starterOf(input);
  // Too many starts also leave the attempt as it is that another method would replace.
  const allowed = sql`${input.live} AND ${notClosing(userId)} AND ${isOffered(input)} AND NOT ${startedTooOften(starter)} AND NOT (${heldTooOften(starter, input.caskId)})
    AND NOT ${networkIsFull(starter, input.caskId)} AND NOT ${isGathering(input)}`;
  return [
    freeOverdue(db, sql`user_id = ${userId}`, [input]),
    ...(topUp ? [replaceOtherAmount(db, input, topUp, allowed)] : []),
    // Switching the payment method cancels the first attempt; the outbox closes its checkout session.
    db.run(sql`UPDATE payments SET state = 'cancelled', reason = 'other-method', updated_at_ms = ${nowMs}
      WHERE user_id = ${userId} AND state IN ('created', 'open') AND mode <> ${mode} AND ${thingOf(input)} AND ${allowed}
        AND NOT EXISTS (SELECT 1 FROM casks AS stopped WHERE stopped.id = ${input.caskId} AND stopped.sales_stopped_at_ms IS NOT NULL)`),
    db.run(insertPayment({ ...input, live: allowed })),
    // None is there already unless the batch was written before and its answer lost.
    db.run(sql`INSERT INTO reservations (payment_id, cask_id, created_at_ms)
      SELECT id, cask_id, ${nowMs} FROM payments WHERE id = ${paymentId} AND cask_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM reservations AS made WHERE made.payment_id = ${paymentId})`),
    ...countStart(db, paymentId, starter),
    ...countAtLaunch(db, paymentId, starter, input.caskId),
  ];
}

const starterOf = ({ userId, network = null, nowMs }: StartPayment): Starter => ({ userId, network, nowMs });

function startFacts(db: Database, input: StartPayment) {
  const { userId } = input;
  const open = db
    .select()
    .from(payments)
    .where(sql`user_id = ${userId} AND state IN ('created', 'open') AND ${thingOf(input)}`);
  return together({ open: row(open), buyer: row(buyerQuery(db, input)) });
}

type BuyerFacts = Record<
  "openCheckouts" | "activated" | "starts" | "holds" | "networkFull" | "gathering" | "closing" | "marketOpen",
  number
>;

function buyerQuery(db: Database, input: StartPayment) {
  const { userId, topUp, nowMs } = input;
  const starter = starterOf(input);
  return db.all<BuyerFacts>(sql`SELECT
    (SELECT count(*) FROM payments WHERE user_id = ${userId} AND state IN ('created', 'open') AND expires_at_ms > ${nowMs}) AS openCheckouts,
    (SELECT count(*) FROM users WHERE id = ${userId} AND activated_at_ms IS NOT NULL) AS activated,
    ${startedTooOften(starter)} AS starts, ${heldTooOften(starter, input.caskId)} AS holds, ${networkIsFull(starter, input.caskId)} AS networkFull, ${isGathering(input)} AS gathering, NOT ${notClosing(userId)} AS closing,
    ${topUp ? marketOpenFor({ userId, country: topUp.country }) : sql`0`} AS marketOpen`);
}

const thingOf = ({ caskId, topUp }: StartPayment): SQL => {
  if (topUp) return sql`purpose = 'top-up'`;
  return caskId === null ? sql`purpose = 'joining-fee'` : sql`purpose = 'stake' AND cask_id = ${caskId}`;
};

/** Nothing is held and no earlier attempt is cancelled unless the buyer expects the real price, and the market is open to a top-up. */
function isOffered({ userId, caskId, topUp, expectCents }: StartPayment): SQL {
  if (topUp) {
    const agrees = expectCents === undefined || expectCents === topUp.amountCents;
    return agrees ? marketOpenFor({ userId, country: topUp.country }) : sql`false`;
  }
  if (expectCents === undefined) return sql`true`;
  return caskId === null
    ? sql`EXISTS (SELECT 1 FROM settings AS priced WHERE priced.key = 'joining_fee_cents' AND priced.value = ${expectCents})`
    : sql`EXISTS (SELECT 1 FROM casks AS priced WHERE priced.id = ${caskId} AND priced.cost_per_stake_cents = ${expectCents})`;
}

/** The latest amount counts: money that comes for the earlier one all the same is credited as well. */
function replaceOtherAmount(db: Database, { userId, nowMs }: StartPayment, { amountCents }: TopUp, allowed: SQL) {
  return db.run(sql`UPDATE payments SET state = 'cancelled', reason = 'other-amount', updated_at_ms = ${nowMs}
    WHERE user_id = ${userId} AND state IN ('created', 'open') AND purpose = 'top-up' AND amount_cents <> ${amountCents} AND ${allowed}`);
}
