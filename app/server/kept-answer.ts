import type { EntryContext } from "@remix-run/cloudflare";
import * as z from "zod";
import { KEPT_ANSWER_MS, keepAnswer, readKeptAnswer } from "~/core/kept-form/kept-answer";
import { openKeptForm } from "~/core/kept-form/kept-form";
import type { RequestContext } from "./context";
import { endKeptForm, keepForm, keptFormId } from "./kept-form";
import { networkKey } from "./network-key";
import { newSessionId, readSessionCookie } from "./session/cookie";

// A refused form in a browser: 303 back to its page, which then shows the action's answer, typed values included (no code or
// key is ever among them). So the page in the browser's history is one that was asked for, not sent to: Back and Reload work.
// The redirect's address has a mark that the page's own does not: opened from elsewhere, the page shows a clean form.
// A program that posts, and says of itself no `navigate`, is answered at once.

const FORM = "answer";
const MARK = "refused";

const keptSchema = z.object({ at: z.string(), route: z.string(), status: z.coerce.number().int(), data: z.string() });

const placeOf = (request: Request) => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

/** One mark per page, so that a form refused twice is one step in the browser's history. */
function markedPlaceOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const mark = searchParams.get(MARK);
  if (mark === null || !/^[\w-]{8}$/.test(mark)) searchParams.set(MARK, newSessionId().slice(0, 8));
  // Remix knows the page that shares its address with a layout by a name without a value.
  return `${pathname}?${searchParams.toString().replace(/(^|&)index=(?=&|$)/, "$1index")}`;
}

/** The redirect to send in the page's place; null where the page itself is the answer. @param headers of that page */
export async function answerLater(
  request: Request,
  { status, headers }: { status: number; headers: Headers },
  { staticHandlerContext }: EntryContext,
  context: RequestContext,
): Promise<Response | null> {
  const { actionData, errors } = staticHandlerContext;
  const [route, data] = Object.entries(actionData ?? {})[0] ?? [];
  const isNavigation = request.method === "POST" && request.headers.get("Sec-Fetch-Mode") === "navigate";
  if (!isNavigation || status < 400 || errors || route === undefined) return null;
  const at = markedPlaceOf(request);
  const fields = { at, route, status: String(status), data: JSON.stringify(data) };
  const userId = await userOf(request, context);
  const kept = await keepForm(context, { form: FORM, userId, fields, lifeMs: KEPT_ANSWER_MS });
  if (!kept) return null;
  const network = await networkKey(context, "kept-answer");
  // The form may have been refused because the database takes no write: then the page itself is the answer.
  if (!(await keepAnswer(context, network, kept.sealed).catch(() => false))) return null;
  const answer = new Response(null, { status: 303, headers: { Location: at } });
  for (const cookie of [...headers.getSetCookie(), kept.cookie]) answer.headers.append("Set-Cookie", cookie);
  return answer;
}

/** Puts what was kept for this page into it, as if it had just been sent. @returns its status; null: there is nothing */
export async function takeKeptAnswer(
  request: Request,
  remixContext: EntryContext,
  context: RequestContext,
): Promise<number | null> {
  if (request.method !== "GET" || !isKept(request)) return null;
  const idHash = await keptFormId(context, request, FORM);
  if (idHash === null) return null;
  const sealed = await readKeptAnswer(context, idHash);
  const userId = await userOf(request, context);
  const kept = keptSchema.safeParse(await openKeptForm(context, sealed, { form: FORM, userId })).data;
  const matches = remixContext.staticHandlerContext.matches.some((match) => match.route.id === kept?.route);
  if (!kept || kept.at !== placeOf(request) || !matches) return null;
  // The one place that writes what Remix has read: as if the action of this page had just answered.
  remixContext.staticHandlerContext.actionData = { [kept.route]: JSON.parse(kept.data) as unknown };
  return kept.status;
}

/** The cookie to clear once a form was accepted or led elsewhere; null without one. */
export async function forgetKeptAnswer(
  request: Request,
  answer: Response,
  context: RequestContext,
): Promise<string | null> {
  if (request.method !== "POST" || !isKept(request)) return null;
  const keptAnew = answer.headers.getSetCookie().some((one) => /^(__Host-)?kept-answer=/.test(one));
  return keptAnew ? null : endKeptForm(context, FORM);
}

const isKept = (request: Request) => /(?:^|;\s*)(?:__Host-)?kept-answer=/.test(request.headers.get("Cookie") ?? "");

const userOf = async (request: Request, { config }: RequestContext) =>
  (await readSessionCookie(config, request))?.userId ?? null;
