import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { proofPage } from "~/content/proof-texts";
import type { PageHandle } from "~/server/page-handle";
import { ProofScreen } from "./screen";

export const handle: PageHandle = { prerender: true };

export const meta = () => publicPageMeta({ ...proofPage, title: `${proofPage.title} · ${company.brand}` });

export default function Proof() {
  return <ProofScreen />;
}
