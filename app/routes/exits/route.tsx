import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { exitPage } from "~/content/exit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { type ExitList, PROOF_FILES, readProof } from "~/areas/proof/publishing/proof-files";
import { ExitsScreen } from "./screen";

export const meta: MetaFunction = () => publicPageMeta({ ...exitPage, title: `${exitPage.title} · ${company.brand}` });

/** `/exits`: every cask that ended. One file is read, and no database. */
export async function loader({ context }: LoaderFunctionArgs) {
  return json({ list: await readProof<ExitList>(context.proof, PROOF_FILES.exits) });
}

export default function Exits() {
  return <ExitsScreen {...useLoaderData<typeof loader>()} />;
}
