import { redirect } from "@remix-run/cloudflare";
import { nothing, together, type Work } from "~/db/work";
import type { ConsoleSection } from "~/content/console-sections";
import { readWaiting, type Waiting } from "~/features/console/waiting";
import type { Access } from "~/features/session/access";
import { isFresh } from "~/features/session/require-fresh";
import type { Session, SessionResult } from "~/features/session/session";
import type { Viewer } from "~/features/session/viewer";
import type { RequestContext } from "./context";
import { notFound } from "./not-found";
import { readSessionCookie } from "./session/cookie";
import { cookieSession } from "./session/page-session";

// The door of the console. Who is no operator learns nothing from it, not even that it is there. Reading and writing need a
// recent code; readers see what operators see, and change nothing.

type Args = { request: Request; context: RequestContext };

export type ConsoleFrame = {
  section: ConsoleSection;
  waiting: Waiting;
  mayChange: boolean;
  nowMs: number;
};

/** One round trip: the session, what waits, and the page's own reading. */
export async function readConsole<T>(
  args: Args,
  section: ConsoleSection,
  make: (access: Access) => Work<T>,
): Promise<{ frame: ConsoleFrame; viewer: Viewer; result: T }> {
  const { db } = args.context;
  const session = await consoleSession(args);
  const { viewer, nowMs, result } = await session.read((access) =>
    together({ waiting: readWaiting(db, access.nowMs), page: make(access) }),
  );
  admitToConsole(viewer, nowMs, section);
  const frame = { section, waiting: result.waiting, mayChange: viewer.role === "operator", nowMs };
  return { frame, viewer, result: result.page };
}

/** For a page that shows nothing but what waits. */
export const readConsoleFrame = (args: Args, section: ConsoleSection) => readConsole(args, section, () => nothing);

/**
 * One round trip. The work's statements must carry the `access.fresh` they are given and say that this user is an operator, so
 * that for anybody else nothing is written.
 */
export async function writeConsole<T>(
  args: Args,
  section: ConsoleSection,
  make: (access: Access) => Work<T>,
): Promise<{ viewer: Viewer; nowMs: number; result: T }> {
  const session = await consoleSession(args);
  const written = await session.write(make);
  admitToConsole(written.viewer, written.nowMs, section);
  if (written.viewer.role !== "operator") throw new Response(null, { status: 403, statusText: "Forbidden" });
  return written;
}

/** For use cases that are handed a session: whatever they read or write first, who may change nothing gets no further. */
export async function openConsole(args: Args, section: ConsoleSection): Promise<Session> {
  const session = await consoleSession(args);
  const admitted = <T>(answer: SessionResult<T>): SessionResult<T> => {
    admitToConsole(answer.viewer, answer.nowMs, section);
    if (answer.viewer.role !== "operator") throw new Response(null, { status: 403, statusText: "Forbidden" });
    return answer;
  };
  return {
    claim: session.claim,
    read: async (make) => admitted(await session.read(make)),
    write: async (make) => admitted(await session.write(make)),
  };
}

/** Cookie or not, nobody passes whom the gate does not know: a stolen session alone opens nothing. */
async function consoleSession(args: Args) {
  if (!(await args.context.staffGate.admits(args.request))) throw notFound();
  const claim = await readSessionCookie(args.context.config, args.request);
  if (!claim) throw notFound();
  return cookieSession(args, claim);
}

function admitToConsole(viewer: Viewer, nowMs: number, section: ConsoleSection): void {
  if (viewer.role === "investor") throw notFound();
  if (isFresh(viewer, nowMs)) return;
  const to = `/confirm-code?next=operator-${section}`;
  throw redirect(to, 303);
}
