// Serves pages through Remix's own request handler and the app's own rendering, so that a test reads the HTML that a
// browser would get.
import { createRequestHandler } from "@remix-run/cloudflare";
import { expect } from "vitest";
import type { TestContext } from "./context";
import { get, type Person } from "./people";
import * as build from "./server-build";

const handle = createRequestHandler(build, "production");

export function servePage(request: Request, context: TestContext): Promise<Response> {
  return handle(request, context);
}

/** A page that is there, as a browser gets it and as its reader sees it. */
export async function readPage(shared: TestContext, person: Pick<Person, "cookie"> | null, path: string) {
  const context = shared.next();
  const response = await servePage(get(`http://localhost:8787${path}`, person?.cookie), context);
  const html = await response.text();
  expect(response.status, path).toBe(200);
  return { html, words: wordsIn(html), trips: context.trips.count };
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
