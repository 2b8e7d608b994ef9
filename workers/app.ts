import { type AppLoadContext, createRequestHandler } from "@remix-run/cloudflare";
import * as build from "server-build";
import type * as entryServer from "~/entry.server";
import { apiTexts } from "~/content/api-texts";
import { readSystemTime } from "~/server/clock";
import { answerHealth } from "~/server/health";
import { type AppBindings, checkAppEnv } from "~/server/env";
import { problem } from "~/api/answer";
import { withinLimit } from "~/server/body-limit";
import { isForeignWrite, pastTheGate } from "~/server/foreign-writes";
import { isKnownVisitor } from "~/server/known-visitor";
import { filePathsOf, livePagesOf } from "~/server/page-handle";
import { log } from "~/server/log";
import { routeOf } from "~/server/route-of";
import { withSecurityHeaders } from "~/server/security-headers";

const handleRequest = createRequestHandler(build, "production");
const {
  answerWhenOverloaded,
  createRequestContext,
  errorDocument,
  forgetKeptAnswer,
  isBlankFailure,
  keepBookmark,
  keepInvitation,
  showLivePage,
} = build.entry.module as unknown as typeof entryServer;
const livePages = livePagesOf(build.routes);
const filePaths = filePathsOf(build.routes);
const READS = new Set(["GET", "HEAD"]);

export default {
  /** The runtime passes three arguments; a local run passes its own clock as well. */
  async fetch(request, bindings, execution, readClock = readSystemTime) {
    const startedAtMs = Date.now();
    const url = new URL(request.url);
    // The sandbox's own pages; without the binding they do not exist.
    if (bindings.SANDBOX && /^\/sandbox(\/|$)/.test(url.pathname)) return bindings.SANDBOX.fetch(request);
    const nowMs = await readClock(bindings);

    const checked = checkAppEnv(bindings);
    if (url.pathname === "/healthz") return withSecurityHeaders(await answerHealth(bindings, checked, nowMs));
    if (!checked.ok)
      return withSecurityHeaders(
        new Response("This service is not set up completely. /healthz says what is missing.\n", { status: 503 }),
      );
    const { config } = checked;

    if (url.origin !== config.APP_ORIGIN && request.method === "GET") {
      return withSecurityHeaders(Response.redirect(`${config.APP_ORIGIN}${url.pathname}${url.search}`, 308));
    }
    if (isForeignWrite(request, url, config.APP_ORIGIN))
      return withSecurityHeaders(await refuse(url.pathname, 403, "This request was not sent from our site."));
    const whole = await withinLimit(pastTheGate(request, url), url.pathname);
    if (!whole) return withSecurityHeaders(await refuse(url.pathname, 413, apiTexts.tooLarge));

    const context = createRequestContext(whole, bindings, config, execution, nowMs);
    if (READS.has(request.method) && livePages.has(url.pathname)) {
      const page = await answerPlainly(request, url, bindings, context);
      const live = (await showLivePage(request, page, context)) ?? withSecurityHeaders(await errorDocument(503));
      return keepInvitation(request, live, context);
    }
    // A page that answers a query is a file for everyone who sends none.
    if (bindings.ASSETS && READS.has(request.method) && url.search === "" && filePaths.has(url.pathname))
      return bindings.ASSETS.fetch(request);
    const handled = await handleRequest(whole, context);
    const answer = await answerWhenOverloaded(request, handled, context.trips.overloaded === true);
    const shown = isBlankFailure(request, answer) ? await errorDocument(answer.status) : answer;
    const response = await keepInvitation(request, withSecurityHeaders(shown, context.trips), context);
    const forgotten = await forgetKeptAnswer(whole, response, context);
    const bookmark = keepBookmark(whole, context);
    for (const cookie of [forgotten, bookmark]) if (cookie) response.headers.append("Set-Cookie", cookie);
    log("request", {
      requestId: context.requestId,
      method: request.method,
      route: routeOf(url.pathname),
      status: response.status,
      durationMs: Date.now() - startedAtMs,
      d1RoundTrips: context.trips.count,
      d1RowsRead: context.trips.rowsRead,
    });
    return response;
  },
} satisfies ExportedHandler<AppBindings>;

/** The prerendered file, one of two if signed-in visitors see another; rendered where there are no files. */
async function answerPlainly(
  request: Request,
  url: URL,
  { ASSETS }: AppBindings,
  context: AppLoadContext,
): Promise<Response> {
  const knownFile = livePages.get(url.pathname);
  const isKnown = Boolean(knownFile) && isKnownVisitor(request);
  const headers = isKnown ? { Cookie: request.headers.get("Cookie") ?? "" } : undefined;
  const page = ASSETS
    ? await ASSETS.fetch(new URL(isKnown && knownFile ? knownFile : url.pathname, url))
    : withSecurityHeaders(await handleRequest(new Request(url, { headers }), context));
  if (!knownFile) return page;
  const chosen = new Response(page.body, page);
  chosen.headers.set("Vary", "Cookie");
  chosen.headers.set("Cache-Control", "private, no-cache");
  return chosen;
}

/** Before any route is asked. */
async function refuse(pathname: string, status: number, message: string): Promise<Response> {
  return pathname.startsWith("/api/") ? problem(status, message) : errorDocument(status);
}
