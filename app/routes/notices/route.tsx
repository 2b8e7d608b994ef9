import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described, pageTitles } from "~/content/page-titles";
import { readNoticeChoices, saveNoticeChoices } from "~/areas/notices/notice-choices";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { setToast } from "~/server/toast";
import { busyFormsScript } from "~/ui/busy-forms";
import { NoticesScreen } from "./screen";

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction = () => described(pageTitles.notices);

export async function loader(args: LoaderFunctionArgs) {
  return json(await readNoticeChoices(args.context, await requireSession(args)));
}

/** A box that is not ticked is not sent, so what is missing is not wanted. */
export async function action(args: ActionFunctionArgs) {
  const ticked = new Set((await readForm(args.request)).getAll("topic"));
  await saveNoticeChoices(args.context, withinLimit(args.context, await requireSession(args), "notices"), {
    valuations: ticked.has("valuations"),
    launches: ticked.has("launches"),
    watching: ticked.has("watching"),
    referrals: ticked.has("referrals"),
  });
  const headers = { "Set-Cookie": await setToast(args.context.config, "notices-saved") };
  return redirect("/settings", { status: 303, headers });
}

export default function Notices() {
  return <NoticesScreen {...useLoaderData<typeof loader>()} />;
}
