import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readMessage } from "~/areas/console/read-message";
import { previewMail } from "~/areas/notices/messages/preview-mail";
import { readThing } from "~/server/console-session";
import { readId } from "~/server/read-id";

// The mail's own styles are in its elements; nothing else is taken from anywhere, and nothing can be done in it.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; sandbox allow-popups";

/** `/operator/messages/ID.html`: the mail as it is sent. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, origin } = args.context;
  const messageId = readId(args.params.id);
  const { result } = await readThing(args, "messages", ({ nowMs }) => readMessage(db, messageId, nowMs));
  return new Response(previewMail(origin, result.message), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY },
  });
}
