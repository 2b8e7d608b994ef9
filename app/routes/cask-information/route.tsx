import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { caskTexts } from "~/content/casks";
import { titled } from "~/content/page-titles";
import { caskView } from "~/features/casks/cask-view";
import { caskQuery } from "~/features/casks/read-cask";
import { joiningFeeCents, joiningFeeQuery } from "~/features/settings/joining-fee";
import { readAsViewer } from "~/server/guards";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { CaskInformationScreen } from "./screen";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => [titled(data ? data.cask.name : caskTexts.cask)];

export async function loader(args: LoaderFunctionArgs) {
  const { db } = args.context;
  const caskId = readId(new URL(args.request.url).searchParams.get("cask"));
  const { viewer, rows, nowMs } = await readAsViewer(args, () => [caskQuery(db, caskId), joiningFeeQuery(db)]);
  const [[cask], fee] = rows;
  if (!cask) throw notFound();
  const { activated } = viewer;
  return json({
    activated,
    feeCents: joiningFeeCents(fee),
    cask: {
      ...caskView(cask, { activated, nowMs }),
      information: activated ? cask.distilleryInformation : null,
      warehouse: activated ? cask.warehouse : null,
    },
  });
}

export default function CaskInformation() {
  return <CaskInformationScreen {...useLoaderData<typeof loader>()} />;
}
