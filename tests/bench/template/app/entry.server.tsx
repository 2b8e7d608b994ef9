import type { EntryContext } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";

/** Rendered whole, like our pages. */
export default function handleRequest(request: Request, status: number, headers: Headers, remixContext: EntryContext) {
  const markup = renderToString(<RemixServer context={remixContext} url={request.url} />);
  headers.set("Content-Type", "text/html");
  return new Response(`<!DOCTYPE html>${markup}`, { headers, status });
}
