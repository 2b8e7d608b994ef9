import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { ListPage } from "~/areas/console/lists/list-page";
import { support } from "~/areas/console/lists/support";
import { readList } from "~/server/console-list";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { console: true };

export const meta = () => described(support.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, support);

export default function Support() {
  return <ListPage list={support} {...useLoaderData<typeof loader>()} />;
}
