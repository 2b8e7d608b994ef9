import type { ReactNode } from "react";
import { auditTexts as texts } from "~/content/audit-texts";
import { AUDIT_PATH, VERIFY_PATH } from "~/content/page-paths";
import type { AuditDay, AuditedCask, CountedCasks } from "~/domain/audit/audit-files";
import { listHref } from "~/domain/audit/audit-pages";
import type { Rack } from "~/domain/pictures/rack";
import { ButtonLink } from "~/ui/button";
import { Fold } from "~/ui/fold";
import { Page, PageTitle } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";
import { SiteFooter } from "~/ui/site-footer";
import { AuditedCasks, ResultBadge } from "./audited-casks";
import { ChainPanel, MoneyPanel } from "./day-panels";
import { PageLinks } from "./page-links";

export type ShownDay = Omit<AuditDay, "casks"> & {
  casks: AuditedCask[];
  /** Of all pages together. */
  counts: CountedCasks;
  /** The casks of this page, and the number of the first of them. */
  rack: Rack;
  first: number;
  /** The first that are not right, of all pages. */
  failing: Pick<AuditedCask, "id" | "name">[];
  page: number;
  pages: number;
};

/** One day's audit. @param props.path of this page @param props.children after the rest @param props.isOpen something in the rest was asked for */
export function DayScreen({ day, path, isOpen = false, children }: DayScreenProps) {
  const isRight = day.result === "PASS";
  return (
    <Page top={{ back: { href: path === AUDIT_PATH ? "/" : AUDIT_PATH } }} footer={<SiteFooter brief />}>
      <PageTitle lead={isRight ? texts.lead(texts.verdict.PASS) : undefined}>{texts.dayTitle(day.date)}</PageTitle>
      {!isRight && <Failing day={day} />}
      <AuditedCasks {...day} />
      <PageLinks page={day.page} pages={day.pages} hrefOf={(page) => (page === 1 ? path : `${path}?page=${page}`)} />
      <ButtonLink href={VERIFY_PATH}>{texts.files.check}</ButtonLink>
      <div className="border-t border-peat-30">
        <MoneyPanel money={day.money} />
        <Fold title={texts.more} open={isOpen}>
          <div className="border-t border-peat-30">
            <ChainPanel day={day} />
            {children}
          </div>
        </Fold>
      </div>
    </Page>
  );
}

function Failing({ day: { date, result, reason, failing } }: { day: ShownDay }) {
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <ResultBadge result={result} />
        <span className="min-w-0 flex-1 wrap-anywhere">{reason ?? texts.verdict.FAIL}</span>
      </p>
      {failing.length > 0 && (
        <ul aria-label={texts.notRight}>
          {failing.map(({ id, name }) => (
            <li key={id}>
              <a
                href={listHref({ date, caskId: id })}
                className="inline-flex min-h-11 min-w-11 items-center wrap-anywhere text-copper underline underline-offset-4"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type DayScreenProps = { day: ShownDay; path: string; isOpen?: boolean; children?: ReactNode };

export function NoAudit() {
  return (
    <Page top={{ back: { href: "/" } }} footer={<SiteFooter />}>
      <ResultHead look="waiting" title={texts.none.title}>
        {texts.none.text}
      </ResultHead>
    </Page>
  );
}
