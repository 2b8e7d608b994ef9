import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { servicePage } from "~/content/service-texts";
import { PROOF_FILES, readProof, type ServiceTimes } from "~/areas/proof/publishing/proof-files";
import { ServiceScreen } from "./screen";

export const meta: MetaFunction = () =>
  publicPageMeta({ ...servicePage, title: `${servicePage.title} · ${company.brand}` });

/** `/service-times`: how long people really waited. One file is read, and no database. */
export async function loader({ context }: LoaderFunctionArgs) {
  return json({ times: await readProof<ServiceTimes>(context.proof, PROOF_FILES.service) });
}

export default function Service() {
  return <ServiceScreen {...useLoaderData<typeof loader>()} />;
}
