import { redirectDocument } from "@remix-run/cloudflare";
import { portfolioView } from "~/features/portfolio/portfolio-view";
import type { Portfolio } from "~/features/portfolio/read-portfolio";
import { readRewards } from "~/features/portfolio/read-rewards";
import { readTokens } from "~/features/portfolio/read-tokens";
import { isFresh } from "~/features/session/require-fresh";
import { checkOf } from "~/features/withdrawals/check-withdrawal";
import { dialogAsTyped, withdrawDialog } from "~/features/withdrawals/withdraw-dialog";
import type { RequestContext } from "~/server/context";
import { requireSession } from "~/server/session/page-session";
import { openKeptWithdrawal, typedAccount } from "./kept-withdrawal";
import type { WalletRequest } from "./wallet-request";
import type { WithdrawalOf } from "./wallet-view";

type Args = { request: Request; context: RequestContext };

/** Where to enter the code that a withdrawal requires. */
export const codeBeforeHref = (of: WithdrawalOf) =>
  `/confirm-code?next=${of === "balance" ? "wallet-withdraw-balance" : "wallet-withdraw"}`;

export async function portfolioPage(
  context: RequestContext,
  portfolio: Portfolio,
  { dialog, of, method, step }: Pick<WalletRequest, "dialog" | "of" | "method" | "step">,
) {
  const { viewer, nowMs, rows } = portfolio;
  const { activated } = viewer;
  const view = dialog === "withdraw" ? withdrawDialog(rows, portfolio, { of, activated, nowMs, method }) : null;
  const panel = portfolioView(rows, { activated, nowMs });
  if (view?.method !== "bank") return { activated, panel, dialog: view };
  // The code comes before the form; what was typed into an older page is kept on the way.
  if (!isFresh(viewer, nowMs)) throw redirectDocument(codeBeforeHref(of));
  const kept = await openKeptWithdrawal(context, portfolio);
  if (!kept) return { activated, panel, dialog: view };
  const values = typedAccount(kept);
  const typed = dialogAsTyped(view, { values, errors: {}, alert: null });
  const check = step === "check" ? await checkOf(context, portfolio, values) : null;
  return { activated, panel, dialog: { ...typed, check } };
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
