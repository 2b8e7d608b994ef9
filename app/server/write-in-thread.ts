import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { supportThreadPath } from "~/content/page-paths";
import { readWritten } from "~/areas/support/own-thread";
import type { Session } from "~/core/session/session";
import { readForm } from "./login-form";
import { notFound } from "./not-found";
import { requireSession } from "./session/page-session";
import { withinLimit } from "./session/within-limit";

export async function writeInThread(
  args: ActionFunctionArgs,
  write: (session: Session, body: string) => Promise<string | null>,
) {
  const written = readWritten((await readForm(args.request)).get("body"));
  const session = await requireSession(args);
  if (!written.ok) return json(written, 400);
  const number = await write(withinLimit(args.context, session, "support"), written.body);
  if (number === null) throw notFound();
  return redirect(supportThreadPath(number), 303);
}
