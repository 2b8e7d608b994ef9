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
import { readOwnMessage } from "~/areas/notices/messages/own-messages";
import { answerMessage, readWritten } from "~/areas/support/own-thread";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { busyFormsScript } from "~/ui/busy-forms";
import { MessageScreen } from "./screen";

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data?.message.subject ?? "");

/** `/notices/MESSAGE`: what was written to all who hold or watch a cask, for those it was written to. One round trip. */
export async function loader(args: LoaderFunctionArgs) {
  const message = await readOwnMessage(args.context, await requireSession(args), readId(args.params.id));
  if (!message) throw notFound();
  return json({ message });
}

/** An answer goes to Support, and all answers of one person to one message into one request. */
export async function action(args: ActionFunctionArgs) {
  const { context, request, params } = args;
  const written = readWritten((await readForm(request)).get("body"));
  const session = await requireSession(args);
  if (!written.ok) return json(written, 400);
  const asked = { messageId: readId(params.id), body: written.body };
  const number = await answerMessage(context, withinLimit(context, session, "support"), asked);
  if (number === null) throw notFound();
  return redirect(supportThreadPath(number), 303);
}

export default function Message() {
  const refused = useActionData<typeof action>();
  return <MessageScreen {...useLoaderData<typeof loader>()} refused={refused ?? null} />;
}
