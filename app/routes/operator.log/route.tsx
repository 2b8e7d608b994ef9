import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { ListPage } from "~/areas/console/lists/list-page";
import { log } from "~/areas/console/lists/log";
import { readList } from "~/server/console-list";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { console: true };

export const meta = () => described(log.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, log);

export default function Log() {
  return <ListPage list={log} {...useLoaderData<typeof loader>()} />;
}
