import type { ReactNode } from "react";
import { auditTexts as texts, auditTexts } from "~/content/audit-texts";
import { AUDIT_PATH, VERIFY_PATH } from "~/content/page-paths";
import type { AuditDay, AuditedCask, CountedCasks } from "~/domain/audit/audit-files";
import { dayHref, listHref } from "~/domain/audit/audit-pages";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { Rack } from "~/domain/pictures/rack";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Fold } from "~/ui/fold";
import { Icon } from "~/ui/icon";
import { Page, PageTitle } from "~/ui/page";
import { RackFigure } from "~/ui/pictures/rack";
import { ResultHead } from "~/ui/result-head";
import { SiteFooter } from "~/ui/site-footer";
import { PageLinks } from "./page-links";

const link = "inline-flex min-h-11 min-w-11 items-center text-copper underline underline-offset-4";

const PARTS = [
  "wallets_cents",
  "rewards_pending_cents",
  "withdrawals_open_cents",
  "unsettled_cents",
  "cask_proceeds_cents",
] as const;

// Rows below the casks of a day.

/** What is held against what is owed, and what that is made of. */
function MoneyPanel({ money }: Pick<AuditDay, "money">) {
  const { title, short, held, owed, parts, covered } = auditTexts.money;
  const amounts = PARTS.map((field) => ({ label: parts[field], cents: money[field] }));
  return (
    <Fold title={title} said={short(formatUsd(money.held_cents), formatUsd(money.owed_cents))}>
      <DefinitionRows
        tight
        rows={[
          { label: held, value: formatUsd(money.held_cents), accent: true },
          { label: owed, value: formatUsd(money.owed_cents), accent: true },
          ...amounts.map(({ label, cents }) => ({ label, value: formatUsd(cents) })),
        ]}
      />
      <p className="mt-3 text-sm text-peat-60">{money.reason ?? covered}</p>
    </Fold>
  );
}

type Chained = Pick<AuditDay, "date" | "hash" | "previous_date" | "ledger_head" | "ledger_rows">;

function ChainPanel({ day }: { day: Chained }) {
  const { title, text, head, previous, first, ledger } = auditTexts.chain;
  return (
    <Fold title={title}>
      <p className="mb-3 text-sm">{text}</p>
      <p className="text-sm text-peat-60">{head}</p>
      <p className="mb-3 font-mono text-sm break-all">{day.hash}</p>
      <p className="text-sm text-peat-60">{ledger(day.ledger_rows)}</p>
      <p className="font-mono text-sm break-all">{day.ledger_head}</p>
      {day.previous_date === null ? (
        <p className="mt-3 text-sm text-peat-60">{first}</p>
      ) : (
        <p>
          <a href={dayHref(day.previous_date)} className={link}>
            {`${previous}: ${formatDate(day.previous_date)}`}
          </a>
        </p>
      )}
      <Files date={day.date} />
    </Fold>
  );
}

function Files({ date }: Pick<AuditDay, "date">) {
  const { title, json, csv, key } = auditTexts.files;
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm">
      <p>{title}</p>
      <ul className="flex flex-wrap gap-x-6">
        <li>
          <a href={`${dayHref(date)}.json`} className={link}>
            {json}
          </a>
        </li>
        <li>
          <a href={`${dayHref(date)}.csv`} className={link}>
            {csv}
          </a>
        </li>
        <li>
          <a href="/audit/key" className={link}>
            {key}
          </a>
        </li>
      </ul>
    </div>
  );
}

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

const casksTexts = texts.casks;

export function ResultBadge({ result }: Pick<AuditedCask, "result">) {
  return <Badge tone={result === "PASS" ? "gain" : "error"}>{texts.results[result]}</Badge>;
}

function Row({ cask, number, date }: { cask: AuditedCask; number: number; date: string }) {
  const isRight = cask.result === "PASS";
  return (
    <li>
      <a href={listHref({ date, caskId: cask.id })} className="flex min-h-14 items-center gap-2 py-1">
        <span
          aria-hidden="true"
          className="figures grid size-6 shrink-0 place-items-center rounded-full border border-peat bg-copper-soft text-xs font-semibold"
        >
          {number}
        </span>
        <span className="min-w-0 flex-1">
          <h3 className="text-[min(1rem,7.5vw)] leading-6 font-semibold wrap-anywhere">{cask.name}</h3>
          <span className="figures block text-sm text-peat-60">
            <strong className={isRight ? "text-moss" : "text-brick"}>{texts.results[cask.result]}</strong>
            {` · ${casksTexts.ofCask(cask)}`}
          </span>
          {cask.reason !== null && (
            <span className="block text-sm font-semibold wrap-anywhere text-brick">{cask.reason}</span>
          )}
        </span>
        <Icon name="forward" size={16} />
      </a>
    </li>
  );
}

type AuditedCasksProps = Pick<ShownDay, "casks" | "date" | "rack" | "first" | "counts" | "result">;

/** The casks of one page in the warehouse, and a line for each below it. */
function AuditedCasks({ casks, date, rack, first, counts, result }: AuditedCasksProps) {
  if (counts.casks === 0) return <p className="text-peat-60">{casksTexts.empty}</p>;
  const kinds = counts.void > 0 ? (["sold", "free", "void"] as const) : (["sold", "free"] as const);
  const { start, end } = casksTexts.sum(counts);
  return (
    <section aria-labelledby="casks-title">
      <h2 id="casks-title" className="sr-only">
        {casksTexts.title}
      </h2>
      <RackFigure
        picture={rack}
        first={first}
        kinds={kinds}
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
          <Row key={cask.id} cask={cask} number={first + at} date={date} />
        ))}
      </ol>
    </section>
  );
}
