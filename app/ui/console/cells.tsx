import type { ReactNode } from "react";
import { sectionHref } from "~/content/console-sections";
import { kindInWords } from "~/content/log-words";
import { formatInstant } from "~/domain/calendar-date";

/** By what the log and the books call them. */
const PAGES = {
  user: sectionHref("users"),
  operator: sectionHref("users"),
  reader: sectionHref("users"),
  payment: sectionHref("payments"),
  withdrawal: sectionHref("withdrawals"),
  certificate: sectionHref("certificates"),
  cask: sectionHref("casks"),
  support: sectionHref("support"),
  "payout-run": "/operator/payout-runs",
  "bank-answer": "/operator/bank-answers",
} as const;

export const consoleLink = "text-copper underline underline-offset-4";

/** A target of 44 px on a phone. */
export const cellLink = `inline-flex min-h-11 items-center lg:-my-[1.5px] lg:min-h-6 ${consoleLink}`;

function subjectHref(subject: string): string | null {
  const at = subject.indexOf(":");
  const page = PAGES[subject.slice(0, at) as keyof typeof PAGES] as string | undefined;
  const id = subject.slice(at + 1);
  return page === undefined || id.includes(":") ? null : `${page}/${id}`;
}

/** @param name what it is called; else its kind */
export function SubjectLink({ subject, name = null }: { subject: string; name?: string | null }) {
  const href = subjectHref(subject);
  const isKnown = Object.hasOwn(PAGES, subject.slice(0, subject.indexOf(":")));
  const words = <bdi>{name ?? (isKnown ? kindInWords(subject) : subject)}</bdi>;
  if (href === null) return words;
  return (
    <a href={href} title={subject.slice(subject.indexOf(":") + 1)} className={cellLink}>
      {words}
    </a>
  );
}

type LinkProps = { href: string; download?: boolean; children: ReactNode };

export const TextLink = ({ children, ...link }: LinkProps) => (
  <a {...link} className={`inline-flex min-h-11 items-center ${consoleLink}`}>
    {children}
  </a>
);

export const CellLink = ({ children, ...link }: LinkProps) => (
  <a {...link} className={cellLink}>
    {children}
  </a>
);

/** On a phone the whole row is its target. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={`scroll-my-16 font-semibold max-lg:after:absolute max-lg:after:inset-0 ${consoleLink}`}>
      {children}
    </a>
  );
}

export function Instant({ atMs }: { atMs: number }) {
  return (
    <time dateTime={new Date(atMs).toISOString()} className="figures whitespace-nowrap">
      {formatInstant(atMs)}
    </time>
  );
}
