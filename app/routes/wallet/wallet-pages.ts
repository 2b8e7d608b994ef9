import { redirectDocument } from "@remix-run/cloudflare";
import { portfolioView } from "~/features/portfolio/portfolio-view";
import type { Portfolio } from "~/features/portfolio/read-portfolio";
import { readRewards } from "~/features/portfolio/rewards";
import { readTokens } from "~/features/portfolio/tokens";
import { isFresh } from "~/features/session/require-fresh";
import { dialogAsTyped, withdrawDialog } from "~/features/withdrawals/withdraw-dialog";
import type { RequestContext } from "~/server/context";
import { requireSession } from "~/server/session/page-session";
import { openKeptWithdrawal } from "./kept-withdrawal";
import type { WalletRequest } from "./wallet-request";
import type { WithdrawalOf } from "./wallet-view";

type Args = { request: Request; context: RequestContext };

/** Where the code is given that a withdrawal needs. */
export const codeBeforeHref = (of: WithdrawalOf) =>
  `/confirm-code?next=${of === "balance" ? "wallet-withdraw-balance" : "wallet-withdraw"}`;

export async function portfolioPage(
  context: RequestContext,
  portfolio: Portfolio,
  { dialog, of, method }: Pick<WalletRequest, "dialog" | "of" | "method">,
) {
  const { viewer, nowMs, rows, bank } = portfolio;
  const { activated } = viewer;
  const view = dialog === "withdraw" ? withdrawDialog(rows, bank, { of, activated, nowMs, method }) : null;
  const panel = portfolioView(rows, { activated, nowMs });
  if (view?.method !== "bank") return { activated, panel, dialog: view };
  // The code comes before the form; what was typed into an older page is kept on the way.
  if (!isFresh(viewer, nowMs)) throw redirectDocument(codeBeforeHref(of));
  const kept = await openKeptWithdrawal(context, portfolio);
  return { activated, panel, dialog: kept ? dialogAsTyped(view, { values: kept, errors: {}, alert: null }) : view };
}

export async function tokensPage(args: Args) {
  const { activated, tokens } = await readTokens(args.context, await requireSession(args));
  return { activated, panel: tokens, dialog: null };
}

export async function rewardsPage(args: Args, { dialog }: WalletRequest) {
  const { activated, rewards } = await readRewards(args.context, await requireSession(args));
  const share = dialog === "share" && rewards.shareLink ? { dialog: "share" as const, link: rewards.shareLink } : null;
  return { activated, panel: rewards, dialog: share };
}
