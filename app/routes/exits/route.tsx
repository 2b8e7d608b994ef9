import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { exitPage } from "~/content/exit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { judgeExits, listExits } from "~/areas/proof/read-exits";
import type { PageHandle } from "~/server/page-handle";
import { ExitsScreen } from "./screen";

export const meta: MetaFunction = () => publicPageMeta({ ...exitPage, title: `${exitPage.title} · ${company.brand}` });

export const handle: PageHandle = { minute: [] };

/** `/exits`: every cask that ended, and how right its values were. One round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  const list = await listExits(context);
  return json({ list, values: judgeExits(list.exits) });
}

export default function Exits() {
  return <ExitsScreen {...useLoaderData<typeof loader>()} />;
}
