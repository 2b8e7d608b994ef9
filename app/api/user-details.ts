import { percentOf } from "~/domain/returns";
import { BILLING_PAGE, billingView } from "~/areas/holdings/portfolio/read-portfolio";
import { holdingsOf } from "~/areas/holdings/portfolio/holdings";
import { type PortfolioRows, portfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import type { ReturnsTillDate } from "~/areas/holdings/stake-figures";
import type { BankDetails } from "~/areas/accounts/profile/bank-details";
import type { Personal } from "~/areas/accounts/profile/personal-details";
import { settingsView } from "~/areas/accounts/profile/read-settings";
import type { ViewerNow } from "~/core/session/viewer";
import { activationWire, toWire } from "./fields";

export type DetailsRows = Omit<PortfolioRows, "open" | "billingRows"> & {
  tokens: number;
  code: string | null;
  personal: Personal | undefined;
  bank: BankDetails | undefined;
};

type DetailsViewer = ViewerNow & { id: string; origin: string };

export function userDetailsWire(rows: DetailsRows, viewer: DetailsViewer) {
  const portfolio = portfolioView({ ...rows, billingRows: BILLING_PAGE.api, open: [] }, viewer);
  const { personal, bank } = settingsView(rows.personal, rows.bank);
  return {
    id: viewer.id,
    ...purchases(rows, viewer.origin),
    priority_cask: priorityCask(rows, viewer),
    last_withdrawn_interest: returnsWire(portfolio.returns),
    total_invested: toWire(portfolio.totalInvestedCents),
    advanced_amount: toWire(portfolio.advancedCents),
    current_worth: toWire(portfolio.worthCents),
    paid_out: toWire(portfolio.paidOutCents),
    available_in_wallet: toWire(portfolio.availableCents),
    referral_code: rows.code ?? "",
    total_tokens: rows.tokens,
    full_name: personal.fullName,
    email: personal.email,
    address: personal.address,
    phone_number: personal.phoneNumber,
    holder_name: bank.holderName,
    bank_name: bank.bankName,
    ifsc_code: bank.ifscCode,
    account_number: bank.accountNumber,
    branch_address: bank.branchAddress,
    ...activationWire(viewer.activated),
  };
}

/** The history also contains the joining fee, which is not a stake. */
function purchases({ billing, stakes }: Pick<PortfolioRows, "billing" | "stakes">, origin: string) {
  const stakePayments = new Set(stakes.map((stake) => stake.paymentId));
  const { rows, olderBefore } = billingView(billing, stakes, BILLING_PAGE.api);
  return {
    stake_purchases: rows
      .filter((row) => stakePayments.has(row.id))
      .map(({ name, amountCents, certificate, date, state }) => ({
        cask_name: name,
        amount: toWire(amountCents),
        pdf_url: certificate.state === "ready" ? `${origin}${certificate.href}` : null,
        purchased_on: date,
        state,
      })),
    older_before: olderBefore,
  };
}

function priorityCask(rows: DetailsRows, { activated, nowMs }: ViewerNow) {
  const { priority } = holdingsOf(rows, nowMs);
  if (!priority) return null;
  return {
    stake_id: priority.stakeId,
    cask_name: priority.caskName,
    interest_percent: priority.interestBasisPoints === null ? null : percentOf(priority.interestBasisPoints),
    return_amount: toWire(priority.returnCents),
    days_since_purchase: priority.daysSincePurchase,
    days_remaining_to_withdraw: priority.daysRemainingToWithdraw,
    is_withdrawable: priority.isWithdrawable && activated,
    currentCycleNumber: priority.currentCycleNumber,
    status: priority.status,
  };
}

function returnsWire({ percent, realisedCents, unrealisedCents, valuedOn, tier }: ReturnsTillDate) {
  return {
    interest_percent: percent,
    return_amount: percent === null ? null : toWire(realisedCents + (unrealisedCents ?? 0)),
    realised_amount: toWire(realisedCents),
    unrealised_amount: toWire(unrealisedCents),
    valued_on: valuedOn,
    tier,
  };
}
