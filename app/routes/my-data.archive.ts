import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readMyData } from "~/areas/holdings/read-my-data";
import { dateOf } from "~/domain/calendar-date";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";

export const loader = () => redirect("/my-data");

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const session = withinLimit(context, await requireSession(args), "my-data");
  const data = await readMyData(context, session);
  if (!data) return redirect("/confirm-code?next=my-data", 303);
  return new Response(`${JSON.stringify(data.parts, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": `attachment; filename="dunnage-everything-about-me-${dateOf(data.nowMs)}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
}
