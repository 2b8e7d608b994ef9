import { redirect } from "@remix-run/cloudflare";
import { mapWork, noWork, nothing, together, type Work } from "~/db/work";
import { type ConsoleSection, sectionHref } from "~/content/console-sections";
import { codeFor, type ConsoleGoal, consoleGoalOf, loginTo } from "~/areas/accounts/login/login-goals";
import { countedSections } from "~/areas/notices/waiting/waiting-items";
import { readWaiting, type Waiting } from "~/areas/notices/waiting/what-waits";
import {
  guarded,
  type OperatorAccess,
  type OperatorSession,
  operatorSession,
  refusalIn,
  type StaffAccess,
} from "~/core/session/guarded";
import type { Session, SessionResult } from "~/core/session/session";
import type { Viewer } from "~/core/session/viewer";
import { codeFirst } from "./code-first";
import type { RequestArgs } from "./context";
import { isStaffBrowser } from "./staff-cookie";
import { notFound } from "./not-found";
import { readSessionCookie } from "./session/cookie";
import { takeToast } from "./toast";
import { cookieSession } from "./session/page-session";

export { mapWork, noWork, together, type Work };

// Strangers learn nothing from it, not even that it exists.
export type ConsoleFrame = {
  section: ConsoleSection;
  saved: string | null;
  counts: Partial<Record<ConsoleSection, string>>;
  mayChange: boolean;
};
type Read<T> = { frame: ConsoleFrame; waiting: Waiting; nowMs: number; viewer: Viewer; result: T };

export async function readConsole<T>(
  args: RequestArgs,
  section: ConsoleSection,
  make: (staff: StaffAccess) => Work<T>,
): Promise<Read<T>> {
  const { db } = args.context;
  const session = await consoleSession(args);
  const { viewer, nowMs, result } = await sayWhyNot(args, session, section, () =>
    session.read((access) =>
      guarded(db, access, "look", (staff) => together({ waiting: readWaiting(db, staff.nowMs), page: make(staff) })),
    ),
  );
  const told = await takeToast(args.context.config, args.request);
  if (told) args.context.told = told.clear;
  const counts: ConsoleFrame["counts"] = countedSections(result.waiting);
  const frame = { section, saved: told?.toast.text ?? null, counts, mayChange: viewer.role === "operator" };
  return { frame, waiting: result.waiting, nowMs, viewer, result: result.page };
}

export async function readThing<T>(
  args: RequestArgs,
  section: ConsoleSection,
  make: (staff: StaffAccess) => Work<T | null | undefined>,
): Promise<Read<T>> {
  const { result, ...page } = await readConsole(args, section, make);
  if (result === null || result === undefined) throw notFound();
  return { ...page, result };
}

export const readConsoleFrame = (args: RequestArgs, section: ConsoleSection) =>
  readConsole(args, section, () => nothing);

export async function writeConsole<T>(
  args: RequestArgs,
  section: ConsoleSection,
  make: (operator: OperatorAccess) => Work<T>,
): Promise<SessionResult<T>> {
  const session = await openConsole(args, section);
  return session.write(make);
}

export async function openConsole(args: RequestArgs, section: ConsoleSection): Promise<OperatorSession> {
  const { db } = args.context;
  const session = await consoleSession(args);
  const guardedSession = operatorSession(db, session);
  return {
    ...guardedSession,
    read: (make) => sayWhyNot(args, session, section, () => guardedSession.read(make)),
    write: (make) => sayWhyNot(args, session, section, () => guardedSession.write(make)),
  };
}

async function sayWhyNot<T>(
  args: RequestArgs,
  session: Session,
  section: ConsoleSection,
  ask: () => Promise<T>,
): Promise<T> {
  const { context } = args;
  try {
    const answer = await ask();
    context.staff = session.claim;
    return answer;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    if (refusal === "stranger") throw notFound();
    const page = pageOf(args, sectionHref(section));
    if (refusal === "ended") await session.read(() => nothing).catch((ended) => ledToLogin(args, ended, page));
    if (refusal === "old-code") throw await codeFirst(args, codeFor(page));
    context.staff = session.claim;
    throw new Response(null, { status: 403, statusText: "Forbidden" });
  }
}

/** The browser of a member of staff is led to the login, and back. */
function ledToLogin({ request }: RequestArgs, ended: unknown, page: ConsoleGoal): never {
  if (!(ended instanceof Response) || !isStaffBrowser(request)) throw ended;
  const headers = new Headers(ended.headers);
  headers.set("Location", loginTo(page));
  throw new Response(null, { status: 303, headers });
}

function pageOf({ request, context }: RequestArgs, otherwise: ConsoleGoal): ConsoleGoal {
  const { pathname, search } = new URL(request.url);
  if (request.method === "GET") return consoleGoalOf(pathname + search) ?? otherwise;
  const from = request.headers.get("Referer") ?? "";
  const { APP_ORIGIN } = context.config;
  return (from.startsWith(`${APP_ORIGIN}/`) ? consoleGoalOf(from.slice(APP_ORIGIN.length)) : null) ?? otherwise;
}

/** A stolen session alone opens nothing. */
async function consoleSession(args: RequestArgs) {
  if (!(await args.context.staffGate.admits(args.request))) throw notFound();
  const claim = await readSessionCookie(args.context.config, args.request);
  if (!claim) throw isStaffBrowser(args.request) ? redirect(loginTo(pageOf(args, "/operator")), 303) : notFound();
  return cookieSession(args, claim);
}
