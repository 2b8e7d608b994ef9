import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { readOwnMessage } from "~/areas/notices/messages/own-messages";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { MessageScreen } from "./screen";

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data?.message.subject ?? "");

/** `/notices/MESSAGE`: what was written to all who hold or watch a cask, for those it was written to. One round trip. */
export async function loader(args: LoaderFunctionArgs) {
  const message = await readOwnMessage(args.context, await requireSession(args), readId(args.params.id));
  if (!message) throw notFound();
  return json({ message });
}

export default function Message() {
  return <MessageScreen {...useLoaderData<typeof loader>()} />;
}
