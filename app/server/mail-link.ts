import { type ActionFunctionArgs, type AppLoadContext, json, redirect } from "@remix-run/cloudflare";
import { readForm, retryAfter } from "./login-form";

type Decided = { ok: true } | { ok: false; code: "unknown-link" } | { ok: false; code: string; retryAtMs: number };
type Decide = (context: AppLoadContext, who: { token: string; ip: string }) => Promise<Decided>;

/**
 * Answers the post of a public page that a link in an email opens: from its button, or from the mail program itself (RFC 8058), which sends
 * no cookies and follows no redirect.
 * @param page where the page is, without the token
 */
export async function decideByLink({ context, params, request }: ActionFunctionArgs, page: string, decide: Decide) {
  const token = params.token ?? "";
  const byProgram = (await readForm(request)).get("List-Unsubscribe") === "One-Click";
  const decided = await decide(context, { token, ip: context.ip });
  if (decided.ok) return byProgram ? json(null) : redirect(`${page}/${token}`, 303);
  if (!("retryAtMs" in decided)) return json(null, { status: 404 });
  return json({ tooMany: true }, { status: 429, headers: retryAfter(decided.retryAtMs - context.nowMs()) });
}
