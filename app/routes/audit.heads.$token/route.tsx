import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { auditHeadsTexts } from "~/content/audit-heads-texts";
import { described } from "~/content/page-titles";
import { decideHeads, readHeads } from "~/areas/proof/audit-heads/decide-heads";
import { readForm, retryAfter, retryAfterOfAction } from "~/server/login-form";
import { HeadsScreen } from "./screen";

export const meta: MetaFunction = () => [...described(auditHeadsTexts.title), { name: "robots", content: "noindex" }];

export const headers: HeadersFunction = retryAfterOfAction;

/** Public: the links in the mails. Opening one changes nothing, because programs that look for danger in mails follow links. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const shown = await readHeads(context, token);
  return json({ token, shown }, { status: shown ? 200 : 404 });
}

/** The page's button, or the mail program itself (RFC 8058), which sends no cookies and follows no redirect. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const token = params.token ?? "";
  const byProgram = (await readForm(request)).get("List-Unsubscribe") === "One-Click";
  const decided = await decideHeads(context, { token, ip: context.ip });
  if (decided.ok) return byProgram ? json(null) : redirect(`/audit/heads/${token}`, 303);
  if (decided.code === "unknown-link") return json(null, { status: 404 });
  return json({ tooMany: true }, { status: 429, headers: retryAfter(decided.retryAtMs - context.nowMs()) });
}

export default function Heads() {
  const refused = useActionData<typeof action>();
  return <HeadsScreen {...useLoaderData<typeof loader>()} tooMany={refused?.tooMany ?? false} />;
}
