import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { readOwnMessage } from "~/areas/notices/own-messages";
import { answerMessage } from "~/areas/support/own-thread";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { writeInThread } from "~/server/write-in-thread";
import { busyFormsScript } from "~/ui/busy-forms";
import { MessageScreen } from "./screen";

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data?.message.subject ?? "");

/** `/notices/MESSAGE`: what was written to all who hold a stake in a cask, for those it was written to. One round trip. */
export async function loader(args: LoaderFunctionArgs) {
  const message = await readOwnMessage(args.context, await requireSession(args), readId(args.params.id));
  if (!message) throw notFound();
  return json({ message });
}

/** An answer goes to Support, and all answers of one person to one message into one request. */
export const action = (args: ActionFunctionArgs) =>
  writeInThread(args, (session, body) =>
    answerMessage(args.context, session, { messageId: readId(args.params.id), body }),
  );

export default function Message() {
  const refused = useActionData<typeof action>();
  return <MessageScreen {...useLoaderData<typeof loader>()} refused={refused ?? null} />;
}
