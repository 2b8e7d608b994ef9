import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { handleOfPage } from "./handle-of-page";
import { inlineConsoleStyles, inlineInvestorStyles, inlineLandingStyles, inlineStyles } from "./inline-styles";
import { checkoutHosts, contentSecurityPolicy, sha256Source } from "./server/content-security-policy";
import { hasSameTag, tagOf } from "./server/entity-tag";
import { SPECULATION_RULES } from "./server/fetched-ahead";
import { refreshOf } from "./server/page-handle";
import { RenderContext } from "./ui/render-context";

// The message of a failed query repeats its parameters, and a provider's may quote an address, so only messages made by the
// language or the database engine are logged.

const OWN_WORDS = new Set(["TypeError", "RangeError", "ReferenceError", "SyntaxError", "ProviderError"]);

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const cause = error.cause instanceof Error && error.cause.message.startsWith("D1_ERROR") ? error.cause.message : "";
  const words = OWN_WORDS.has(error.name) ? error.message : cause;
  return `${error.name}${words ? `: ${words}` : ""}`.slice(0, 300);
}

// The Worker's entry takes the app from Remix's build, so that both share one copy of every module.
export { createApp } from "./serve";

/** Where a page's style goes (app/root.tsx). */
const STYLE = "<style></style>";
const hashes = new Map<string, Promise<string>>();

/** Rendered whole: all data came in one batch, so there is nothing to stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { matches: matched, loaderData } = remixContext.staticHandlerContext;
  const matches = matched.map(({ route: { id } }) => ({
    id,
    handle: remixContext.routeModules[id]?.handle,
    data: loaderData[id] as unknown,
  }));
  const handle = handleOfPage(matches);
  // Anyone who sees an investor's page has logged in.
  const signedIn = handle.investor !== undefined;
  const markup = renderToStaticMarkup(
    <RenderContext.Provider value={{ requestId: context.requestId, signedIn }}>
      <RemixServer context={remixContext} url={request.url} />
    </RenderContext.Provider>,
  );
  // Every page carries its style inline. `replace` gets a function because `$` in a string would be a pattern.
  const ofInvestors = handle.investor && inlineInvestorStyles[handle.investor];
  const smaller = handle.style === "landing" ? inlineLandingStyles : ofInvestors;
  const styles = handle.console ? inlineConsoleStyles : (smaller ?? inlineStyles);
  const html = markup.replace(STYLE, () => `<style>${styles.text}</style>`);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // An operator's views are logged: none is asked for before it is wanted.
  if (!handle.console) headers.set("Speculation-Rules", SPECULATION_RULES);
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy({
      styleHash: await styles.hash(),
      scriptHash: handle.inlineScript ? await hashOf(handle.inlineScript) : null,
      scriptFiles: handle.scriptFiles ? `${context.config.APP_ORIGIN}${handle.scriptFiles}` : null,
      asksUs: handle.asksUs === true || refreshOf(matches).refresh !== null,
      worker: handle.worker === true,
      formHosts: checkoutHosts(context.config.ENVIRONMENT, context.config.APP_ORIGIN),
    }),
  );
  const page = `<!DOCTYPE html>${html}`;
  if (handle.tagged && status === 200) {
    const tag = tagOf(page);
    headers.set("ETag", tag);
    if (hasSameTag(request, tag)) return new Response(null, { status: 304, headers });
  }
  return new Response(page, { status, headers });
}

/** Only unexpected errors: thrown Responses and aborted requests are not errors. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.log("error", { requestId: context.requestId, route: context.route, error: describeError(error) });
}

function hashOf(text: string): Promise<string> {
  const known = hashes.get(text) ?? sha256Source(text);
  hashes.set(text, known);
  return known;
}
