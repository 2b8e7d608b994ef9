import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { sectionHref } from "~/content/console-sections";
import { dateOf } from "~/domain/calendar-date";
import { readConsoleFrame } from "~/server/console-session";

/** Leads to the running month, from which the others are reached. */
export async function loader(args: LoaderFunctionArgs) {
  const { nowMs } = await readConsoleFrame(args, "books");
  return redirect(`${sectionHref("books")}/${dateOf(nowMs).slice(0, 7)}`);
}
