import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { ListPage } from "~/areas/console/lists/list-page";
import { leads } from "~/areas/console/lists/leads";
import { readList } from "~/server/console-list";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { console: true };

export const meta = () => described(leads.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, leads);

export default function Leads() {
  return <ListPage list={leads} {...useLoaderData<typeof loader>()} />;
}
