import type { ReactNode } from "react";
import { PROOF_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { Page, PageTitle } from "./page";
import { SiteFooter } from "./site-footer";
import { TextLink } from "./text-link";

type ProofPageProps = {
  title?: string;
  lead?: string;
  asOf?: string;
  back?: { href: string; label?: string };
  briefFooter?: boolean;
  children: ReactNode;
};

const WHY = { href: PROOF_PATH, label: "Why believe it?" };

export const asOfEnd = (day: string) => `As of the end of ${formatDate(day)} (UTC).`;

export function ProofPage({ title, lead, asOf, back = WHY, briefFooter, children }: ProofPageProps) {
  return (
    <Page top={{ back }} footer={<SiteFooter brief={briefFooter} />}>
      {title && <PageTitle lead={lead}>{title}</PageTitle>}
      {asOf && <p className="-mt-4 text-sm text-peat-60">{asOf}</p>}
      {children}
    </Page>
  );
}

/** Beside each other where there is room. */
export function Links({ links }: { links: readonly { href: string; label: string }[] }) {
  return (
    <ul className="figures flex flex-wrap gap-x-4">
      {links.map(({ href, label }) => (
        <li key={href}>
          <TextLink href={href}>{label}</TextLink>
        </li>
      ))}
    </ul>
  );
}

export function Hash({ label, children }: { label: string; children: string }) {
  return (
    <p className="text-sm">
      <span className="block text-peat-60">{label}</span>
      <span className="font-mono break-all">{children}</span>
    </p>
  );
}

export function Command({ children }: { children: string }) {
  return <pre className="rounded-sm bg-barley p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">{children}</pre>;
}
