import { sectionHref } from "~/content/console-sections";

/** Kinds of things that have a page of their own, by what the log and the books call them. */
const PAGES = {
  user: sectionHref("users"),
  operator: sectionHref("users"),
  payment: sectionHref("payments"),
  withdrawal: sectionHref("withdrawals"),
  certificate: sectionHref("certificates"),
  cask: sectionHref("casks"),
  keeper: sectionHref("keepers"),
  support: sectionHref("support"),
} as const;

export const consoleLink = "text-copper underline underline-offset-4";

/** 'payment:ID' and the like, with a link if it has a page. */
export function SubjectLink({ subject }: { subject: string }) {
  const at = subject.indexOf(":");
  const page = PAGES[subject.slice(0, at) as keyof typeof PAGES] as string | undefined;
  const id = subject.slice(at + 1);
  if (page === undefined || id.includes(":")) return <>{subject}</>;
  return (
    <a href={`${page}/${id}`} className={consoleLink}>
      {subject}
    </a>
  );
}
