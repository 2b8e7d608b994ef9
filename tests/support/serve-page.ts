// Serves pages through Remix's own request handler and the app's own rendering, so that a test reads the HTML that a
// browser would get.
import { createRequestHandler } from "@remix-run/cloudflare";
import type { TestContext } from "./context";
import * as build from "./server-build";

const handle = createRequestHandler(build, "production");

export function servePage(request: Request, context: TestContext): Promise<Response> {
  return handle(request, context);
}

/** The text that a reader sees, without scripts, styles and tags. */
export function wordsIn(html: string): string {
  return html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, " ")
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");
}
