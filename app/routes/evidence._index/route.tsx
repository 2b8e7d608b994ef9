import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { evidencePage } from "~/content/evidence-texts";
import { publicPageMeta } from "~/content/page-meta";
import { described } from "~/content/page-titles";
import { dateOf } from "~/domain/calendar-date";
import { listEvidence } from "~/areas/proof/list-evidence";
import { readEvidence } from "~/areas/proof/read-evidence";
import { readValueRecord } from "~/areas/casks/read-value-record";
import { yesterdayOf } from "~/areas/proof/read-service";
import { runWork, together } from "~/db/work";
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
  const { db } = context;
  const { searchParams } = new URL(request.url);
  const caskId = searchParams.get("cask");
  const yesterday = yesterdayOf(context.nowMs());
  const today = dateOf(context.nowMs());
  if (caskId === null) {
    const list = await runWork(db, listEvidence(db, { today, asked: searchParams.get("page") }));
    return json({ view: "list" as const, day: yesterday.day, ...list });
  }
  const read = together({ file: readEvidence(db, caskId, { ...yesterday, today }), record: readValueRecord(db) });
  const { file, record } = await runWork(db, read);
  if (!file) throw notFound();
  return json({ view: "cask" as const, today, file, record });
}

export default function Evidence() {
  const data = useLoaderData<typeof loader>();
  return data.view === "cask" ? <CaskScreen {...data} /> : <ListScreen {...data} />;
}
