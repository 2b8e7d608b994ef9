import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readCustomersData } from "~/areas/holdings/read-customers-data";
import { sectionHref } from "~/content/console-sections";
import { openConsole } from "~/server/console-session";
import { dataFile } from "~/server/published-file";
import { readId } from "~/server/read-id";

export async function action(args: ActionFunctionArgs) {
  const userId = readId(args.params.id);
  const session = await openConsole(args, "users");
  const data = await readCustomersData(args.context, session, userId);
  return data ? dataFile(data, userId) : redirect(`${sectionHref("users")}/${userId}?file=not-allowed`, 303);
}
