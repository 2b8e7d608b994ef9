import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { waysOutPage } from "~/content/ways-out-texts";
import {
  type ExitList,
  PROOF_FILES,
  readProof,
  type RoundList,
  type ServiceTimes,
} from "~/areas/proof/publishing/proof-files";
import { readPublicFigures } from "~/areas/proof/public-figures";
import type { PageHandle } from "~/server/page-handle";
import { WaysOutScreen } from "./screen";

export const handle: PageHandle = { minute: true };

export const meta: MetaFunction = () =>
  publicPageMeta({ ...waysOutPage, title: `${waysOutPage.title} · ${company.brand}` });

/** `/ways-out`: how an investor gets money back. Three files and one round trip, at most once a minute. */
export async function loader({ context: { proof, db } }: LoaderFunctionArgs) {
  const [ended, times, held, now] = await Promise.all([
    readProof<ExitList>(proof, PROOF_FILES.exits),
    readProof<ServiceTimes>(proof, PROOF_FILES.service),
    readProof<RoundList>(proof, PROOF_FILES.rounds),
    readPublicFigures(db),
  ]);
  return json({
    exits: ended?.exits ?? [],
    times,
    rounds: held && withoutRows(held),
    resale: now.resale,
    day: ended?.day ?? times?.day ?? null,
  });
}

const withoutRows = ({ rounds: _, ...counts }: RoundList) => counts;

export default function WaysOut() {
  return <WaysOutScreen {...useLoaderData<typeof loader>()} />;
}
