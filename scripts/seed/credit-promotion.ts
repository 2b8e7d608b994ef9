import { house, walletOf } from "~/features/ledger/accounts";
import { transfer } from "~/features/ledger/transfer";
import type { World } from "./world";

const DAY_MS = 86_400_000;
const CREDITED_AGO_MS = 40 * DAY_MS;
const AMOUNT_CENTS = 2_500;

/** A promotion in the investor's wallet, so that there is a balance to withdraw. Once: what was withdrawn does not come again. */
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
