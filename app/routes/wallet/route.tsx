import { type ActionFunctionArgs, createCookie, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { holdingsOf } from "~/areas/holdings/portfolio/holdings";
import { portfolioView } from "~/areas/holdings/portfolio/portfolio-view";
import { type Portfolio, readPortfolio } from "~/areas/holdings/portfolio/read-portfolio";
import { readRewards, readTokens } from "~/areas/holdings/portfolio/read-rewards";
import { dialogAsTyped } from "~/areas/payouts/withdrawals/withdraw-dialog";
import { readOwnOffers } from "~/areas/resale/read-offers";
import { described } from "~/content/page-meta";
import type { Session } from "~/core/session/session";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import { drawPortfolioValue, type PortfolioPicture } from "~/domain/pictures/portfolio-value";
import { carried } from "~/server/carry";
import type { RequestArgs } from "~/server/context";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { takeToast } from "~/server/toast";
import { cancelWithdrawal, type CarriedWithdrawal, openWithdrawDialog, withdraw } from "~/server/withdraw";
import { compactScript } from "~/ui/compact-script";
import { copyScript } from "~/ui/copy-script";
import { passOf } from "~/ui/pass-of";
import { sheetScript } from "~/ui/sheet-script";
import { Toast } from "~/ui/toast";
import { WalletScreen, type WalletScreenProps } from "./screen";
import type { WalletTab, WithdrawalOf } from "./wallet-view";

const TABS = ["portfolio", "tokens", "rewards"] as const;
const A_YEAR_S = 365 * 86_400;

const tabSchema = z.enum(TABS).nullable().catch(null);
const dialogSchema = z.enum(["withdraw", "share"]).nullable().catch(null);
const DIALOG_TABS = { withdraw: "portfolio", share: "rewards" } as const;

const tabCookie = createCookie("wallet-tab", { path: "/", httpOnly: true, sameSite: "lax", maxAge: A_YEAR_S });

type WalletRequest = {
  tab: WalletTab;
  dialog: "withdraw" | "share" | null;
  of: WithdrawalOf;
  beforeId: string | null;
  isUnnamed: boolean;
  remember: string | null;
};

async function readWalletRequest(request: Request): Promise<WalletRequest> {
  const { searchParams } = new URL(request.url);
  const dialog = dialogSchema.parse(searchParams.get("dialog"));
  const chosen = dialog ? DIALOG_TABS[dialog] : tabSchema.parse(searchParams.get("tab"));
  const remembered = tabSchema.parse(await tabCookie.parse(request.headers.get("Cookie")));
  const tab = chosen ?? remembered ?? "portfolio";
  const remember = chosen !== null && chosen !== remembered;
  return {
    tab,
    dialog,
    of: searchParams.get("of") === "balance" ? "balance" : "cycle",
    beforeId: searchParams.has("before") ? readId(searchParams.get("before")) : null,
    isUnnamed: remembered === null && !["tab", "dialog", "before"].some((name) => searchParams.has(name)),
    remember: remember ? await tabCookie.serialize(tab) : null,
  };
}

async function portfolioPage(
  args: RequestArgs,
  portfolio: Wallet,
  { dialog, of }: Pick<WalletRequest, "dialog" | "of">,
) {
  const { viewer, nowMs, rows } = portfolio;
  const { activated } = viewer;
  const { stakes, ...shown } = portfolioView(rows, { activated, nowMs });
  const panel = {
    ...shown,
    passes: stakes.map((stake) => passOf(stake, nowMs)),
    bids: portfolio.bids,
    ownOffers: portfolio.beside ?? [],
    picture: pictureOf(rows, nowMs),
    countedOn: countedOn(portfolio),
  };
  const view = dialog === "withdraw" ? await openWithdrawDialog(args, portfolio, { of, stakeId: null }) : null;
  return { activated, panel, dialog: view };
}

export type PortfolioView = Awaited<ReturnType<typeof portfolioPage>>["panel"];

function countedOn({ viewer, rows: { auditedOn } }: Portfolio): CalendarDate | null {
  return auditedOn !== null && dateOf(viewer.createdAtMs) <= auditedOn ? auditedOn : null;
}

function pictureOf(rows: Portfolio["rows"], nowMs: number): PortfolioPicture | null {
  const { active, today } = holdingsOf(rows, nowMs);
  return active.length === 0 ? null : drawPortfolioValue({ stakes: active, today });
}

async function tokensPage(args: RequestArgs) {
  const { activated, tokens } = await readTokens(args.context, await requireSession(args));
  return { activated, panel: tokens, dialog: null };
}

async function rewardsPage(args: RequestArgs, { dialog }: WalletRequest) {
  const { activated, rewards } = await readRewards(args.context, await requireSession(args));
  const share = dialog === "share" && rewards.shareLink ? { dialog: "share" as const, link: rewards.shareLink } : null;
  return { activated, panel: rewards, dialog: share };
}

/** Storage may be switched off. */
const tabScript = compactScript(`try {
  const { tab, restore } = document.querySelector("[data-tab]").dataset;
  const kept = restore && localStorage.selectedTab;
  if (/^(portfolio|tokens|rewards)$/.test(kept) && kept !== tab) location.replace("/wallet?tab=" + kept);
  else localStorage.selectedTab = tab;
} catch {}`);

export const handle: PageHandle = {
  investor: "account",
  inlineScript: sheetScript + copyScript + tabScript,
  asksUs: true,
};

export const meta = () => described("Wallet");

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const [walletRequest, message] = await Promise.all([readWalletRequest(request), takeToast(context.config, request)]);
  const headers = new Headers();
  if (walletRequest.remember) headers.append("Set-Cookie", walletRequest.remember);
  if (message) headers.append("Set-Cookie", message.clear);
  const toast = message?.toast ?? null;
  const mayRestore = walletRequest.isUnnamed && !toast && !carried(context);
  return json({ ...(await page(args, walletRequest)), toast, mayRestore }, { headers });
}

async function page(
  args: LoaderFunctionArgs,
  walletRequest: WalletRequest,
): Promise<Omit<WalletScreenProps, "mayRestore">> {
  const refused = carried<CarriedWithdrawal<Wallet>>(args.context);
  if (refused) {
    const read = refused.read ?? (await readWallet(args.context, await requireSession(args), { withdraws: true }));
    const dialog = refused.openDialog ? "withdraw" : null;
    return portfolioPage(args, read, { of: refused.place.of, dialog });
  }
  if (walletRequest.tab === "tokens") return tokensPage(args);
  if (walletRequest.tab === "rewards") return rewardsPage(args, walletRequest);
  return portfolioPage(
    args,
    await readWallet(args.context, await requireSession(args), {
      beforeId: walletRequest.beforeId,
      withdraws: walletRequest.dialog === "withdraw",
    }),
    walletRequest,
  );
}

type Asked = { beforeId?: string | null; withdraws: boolean };
const readWallet = (context: RequestArgs["context"], session: Session, asked: Asked) =>
  readPortfolio(context, session, { ...asked, beside: (userId) => readOwnOffers(context.db, userId) });

type Wallet = Awaited<ReturnType<typeof readWallet>>;

const withdrawPage = ({ context }: ActionFunctionArgs) => ({
  stakeId: null,
  read: (session: Session) => readWallet(context, session, { withdraws: true }),
});

export async function action(args: ActionFunctionArgs) {
  const fields = Object.fromEntries(await readForm(args.request));
  switch (fields.intent) {
    case "withdraw":
      return withdraw(args, fields, withdrawPage(args));
    case "cancel-withdrawal":
      return cancelWithdrawal(args, fields, { of: "cycle", stakeId: null });
    default:
      await requireSession(args);
      throw new Response(null, { status: 400 });
  }
}

export default function WalletPage() {
  const { toast, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { dialog } = page;
  const shown = answer?.refused && dialog?.dialog === "withdraw" ? dialogAsTyped(dialog, answer.refused) : dialog;
  return (
    <>
      <Toast toast={answer?.toast ?? toast} />
      <WalletScreen {...page} dialog={shown} />
    </>
  );
}
