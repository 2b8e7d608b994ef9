import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { noticeChoiceTexts } from "~/content/notice-choice-texts";
import { described } from "~/content/page-titles";
import { readStop, stopNotices } from "~/areas/notices/notice-choices";
import { readForm, retryAfter, retryAfterOfAction } from "~/server/login-form";
import { StopNoticesScreen } from "./screen";

export const meta: MetaFunction = () => [
  ...described(noticeChoiceTexts.stop.button),
  { name: "robots", content: "noindex" },
];

export const headers: HeadersFunction = retryAfterOfAction;

/** Public: the link in a mail. Opening it changes nothing, because programs that look for danger in mails follow links. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const stop = await readStop(context, token);
  return json({ token, stop }, { status: stop ? 200 : 404 });
}

/**
 * The page's button, or the mail program itself (RFC 8058), which sends no cookies and follows no redirect.
 */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const token = params.token ?? "";
  const byProgram = (await readForm(request)).get("List-Unsubscribe") === "One-Click";
  const stopped = await stopNotices(context, { token, ip: context.ip });
  if (stopped.ok) return byProgram ? json(null) : redirect(`/notices/stop/${token}`, 303);
  if (stopped.code === "unknown-link") return json(null, { status: 404 });
  const waitMs = stopped.retryAtMs - context.nowMs();
  return json({ tooMany: true }, { status: 429, headers: retryAfter(waitMs) });
}

export default function StopNotices() {
  const refused = useActionData<typeof action>();
  return <StopNoticesScreen {...useLoaderData<typeof loader>()} tooMany={refused?.tooMany ?? false} />;
}
