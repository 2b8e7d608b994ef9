import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { ListPage } from "~/areas/console/lists/list-page";
import { messages } from "~/areas/console/lists/messages";
import { readList } from "~/server/console-list";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { console: true };

export const meta = () => described(messages.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, messages);

export default function Messages() {
  return <ListPage list={messages} {...useLoaderData<typeof loader>()} />;
}
