import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { casks } from "~/areas/console/lists/casks";
import { certificates } from "~/areas/console/lists/certificates";
import type { ConsoleList, ListRow } from "~/areas/console/lists/define-list";
import { leads } from "~/areas/console/lists/leads";
import { type ListData, ListPage } from "~/areas/console/lists/list-page";
import { log } from "~/areas/console/lists/log";
import { payments } from "~/areas/console/lists/payments";
import { support } from "~/areas/console/lists/support";
import { users } from "~/areas/console/lists/users";
import { readConsoleFrame } from "~/server/console-session";
import { readList } from "~/server/console-list";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";

const pageOf = <Row extends ListRow, State extends string, Position>(list: ConsoleList<Row, State, Position>) => ({
  title: list.title,
  read: (args: LoaderFunctionArgs): Promise<unknown> => readList(args, list),
  draw: (data: unknown) => <ListPage list={list} {...(data as ListData<Row, State>)} />,
});

/** Lists that are nothing but a list, by the name in their URL. */
const PAGES = {
  casks: pageOf(casks),
  payments: pageOf(payments),
  users: pageOf(users),
  certificates: pageOf(certificates),
  support: pageOf(support),
  log: pageOf(log),
  leads: pageOf(leads),
};

const named = (name = "") => (Object.hasOwn(PAGES, name) ? PAGES[name as keyof typeof PAGES] : null);

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = ({ params }) => described(named(params.list)?.title ?? "");

export async function loader(args: LoaderFunctionArgs) {
  const page = named(args.params.list);
  if (page) return { list: args.params.list, data: await page.read(args) };
  await readConsoleFrame(args, "overview");
  throw notFound();
}

export default function List() {
  const { list, data } = useLoaderData<typeof loader>();
  return named(list)?.draw(data);
}
