import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readCustomersData } from "~/areas/holdings/read-customers-data";
import { sectionHref } from "~/content/console-sections";
import { openConsole, readConsoleFrame } from "~/server/console-session";
import { dataFile } from "~/server/data-file";
import { readId } from "~/server/read-id";

const pageOf = ({ params }: LoaderFunctionArgs) => `${sectionHref("users")}/${readId(params.id)}`;

/** Opened as an address, this leads to the page with the form. */
export async function loader(args: LoaderFunctionArgs) {
  await readConsoleFrame(args, "users");
  return redirect(pageOf(args));
}

export async function action(args: ActionFunctionArgs) {
  const userId = readId(args.params.id);
  const session = await openConsole(args, "users");
  const data = await readCustomersData(args.context, session, userId);
  return data ? dataFile(data, userId) : redirect(`${pageOf(args)}?file=not-allowed`, 303);
}
