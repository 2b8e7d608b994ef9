import type { ReactNode } from "react";
import { auditTexts as texts } from "~/content/audit-texts";
import { AUDIT_PATH, VERIFY_PATH } from "~/content/page-paths";
import type { AuditDay, AuditedCask, CountedCasks } from "~/domain/audit/audit-files";
import { dayHref, listHref } from "~/domain/audit/audit-pages";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { Rack } from "~/domain/pictures/rack";
import { Badge } from "./badge";
import { ButtonLink } from "./button";
import { DefinitionRows } from "./definition-rows";
import { Fold } from "./fold";
import { Icon } from "./icon";
import { Page, PageTitle } from "./page";
import { PageLinks } from "./page-links";
import { RackFigure } from "./pictures/rack";
import { SiteFooter } from "./site-footer";

const link = "inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4";

/** What `showDay` makes of a day: the casks of one page, drawn and listed from the number `first` on, and the counts of all. */
export type ShownDay = AuditDay & { counts: CountedCasks; rack: Rack; first: number; page: number; pages: number };

type AuditDayProps = { day: ShownDay; path: string; isOpen?: boolean; children?: ReactNode };

/** One day's audit. @param props.path of this page @param props.children after the rest @param props.isOpen something in the rest was asked for */
export function AuditDayScreen({ day, path, isOpen = false, children }: AuditDayProps) {
  const isRight = day.result === "PASS";
  return (
    <Page top={{ back: { href: path === AUDIT_PATH ? "/" : AUDIT_PATH } }} footer={<SiteFooter brief />}>
      <PageTitle lead={isRight ? texts.lead : undefined}>{texts.dayTitle(day.date)}</PageTitle>
      {!isRight && (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <ResultBadge result={day.result} />
          <span className="min-w-0 flex-1 wrap-anywhere">{day.reason}</span>
        </p>
      )}
      {day.counts.casks === 0 ? <p className="text-peat-60">{texts.casks.empty}</p> : <AuditedCasks {...day} />}
      <PageLinks page={day.page} pages={day.pages} hrefOf={(page) => (page === 1 ? path : `${path}?page=${page}`)} />
      <ButtonLink href={VERIFY_PATH}>{texts.files.check}</ButtonLink>
      <div className="border-t border-peat-30">
        <Money money={day.money} />
        <Fold title={texts.more} open={isOpen}>
          <div className="border-t border-peat-30">
            <Chain {...day} />
            {children}
          </div>
        </Fold>
      </div>
    </Page>
  );
}

export function ResultBadge({ result }: Pick<AuditedCask, "result">) {
  return <Badge tone={result === "PASS" ? "gain" : "error"}>{result}</Badge>;
}

/** The casks of one page in the warehouse, and a line for each below it. */
function AuditedCasks({ casks, date, rack, first, counts, result }: ShownDay) {
  const { start, end } = texts.casks.sum(counts);
  return (
    <section aria-labelledby="casks-title">
      <h2 id="casks-title" className="sr-only">
        {texts.casks.title}
      </h2>
      <RackFigure
        picture={rack}
        first={first}
        kinds={counts.void > 0 ? ["sold", "free", "void"] : ["sold", "free"]}
        sentence={
          <span className="figures flex items-start gap-3">
            {result === "PASS" && <ResultBadge result={result} />}
            <span>
              <strong className="font-semibold">{start}</strong>
              {end}
            </span>
          </span>
        }
      />
      <ol className="mt-1 divide-y divide-peat-30 border-y border-peat-30">
        {casks.map((cask, at) => (
          <li key={cask.id}>
            <a href={listHref({ date, caskId: cask.id })} className="flex min-h-14 items-center gap-2 py-1">
              <span
                aria-hidden="true"
                className="figures grid size-6 shrink-0 place-items-center rounded-full border border-peat bg-copper-soft text-xs font-semibold"
              >
                {first + at}
              </span>
              <span className="min-w-0 flex-1">
                <h3 className="text-[min(1rem,7.5vw)] leading-6 font-semibold wrap-anywhere">{cask.name}</h3>
                <span className="figures block text-sm text-peat-60">
                  <strong className={cask.result === "PASS" ? "text-moss" : "text-brick"}>{cask.result}</strong>
                  {` · ${texts.casks.ofCask(cask)}`}
                </span>
                {cask.reason !== null && (
                  <span className="block text-sm font-semibold wrap-anywhere text-brick">{cask.reason}</span>
                )}
              </span>
              <Icon name="forward" size={16} />
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What is held against what is owed, and what that is made of. */
function Money({ money }: Pick<AuditDay, "money">) {
  const { title, short, held, owed, parts, covered } = texts.money;
  const amounts = (Object.keys(parts) as (keyof typeof parts)[]).map((field) => ({ label: parts[field], field }));
  return (
    <Fold title={title} said={short(formatUsd(money.held_cents), formatUsd(money.owed_cents))}>
      <DefinitionRows
        tight
        rows={[
          { label: held, value: formatUsd(money.held_cents), accent: true },
          { label: owed, value: formatUsd(money.owed_cents), accent: true },
          ...amounts.map(({ label, field }) => ({ label, value: formatUsd(money[field]) })),
        ]}
      />
      <p className="mt-3 text-sm text-peat-60">{money.reason ?? covered}</p>
    </Fold>
  );
}

function Chain({ date, hash, previous_date: before, ledger_head, ledger_rows }: AuditDay) {
  const { title, text, head, previous, first, ledger } = texts.chain;
  const { json, csv, key } = texts.files;
  const files = [
    { href: `${dayHref(date)}.json`, label: json },
    { href: `${dayHref(date)}.csv`, label: csv },
    { href: "/audit/key", label: key },
    ...(before === null ? [] : [{ href: dayHref(before), label: `${previous}: ${formatDate(before)}` }]),
  ];
  return (
    <Fold title={title}>
      <p className="mb-3 text-sm">{text}</p>
      <p className="text-sm text-peat-60">{head}</p>
      <p className="mb-3 font-mono text-sm break-all">{hash}</p>
      <p className="text-sm text-peat-60">{ledger(ledger_rows)}</p>
      <p className="font-mono text-sm break-all">{ledger_head}</p>
      {before === null && <p className="mt-3 text-sm text-peat-60">{first}</p>}
      <ul className="flex flex-wrap gap-x-6 text-sm">
        {files.map(({ href, label }) => (
          <li key={href}>
            <a href={href} className={link}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
