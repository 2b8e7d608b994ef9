import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { drawPortfolioValue, type PortfolioPicture } from "~/domain/pictures/portfolio-value";
import { holdingsOf } from "~/areas/holdings/portfolio/holdings";
import { portfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import type { Portfolio } from "~/areas/holdings/portfolio/read-portfolio";
import { readRewards } from "~/areas/holdings/portfolio/read-rewards";
import { readTokens } from "~/areas/holdings/portfolio/read-tokens";
import type { RequestArgs } from "~/server/context";
import { requireSession } from "~/server/session/page-session";
import { passOf } from "~/ui/pass-of";
import { openWithdrawDialog } from "~/server/withdraw/open-dialog";
import type { WalletRequest } from "./wallet-request";

export async function portfolioPage(
  args: RequestArgs,
  portfolio: Portfolio,
  { dialog, of, method }: Pick<WalletRequest, "dialog" | "of" | "method">,
) {
  const { viewer, nowMs, rows } = portfolio;
  const { activated } = viewer;
  const { stakes, ...shown } = portfolioView(rows, { activated, nowMs });
  const panel = {
    ...shown,
    passes: stakes.map((stake) => passOf(stake, nowMs)),
    bids: portfolio.bids,
    picture: pictureOf(rows, nowMs),
    countedOn: countedOn(portfolio),
  };
  const place = { of, stakeId: null };
  const view = dialog === "withdraw" ? await openWithdrawDialog(args, portfolio, { place, method }) : null;
  return { activated, panel, dialog: view };
}

/** The day whose audit counts this wallet among what is owed: the newest one, if the account is older. null: none does. */
function countedOn({ viewer, rows: { auditedOn } }: Portfolio): CalendarDate | null {
  return auditedOn !== null && dateOf(viewer.createdAtMs) <= auditedOn ? auditedOn : null;
}

/** null: there is nothing to draw. */
function pictureOf(rows: Portfolio["rows"], nowMs: number): PortfolioPicture | null {
  const { active, today } = holdingsOf(rows, nowMs);
  return active.length === 0 ? null : drawPortfolioValue({ stakes: active, today });
}

export async function tokensPage(args: RequestArgs) {
  const { activated, tokens } = await readTokens(args.context, await requireSession(args));
  return { activated, panel: tokens, dialog: null };
}

export async function rewardsPage(args: RequestArgs, { dialog }: WalletRequest) {
  const { activated, rewards } = await readRewards(args.context, await requireSession(args));
  const share = dialog === "share" && rewards.shareLink ? { dialog: "share" as const, link: rewards.shareLink } : null;
  return { activated, panel: rewards, dialog: share };
}
