import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described, pageTitles } from "~/content/page-titles";
import { type Portfolio, readPortfolio } from "~/areas/holdings/portfolio/read-portfolio";
import type { Session } from "~/core/session/session";
import { dialogAsTyped } from "~/areas/payouts/withdrawals/withdraw-dialog";
import { carried } from "~/server/carry";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { takeToast } from "~/server/toast";
import { withdraw } from "~/server/withdraw/withdraw-action";
import type { CarriedWithdrawal } from "~/server/withdraw/withdraw-answers";
import { Toast } from "~/ui/toast";
import { WalletScreen, type WalletScreenProps } from "./screen";
import { cancelWithdrawal } from "~/server/withdraw/cancel-action";
import { portfolioPage, rewardsPage, tokensPage } from "./wallet-pages";
import { readWalletRequest, type WalletRequest } from "./wallet-request";
import { sheetScript } from "~/ui/sheet-script";
import { copyScript } from "~/ui/copy-script";
import { tabScript } from "./tab-script";

export const handle: PageHandle = {
  investor: "account",
  inlineScript: sheetScript + copyScript + tabScript,
  asksUs: true,
};

export const meta: MetaFunction = () => described(pageTitles.wallet);

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const [walletRequest, message] = await Promise.all([readWalletRequest(request), takeToast(context.config, request)]);
  const headers = new Headers();
  if (walletRequest.remember) headers.append("Set-Cookie", walletRequest.remember);
  if (message) headers.append("Set-Cookie", message.clear);
  const toast = message?.toast ?? null;
  // Not in answer to a form, and not before a message was read.
  const mayRestore = walletRequest.isUnnamed && !toast && !carried(context);
  return json({ ...(await page(args, walletRequest)), toast, mayRestore }, { headers });
}

async function page(
  args: LoaderFunctionArgs,
  walletRequest: WalletRequest,
): Promise<Omit<WalletScreenProps, "mayRestore">> {
  const refused = carried<CarriedWithdrawal<Portfolio>>(args.context);
  if (refused) {
    const read = refused.read ?? (await readWallet(args, walletRequest));
    const dialog = refused.openDialog ? "withdraw" : null;
    return portfolioPage(args, read, { of: refused.place.of, method: "bank", dialog });
  }
  if (walletRequest.tab === "tokens") return tokensPage(args);
  if (walletRequest.tab === "rewards") return rewardsPage(args, walletRequest);
  return portfolioPage(args, await readWallet(args, walletRequest), walletRequest);
}

async function readWallet(args: LoaderFunctionArgs, { beforeId }: WalletRequest) {
  const { context } = args;
  return readPortfolio(context, await requireSession(args), { beforeId });
}

const withdrawPage = ({ context }: ActionFunctionArgs) => ({
  stakeId: null,
  read: (session: Session) => readPortfolio(context, session),
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

export default function Wallet() {
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
