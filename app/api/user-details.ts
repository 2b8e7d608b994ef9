import * as z from "zod";
import { ADVANCE_RULE } from "~/content/advance-texts";
import { percentOf } from "~/domain/returns";
import { BILLING_PAGE, billingView } from "~/areas/holdings/portfolio/read-portfolio";
import { holdingsOf } from "~/areas/holdings/portfolio/holdings";
import { type PortfolioRows, portfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import type { ReturnsTillDate } from "~/areas/holdings/stake-figures";
import type { BankDetails } from "~/areas/accounts/profile/bank-details";
import type { Personal } from "~/areas/accounts/profile/personal-details";
import { settingsView } from "~/areas/accounts/profile/read-settings";
import type { ViewerNow } from "~/core/session/viewer";
import { withData } from "./answer";
import { activationFields, activationWire, date, dollars, id, toWire } from "./fields";

const ADVANCED = `Returns paid or asked for of the stakes held. ${ADVANCE_RULE}`;

const percent = z.number().meta({ description: "20.8 is 20.8 percent" });

const purchaseSchema = z.object({
  cask_name: z.string(),
  amount: dollars,
  pdf_url: z.string().nullable().meta({ description: "The certificate; null until it is made" }),
  purchased_on: date,
  state: z.enum(["paid", "refunding", "refunded", "frozen"]),
});

const prioritySchema = z.object({
  stake_id: id,
  cask_name: z.string(),
  interest_percent: percent.nullable(),
  return_amount: dollars.nullable(),
  days_since_purchase: z.number().int(),
  days_remaining_to_withdraw: z.number().int(),
  is_withdrawable: z.boolean(),
  currentCycleNumber: z.number().int(),
  status: z.enum(["progress", "paid", "ready", "running"]),
});

const returnsSchema = z
  .object({
    interest_percent: percent.nullable(),
    return_amount: dollars.nullable(),
    realised_amount: dollars.meta({
      description: "Returns paid or asked for, and what sales credited above or below the price",
    }),
    unrealised_amount: dollars
      .nullable()
      .meta({
        description: "What the stakes held are worth today (value less returns paid or asked for) less their price",
      }),
    valued_on: date.nullable(),
    tier: z.enum(["measured", "modelled", "opinion"]).nullable(),
  })
  .meta({ description: "Returns till date: realised and unrealised. Null: not valued yet." });

const detailsSchema = z.object({
  id,
  stake_purchases: z.array(purchaseSchema).meta({ description: "Latest first, a page at a time" }),
  older_before: id.nullable().meta({ description: "As `before` it gives the next page of stake_purchases" }),
  priority_cask: prioritySchema.nullable(),
  last_withdrawn_interest: returnsSchema,
  total_invested: dollars,
  advanced_amount: dollars.meta({ description: ADVANCED }),
  current_worth: dollars.meta({
    description: "Of the stakes held: values, or prices where there is none, less advances",
  }),
  paid_out: dollars,
  available_in_wallet: dollars,
  referral_code: z.string(),
  total_tokens: z.number().int(),
  full_name: z.string(),
  email: z.string(),
  address: z.string(),
  phone_number: z.string(),
  holder_name: z.string(),
  bank_name: z.string(),
  ifsc_code: z.string(),
  account_number: z.string().meta({ description: "Masked except for its last digits" }),
  branch_address: z.string(),
  ...activationFields,
});

export const detailsAnswer = withData(detailsSchema);

export type DetailsRows = Omit<PortfolioRows, "open" | "billingRows"> & {
  tokens: number;
  code: string | null;
  personal: Personal | undefined;
  bank: BankDetails | undefined;
};

type DetailsViewer = ViewerNow & { id: string; origin: string };

export function userDetailsWire(rows: DetailsRows, viewer: DetailsViewer): z.infer<typeof detailsSchema> {
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
