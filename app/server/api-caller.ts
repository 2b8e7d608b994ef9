import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { SQL } from "drizzle-orm";
import { apiTexts } from "~/features/api/api-texts";
import { problem } from "./api-answer";
import { readToken } from "./bearer";
import type { RequestContext } from "./context";
import { type Asked, readAsViewer, writeAsViewer } from "./guards";
import { type PresentedSession, readPresentedSession } from "./session";
import { liveSession, toViewer, type Viewer, viewerQuery } from "./viewer";

// Who calls: a bearer token, or the cookie of our own pages. D1 confirms either in the call's own batch. Refusals are thrown
// as JSON; 'jwt expired' is what clients know as the end of a session.

type Query = BatchItem<"sqlite">;
type Args = { request: Request; context: RequestContext };
type Read<Q extends readonly Query[]> = { viewer: Viewer; rows: BatchResponse<Q>; nowMs: number };

/** What was presented has a good signature; nothing more is known before the batch. */
export type Caller = PresentedSession & { via: "bearer" | "cookie" };

const unauthorized = (message: string, headers: HeadersInit = {}) =>
  problem(401, message, { headers: [...new Headers(headers), ["WWW-Authenticate", "Bearer"]] });

export async function findCaller({ request, context }: Args): Promise<Caller> {
  const { config } = context;
  const header = request.headers.get("Authorization");
  if (header === null) {
    const presented = isOwnPage(request, config.APP_ORIGIN) ? await readPresentedSession(config, request) : null;
    if (!presented) throw unauthorized(apiTexts.missingToken);
    return { ...presented, via: "cookie" };
  }
  const token = /^Bearer ([^\s,]+)$/i.exec(header)?.[1] ?? "";
  const read = await readToken(config, token, context.nowMs());
  if (!read.ok) throw unauthorized(read.code === "expired" ? apiTexts.expired : apiTexts.invalidToken);
  return { ...read.presented, via: "bearer" };
}

/** Browsers say where a call comes from; 'none' is an address typed by hand. */
function isOwnPage({ headers }: Request, appOrigin: string): boolean {
  const site = headers.get("Sec-Fetch-Site");
  const origin = headers.get("Origin");
  return (site === null || site === "same-origin" || site === "none") && (origin === null || origin === appOrigin);
}

/** One round trip. */
export async function readAsCaller<const Q extends readonly Query[]>(
  args: Args,
  caller: Caller,
  queries: (asked: Asked) => Q,
): Promise<Read<Q>> {
  if (caller.via === "cookie") return readAsViewer(args, queries).catch(refuseEndedSession);
  const { db, nowMs: clock } = args.context;
  const { userId, idHash } = caller;
  const nowMs = clock();
  const results = await db.batch([viewerQuery(db, caller, nowMs), ...queries({ userId, idHash, nowMs })]);
  return { viewer: alive(results[0]), rows: results.slice(1) as BatchResponse<Q>, nowMs };
}

/** Writes carry `live`, so that a session that has ended changes nothing. */
export async function writeAsCaller<const Q extends readonly Query[]>(
  args: Args,
  caller: Caller,
  statements: (asked: Asked, live: SQL) => Q,
): Promise<Read<Q>> {
  if (caller.via === "cookie") return writeAsViewer(args, statements).catch(refuseEndedSession);
  // A token lives a day at most, so it needs no idle end and D1 alone decides.
  return readAsCaller(args, caller, (asked) => statements(asked, liveSession(caller, asked.nowMs)));
}

function alive(rows: Parameters<typeof toViewer>[0][]): Viewer {
  const [row] = rows;
  if (!row) throw unauthorized(apiTexts.expired);
  return toViewer(row);
}

/** The pages' guard sends people to the landing page; a client is told, and its cookie cleared, all the same. */
function refuseEndedSession(thrown: unknown): never {
  if (!(thrown instanceof Response)) throw thrown;
  const cookies = thrown.headers.getSetCookie().map((cookie): [string, string] => ["Set-Cookie", cookie]);
  throw unauthorized(apiTexts.expired, cookies);
}
