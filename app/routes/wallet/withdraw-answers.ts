import { json, redirect } from "@remix-run/cloudflare";
import { type ToastName, toasts } from "~/content/toasts";
import type { Portfolio } from "~/features/portfolio/read-portfolio";
import type { ReadWithdrawalBank } from "~/features/withdrawals/withdrawal-form";
import { carry } from "~/server/carry";
import type { RequestContext } from "~/server/context";
import { setToast } from "~/server/toast";
import type { WithdrawalOf } from "./wallet-view";

type About = { of: WithdrawalOf; read: Portfolio | null };

/** For the loader after a refused request: whether to open the dialog again, and what was already read. */
export type CarriedWallet = About & { openDialog: boolean };

type Refused = Omit<Extract<ReadWithdrawalBank, { ok: false }>, "ok">;

/** @param cookie one more Set-Cookie value */
export async function backToWallet({ config }: RequestContext, toast: ToastName, cookie: string | null = null) {
  const headers = new Headers({ "Set-Cookie": await setToast(config, toast) });
  if (cookie !== null) headers.append("Set-Cookie", cookie);
  return redirect("/wallet?tab=portfolio", { status: 303, headers });
}

/** The dialog again, with what was typed and its errors. */
export function askAgain(context: RequestContext, refused: Refused, about: About, status: number) {
  carry(context, { openDialog: true, ...about } satisfies CarriedWallet);
  return json({ toast: null, refused }, status);
}

/** The wallet without the dialog, because there is nothing to confirm in it. */
export function notPossible(context: RequestContext, about: About, status: 403 | 409) {
  carry(context, { openDialog: false, ...about } satisfies CarriedWallet);
  return json({ toast: toasts["withdrawal-failed"], refused: null }, status);
}
