import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { supportThreadPath } from "~/content/page-paths";
import { threadTexts } from "~/content/support-texts";
import { groupCode, readCode } from "~/domain/certificate-code";
import { readOwnThread, readWritten, writeAgain } from "~/areas/support/own-thread";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { busyFormsScript } from "~/ui/busy-forms";
import { ThreadScreen } from "./screen";

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  described(data ? threadTexts.title(groupCode(data.thread.number)) : "");

/** `/customer-support/NUMBER`: for whoever was signed in when they wrote it. One round trip. */
export async function loader(args: LoaderFunctionArgs) {
  const thread = await readOwnThread(args.context, await requireSession(args), readCode(args.params.number));
  if (!thread) throw notFound();
  return json({ thread });
}

export async function action(args: ActionFunctionArgs) {
  const { context, request, params } = args;
  const number = readCode(params.number);
  const written = readWritten((await readForm(request)).get("body"));
  const session = await requireSession(args);
  if (!written.ok) return json(written, 400);
  const found = await writeAgain(context, withinLimit(context, session, "support"), { number, body: written.body });
  if (!found) throw notFound();
  return redirect(supportThreadPath(number), 303);
}

export default function Thread() {
  const { thread } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <ThreadScreen thread={thread} refused={refused ?? null} />;
}
