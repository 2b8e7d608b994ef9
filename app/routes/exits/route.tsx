import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { exitPage } from "~/content/exit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { judgeExits } from "~/areas/proof/publishing/judge-exits";
import { type ExitList, PROOF_FILES, readProof } from "~/areas/proof/publishing/proof-files";
import { ExitsScreen } from "./screen";

export const meta: MetaFunction = () => publicPageMeta({ ...exitPage, title: `${exitPage.title} · ${company.brand}` });

/** `/exits`: every cask that ended, and how right its values were. One file is read, and no database. */
export async function loader({ context }: LoaderFunctionArgs) {
  const list = await readProof<ExitList>(context.proof, PROOF_FILES.exits);
  return json({ list, values: list && judgeExits(list.exits) });
}

export default function Exits() {
  return <ExitsScreen {...useLoaderData<typeof loader>()} />;
}
