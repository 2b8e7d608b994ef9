import { house, walletOf } from "~/core/ledger/accounts";
import { transfer } from "~/core/ledger/transfer";
import type { World } from "./world";

const DAY_MS = 86_400_000;
const CREDITED_AGO_MS = 40 * DAY_MS;
const AMOUNT_CENTS = 2_500;

/**
 * Credits a promotion to the investor's wallet, so that there is a balance to withdraw. Only once: withdrawn money does
 * not come back.
 */
export async function creditPromotion({ db, nowMs }: World, investorId: string): Promise<void> {
  await transfer(db, {
    refersTo: "promotion:demo_investor",
    name: "credit",
    debit: house.promotions,
    credit: walletOf(investorId),
    amount: AMOUNT_CENTS,
    currency: "USD",
    reason: "promotion",
    nowMs: nowMs - CREDITED_AGO_MS,
  });
}
