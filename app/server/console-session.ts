import { redirect } from "@remix-run/cloudflare";
import { mapWork, nothing, together, type Work } from "~/db/work";
import type { ConsoleSection } from "~/content/console-sections";
import { UnreadablePosition } from "~/core/lists/keyset-page";
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
import type { RequestArgs } from "./context";
import { notFound } from "./not-found";
import { readSessionCookie } from "./session/cookie";
import { cookieSession } from "./session/page-session";

// The door of the console. Strangers learn nothing from it, not even that it exists. Reading and writing need a
// recent code; readers see what operators see, and change nothing.
export type ConsoleFrame = {
  section: ConsoleSection;
  waiting: Waiting;
  mayChange: boolean;
  nowMs: number;
};

/** One round trip: the session, what waits, and the page's own reading. */
export async function readConsole<T>(
  args: RequestArgs,
  section: ConsoleSection,
  make: (staff: StaffAccess) => Work<T>,
): Promise<{ frame: ConsoleFrame; viewer: Viewer; result: T }> {
  const { db } = args.context;
  const session = await consoleSession(args);
  const { viewer, nowMs, result } = await sayWhyNot(args, session, section, () =>
    session.read((access) =>
      guarded(db, access, "look", (staff) => {
        const page = unlessUnreadable(() => make(staff));
        return together({ waiting: readWaiting(db, staff.nowMs), page });
      }),
    ),
  );
  if (result.page === UNREADABLE) throw new Response(null, { status: 400, statusText: "Bad Request" });
  const frame = { section, waiting: result.waiting, mayChange: viewer.role === "operator", nowMs };
  return { frame, viewer, result: result.page };
}

/** For the page of one thing: without it there is no such page, for members of staff too. */
export async function readThing<T>(
  args: RequestArgs,
  section: ConsoleSection,
  make: (staff: StaffAccess) => Work<T | null | undefined>,
): Promise<{ frame: ConsoleFrame; viewer: Viewer; result: T }> {
  const { result, ...page } = await readConsole(args, section, make);
  if (result === null || result === undefined) throw notFound();
  return { ...page, result };
}

const UNREADABLE = Symbol("a position that cannot be read");

/** Only members of staff are told that an address is wrong: for everyone else the page does not exist. */
function unlessUnreadable<T>(make: () => Work<T>): Work<T | typeof UNREADABLE> {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof UnreadablePosition)) throw error;
    return mapWork(nothing, (): typeof UNREADABLE => UNREADABLE);
  }
}

/** For a page that shows nothing but what waits. */
export const readConsoleFrame = (args: RequestArgs, section: ConsoleSection) =>
  readConsole(args, section, () => nothing);

/** One round trip, in which nothing is written except for an operator with a recent code. */
export async function writeConsole<T>(
  args: RequestArgs,
  section: ConsoleSection,
  make: (operator: OperatorAccess) => Work<T>,
): Promise<SessionResult<T>> {
  const session = await openConsole(args, section);
  return session.write(make);
}

/** For use cases that are handed a session: whatever they read or write first, a user who may change nothing gets no further. */
export async function openConsole(args: RequestArgs, section: ConsoleSection): Promise<OperatorSession> {
  const session = await consoleSession(args);
  const guardedSession = operatorSession(args.context.db, session);
  return {
    ...guardedSession,
    read: (make) => sayWhyNot(args, session, section, () => guardedSession.read(make)),
    write: (make) => sayWhyNot(args, session, section, () => guardedSession.write(make)),
  };
}

/** The guard says why it refused: strangers learn nothing, an old code has to be entered again. */
async function sayWhyNot<T>(
  { context }: RequestArgs,
  session: Session,
  section: ConsoleSection,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    const answer = await ask();
    context.isStaff = true;
    return answer;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    if (refusal === "stranger") throw notFound();
    // Leads to where every page of a session that has ended leads.
    if (refusal === "ended") await session.read(() => nothing);
    if (refusal === "old-code") throw redirect(`/confirm-code?next=operator-${section}`, 303);
    context.isStaff = true;
    throw new Response(null, { status: 403, statusText: "Forbidden" });
  }
}

/** Cookie or not, no one passes unless the gate knows them: a stolen session alone opens nothing. */
async function consoleSession(args: RequestArgs) {
  if (!(await args.context.staffGate.admits(args.request))) throw notFound();
  const claim = await readSessionCookie(args.context.config, args.request);
  if (!claim) throw notFound();
  return cookieSession(args, claim);
}
