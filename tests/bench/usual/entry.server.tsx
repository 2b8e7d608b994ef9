import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server";

// In place of our own: the template's way to answer, with the same routes, data and calls. Streaming and single fetch.

export { createRequestContext } from "~/server/deps";
export { checkAppEnv } from "~/server/env";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  _context: AppLoadContext,
): Promise<Response> {
  let shown = status;
  const body = await renderToReadableStream(<RemixServer context={remixContext} url={request.url} />, {
    signal: request.signal,
    onError(error: unknown) {
      console.error(error);
      shown = 500;
    },
  });
  headers.set("Content-Type", "text/html");
  return new Response(body, { headers, status: shown });
}
