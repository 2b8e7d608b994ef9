import { sql } from "drizzle-orm";
import { walletAccount } from "~/features/portfolio/holdings-queries";
import type { World } from "./world";

const DAY_MS = 86_400_000;
const CREDITED_AGO_MS = 40 * DAY_MS;
const AMOUNT_CENTS = 2_500;

/** A promotion in the investor's wallet, so that there is a balance to withdraw. Once: what was withdrawn does not come again. */
export async function creditPromotion({ db, nowMs }: World, investorId: string): Promise<void> {
  await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    VALUES ('promotion:demo_investor', 'house:promotions', ${walletAccount(investorId)}, ${AMOUNT_CENTS}, 'USD', 'promotion',
      'promotion:demo_investor', ${nowMs - CREDITED_AGO_MS}) ON CONFLICT (id) DO NOTHING`);
}
