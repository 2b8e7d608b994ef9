import { hasOpenBalanceRequest } from "~/features/portfolio/holdings";
import type { WithdrawalRow } from "~/features/portfolio/holdings-queries";

type Read = { balance: { balance: number }[]; withdrawals: readonly WithdrawalRow[] };

export type PlannedBalance =
  | { ok: true; amountCents: number }
  | { ok: false; code: "not-activated" | "in-progress" | "nothing-to-withdraw" | "balance-changed" };

/**
 * The whole of what the wallet holds. What the investor was shown must be what is taken: with another figure nothing is.
 * @param shownCents undefined: not asked yet; null: the request names no figure that could be compared
 */
export function planBalanceWithdrawal(
  { balance, withdrawals }: Read,
  { activated, shownCents }: { activated: boolean; shownCents?: number | null },
): PlannedBalance {
  if (!activated) return { ok: false, code: "not-activated" };
  if (hasOpenBalanceRequest(withdrawals)) return { ok: false, code: "in-progress" };
  const amountCents = balance[0]?.balance ?? 0;
  if (amountCents <= 0) return { ok: false, code: "nothing-to-withdraw" };
  if (shownCents !== undefined && shownCents !== amountCents) return { ok: false, code: "balance-changed" };
  return { ok: true, amountCents };
}
