import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { threadTexts } from "~/content/support-texts";
import { groupCode, readCode } from "~/domain/certificate-code";
import { readOwnThread, writeAgain } from "~/areas/support/own-thread";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { writeInThread } from "~/server/write-in-thread";
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

export function action(args: ActionFunctionArgs) {
  const number = readCode(args.params.number);
  return writeInThread(args, async (session, body) =>
    (await writeAgain(args.context, session, { number, body })) ? number : null,
  );
}

export default function Thread() {
  const { thread } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <ThreadScreen thread={thread} refused={refused ?? null} />;
}
