import { bookTexts as texts } from "~/content/book-texts";
import { sectionHref } from "~/content/console-sections";
import { inWords } from "~/content/log-words";
import { formatInstant } from "~/domain/instant";
import { formatUsd } from "~/domain/money";
import { hasFigures, type NamedBalance } from "~/areas/console/books/book-paper";
import { type Books, isRight } from "~/areas/console/books/read-books";
import type { ShownProposal } from "~/core/proposals/show-proposal";
import { Button } from "~/ui/button";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { ProposalCard } from "~/ui/console/proposal-card";
import { consoleLink } from "~/ui/console/subject-link";
import { DefinitionRows } from "~/ui/definition-rows";
import { ErrorSummary } from "~/ui/error-summary";
import { RiskNote } from "~/ui/risk-note";

type Props = {
  frame: Omit<ConsolePageProps, "title" | "children">;
  viewerId: string;
  books: Omit<Books, "balances"> & { balances: NamedBalance[] };
  proposal: ShownProposal | null;
  error: string | null;
};

const link = `inline-flex min-h-11 items-center ${consoleLink}`;

export function BooksScreen({ frame, viewerId, books, proposal, error }: Props) {
  const href = `${sectionHref("books")}/${books.month.name}`;
  const { columns } = texts;
  return (
    <ConsolePage {...frame} title={texts.monthTitle(books.month.name)}>
      <ErrorSummary message={error} />
      {books.sumCents !== 0 && <RiskNote>{texts.wrong(formatUsd(books.sumCents))}</RiskNote>}
      {books.balances.some(({ differs }) => differs === 1) && <RiskNote>{texts.anyDiffers}</RiskNote>}
      <div className="max-w-120">
        <DefinitionRows
          rows={[
            {
              label: columns.state,
              value: books.closedAtMs === null ? texts.open : texts.closed(formatInstant(books.closedAtMs)),
            },
            { label: texts.held, value: formatUsd(books.heldCents) },
            { label: texts.owed, value: formatUsd(books.owedCents) },
            { label: texts.audit, value: <Audit audit={books.audit} /> },
          ]}
        />
        <p className="mt-1 text-xs text-peat-60">{texts.heldLead}</p>
      </div>
      <Close books={books} proposal={proposal} viewerId={viewerId} mayChange={frame.mayChange} />
      <section aria-label={texts.trial} className="flex flex-col gap-2">
        <h2 className="font-semibold">{texts.trial}</h2>
        <p className="text-peat-60">{texts.trialLead}</p>
        <Trial balances={books.balances.filter(hasFigures)} />
        {isRight(books) && <p className="text-peat-60">{texts.right}</p>}
      </section>
      <section aria-label={texts.causes} className="flex flex-col gap-2">
        <h2 className="font-semibold">{texts.causes}</h2>
        <ConsoleTable
          label={texts.causes}
          columns={[
            { label: columns.cause, cell: (row) => inWords(row.reason) },
            { label: columns.rows, right: true, cell: (row) => String(row.rows) },
            { label: columns.sum, right: "amount", cell: (row) => formatUsd(row.cents) },
          ]}
          rows={books.causes}
          keyOf={({ reason }) => reason}
        />
      </section>
      <p className="flex flex-wrap gap-x-6">
        <a href={`${href}.pdf`} className={link}>
          {texts.pdf}
        </a>
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

function Audit({ audit }: Pick<Books, "audit">) {
  if (!audit) return <>{texts.noAudit}</>;
  return (
    <a href={`/audit/${audit.date}`} className={link}>
      {texts.auditResult(audit.date, audit.result)}
    </a>
  );
}

function Trial({ balances }: { balances: readonly NamedBalance[] }) {
  const { columns } = texts;
  const amount = (label: string, cents: (row: NamedBalance) => number) => ({
    label,
    right: true,
    cell: (row: NamedBalance) => formatUsd(cents(row)),
  });
  return (
    <ConsoleTable
      label={texts.trial}
      columns={[
        { label: columns.number, cell: (row: NamedBalance) => row.number },
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

type CloseProps = Pick<Props, "books" | "proposal" | "viewerId"> & { mayChange: boolean };

function Close({ books, proposal, viewerId, mayChange }: CloseProps) {
  if (books.ready === "closed") return null;
  if (proposal)
    return (
      <ProposalCard
        proposal={proposal}
        viewerId={viewerId}
        mayChange={mayChange}
        seen={{ figures: proposal.becomes }}
      />
    );
  if (books.ready !== "ready") return <p className="text-peat-60">{texts.ready[books.ready]}</p>;
  if (!mayChange) return null;
  return (
    <form method="post" className="flex max-w-120 flex-col gap-3">
      <input type="hidden" name="intent" value="propose" />
      <input type="hidden" name="figures" value={books.figures} />
      <p>{texts.proposeLead(books.figures)}</p>
      <div>
        <Button look="secondary" wide={false}>
          {texts.propose}
        </Button>
      </div>
    </form>
  );
}
