import type { ReactNode } from "react";
import { PROOF_PATH } from "~/content/page-paths";
import { proofTexts } from "~/content/proof-texts";
import { Page, PageTitle } from "./page";
import { SiteFooter } from "./site-footer";

type ProofPageProps = {
  title: string;
  lead: string;
  asOf: string;
  back?: { href: string; label: string };
  children: ReactNode;
};

export function ProofPage({ title, lead, asOf, back, children }: ProofPageProps) {
  return (
    <Page top={{ back: back ?? { href: PROOF_PATH, label: proofTexts.why } }} footer={<SiteFooter />}>
      <PageTitle lead={lead}>{title}</PageTitle>
      <p className="-mt-4 text-sm text-peat-60">{asOf}</p>
      {children}
    </Page>
  );
}
