import type { ReactNode } from "react";
import { PROOF_PATH } from "~/content/page-paths";
import { proofTexts } from "~/content/proof-texts";
import { EmptyState } from "./empty-state";
import { Page, PageTitle } from "./page";
import { SiteFooter } from "./site-footer";

type ProofPageProps = {
  title: string;
  lead?: string;
  /** null: nothing has been published yet. */
  day: string | null;
  /** What the page refers to other than the end of that day. */
  asOf?: string;
  back?: { href: string; label: string };
  children: ReactNode;
};

/** A page drawn from a file that is written once a day, with the day it speaks of. */
export function ProofPage({ title, lead, day, asOf, back, children }: ProofPageProps) {
  return (
    <Page top={{ back: back ?? { href: PROOF_PATH, label: proofTexts.why } }} footer={<SiteFooter />}>
      <PageTitle lead={lead}>{title}</PageTitle>
      {day === null ? (
        <EmptyState title={proofTexts.none.title}>{proofTexts.none.text}</EmptyState>
      ) : (
        <>
          <p className="-mt-4 text-sm text-peat-60">{asOf ?? proofTexts.asOf(day)}</p>
          {children}
        </>
      )}
    </Page>
  );
}
