import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { ListPage } from "~/areas/console/lists/list-page";
import { NEEDS_A_PERSON, payments, waitingPayments } from "~/areas/console/lists/payments";
import { readList } from "~/server/console-list";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { console: true };

export const meta = () => described(payments.title);

export async function loader(args: LoaderFunctionArgs) {
  const needs = new URL(args.request.url).searchParams.get("state") === NEEDS_A_PERSON;
  if (needs) return { waiting: await readList(args, waitingPayments), list: null };
  return { waiting: null, list: await readList(args, payments) };
}

export default function Payments() {
  const { waiting, list } = useLoaderData<typeof loader>();
  return waiting ? <ListPage list={waitingPayments} {...waiting} /> : <ListPage list={payments} {...list} />;
}
