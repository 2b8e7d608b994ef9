import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { ListPage } from "~/areas/console/lists/list-page";
import { rounds } from "~/areas/console/lists/rounds";
import { readList } from "~/server/console-list";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { console: true };

export const meta = () => described(rounds.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, rounds);

export default function Rounds() {
  return <ListPage list={rounds} {...useLoaderData<typeof loader>()} />;
}
