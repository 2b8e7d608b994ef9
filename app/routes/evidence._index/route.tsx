import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { evidencePage } from "~/content/evidence-texts";
import { publicPageMeta } from "~/content/page-meta";
import { described } from "~/content/page-titles";
import { listEvidence } from "~/areas/proof/list-evidence";
import { readEvidence } from "~/areas/proof/read-evidence";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { CaskScreen } from "./cask-screen";
import { ListScreen } from "./list-screen";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.view === "cask"
    ? described(data.file.cask.name)
    : publicPageMeta({ ...evidencePage, title: `${evidencePage.title} · ${company.brand}` });

export const handle: PageHandle = { minute: ["cask", "page"] };

/** `/evidence?cask=ID`: what is known of one cask, or the list of all. One round trip, at most once a minute. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const caskId = searchParams.get("cask");
  if (caskId === null)
    return json({ view: "list" as const, ...(await listEvidence(context, searchParams.get("page"))) });
  const file = await readEvidence(context, caskId);
  if (!file) throw notFound();
  return json({ view: "cask" as const, file });
}

export default function Evidence() {
  const data = useLoaderData<typeof loader>();
  return data.view === "cask" ? <CaskScreen {...data} /> : <ListScreen {...data} />;
}
