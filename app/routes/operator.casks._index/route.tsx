import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { ListPage } from "~/areas/console/lists/list-page";
import { casks } from "~/areas/console/lists/casks";
import { readList } from "~/server/console-list";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { console: true };

export const meta = () => described(casks.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, casks);

export default function Casks() {
  return <ListPage list={casks} {...useLoaderData<typeof loader>()} />;
}
