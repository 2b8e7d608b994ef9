import { PROVIDER_NAMES } from "~/integrations/payments/providers";
import { house } from "./accounts";

/** Wallets and pending rewards of all investors are one account of the books. */
export const INVESTORS = "investors";

type Named = { name: string; number: string };

const CHART: Record<string, Named> = {
  ...Object.fromEntries(
    PROVIDER_NAMES.map((name, place) => [
      house.provider(name),
      { name: `Held by ${name}`, number: String(1010 + 10 * place) },
    ]),
  ),
  [house.bank]: { name: "Paid out at the bank", number: "1200" },
  [house.caskBuyers]: { name: "Received from buyers of casks", number: "1210" },
  [house.owedByInvestors]: { name: "Owed by investors", number: "1100" },
  [INVESTORS]: { name: "Wallets and pending rewards of investors", number: "2010" },
  [house.withdrawals]: { name: "Withdrawals in progress", number: "2020" },
  [house.unsettled]: { name: "Received and not yet applied", number: "2030" },
  [house.caskProceeds]: { name: "Sales of casks not yet shared out", number: "2040" },
  [house.resale]: { name: "Set aside for resale", number: "2050" },
  [house.joiningFees]: { name: "Joining fees", number: "4010" },
  [house.stakeSales]: { name: "Stakes sold", number: "4020" },
  [house.resaleFees]: { name: "Fees of resales", number: "4030" },
  [house.cancellationFees]: { name: "Cancellation fees", number: "4070" },
  [house.ownStakes]: { name: "Our part of sold casks", number: "4040" },
  [house.rounding]: { name: "Rounding", number: "4050" },
  [house.returns]: { name: "Returns credited", number: "5010" },
  [house.promotions]: { name: "Rewards and promotions", number: "5020" },
  [house.tokenIssue]: { name: "Tokens issued", number: "9010" },
};

export const accountName = (account: string): string => CHART[account]?.name ?? account;

export const accountNumber = (account: string): string => CHART[account]?.number ?? "";
