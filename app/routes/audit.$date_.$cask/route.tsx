import { type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { auditListTexts } from "~/content/audit-texts";
import { described } from "~/content/page-titles";
import { pageOf, STAKES_A_PAGE } from "~/domain/audit/audit-pages";
import { readList } from "~/areas/proof/read-audit";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { StakeListScreen } from "./screen";

export const handle: PageHandle = { tagged: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...described(auditListTexts.title(data?.cask.name ?? "")),
  { name: "robots", content: "noindex" },
];

/** What it says never changes, but how it looks may. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "public, max-age=3600, must-revalidate" });

/** Two published files, of which the day names the list. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const which = { date: params.date ?? "", caskId: params.cask ?? "" };
  const found = await readList(context, which);
  if (!found) throw notFound();
  const { day, cask, list } = found;
  const { shown, page, pages } = pageOf(list.stakes, STAKES_A_PAGE, new URL(request.url).searchParams.get("page"));
  return json({ date: day.date, cask, stakes: shown, page, pages });
}

export default function StakeList() {
  return <StakeListScreen {...useLoaderData<typeof loader>()} />;
}
