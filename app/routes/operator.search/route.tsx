import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { searchTexts as texts } from "~/content/console-search-texts";
import { sectionHref } from "~/content/console-sections";
import { described } from "~/content/page-titles";
import { onlyExact, readSearchTerms, searchIfAsked } from "~/areas/console/search";
import { shownContact } from "~/areas/console/shown-contact";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { SearchScreen } from "./screen";

export const handle: PageHandle = { console: true };

/** Not what was looked for: a tab's title is kept in the browser's history. */
export const meta: MetaFunction = () => described(texts.title);

export async function loader(args: LoaderFunctionArgs) {
  const typed = new URL(args.request.url).searchParams.get("q");
  const asked = readSearchTerms(typed);
  const { frame, result } = await readConsole(args, "overview", () => searchIfAsked(args.context.db, asked));
  const query = asked?.text ?? typed?.trim().slice(0, 100) ?? "";
  if (!result) return json({ frame: frameProps(frame), query, found: null });
  const only = onlyExact(result);
  if (only) throw redirect(`${sectionHref(only.kind)}/${only.id}`, 303);
  const users = result.users.map((one) => ({ ...one, ...shownContact(one, frame.mayChange) }));
  return json({ frame: frameProps(frame), query, found: { ...result, users } });
}

export default function Search() {
  return <SearchScreen {...useLoaderData<typeof loader>()} />;
}
