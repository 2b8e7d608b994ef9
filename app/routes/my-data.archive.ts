import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readMyData } from "~/areas/holdings/read-my-data";
import { dataFile } from "~/server/published-file";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";

export const loader = () => redirect("/my-data");

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const session = withinLimit(context, await requireSession(args), "my-data");
  const data = await readMyData(context, session);
  return data ? dataFile(data, "everything-about-me") : redirect("/confirm-code?to=/my-data", 303);
}
