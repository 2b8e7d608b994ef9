import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { described } from "~/content/page-meta";
import { dateOf, formatDate, formatMonth } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { type Balance, isRight, monthOf, readBooks } from "~/areas/console/books";
import { readThing } from "~/server/console-session";
import { ConsolePage } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { TextLink } from "~/ui/console/cells";
import { DefinitionRows } from "~/ui/definition-rows";
import { RiskNote } from "~/ui/risk-note";

export const meta = () => described(sectionTitles.books);

export async function loader(args: LoaderFunctionArgs) {
  const { frame, nowMs, result } = await readThing(args, "books", () =>
    readBooks(args.context.db, monthOf(args.params.month ?? "")),
  );
  return json({ frame, books: result, isOver: result.month.untilMs <= nowMs });
}

export default function BooksOfMonth() {
  const { frame, books, isOver } = useLoaderData<typeof loader>();
  const { name, before, untilMs } = books.month;
  const hrefOf = (month: string) => `${sectionHref("books")}/${month}`;
  return (
    <ConsolePage {...frame} title={`Books of ${formatMonth(name)}`}>
      {!isRight(books) && (
        <RiskNote>
          The trial balance does not add up, or an account differs from its rows: a row of the ledger is missing,
          doubled or altered. See operations, 'The audit says FAIL'.
        </RiskNote>
      )}
      <div className="max-w-120">
        <DefinitionRows
          rows={[
            { label: "Held", value: formatUsd(books.heldCents) },
            { label: "Owed to investors and on its way to them", value: formatUsd(books.owedCents) },
            {
              label: "Public audit",
              value: books.audit ? (
                <TextLink href={`/audit/${books.audit.date}`}>
                  {`${formatDate(books.audit.date)}: ${books.audit.result}`}
                </TextLink>
              ) : (
                "none for its last day yet"
              ),
            },
          ]}
        />
        <p className="mt-1 text-xs text-peat-60">The same figures as in the public audit of the month's last day.</p>
      </div>
      <section aria-labelledby="trial" className="flex flex-col gap-2">
        <h2 id="trial" className="font-semibold">
          Trial balance
        </h2>
        <p className="text-peat-60">
          By number, in dollars; credits are positive. Accounts with no balance and no movement are only in the file.
        </p>
        <Trial balances={books.balances.filter(hasFigures)} />
        {isRight(books) && <p className="text-peat-60">The trial balance adds up to zero, as it must.</p>}
      </section>
      <p className="flex flex-wrap gap-x-6">
        <TextLink href={`${hrefOf(name)}.csv`} download>
          Journal as CSV
        </TextLink>
        <TextLink href={`${hrefOf(name)}.csv?of=trial`} download>
          Trial balance as CSV
        </TextLink>
        <TextLink href={hrefOf(before)}>The month before</TextLink>
        {isOver && <TextLink href={hrefOf(dateOf(untilMs).slice(0, 7))}>The month after</TextLink>}
      </p>
    </ConsolePage>
  );
}

const hasFigures = (one: Balance): boolean =>
  one.differs === 1 ||
  [one.openingCents, one.debitCents, one.creditCents, one.closingCents].some((cents) => cents !== 0);

function Trial({ balances }: { balances: readonly Balance[] }) {
  const amount = (label: string, cents: (row: Balance) => number) => ({
    label,
    right: true,
    cell: (row: Balance) => formatUsd(cents(row)),
  });
  return (
    <ConsoleTable
      label="Trial balance"
      columns={[
        { label: "No.", cell: (row: Balance) => row.number },
        {
          label: "Account",
          cell: (row) => (
            <>
              {row.name}
              {row.differs === 1 && <span className="block font-semibold text-brick">differs from its rows</span>}
            </>
          ),
        },
        amount("Opening", (row) => row.openingCents),
        amount("Debits", (row) => row.debitCents),
        amount("Credits", (row) => row.creditCents),
        amount("Closing", (row) => row.closingCents),
      ]}
      rows={balances}
      keyOf={({ account }) => account}
    />
  );
}
