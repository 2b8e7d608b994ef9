import type { ReactNode } from "react";
import { auditTexts as texts } from "~/content/audit-texts";
import { AUDIT_PATH } from "~/content/page-paths";
import type { AuditDay, AuditedCask } from "~/domain/audit/audit-files";
import { listHref } from "~/domain/audit/audit-pages";
import { Page, PageTitle } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";
import { SiteFooter } from "~/ui/site-footer";
import { AuditedCasks } from "./audited-casks";
import { ChainPanel, FilesPanel, MoneyPanel } from "./day-panels";
import { PageLinks } from "./page-links";

export type ShownDay = Omit<AuditDay, "casks"> & {
  casks: AuditedCask[];
  /** On all pages. */
  caskCount: number;
  /** The first that are not right, of all pages. */
  failing: Pick<AuditedCask, "id" | "name">[];
  page: number;
  pages: number;
  hasStamp: boolean;
};

/** One day's audit. @param props.path of this page @param props.lead below the title @param props.children after the rest */
export function DayScreen({ day, path, lead, children }: DayScreenProps) {
  const verdict = texts.verdict[day.result];
  return (
    <Page top={{ back: { href: path === AUDIT_PATH ? "/" : AUDIT_PATH } }} footer={<SiteFooter />}>
      <PageTitle lead={lead ?? texts.asOf}>{texts.dayTitle(day.date)}</PageTitle>
      <div className="rounded-md bg-barley p-4">
        <Verdict title={verdict.title} isRight={day.result === "PASS"}>
          {day.reason ?? verdict.text}
        </Verdict>
        {day.failing.length > 0 && (
          <ul aria-label={texts.notRight}>
            {day.failing.map(({ id, name }) => (
              <li key={id}>
                <a
                  href={listHref({ date: day.date, caskId: id })}
                  className="inline-flex min-h-11 min-w-11 items-center wrap-anywhere text-copper underline underline-offset-4"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <AuditedCasks casks={day.casks} date={day.date} total={day.caskCount} />
      <PageLinks page={day.page} pages={day.pages} hrefOf={(page) => (page === 1 ? path : `${path}?page=${page}`)} />
      <MoneyPanel money={day.money} />
      <ChainPanel day={day} hasStamp={day.hasStamp} />
      <FilesPanel date={day.date} />
      {children}
    </Page>
  );
}

type DayScreenProps = { day: ShownDay; path: string; lead?: string; children?: ReactNode };

function Verdict({ title, isRight, children }: { title: string; isRight: boolean; children: string }) {
  return (
    <p className="flex flex-col gap-1">
      <strong className={`display text-lg ${isRight ? "text-moss" : "text-brick"}`}>{title}</strong>
      <span className="wrap-anywhere">{children}</span>
    </p>
  );
}

export function NoAudit({ children }: { children?: ReactNode }) {
  return (
    <Page top={{ back: { href: "/" } }} footer={<SiteFooter />}>
      <ResultHead look="waiting" title={texts.none.title}>
        {texts.none.text}
      </ResultHead>
      {children}
    </Page>
  );
}
