import { createCookie } from "@remix-run/cloudflare";
import * as z from "zod";
import { readId } from "~/server/read-id";
import type { WalletTab, WithdrawalOf } from "./wallet-view";

const TABS = ["portfolio", "tokens", "rewards"] as const;
const A_YEAR_S = 365 * 86_400;

const tabSchema = z.enum(TABS).nullable().catch(null);
const dialogSchema = z.enum(["withdraw", "share"]).nullable().catch(null);
const DIALOG_TABS = { withdraw: "portfolio", share: "rewards" } as const;

const tabCookie = createCookie("wallet-tab", { path: "/", httpOnly: true, sameSite: "lax", maxAge: A_YEAR_S });

export type WalletRequest = {
  tab: WalletTab;
  dialog: "withdraw" | "share" | null;
  /** What the withdraw dialog is for. */
  of: WithdrawalOf;
  method: "bank" | "crypto";
  /** A payment: the page of those before it. */
  beforeId: string | null;
  /** Nothing that was sent names a tab: the browser's own storage may. */
  isUnnamed: boolean;
  /** The Set-Cookie value that remembers a newly chosen tab. */
  remember: string | null;
};

/** The tab that the dialog belongs to, or else the requested one, or else the remembered one. */
export async function readWalletRequest(request: Request): Promise<WalletRequest> {
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
    method: searchParams.get("method") === "crypto" ? "crypto" : "bank",
    beforeId: searchParams.has("before") ? readId(searchParams.get("before")) : null,
    isUnnamed: remembered === null && !["tab", "dialog", "before"].some((name) => searchParams.has(name)),
    remember: remember ? await tabCookie.serialize(tab) : null,
  };
}
