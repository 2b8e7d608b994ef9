import { sql } from "drizzle-orm";
import { house } from "~/core/ledger/accounts";
import type { World } from "./world";

type Findings = {
  casks: number;
  stakes: number;
  people: number;
  miscounted: number;
  unbalanced: number;
  unsettledCents: number;
};

/**
 * Checks the seeded rows against the rules of the books; a difference is an error. Only demo payments count, because
 * others may be under way; so may those be that an operator gives back.
 */
export async function checkBooks({ db }: World): Promise<Findings> {
  const [found] = await db.all<Findings>(sql`SELECT
    (SELECT count(*) FROM casks WHERE id GLOB 'csk_demo_*') AS casks,
    (SELECT count(*) FROM stakes WHERE payment_id GLOB 'pay_demo_*') AS stakes,
    (SELECT count(*) FROM users WHERE id GLOB 'usr_demo_*') AS people,
    (SELECT count(*) FROM casks WHERE sold_stakes <> (SELECT count(*) FROM stakes WHERE cask_id = casks.id)
      OR reserved_stakes <> (SELECT count(*) FROM reservations WHERE cask_id = casks.id AND state = 'held')) AS miscounted,
    (SELECT count(*) FROM accounts WHERE credits_total <> (SELECT coalesce(sum(amount), 0) FROM transfers WHERE credit_account_id = accounts.id)
      OR debits_total <> (SELECT coalesce(sum(amount), 0) FROM transfers WHERE debit_account_id = accounts.id)) AS unbalanced,
    (SELECT coalesce(sum(iif(credit_account_id = ${house.unsettled}, amount, -amount)), 0) FROM transfers
      WHERE refers_to GLOB 'payment:pay_demo_*' AND ${house.unsettled} IN (credit_account_id, debit_account_id)
        AND refers_to NOT IN (SELECT 'payment:' || id FROM payments WHERE state = 'refunding')) AS unsettledCents`);
  if (!found) throw new Error("the books could not be read");
  if (found.miscounted + found.unbalanced !== 0 || found.unsettledCents !== 0) {
    throw new Error(`the books do not balance: ${JSON.stringify(found)}`);
  }
  return found;
}
