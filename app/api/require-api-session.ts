import { apiTexts } from "~/content/api-texts";
import type { Session } from "~/core/session/session";
import type { RequestArgs } from "~/server/context";
import { readSessionCookie } from "~/server/session/cookie";
import { cookieSession, tokenSession } from "~/server/session/page-session";
import { problem } from "./answer";
import { readToken } from "./bearer";

// The session behind a call: a bearer token, or the cookie of our own pages. D1 confirms either one in the call's own batch.
// Refusals are thrown as JSON; clients recognise an ended session by 'jwt expired'.
const unauthorized = (message: string, headers: HeadersInit = {}) =>
  problem(401, message, { headers: [...new Headers(headers), ["WWW-Authenticate", "Bearer"]] });

export async function requireApiSession({ request, context }: RequestArgs): Promise<Session> {
  const { config } = context;
  const header = request.headers.get("Authorization");
  if (header === null) {
    const claim = isOwnPage(request, config.APP_ORIGIN) ? await readSessionCookie(config, request) : null;
    if (!claim) throw unauthorized("jwt missing");
    return inJson(cookieSession({ request, context }, claim));
  }
  const token = /^Bearer ([^\s,]+)$/i.exec(header)?.[1] ?? "";
  const read = await readToken(config, token, context.nowMs());
  if (!read.ok) throw unauthorized(read.code === "expired" ? apiTexts.expired : "jwt invalid");
  return inJson(tokenSession(context, read.claim, read.endsAtMs));
}

/** Browsers say where a request comes from; 'none' means that the user typed the URL. */
function isOwnPage({ headers }: Request, appOrigin: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  const origin = headers.get("Origin");
  return (site === null || site === "same-origin" || site === "none") && (origin === null || origin === appOrigin);
}

/** An ended session is reported as JSON; the Set-Cookie headers that clear its cookie are kept. */
function inJson({ read, write, ...session }: Session): Session {
  const refuse = (thrown: unknown): never => {
    if (!(thrown instanceof Response)) throw thrown;
    const cookies = thrown.headers.getSetCookie().map((cookie): [string, string] => ["Set-Cookie", cookie]);
    throw unauthorized(apiTexts.expired, cookies);
  };
  return { ...session, read: (work) => read(work).catch(refuse), write: (work) => write(work).catch(refuse) };
}
