import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { exitPage } from "~/content/exit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { judgeExits, readExits } from "~/areas/proof/read-exits";
import { runWork } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import type { PageHandle } from "~/server/page-handle";
import { ExitsScreen } from "./screen";

export const meta: MetaFunction = () => publicPageMeta({ ...exitPage, title: `${exitPage.title} · ${company.brand}` });

export const handle: PageHandle = { minute: [] };

/** `/exits`: every cask that ended, and how right its values were. One round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  const list = await runWork(context.db, readExits(context.db));
  return json({ day: dateOf(context.nowMs()), list, values: judgeExits(list.exits) });
}

export default function Exits() {
  return <ExitsScreen {...useLoaderData<typeof loader>()} />;
}
