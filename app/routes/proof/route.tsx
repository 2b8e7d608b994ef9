import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { proofPage } from "~/content/proof-texts";
import { readFigures } from "~/areas/proof/read-figures";
import type { PageHandle } from "~/server/page-handle";
import { ProofScreen } from "./screen";

export const meta = () => publicPageMeta({ ...proofPage, title: `${proofPage.title} · ${company.brand}` });

export const handle: PageHandle = { minute: [] };

/** The newest audit's file and one round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  return json(await readFigures(context));
}

export default function Proof() {
  return <ProofScreen {...useLoaderData<typeof loader>()} />;
}
