import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { noticeChoiceTexts } from "~/content/notice-choice-texts";
import { described } from "~/content/page-titles";
import { readStop, stopNotices } from "~/areas/notices/notice-choices";
import { retryAfterOfAction } from "~/server/login-form";
import { decideByLink } from "~/server/mail-link";
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

export const action = (args: ActionFunctionArgs) => decideByLink(args, "/notices/stop", stopNotices);

export default function StopNotices() {
  const refused = useActionData<typeof action>();
  return <StopNoticesScreen {...useLoaderData<typeof loader>()} tooMany={refused?.tooMany ?? false} />;
}
