import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { waysOutPage } from "~/content/ways-out-texts";
import { readWaysOut } from "~/areas/proof/read-figures";
import type { PageHandle } from "~/server/page-handle";
import { WaysOutScreen } from "./screen";

export const handle: PageHandle = { minute: [] };

export const meta: MetaFunction = () =>
  publicPageMeta({ ...waysOutPage, title: `${waysOutPage.title} · ${company.brand}` });

/** `/ways-out`: how an investor gets money back. One round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  return json(await readWaysOut(context));
}

export default function WaysOut() {
  return <WaysOutScreen {...useLoaderData<typeof loader>()} />;
}
