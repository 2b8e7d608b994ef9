import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitles, titled } from "~/content/page-titles";
import { caskView } from "~/features/casks/cask-view";
import { listCasksQuery, orderCasks } from "~/features/casks/list-casks";
import { joiningFeeCents, joiningFeeQuery } from "~/features/settings/joining-fee";
import { readAsViewer } from "~/server/guards";
import type { PageHandle } from "~/server/page-handle";
import { InvestScreen } from "./screen";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => [titled(pageTitles.invest)];

export async function loader(args: LoaderFunctionArgs) {
  const { db } = args.context;
  const { viewer, rows, nowMs } = await readAsViewer(args, (asked) => [
    listCasksQuery(db, asked.nowMs),
    joiningFeeQuery(db),
  ]);
  const [casks, fee] = rows;
  const { activated } = viewer;
  return json({
    activated,
    feeCents: joiningFeeCents(fee),
    casks: orderCasks(casks, nowMs).map((cask) => caskView(cask, { activated, nowMs })),
  });
}

export default function Invest() {
  return <InvestScreen {...useLoaderData<typeof loader>()} />;
}
