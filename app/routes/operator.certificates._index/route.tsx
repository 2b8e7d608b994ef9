import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { ListPage } from "~/areas/console/lists/list-page";
import { certificates } from "~/areas/console/lists/certificates";
import { readList } from "~/server/console-list";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { console: true };

export const meta = () => described(certificates.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, certificates);

export default function Certificates() {
  return <ListPage list={certificates} {...useLoaderData<typeof loader>()} />;
}
