import { redirectDocument } from "@remix-run/cloudflare";
import { requireFreshProof } from "~/features/login/require-fresh-proof";
import { tokensOf, walletOf } from "~/features/ledger/accounts";
import { billingQuery } from "~/features/portfolio/billing-history";
import { holdingsOf } from "~/features/portfolio/holdings";
import {
  anyStakeQuery,
  balanceQuery,
  reachedBounds,
  stakesQuery,
  valuationsQuery,
  withdrawalsQuery,
} from "~/features/portfolio/holdings-queries";
import { type PortfolioRows, portfolioView } from "~/features/portfolio/portfolio-view";
import { referralCodeQuery, referralsQuery, rewardsView, rewardSumsQuery } from "~/features/portfolio/rewards";
import { tokenRowsQuery, tokensView } from "~/features/portfolio/tokens";
import { type SealedBankDetails, sealedBankDetailsQuery } from "~/features/profile/bank-details";
import { balanceDialog, withdrawDialog } from "~/features/withdrawals/withdraw-dialog";
import type { RequestContext } from "~/server/context";
import { readAsViewer } from "~/server/guards";
import type { Viewer } from "~/server/viewer";
import type { WalletRequest } from "./wallet-request";
import type { WithdrawalOf } from "./wallet-view";

type Args = { request: Request; context: RequestContext };

/** Where the code is given that a withdrawal needs. */
export const codeBeforeHref = (of: WithdrawalOf) =>
  `/confirm-code?next=${of === "balance" ? "wallet-withdraw-balance" : "wallet-withdraw"}`;

/** What the portfolio and a withdrawal are made of, read in one batch. */
export type ReadPortfolio = {
  viewer: Viewer;
  nowMs: number;
  rows: PortfolioRows;
  bank: SealedBankDetails | undefined;
};

export async function readPortfolio(args: Args, { beforeId }: Pick<WalletRequest, "beforeId">): Promise<ReadPortfolio> {
  const { db, log } = args.context;
  const { viewer, rows, nowMs } = await readAsViewer(args, ({ userId }) => [
    stakesQuery(db, userId),
    valuationsQuery(db, userId),
    withdrawalsQuery(db, userId),
    balanceQuery(db, walletOf(userId)),
    billingQuery(db, userId, beforeId),
    sealedBankDetailsQuery(db, userId),
  ]);
  const [stakes, valuations, withdrawals, balance, billing, [bank]] = rows;
  if (reachedBounds({ stakes, valuations, withdrawals })) log("portfolio-cut-short", { userId: viewer.id });
  return { viewer, nowMs, rows: { stakes, valuations, withdrawals, balance, billing }, bank };
}

export function portfolioPage({ viewer, nowMs, rows, bank }: ReadPortfolio, { dialog, of, method }: WalletRequest) {
  const reader = { activated: viewer.activated, nowMs, method };
  const view =
    dialog !== "withdraw"
      ? null
      : of === "balance"
        ? balanceDialog(rows, bank, reader)
        : withdrawDialog(holdingsOf(rows, nowMs), bank, reader);
  // The code comes before the form, so that nothing typed is lost on the way.
  if (view && method === "bank" && !requireFreshProof(viewer, nowMs).ok) throw redirectDocument(codeBeforeHref(of));
  return { activated: viewer.activated, panel: portfolioView(rows, reader), dialog: view };
}

export async function tokensPage(args: Args) {
  const { db } = args.context;
  const { viewer, rows } = await readAsViewer(args, ({ userId }) => [
    balanceQuery(db, tokensOf(userId)),
    tokenRowsQuery(db, userId),
    anyStakeQuery(db, userId),
  ]);
  const [balance, earned, anyStake] = rows;
  return { activated: viewer.activated, panel: tokensView({ balance, earned, anyStake }, viewer), dialog: null };
}

export async function rewardsPage(args: Args, { dialog }: WalletRequest) {
  const { db, origin } = args.context;
  const { viewer, rows } = await readAsViewer(args, ({ userId }) => [
    referralCodeQuery(db, userId),
    rewardSumsQuery(db, userId),
    referralsQuery(db, userId),
    anyStakeQuery(db, userId),
  ]);
  const [code, sums, referrals, anyStake] = rows;
  const panel = rewardsView({ code, sums, referrals, anyStake }, { activated: viewer.activated, origin });
  const share = dialog === "share" && panel.shareLink ? { dialog: "share" as const, link: panel.shareLink } : null;
  return { activated: viewer.activated, panel, dialog: share };
}
