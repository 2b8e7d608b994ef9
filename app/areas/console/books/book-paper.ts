import { bookTexts as texts } from "~/content/book-texts";
import { company, companyFooter } from "~/content/company";
import { inWords } from "~/content/log-words";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { formatInstant } from "~/domain/instant";
import { formatUsd } from "~/domain/money";
import { accountName, accountNumber } from "~/core/ledger/chart";
import type { Paper, PaperTable } from "~/areas/holdings/papers/paper";
import { type Balance, type Books, isRight } from "./read-books";

export type NamedBalance = Balance & { number: string; name: string };

/** By number. @param chart the numbers, as the setting keeps them */
export const namedBalances = (balances: readonly Balance[], chart: string | null): NamedBalance[] =>
  balances
    .map((one) => ({ ...one, number: accountNumber(one.account, chart), name: accountName(one.account) }))
    .sort((one, other) => one.number.localeCompare(other.number, "en"));

export const hasFigures = (one: Balance): boolean =>
  one.differs === 1 ||
  [one.openingCents, one.debitCents, one.creditCents, one.closingCents].some((cents) => cents !== 0);

/** The books of a month as they are filed: of a closed month the same file each time. @param nowMs of an open one */
export function bookPaper(books: Books, chart: string | null, nowMs: number): Paper {
  const { columns, paper } = texts;
  const { closedAtMs, audit } = books;
  return {
    brand: company.brand,
    title: paper.title,
    lead: paper.lead(books.month.name),
    about: [
      { label: paper.of, value: company.legalName },
      { label: columns.state, value: closedAtMs === null ? paper.open : texts.closed(formatInstant(closedAtMs)) },
      { label: texts.held, value: formatUsd(books.heldCents) },
      { label: paper.owed, value: formatUsd(books.owedCents) },
      { label: texts.audit, value: audit ? texts.auditResult(audit.date, audit.result) : texts.noAudit },
      ...(closedAtMs === null ? [{ label: paper.made, value: formatDate(dateOf(nowMs)) }] : []),
    ],
    sections: [
      {
        title: texts.trial,
        table: trialOf(books, chart),
        notes: [isRight(books) ? texts.right : paper.off, paper.signs],
      },
      { title: texts.causes, table: causesOf(books), empty: paper.nothing },
    ],
    footer: companyFooter,
    page: { of: paper.pageOf },
    madeOn: dateOf(closedAtMs ?? nowMs),
  };
}

const AMOUNTS = ["openingCents", "debitCents", "creditCents", "closingCents"] as const;

function trialOf({ balances }: Books, chart: string | null): PaperTable {
  const { columns } = texts;
  const shown = namedBalances(balances, chart).filter(hasFigures);
  const sums = AMOUNTS.map((amount) => shown.reduce((sum, one) => sum + one[amount], 0));
  const amount = (label: string) => ({ label, share: 0.16, align: "right" as const });
  return {
    columns: [
      { label: columns.number, share: 0.08 },
      { label: columns.account, share: 0.28 },
      ...[columns.opening, columns.debits, columns.credits, columns.closing].map(amount),
    ],
    rows: shown.map((one) => [
      one.number,
      one.differs === 1 ? `${one.name}\n${texts.differs}` : one.name,
      ...AMOUNTS.map((name) => formatUsd(one[name])),
    ]),
    sum: ["", texts.total, ...sums.map((cents) => formatUsd(cents))],
  };
}

function causesOf({ causes }: Books): PaperTable {
  const { columns } = texts;
  const [rows, cents] = [causes.map((one) => one.rows), causes.map((one) => one.cents)];
  const all = (figures: number[]) => figures.reduce((sum, one) => sum + one, 0);
  return {
    columns: [
      { label: columns.cause, share: 0.6 },
      { label: columns.rows, share: 0.15, align: "right" },
      { label: columns.sum, share: 0.25, align: "right" },
    ],
    rows: causes.map((one) => [inWords(one.reason), String(one.rows), formatUsd(one.cents)]),
    sum: [texts.paper.journal, String(all(rows)), formatUsd(all(cents))],
  };
}
