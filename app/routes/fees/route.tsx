import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readPublicFigures } from "~/areas/proof/read-figures";
import { company } from "~/content/company";
import { feesPage } from "~/content/fee-texts";
import { publicPageMeta } from "~/content/page-meta";
import { publicFigureTexts } from "~/content/public-figure-texts";
import type { PageHandle } from "~/server/page-handle";
import { FeesScreen } from "./screen";

export const handle: PageHandle = { minute: [] };

/** One round trip, at most once a minute. */
export async function loader({ context: { db, nowMs } }: LoaderFunctionArgs) {
  return json(publicFigureTexts(await readPublicFigures(db), nowMs()));
}

export const meta = () => publicPageMeta({ ...feesPage, title: `${feesPage.title} · ${company.brand}` });

export default function Fees() {
  return <FeesScreen figures={useLoaderData<typeof loader>()} />;
}
