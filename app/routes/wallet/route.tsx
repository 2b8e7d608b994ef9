import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitles, titled } from "~/content/page-titles";
import { readPortfolio } from "~/features/portfolio/read-portfolio";
import { refusedDialog } from "~/features/withdrawals/withdraw-dialog";
import { carried } from "~/server/carry";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { takeToast } from "~/server/toast";
import { Toast } from "~/ui/toast";
import { WalletScreen, type WalletScreenProps } from "./screen";
import { portfolioPage, rewardsPage, tokensPage } from "./wallet-pages";
import { readWalletRequest, type WalletRequest } from "./wallet-request";
import { withdraw } from "./withdraw-action";
import type { CarriedWallet } from "./withdraw-answers";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => [titled(pageTitles.wallet)];

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const [walletRequest, message] = await Promise.all([readWalletRequest(request), takeToast(context.config, request)]);
  const headers = new Headers();
  if (walletRequest.remember) headers.append("Set-Cookie", walletRequest.remember);
  if (message) headers.append("Set-Cookie", message.clear);
  return json({ ...(await page(args, walletRequest)), toast: message?.toast ?? null }, { headers });
}

async function page(args: LoaderFunctionArgs, walletRequest: WalletRequest): Promise<WalletScreenProps> {
  const refused = carried<CarriedWallet>(args.context);
  if (refused) {
    const read = refused.read ?? (await readWallet(args, walletRequest));
    const dialog = refused.openDialog ? "withdraw" : null;
    return portfolioPage(read, { ...walletRequest, of: refused.of, method: "bank", dialog });
  }
  if (walletRequest.tab === "tokens") return tokensPage(args);
  if (walletRequest.tab === "rewards") return rewardsPage(args, walletRequest);
  return portfolioPage(await readWallet(args, walletRequest), walletRequest);
}

async function readWallet(args: LoaderFunctionArgs, { beforeId }: WalletRequest) {
  return readPortfolio(args.context, await requireSession(args), beforeId);
}

export async function action(args: ActionFunctionArgs) {
  const fields = Object.fromEntries(await readForm(args.request));
  if (fields.intent !== "withdraw") throw new Response(null, { status: 400 });
  return withdraw(args, fields);
}

export default function Wallet() {
  const { toast, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { dialog } = page;
  const shown = answer?.refused && dialog?.dialog === "withdraw" ? refusedDialog(dialog, answer.refused) : dialog;
  return (
    <>
      <Toast toast={answer?.toast ?? toast} />
      <WalletScreen {...page} dialog={shown} />
    </>
  );
}
