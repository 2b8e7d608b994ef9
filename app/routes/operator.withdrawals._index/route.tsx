import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-meta";
import { ListPage } from "~/areas/console/lists/list-page";
import { withdrawals } from "~/areas/console/lists/withdrawals";
import { readList } from "~/server/console-list";
import { MakeRun } from "~/ui/console/make-run";

export const meta = () => described(withdrawals.title);

export async function loader(args: LoaderFunctionArgs) {
  return { list: await readList(args, withdrawals), nextRunId: args.context.newId("run") };
}

export default function Withdrawals() {
  const { list, nextRunId } = useLoaderData<typeof loader>();
  return (
    <ListPage list={withdrawals} {...list}>
      {list.filter.state === "due" && list.frame.mayChange && list.rows.length > 0 && <MakeRun runId={nextRunId} />}
    </ListPage>
  );
}
