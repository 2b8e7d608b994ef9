import type { AppLoadContext, ServerBuild } from "@remix-run/cloudflare";
import { findReferralCode, readReferralCode } from "~/areas/accounts/referrals/find-referral-code";
import { isOperatorsSession } from "~/core/session/viewer";
import { problem } from "./api/answer";
import { CALLS } from "./api/calls";
import { apiTexts } from "./content/api-texts";
import { errorDocument, isBlankFailure } from "./error-document";
import { withinLimit } from "./server/body-limit";
import { type Clock, type ReadClock, readSystemTime } from "./server/clock";
import type { RequestContext } from "./server/context";
import { createRequestContext } from "./server/deps";
import { type AppBindings, type AppConfig, checkAppEnv } from "./server/env";
import { answerAhead, forgetAhead } from "./server/fetched-ahead";
import { isForeignWrite, pastTheGate } from "./server/foreign-writes";
import { answerHealth } from "./server/health";
import { log } from "./server/log";
import { fromMinuteCache, isOfMinute } from "./server/minute-cache";
import { filePathsOf, minutePathsOf, pathsThatAnswer } from "./server/page-handle";
import { refCookie } from "./server/ref-cookie";
import { createRouteHandlers, type HandleRequest } from "./server/route-handlers";
import { createRouteNames, UNKNOWN_ROUTE } from "./server/route-of";
import { withSecurityHeaders } from "./server/security-headers";
import { readSessionCookie } from "./server/session/cookie";

// For everyone but members of staff the console is not there. Its routes are, and Remix answers for them before they
// are asked: 405 to a method that they do not take, 400 where there is no page, and a 404 in the console's own style.

const NOTHING = "/nothing-here";

type AddressedRequest = { request: Request; url: URL };
type Answered = { status: number; isStaff: boolean; route: string };

function leadsToConsole({ url }: AddressedRequest, { status, isStaff, route }: Answered): boolean {
  if (status < 400 || status >= 500) return false;
  return isOfConsole(url.pathname) ? !isStaff : status === 405 && route === UNKNOWN_ROUTE;
}

function askForNothing({ request, url }: AddressedRequest): { request: Request; url: URL } {
  const elsewhere = new URL(NOTHING + url.search, url);
  const method = request.method === "HEAD" ? "HEAD" : "GET";
  return { url: elsewhere, request: new Request(elsewhere, { method, headers: request.headers }) };
}

/** As Remix reads a path: in any case, and in any encoding. */
function isOfConsole(pathname: string): boolean {
  return /^\/operator(\/|$)/i.test(decoded(pathname));
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

async function storeInvitation(request: Request, page: Response, context: RequestContext): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const typed = searchParams.get("ref");
  if (typed === null || request.method !== "GET" || page.status !== 200 || pathname === "/get-started") return page;
  if (!page.headers.get("Content-Type")?.startsWith("text/html")) return page;
  const code = readReferralCode(typed);
  const found = code && (await findReferralCode(context, code).catch(() => null));
  if (!found) return page;
  const headers = new Headers(page.headers);
  headers.append("Set-Cookie", await refCookie(context.config).serialize(found));
  headers.set("Cache-Control", "private, no-store");
  return new Response(page.body, { status: page.status, headers });
}

/** A forged cookie, or one whose session is over, opens nothing. */
async function isFromOperator(
  request: Request,
  { DB }: Pick<AppBindings, "DB">,
  config: AppConfig,
  nowMs: Clock,
): Promise<boolean> {
  const claim = await readSessionCookie(config, request);
  return claim !== null && isOperatorsSession(DB, claim, nowMs());
}

const READS = new Set(["GET", "HEAD"]);

type BoundRequest = { request: Request; url: URL; bindings: AppBindings; config: AppConfig };

/** The app Worker. In the same bundle as the routes, so that every module is there once: an error class in two is two classes. */
export function createApp(build: ServerBuild) {
  const handleRequest = createRouteHandlers(build);
  const routeNameOf = createRouteNames(
    build.routes,
    CALLS.map(({ path }) => path),
  );
  const pages = {
    minute: minutePathsOf(build.routes),
    answering: pathsThatAnswer(build.routes),
    files: filePathsOf(build.routes),
  };

  return {
    /** The runtime passes three arguments; a local run passes its own clock as well. */
    async fetch(
      request: Request,
      bindings: AppBindings,
      execution: Pick<ExecutionContext, "waitUntil">,
      readClock: ReadClock = readSystemTime,
    ): Promise<Response> {
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
      const asked = { request, url, bindings, config: checked.config };
      const whole = await admit(asked, nowMs);
      if (whole instanceof Response) return withSecurityHeaders(whole);
      const context = createRequestContext(whole, bindings, checked.config, execution, nowMs);
      context.route = routeNameOf(url.pathname);
      const file = await answerFromFiles(pages, asked);
      if (file) return file;
      const draw = (drawn: Request) => answerRoute(handleRequest, { ...asked, request: drawn }, context);
      const isMinutePage = READS.has(request.method) && isOfMinute(url, pages.minute.get(url.pathname));
      const response = await (isMinutePage ? fromMinuteCache(whole, context, draw) : draw(whole));
      log("request", {
        requestId: context.requestId,
        method: request.method,
        route: context.route,
        status: response.status,
        durationMs: Date.now() - startedAtMs,
        d1RoundTrips: context.trips.count,
        d1RowsRead: context.trips.rowsRead,
      });
      return response;
    },
  };
}

/** The request with its body in memory; or why no route is asked. */
async function admit({ request, url, bindings, config }: BoundRequest, nowMs: Clock): Promise<Request | Response> {
  if (url.origin !== config.APP_ORIGIN && request.method === "GET")
    return Response.redirect(`${config.APP_ORIGIN}${url.pathname}${url.search}`, 308);
  if (isForeignWrite(request, url, config.APP_ORIGIN))
    return refuse(url.pathname, 403, "This request was not sent from our site.");
  // Remix's own client asks for data this way, and no page of ours runs it.
  if (url.searchParams.has("_data")) return refuse(url.pathname, 404, apiTexts.notFound);
  const asking = pastTheGate(request, url);
  const whole = await withinLimit(asking, url.pathname, () => isFromOperator(asking, bindings, config, nowMs));
  return whole ?? refuse(url.pathname, 413, apiTexts.tooLarge);
}

async function refuse(pathname: string, status: number, message: string): Promise<Response> {
  return pathname.startsWith("/api/") ? problem(status, message) : errorDocument(status);
}

type Pages = { answering: Set<string>; files: Set<string> };

/** For the paths that have a file; otherwise null. A page that answers a query is a file for everyone who sends none. */
async function answerFromFiles(pages: Pages, { request, url, bindings }: BoundRequest): Promise<Response | null> {
  if (!READS.has(request.method) || !bindings.ASSETS || !pages.files.has(url.pathname)) return null;
  return url.search === "" ? bindings.ASSETS.fetch(request) : null;
}

/** An answer that would reveal the console to a stranger is replaced by that of a path that does not exist. */
async function handleUnseen(
  handleRequest: HandleRequest,
  asked: Pick<BoundRequest, "request" | "url">,
  context: AppLoadContext,
): Promise<Response> {
  const answer = await handleRequest(asked.request, asked.url, context);
  const { staff, route = UNKNOWN_ROUTE } = context;
  if (!leadsToConsole(asked, { status: answer.status, isStaff: staff !== undefined, route })) return answer;
  const nothing = askForNothing(asked);
  return handleRequest(nothing.request, nothing.url, context);
}

async function answerRoute(
  handleRequest: HandleRequest,
  { request, url }: BoundRequest,
  context: AppLoadContext,
): Promise<Response> {
  const handled = await handleUnseen(handleRequest, { request, url }, context);
  const answer = await answerWhenOverloaded(handled, context.trips.overloaded === true);
  const shown = isBlankFailure(request, answer)
    ? await errorDocument(answer.status, answer.headers.get("Retry-After"))
    : answer;
  const response = await storeInvitation(request, withSecurityHeaders(shown, context.trips), context);
  if (context.told) response.headers.append("Set-Cookie", context.told);
  forgetAhead(request, response);
  const ahead = answerAhead(request, response);
  return ahead === response ? response : withSecurityHeaders(ahead);
}

/** Long enough for a crowd to thin out. */
const RETRY_AFTER_S = "30";

/**
 * An answer that failed because the database has too much to do says so: 503, and when to come again.
 */
async function answerWhenOverloaded(answer: Response, overloaded: boolean): Promise<Response> {
  if (answer.status === 503) return comeAgain(answer);
  if (answer.status !== 500 || !overloaded) return answer;
  return comeAgain(await errorDocument(503));
}

function comeAgain(answer: Response): Response {
  if (answer.headers.has("Retry-After")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("Retry-After", RETRY_AFTER_S);
  return new Response(answer.body, { status: answer.status, headers });
}
