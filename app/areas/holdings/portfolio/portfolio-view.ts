import { bankTexts } from "~/content/bank-texts";
import { withdrawalNotes } from "~/content/wallet-notes";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import { maskedNumber } from "~/domain/bank-hints";
import { CYCLE_MONTHS } from "~/domain/cycles";
import { percentOf, valuedBy } from "~/domain/returns";
import type { ViewerNow } from "~/core/session/viewer";
import { returnsTillDate, stakeFigures, STAKES_SHOWN, stakesInOrder, total } from "~/areas/holdings/stake-figures";
import { billingView, openPaymentView } from "./read-portfolio";
import { hasOpenBalanceRequest, type Holdings, holdingsOf, type HoldingsRows, type WithdrawalRow } from "./holdings";

const WITHDRAWALS_SHOWN = 20;

export type PortfolioView = ReturnType<typeof portfolioView>;

export type PortfolioRows = HoldingsRows & {
  balanceCents: number;
  auditedOn: CalendarDate | null;
  billing: Parameters<typeof billingView>[0];
  billingRows: number;
  open: Parameters<typeof openPaymentView>[0][];
};

export function portfolioView(rows: PortfolioRows, viewer: ViewerNow) {
  const holdings = holdingsOf(rows, viewer.nowMs);
  const figures = stakeFigures(rows, viewer.nowMs);
  const { rows: history, olderBefore } = billingView(rows.billing, rows.stakes, rows.billingRows);
  const held = figures.filter(({ state }) => state === "active");
  const availableCents = rows.balanceCents;
  const totalInvestedCents = total(holdings.active.map((one) => one.priceCents));
  const worthCents = total(held.map((one) => one.worthCents ?? 0));
  const returns = returnsTillDate(figures);
  const paidOutCents = total(rows.withdrawals.filter((row) => row.state === "paid").map((row) => row.amountCents));
  const earnedCents = returns.realisedCents + (returns.unrealisedCents ?? 0);
  return {
    tab: "portfolio" as const,
    totalInvestedCents,
    advancedCents: total(held.map((one) => one.advancedCents)),
    worthCents,
    returns,
    paidOutCents,
    restCents: worthCents - (totalInvestedCents + earnedCents - paidOutCents - returns.onTheWayCents),
    availableCents,
    canWithdrawBalance: viewer.activated && availableCents > 0 && !hasOpenBalanceRequest(rows.withdrawals),
    withdraw: withdrawStatus(holdings, viewer),
    stakes: stakesInOrder(figures).slice(0, STAKES_SHOWN),
    allStakes: figures.length,
    withdrawals: rows.withdrawals.slice(0, WITHDRAWALS_SHOWN).map((row) => withdrawalView(row, viewer.nowMs)),
    openPayments: [...rows.open]
      .sort((one, other) => other.createdAtMs - one.createdAtMs)
      .map((row) => openPaymentView(row, viewer.nowMs)),
    history,
    olderBefore,
  };
}

function withdrawStatus({ priority }: Holdings, { activated, nowMs }: ViewerNow) {
  if (!priority) return NOT_READY;
  const { caskName, returnCents, interestBasisPoints } = priority;
  const valued = valuedBy(priority);
  const percent = interestBasisPoints === null ? null : percentOf(interestBasisPoints);
  if (priority.status === "progress") return { state: "progress", caskName, amountCents: returnCents ?? 0 } as const;
  if (!priority.isWithdrawable) {
    const days = priority.daysRemainingToWithdraw;
    const on = addDays(dateOf(nowMs), days);
    const projected = { projectedCents: returnCents, percent, months: CYCLE_MONTHS, valued };
    return { state: "days", days, on, caskName, ...projected } as const;
  }
  if (!activated) return NOT_READY;
  return {
    state: "withdrawable",
    caskName,
    amountCents: returnCents ?? 0,
    percent: percent ?? 0,
    months: CYCLE_MONTHS,
    valued,
  } as const;
}

const NOT_READY = { state: "none" } as const;

export function withdrawalView(row: WithdrawalRow, nowMs: number) {
  return {
    id: row.id,
    name: row.caskName ?? bankTexts.walletBalance,
    amountCents: row.amountCents,
    date: dateOf(row.createdAtMs),
    state: row.state,
    account: { bankName: row.bankName, masked: maskedNumber(row.accountLast4) },
    note: noteOf(row, nowMs),
    asksSupport: row.block === "identity-check-needed",
  };
}

function noteOf(row: WithdrawalRow, nowMs: number): string | null {
  if (row.state === "rejected") return withdrawalNotes.rejected(row.rejectReason ?? "");
  if (row.state === "returned") return withdrawalNotes.returned(row.returnReason ?? "", row.returnReference ?? "");
  if (row.state === "cancelled") return withdrawalNotes.cancelled[row.cancelledBy ?? "investor"];
  if (row.state === "paid") return withdrawalNotes.paid(row.bankReference ?? "");
  if (row.state === "sending") return withdrawalNotes.sent(row.sentAtMs ?? nowMs);
  if (row.block !== null) return withdrawalNotes.blocks[row.block];
  return row.payableFromMs > nowMs ? withdrawalNotes.waits(row.payableFromMs) : null;
}
