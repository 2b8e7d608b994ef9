import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { inlineConsoleStyles, inlineHydratedStyles, inlineStyles } from "./inline-styles";
import { checkoutHosts, contentSecurityPolicy, sha256Source } from "./server/content-security-policy";
import { describeError } from "./server/describe-error";
import { drawOnce } from "./server/drawn-markup";
import { answerLater, takeKeptAnswer } from "./server/kept-answer";
import { hasSameTag, tagOf } from "./server/entity-tag";
import { SPECULATION_RULES } from "./server/fetched-ahead";
import { isKnownVisitor } from "./server/known-visitor";
import { pageHandle, refreshOf } from "./server/page-handle";
import { printedOnce } from "./server/printed-once";
import { RenderContext } from "./ui/render-context";

// The Worker's entry takes the app from Remix's build, so that both share one copy of every module.
export { createApp } from "./serve";

/** Where a page's style goes (app/ui/start-scripts.tsx). */
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
  const later = await answerLater(request, { status, headers }, remixContext, context);
  if (later) return later;
  const keptStatus = status === 200 ? await takeKeptAnswer(request, remixContext, context) : null;
  const { matches: matched, loaderData } = remixContext.staticHandlerContext;
  const matches = matched.map(({ route: { id } }) => ({
    handle: remixContext.routeModules[id]?.handle,
    data: loaderData[id] as unknown,
  }));
  const handle = pageHandle(matches);
  const hydrate = handle.hydrate === true;
  remixContext.serverHandoffString = printedOnce(remixContext.serverHandoffString);
  const signedIn = isKnownVisitor(request);
  const draw = () =>
    renderToString(
      <RenderContext.Provider
        value={{ nonce: hydrate ? context.nonce : undefined, requestId: context.requestId, signedIn }}
      >
        <RemixServer context={remixContext} url={request.url} nonce={hydrate ? context.nonce : undefined} />
      </RenderContext.Provider>,
    );
  const { serverHandoffString: data = "" } = remixContext;
  const isShared = handle.drawnOnceUnless?.test(data) === false && (keptStatus ?? status) === 200;
  const markup = isShared ? drawOnce(`${signedIn} ${request.url} ${data}`, context.nonce, draw) : draw();
  // Every page carries its style inline. `replace` gets a function because `$` in a string would be a pattern.
  const styles = handle.console ? inlineConsoleStyles : hydrate ? inlineHydratedStyles : inlineStyles;
  const html = markup.replace(STYLE, () => `<style>${styles.text}</style>`);
  headers.set("Content-Type", "text/html; charset=utf-8");
  // An operator's views are logged: none is asked for before it is wanted.
  if (!handle.console) headers.set("Speculation-Rules", SPECULATION_RULES);
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy({
      hydrate,
      nonce: context.nonce,
      styleHash: await styles.hash(),
      scriptHash: !hydrate && handle.inlineScript ? await hashOf(handle.inlineScript) : null,
      looksAgain: refreshOf(matches).refresh !== null,
      scriptFile: handle.scriptFile ? `${context.config.APP_ORIGIN}${handle.scriptFile}` : null,
      worker: handle.worker === true,
      formHosts: checkoutHosts(context.config.ENVIRONMENT, context.config.APP_ORIGIN),
    }),
  );
  const page = `<!DOCTYPE html>${html}`;
  if (handle.tagged && (keptStatus ?? status) === 200) {
    const tag = await tagOf(page);
    headers.set("ETag", tag);
    if (hasSameTag(request, tag)) return new Response(null, { status: 304, headers });
  }
  return new Response(page, { status: keptStatus ?? status, headers });
}

/** The running app changes what its own page shows; whatever leads elsewhere is loaded as a document. */
export function handleDataRequest(response: Response): Response {
  if (response.headers.has("X-Remix-Redirect")) response.headers.set("X-Remix-Reload-Document", "true");
  return response;
}

/** Only unexpected errors: thrown Responses and aborted requests are not errors. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.log("error", {
    requestId: context.requestId,
    route: context.route,
    error: describeError(error),
  });
}

function hashOf(text: string): Promise<string> {
  const known = hashes.get(text) ?? sha256Source(text);
  hashes.set(text, known);
  return known;
}
