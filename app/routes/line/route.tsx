import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { linePath } from "~/content/page-paths";
import { described, pageTitles } from "~/content/page-titles";
import { firstHourEnd } from "~/domain/first-hour";
import { readSignedIn } from "~/core/session/read-signed-in";
import type { CarriedSession } from "~/core/session/session";
import type { RequestContext } from "~/server/context";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { lookAgainScript } from "~/ui/look-again";
import { type LinePlace, LineScreen } from "./screen";

/** Looks again by itself, with or without JavaScript. */
export const handle: PageHandle = { inlineScript: lookAgainScript };

export const meta: MetaFunction = () => described(pageTitles.line);

const LOOKS_AGAIN = new Set<LinePlace["is"]>(["gathered", "in-line", "called", "away"]);

/** Who is this near to the front is told soon. */
const NEAR = 20;

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const session = await requireSession(args);
  const url = new URL(request.url);
  const caskId = readId(url.searchParams.get("cask"));
  if (caskId === "") throw notFound();
  const place = await placeOf(args.context, session, caskId);
  const isFull = url.searchParams.has("full") && firstHourEnd(context.nowMs()) !== null;
  const now: LinePlace = place.is === "none" && isFull ? { is: "network-full" } : place;
  return json({ caskId, now, refresh: nextLook(caskId, now, context.nowMs()) });
}

/**
 * For a page that thousands ask for again and again, and that shows nothing of the person: the record in KV admits to it, and the desk
 * has the database confirm its sessions by the thousand. Who has no place asks the database, and whose session ended is turned away by it.
 */
async function placeOf({ desk }: RequestContext, session: CarriedSession, caskId: string): Promise<LinePlace> {
  await session.awake();
  const now = (await desk?.place(caskId, session.claim)) ?? { is: "none" };
  if (now.is !== "none" && now.is !== "session-ended") return now;
  await readSignedIn(session);
  return { is: "none" };
}

/** Thousands who came at once do not all come back at once: when each looks again depends on the millisecond of this look. */
function nextLook(caskId: string, now: LinePlace, nowMs: number): string | null {
  if (!LOOKS_AGAIN.has(now.is)) return null;
  const isNear = now.is === "gathered" || (now.is === "in-line" && now.place <= NEAR);
  const seconds = isNear ? 4 + (nowMs % 3) : 12 + (nowMs % 7);
  return `${seconds};url=${linePath(caskId)}`;
}

/** The button that leaves the line. Whoever has left and presses again has left. */
export async function action(args: ActionFunctionArgs) {
  const session = await requireSession(args);
  const form = await readForm(args.request);
  const caskId = readId(form.get("cask"));
  if (caskId === "" || form.get("intent") !== "leave") throw new Response(null, { status: 400 });
  await readSignedIn(session);
  const hasLeft = (await args.context.desk?.leave(caskId, session.claim.userId)) ?? true;
  if (!hasLeft) throw new Response(null, { status: 503, headers: { "Retry-After": "5" } });
  return redirect(linePath(caskId), 303);
}

export default function LinePage() {
  const { caskId, now } = useLoaderData<typeof loader>();
  return <LineScreen caskId={caskId} now={now} />;
}
