import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { bookTexts as texts } from "~/content/book-texts";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { formatUsd } from "~/domain/money";
import { type Balance, isRight, monthOf, readBooks } from "~/areas/console/books";
import { frameProps } from "~/server/console-frame";
import { readThing } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { ConsolePage } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { consoleLink } from "~/ui/console/subject-link";
import { DefinitionRows } from "~/ui/definition-rows";
import { RiskNote } from "~/ui/risk-note";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.books);

export async function loader(args: LoaderFunctionArgs) {
  const month = monthOf(args.params.month ?? "");
  const { frame, result } = await readThing(args, "books", () => readBooks(args.context.db, month));
  return json({ frame: frameProps(frame), books: result });
}

const link = `inline-flex min-h-11 items-center ${consoleLink}`;

export default function BooksOfMonth() {
  const { frame, books } = useLoaderData<typeof loader>();
  const href = `${sectionHref("books")}/${books.month.name}`;
  return (
    <ConsolePage {...frame} title={texts.monthTitle(books.month.name)}>
      {!isRight(books) && <RiskNote>{texts.wrong}</RiskNote>}
      <div className="max-w-120">
        <DefinitionRows
          rows={[
            { label: texts.held, value: formatUsd(books.heldCents) },
            { label: texts.owed, value: formatUsd(books.owedCents) },
            {
              label: texts.audit,
              value: books.audit ? (
                <a href={`/audit/${books.audit.date}`} className={link}>
                  {texts.auditResult(books.audit.date, books.audit.result)}
                </a>
              ) : (
                texts.noAudit
              ),
            },
          ]}
        />
        <p className="mt-1 text-xs text-peat-60">{texts.heldLead}</p>
      </div>
      <section aria-label={texts.trial} className="flex flex-col gap-2">
        <h2 className="font-semibold">{texts.trial}</h2>
        <p className="text-peat-60">{texts.trialLead}</p>
        <Trial balances={books.balances.filter(hasFigures)} />
        {isRight(books) && <p className="text-peat-60">{texts.right}</p>}
      </section>
      <p className="flex flex-wrap gap-x-6">
        <a href={`${href}.csv`} download className={link}>
          {texts.journal}
        </a>
        <a href={`${href}.csv?of=trial`} download className={link}>
          {texts.trialFile}
        </a>
        <a href={sectionHref("books")} className={link}>
          {texts.all}
        </a>
      </p>
    </ConsolePage>
  );
}

const hasFigures = (one: Balance): boolean =>
  one.differs === 1 ||
  [one.openingCents, one.debitCents, one.creditCents, one.closingCents].some((cents) => cents !== 0);

function Trial({ balances }: { balances: readonly Balance[] }) {
  const { columns } = texts;
  const amount = (label: string, cents: (row: Balance) => number) => ({
    label,
    right: true,
    cell: (row: Balance) => formatUsd(cents(row)),
  });
  return (
    <ConsoleTable
      label={texts.trial}
      columns={[
        { label: columns.number, cell: (row: Balance) => row.number },
        {
          label: columns.account,
          cell: (row) => (
            <>
              {row.name}
              {row.differs === 1 && <span className="block font-semibold text-brick">{texts.differs}</span>}
            </>
          ),
        },
        amount(columns.opening, (row) => row.openingCents),
        amount(columns.debits, (row) => row.debitCents),
        amount(columns.credits, (row) => row.creditCents),
        amount(columns.closing, (row) => row.closingCents),
      ]}
      rows={balances}
      keyOf={({ account }) => account}
    />
  );
}
