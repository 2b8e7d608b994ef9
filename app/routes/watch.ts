import { caskPath } from "~/content/page-paths";
import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readListFilter } from "~/areas/casks/list-filter";
import { unwatchCask, watchCask } from "~/areas/casks/watching/watch-cask";
import { readForm } from "~/server/login-form";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { setToast } from "~/server/toast";
import { investHref } from "~/ui/list-href";

/** Watching is a write, so a link or a prefetch must not do it: the list of casks has the buttons. */
export function loader() {
  return redirect("/invest");
}

/** Back to where the button was; a second tap changes nothing. A script that stays on its page is told in a status. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const caskId = readId(form.get("cask"));
  const fromList = form.get("from") === "list" || caskId === "";
  const back = fromList ? `${investHref(readListFilter(form))}#cask-${caskId}` : `${caskPath(caskId)}#watch`;
  const session = withinLimit(args.context, await requireSession(args), "watching");
  const stays = args.request.headers.get("Accept") === "application/json";
  const done = () => (stays ? new Response(null, { status: 204 }) : redirect(back, 303));
  if (form.get("intent") === "unwatch") {
    await unwatchCask(args.context, session, caskId);
    return done();
  }
  const outcome = await watchCask(args.context, session, caskId);
  if (outcome.ok) return done();
  if (stays) return new Response(null, { status: 409 });
  const headers = { "Set-Cookie": await setToast(args.context.config, outcome.code) };
  return redirect(back, { status: 303, headers });
}
