import * as z from "zod";
import { consoleGoalOf, type ConsoleGoal } from "~/areas/accounts/login/login-goals";
import { KEPT_FOR_CODE_MS, openKeptForm, readKeptForm } from "~/core/kept-form/kept-form";
import { keepAnswer } from "~/core/kept-form/kept-answer";
import { mapWork, nothing, type Work } from "~/db/work";
import type { Sealed } from "~/core/sealer";
import type { RequestArgs, RequestContext } from "./context";
import { keepForm, keptFormId } from "./kept-form";
import { formOf } from "./login-form";
import { networkKey } from "./network-key";

// What an operator sent when the code had run out. It is kept sealed for a quarter of an hour, and the page that it was sent from shows
// it, with a button that sends exactly that. Files are not kept.

const FORM = "console";

const keptSchema = z.object({ page: z.string(), action: z.string(), body: z.string() });

/** What was typed, by the names of its fields, and where it is sent again. */
export type KeptWork = { action: string; fields: [name: string, value: string][] };

/** The page of the console that a request comes from: its own, or of a form the one that has the form. */
export function pageOf({ request, context }: RequestArgs, otherwise: ConsoleGoal): ConsoleGoal {
  const { pathname, search } = new URL(request.url);
  if (request.method === "GET") return consoleGoalOf(pathname + search) ?? otherwise;
  const from = request.headers.get("Referer") ?? "";
  const { APP_ORIGIN } = context.config;
  return (from.startsWith(`${APP_ORIGIN}/`) ? consoleGoalOf(from.slice(APP_ORIGIN.length)) : null) ?? otherwise;
}

/** @returns the Set-Cookie value that finds it again; null where there is nothing to keep, or too much. Two round trips. */
export async function keepWork(args: RequestArgs, userId: string, page: ConsoleGoal): Promise<string | null> {
  const { request, context } = args;
  const typed = [...formOf(request)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  if (typed.length === 0) return null;
  const { pathname, search } = new URL(request.url);
  const fields = { page, action: pathname + search, body: new URLSearchParams(typed).toString() };
  const kept = await keepForm(context, { form: FORM, userId, fields, lifeMs: KEPT_FOR_CODE_MS });
  if (!kept || !(await keepAnswer(context, await networkKey(context, "kept-work"), kept.sealed))) return null;
  return kept.cookie;
}

/** For the batch of a page: nothing is asked of the database unless the browser has the cookie. */
export async function readKeptWork(args: RequestArgs): Promise<Work<Sealed | undefined>> {
  const { context, request } = args;
  const idHash = await keptFormId(context, request, FORM);
  return idHash === null ? mapWork(nothing, () => undefined) : readKeptForm(context.db, idHash, context.nowMs());
}

/** null: nothing is kept for this page and this person. */
export async function openKeptWork(
  context: RequestContext,
  sealed: Sealed | undefined,
  { userId, request }: { userId: string; request: Request },
): Promise<KeptWork | null> {
  const kept = keptSchema.safeParse(await openKeptForm(context, sealed, { form: FORM, userId })).data;
  const { pathname } = new URL(request.url);
  if (!kept || new URL(kept.page, request.url).pathname !== pathname) return null;
  return { action: kept.action, fields: [...new URLSearchParams(kept.body)] };
}

/** The id of what this browser has kept, for the batch that takes it. */
export const keptWorkId = ({ context, request }: RequestArgs) => keptFormId(context, request, FORM);
