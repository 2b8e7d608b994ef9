import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described, pageTitles } from "~/content/page-titles";
import { caskView } from "~/areas/casks/cask-view";
import { listCasks } from "~/areas/casks/list-casks";
import { readListFilter } from "~/areas/casks/list-filter";
import { canWatch } from "~/areas/casks/watching/watches";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { watchScript } from "~/ui/watch-script";
import { InvestScreen } from "./screen";

export const handle: PageHandle = { investor: "purchase", inlineScript: watchScript, asksUs: true };

export const meta: MetaFunction = () => described(pageTitles.invest);

export async function loader(args: LoaderFunctionArgs) {
  const list = readListFilter(new URL(args.request.url).searchParams);
  const session = await requireSession(args);
  const { viewer, nowMs, casks, feeCents, watched } = await listCasks(args.context, session, list);
  const { activated } = viewer;
  return json({
    activated,
    feeCents,
    list: activated ? list : { ...list, sort: "closing" as const },
    casks: casks.map((cask) => {
      const view = caskView(cask, { activated, nowMs });
      return { ...view, watched: canWatch(view, activated) ? watched.has(cask.id) : null };
    }),
  });
}

export default function Invest() {
  return <InvestScreen {...useLoaderData<typeof loader>()} />;
}
