import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-meta";
import { casks } from "~/areas/console/lists/casks";
import { certificates } from "~/areas/console/lists/certificates";
import type { ConsoleList, ListRow } from "~/areas/console/lists/define-list";
import { leads } from "~/areas/console/lists/leads";
import { type ListData, ListPage } from "~/areas/console/lists/list-page";
import { log } from "~/areas/console/lists/log";
import { offers } from "~/areas/console/lists/offers";
import { payments } from "~/areas/console/lists/payments";
import { rewards } from "~/areas/console/lists/rewards";
import { support } from "~/areas/console/lists/support";
import { trouble } from "~/areas/console/lists/trouble";
import { users } from "~/areas/console/lists/users";
import { readConsoleFrame, writeConsole } from "~/server/console-session";
import { readList } from "~/server/console-list";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import { savedAt } from "~/server/saved-at";
import { ErrorSummary } from "~/ui/error-summary";

const pageOf = <Row extends ListRow, State extends string, Position>(list: ConsoleList<Row, State, Position>) => ({
  list: { title: list.title, href: list.href, section: list.section, act: list.act, refusals: list.refusals },
  read: (args: LoaderFunctionArgs): Promise<unknown> => readList(args, list),
  draw: (data: unknown, error: string | undefined) => (
    <ListPage list={list} {...(data as ListData<Row, State>)}>
      <ErrorSummary message={error} />
    </ListPage>
  ),
});

const PAGES = {
  casks: pageOf(casks),
  payments: pageOf(payments),
  offers: pageOf(offers),
  users: pageOf(users),
  certificates: pageOf(certificates),
  rewards: pageOf(rewards),
  support: pageOf(support),
  trouble: pageOf(trouble),
  log: pageOf(log),
  leads: pageOf(leads),
};

const named = (name = "") => (Object.hasOwn(PAGES, name) ? PAGES[name as keyof typeof PAGES] : null);

export const meta: MetaFunction = ({ params }) => described(named(params.list)?.list.title ?? "");

export async function loader(args: LoaderFunctionArgs) {
  const page = named(args.params.list);
  if (page) return { name: args.params.list, data: await page.read(args) };
  await readConsoleFrame(args, "overview");
  throw notFound();
}

export async function action(args: ActionFunctionArgs) {
  const { act, refusals, href, section } = named(args.params.list)?.list ?? {};
  if (!act || !section || !href) throw notFound();
  const fields = Object.fromEntries(await readForm(args.request));
  const { result } = await writeConsole(args, section, (operator) => act(args.context.db, operator, fields));
  if (result.ok) return savedAt(args, href);
  const isForm = result.code === "form" || result.code === "reason";
  return json({ error: refusals?.[result.code] }, { status: isForm ? 400 : 409 });
}

export default function List() {
  const { name, data } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return named(name)?.draw(data, refused?.error);
}
