import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { waysOutPage } from "~/content/ways-out-texts";
import { type ExitList, PROOF_FILES, readProof, type ServiceTimes } from "~/areas/proof/publishing/proof-files";
import { WaysOutScreen } from "./screen";

export const meta: MetaFunction = () =>
  publicPageMeta({ ...waysOutPage, title: `${waysOutPage.title} · ${company.brand}` });

/** `/ways-out`: how an investor gets money back. Two files are read, and no database. */
export async function loader({ context: { proof } }: LoaderFunctionArgs) {
  const [ended, times] = await Promise.all([
    readProof<ExitList>(proof, PROOF_FILES.exits),
    readProof<ServiceTimes>(proof, PROOF_FILES.service),
  ]);
  return json({ exits: ended?.exits ?? [], times, day: ended?.day ?? times?.day ?? null });
}

export default function WaysOut() {
  return <WaysOutScreen {...useLoaderData<typeof loader>()} />;
}
