import type { ReactNode } from "react";
import { PROOF_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { Page, PageTitle } from "./page";
import { SiteFooter } from "./site-footer";

export const asOfEnd = (day: string) => `As of the end of ${formatDate(day)} (UTC).`;

type ProofPageProps = {
  title: string;
  lead: string;
  asOf: string;
  back?: { href: string; label: string };
  children: ReactNode;
};

export function ProofPage({ title, lead, asOf, back, children }: ProofPageProps) {
  return (
    <Page top={{ back: back ?? { href: PROOF_PATH, label: "Why believe it?" } }} footer={<SiteFooter />}>
      <PageTitle lead={lead}>{title}</PageTitle>
      <p className="-mt-4 text-sm text-peat-60">{asOf}</p>
      {children}
    </Page>
  );
}
