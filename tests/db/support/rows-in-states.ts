// Brings rows into every state, by allowed changes alone.
import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { creditWallet, giveStake } from "../../support/holdings";
import type { TestContext } from "../../support/context";
import { type Person, putCask, signIn } from "../../support/people";
import { type Graph, offerGraph } from "./offer-trespasses";

export const run = (statement: string) => env.DB.prepare(statement).run();

/** When a bid that was made here opens and closes. */
export const BID_OPENS = Date.UTC(2026, 0, 1, 9);
const BID_CLOSES_ON = "2026-01-11";
export const BID_CLOSES = Date.UTC(2026, 0, 11, 12);

const CASK_COLUMNS =
  "name kind cask_type distillery distillery_information warehouse vintage_year loa_decilitres cost_per_stake_cents total_stakes launches_on closes_on created_at_ms";

/** Copies a cask column by column, so that one more column of the table breaks no test. @param other values in SQL, by column */
export function copyOfCask(id: string, other: Record<string, string> = {}): string {
  const columns = [...new Set([...CASK_COLUMNS.split(" "), "state", ...Object.keys(other)])];
  const values = columns.map((column) => other[column] ?? (column === "state" ? "'draft'" : column));
  return `INSERT INTO casks (id, ${columns.join(", ")}) SELECT '${id}', ${values.join(", ")} FROM casks LIMIT 1`;
}

export function rowsInStates(context: TestContext, { person, caskId }: { person: Person; caskId: string }) {
  const { db } = context;

  /** A payment for a stake after these state changes; with its reservation unless told otherwise. */
  async function payment(id: string, { states = [] as string[], reserved = true, fee = false } = {}): Promise<string> {
    const user = fee ? (await signIn(context)).userId : person.userId;
    await run(`INSERT INTO payments (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      VALUES ('${id}', '${user}', ${fee ? "'joining-fee', NULL" : `'stake', '${await putCask(context)}'`}, 'p', 50000, 'Bank', 'stripe', 1, 1, 1)`);
    if (reserved && !fee)
      await run(
        `INSERT INTO reservations (payment_id, cask_id, created_at_ms) SELECT id, cask_id, 1 FROM payments WHERE id = '${id}'`,
      );
    for (const state of states)
      await run(
        `UPDATE payments SET state = '${state}', provider_session_id = 'cs_${id}', checkout_url = 'u', provider_payment_id = 'pi_${id}' WHERE id = '${id}'`,
      );
    return id;
  }

  type Asked = { state?: string; stake?: string; cents?: number; user?: string; reckonedTo?: string };
  const withdrawal = (id: string, more: Asked = {}) =>
    `INSERT INTO withdrawals (id, user_id, stake_id, cycle_number, interest_basis_points, reckoned_to_cents, amount_cents, state, mode, holder_name, bank_name, ifsc_code,
      account_number_sealed, account_last4, key_id, payable_from_ms, created_at_ms, updated_at_ms)
    VALUES ('${id}', '${more.user ?? person.userId}', ${more.stake ? `'${more.stake}', 1, 1, ${more.reckonedTo ?? 50_001}` : "NULL, NULL, NULL, NULL"}, ${more.cents ?? 1}, '${more.state ?? "progress"}',
      'Bank', 'h', 'b', 'i', 's', '4', 'k', 1, 1, 1)`;
  const referral = (id: string) =>
    `INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms) VALUES ('${id}', '${person.userId}', 1500, 1)`;

  /** The end of a cask, for nothing. */
  const exit = (id: string, cask: string, { state = "proposed", stakes = 0 } = {}) =>
    `INSERT INTO cask_exits (id, cask_id, kind, buyer_kind, sold_on, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents, state, proposed_by, proposed_at_ms)
    SELECT '${id}', id, 'sale', 'trade', '2026-01-01', 5, 5, ${stakes || "total_stakes"}, 0, 0, '${state}', '${person.userId}', 1 FROM casks WHERE id = '${cask}'`;

  type BidAsked = { state?: string; stakes?: string; closesOn?: string; by?: string };
  /** A bid for nothing, drafted by a user of its own; `BID_OPENS` and `BID_CLOSES` are its times. */
  const bid = (id: string, cask: string, more: BidAsked = {}) =>
    `INSERT INTO bids (id, cask_id, bidder_kind, gross_cents, fees_cents, stakes, net_per_stake_cents, remainder_cents, closes_on, closes_at_ms, note,
      letter_key, letter_media_type, letter_sha256, voted_parts, voted_whole, accepted_parts, accepted_whole, state, drafted_by, drafted_at_ms)
    SELECT '${id}', id, 'trade', 5, 5, ${more.stakes ?? "total_stakes"}, 0, 0, '${more.closesOn ?? BID_CLOSES_ON}',
      unixepoch('${more.closesOn ?? BID_CLOSES_ON}', '+12 hours') * 1000, 'n', 'key_${id}', 'application/pdf', 's', 1, 2, 2, 3, '${more.state ?? "draft"}',
      '${more.by ?? person.userId}', 1 FROM casks WHERE id = '${cask}'`;
  const publishBid = (id: string, by: string) =>
    `UPDATE bids SET state = 'open', published_by = '${by}', published_at_ms = ${BID_OPENS} WHERE id = '${id}'`;
  const countBid = (id: string, state: string) =>
    `UPDATE bids SET state = '${state}', result = '${state}', counted_at_ms = ${BID_CLOSES}, issued_stakes = 1, accepted_stakes = ${state === "accepted" ? 1 : 0},
      declined_stakes = ${state === "refused" ? 1 : 0} WHERE id = '${id}'`;
  const withdrawBid = (id: string, by: string, atMs = BID_OPENS) =>
    `UPDATE bids SET state = 'withdrawn', withdrawn_by = '${by}', withdrawn_at_ms = ${atMs} WHERE id = '${id}'`;
  const ballot = (id: string, stakeId: string, choice: string) =>
    `INSERT INTO bid_ballots (bid_id, number, stake_id, choice) SELECT '${id}', number, id, ${choice} FROM stakes WHERE id = '${stakeId}'`;

  type Proposed = {
    kind?: string;
    subject?: string;
    was?: string;
    becomes?: string;
    by: string;
    atMs?: number;
    state?: string;
  };
  /** What one operator proposes for another to confirm. */
  const proposal = (id: string, { by, ...more }: Proposed) => {
    const atMs = more.atMs ?? context.nowMs();
    return `INSERT INTO change_proposals (id, kind, subject, was, becomes, state, proposed_by, proposed_at_ms, expires_at_ms)
      VALUES ('${id}', '${more.kind ?? "setting"}', '${more.subject ?? `setting:${id}`}', '${more.was ?? "1"}', '${more.becomes ?? "2"}',
        '${more.state ?? "open"}', '${by}', ${atMs}, ${atMs + 1000})`;
  };
  const decide = (id: string, state: string, by: string, atMs = context.nowMs()) =>
    `UPDATE change_proposals SET state = '${state}', decided_by = '${by}', decided_at_ms = ${atMs} WHERE id = '${id}'`;

  /** For each kind of row with states: how to bring a row into one. */
  const graphs: Record<string, Graph> = {
    offers: offerGraph(context),
    payments: { key: "id", into: (id, path) => payment(id, { states: path, fee: true }) },
    casks: {
      key: "id",
      into: async (_id, path) => {
        const id = await putCask(context, { published: false });
        for (const state of path) await run(`UPDATE casks SET state = '${state}' WHERE id = '${id}'`);
        return id;
      },
    },
    reservations: {
      key: "payment_id",
      into: async (id, path) => {
        await payment(id);
        // The payment's own change frees the reservation; a paid one takes the stake.
        for (const state of path) {
          if (state === "expired") await run(`UPDATE payments SET state = 'expired' WHERE id = '${id}'`);
          else
            await db.batch([
              db.run(sql`UPDATE payments SET state = 'paid' WHERE id = ${id}`),
              db.run(sql`UPDATE reservations SET state = 'paid' WHERE payment_id = ${id}`),
            ]);
        }
        return id;
      },
    },
    stakes: {
      key: "id",
      into: async (_id, path) => {
        const { stakeId: id } = await giveStake(context, person, caskId);
        for (const state of path) await run(`UPDATE stakes SET state = '${state}' WHERE id = '${id}'`);
        return id;
      },
    },
    certificates: {
      key: "id",
      into: async (_id, path) => {
        const { certificateId } = await giveStake(context, person, caskId, { certificate: "pending" });
        for (const state of path)
          await run(
            `UPDATE certificates SET state = '${state}', sha256 = 'x', issued_at_ms = 1, voided_at_ms = 1 WHERE id = '${certificateId}'`,
          );
        return certificateId;
      },
    },
    referrals: {
      key: "referred_id",
      into: async (id, path) => {
        const { userId } = await signIn(context);
        await run(referral(userId));
        const payed = await payment(id, { fee: true });
        for (const state of path)
          await run(`UPDATE referrals SET state = '${state}', payment_id = '${payed}' WHERE referred_id = '${userId}'`);
        return userId;
      },
    },
    withdrawals: {
      key: "id",
      into: async (id, path) => {
        const other = await signIn(context);
        await creditWallet(context, other, 5);
        await run(withdrawal(id, { user: other.userId }));
        await run(`INSERT INTO payout_proposals (withdrawal_id, operator_id, bank_reference, proposed_at_ms)
          VALUES ('${id}', '${person.userId}', 'r', 1)`);
        for (const state of path)
          await run(
            `UPDATE withdrawals SET state = '${state}', sent_at_ms = 1, bank_reference = 'r', reject_reason = 'r', cancelled_by = 'investor'
              ${state === "returned" ? ", return_reference = 'r', return_reason = 'r', returned_at_ms = 2" : ""} WHERE id = '${id}'`,
          );
        return id;
      },
    },
    cask_exits: {
      key: "id",
      into: async (id, path) => {
        const { userId } = await signIn(context);
        await run(exit(id, await putCask(context)));
        for (const state of path)
          await run(
            `UPDATE cask_exits SET state = '${state}', confirmed_by = '${userId}', confirmed_at_ms = 1 WHERE id = '${id}'`,
          );
        return id;
      },
    },
    bids: {
      key: "id",
      into: async (id, path) => {
        const [holder, { userId }, cask] = [await signIn(context), await signIn(context), await putCask(context)];
        const { stakeId } = await giveStake(context, holder, cask);
        await run(bid(id, cask, { by: (await signIn(context)).userId }));
        for (const state of path) {
          if (state === "accepted" || state === "refused" || state === "expired") {
            const choices = { accepted: "'accept'", refused: "'decline'", expired: "NULL" };
            await run(ballot(id, stakeId, choices[state]));
            await run(countBid(id, state));
          } else await run(state === "open" ? publishBid(id, userId) : withdrawBid(id, userId));
        }
        return id;
      },
    },
    change_proposals: {
      key: "id",
      into: async (id, path) => {
        const [one, other] = [await signIn(context, { operator: true }), await signIn(context, { operator: true })];
        await run(proposal(id, { by: one.userId }));
        for (const state of path) await run(decide(id, state, other.userId));
        return id;
      },
    },
  };

  return {
    payment,
    withdrawal,
    referral,
    exit,
    bid,
    publishBid,
    countBid,
    withdrawBid,
    ballot,
    proposal,
    decide,
    graphs,
  };
}
