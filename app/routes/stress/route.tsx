import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { stressPage } from "~/content/stress-texts";
import { drawStress } from "~/domain/pictures/stress-bars";
import { PROOF_FILES, readProof, type StressFile } from "~/areas/proof/publishing/proof-files";
import { StressScreen } from "./screen";

export const meta: MetaFunction = () =>
  publicPageMeta({ ...stressPage, title: `${stressPage.title} · ${company.brand}` });

/** `/stress`: what holders would get if things went badly. One file is read, and no database. */
export async function loader({ context }: LoaderFunctionArgs) {
  const file = await readProof<StressFile>(context.proof, PROOF_FILES.stress);
  return json({ file, picture: file && drawStress(file.stress) });
}

export default function StressPage() {
  return <StressScreen {...useLoaderData<typeof loader>()} />;
}
