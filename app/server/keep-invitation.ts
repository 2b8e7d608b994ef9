import { findReferralCode, readReferralCode } from "~/areas/accounts/referrals/find-referral-code";
import type { RequestContext } from "./context";
import { keepRef } from "./ref-cookie";

export async function keepInvitation(request: Request, page: Response, context: RequestContext): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const typed = searchParams.get("ref");
  if (typed === null || request.method !== "GET" || page.status !== 200 || pathname === "/get-started") return page;
  if (!page.headers.get("Content-Type")?.startsWith("text/html")) return page;
  const code = readReferralCode(typed);
  const found = code && (await findReferralCode(context, code).catch(() => null));
  if (!found) return page;
  const headers = new Headers(page.headers);
  headers.append("Set-Cookie", await keepRef(context.config, found));
  headers.set("Cache-Control", "private, no-store");
  return new Response(page.body, { status: page.status, headers });
}
