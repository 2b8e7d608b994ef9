import { redirectDocument } from "@remix-run/cloudflare";
import { portfolioView } from "~/features/portfolio/portfolio-view";
import type { Portfolio } from "~/features/portfolio/read-portfolio";
import { readRewards } from "~/features/portfolio/read-rewards";
import { readTokens } from "~/features/portfolio/read-tokens";
import { isFresh } from "~/features/session/require-fresh";
import { withdrawDialog } from "~/features/withdrawals/withdraw-dialog";
import type { RequestContext } from "~/server/context";
import { requireSession } from "~/server/session/page-session";
import type { WalletRequest } from "./wallet-request";
import type { WithdrawalOf } from "./wallet-view";

type Args = { request: Request; context: RequestContext };

/** Where to enter the code that a withdrawal requires. */
export const codeBeforeHref = (of: WithdrawalOf) =>
  `/confirm-code?next=${of === "balance" ? "wallet-withdraw-balance" : "wallet-withdraw"}`;

export function portfolioPage({ viewer, nowMs, rows, bank }: Portfolio, { dialog, of, method }: WalletRequest) {
  const { activated } = viewer;
  const view = dialog === "withdraw" ? withdrawDialog(rows, bank, { of, activated, nowMs, method }) : null;
  // The code comes before the form, so that nothing typed is lost on the way.
  if (view && method === "bank" && !isFresh(viewer, nowMs)) throw redirectDocument(codeBeforeHref(of));
  return { activated, panel: portfolioView(rows, { activated, nowMs }), dialog: view };
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
