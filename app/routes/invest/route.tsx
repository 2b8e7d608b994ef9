import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitles, titled } from "~/content/page-titles";
import { caskView } from "~/features/casks/cask-view";
import { listCasks } from "~/features/casks/list-casks";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { InvestScreen } from "./screen";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => [titled(pageTitles.invest)];

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, nowMs, casks, feeCents } = await listCasks(args.context, await requireSession(args));
  const { activated } = viewer;
  return json({
    activated,
    feeCents,
    casks: casks.map((cask) => caskView(cask, { activated, nowMs })),
  });
}

export default function Invest() {
  return <InvestScreen {...useLoaderData<typeof loader>()} />;
}
