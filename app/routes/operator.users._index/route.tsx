import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { ListPage } from "~/areas/console/lists/list-page";
import { users } from "~/areas/console/lists/users";
import { readList } from "~/server/console-list";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { console: true };

export const meta = () => described(users.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, users);

export default function Users() {
  return <ListPage list={users} {...useLoaderData<typeof loader>()} />;
}
