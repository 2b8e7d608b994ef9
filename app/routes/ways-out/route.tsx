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
import { liveBoard } from "~/server/live-board";
import { WaysOutScreen } from "./screen";

export const meta: MetaFunction = () =>
  publicPageMeta({ ...waysOutPage, title: `${waysOutPage.title} · ${company.brand}` });

/** `/ways-out`: how an investor gets money back. Three files and the board of current figures are read, and no database. */
export async function loader({ context: { proof, kv } }: LoaderFunctionArgs) {
  const [ended, times, held, now] = await Promise.all([
    readProof<ExitList>(proof, PROOF_FILES.exits),
    readProof<ServiceTimes>(proof, PROOF_FILES.service),
    readProof<RoundList>(proof, PROOF_FILES.rounds),
    // The market is closed unless it is known to be open.
    liveBoard(kv)
      .read()
      .catch(() => null),
  ]);
  return json({
    exits: ended?.exits ?? [],
    times,
    rounds: held && withoutRows(held),
    resale: now?.resale ?? null,
    day: ended?.day ?? times?.day ?? null,
  });
}

const withoutRows = ({ rounds: _, ...counts }: RoundList) => counts;

export default function WaysOut() {
  return <WaysOutScreen {...useLoaderData<typeof loader>()} />;
}
