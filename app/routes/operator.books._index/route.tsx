import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-meta";
import { formatMonth } from "~/domain/calendar-date";
import { listMonths } from "~/areas/console/books";
import { readConsole } from "~/server/console-session";
import { ConsolePage } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { RowLink } from "~/ui/console/cells";

export const meta: MetaFunction = () => described(sectionTitles.books);

export async function loader(args: LoaderFunctionArgs) {
  const { frame, result } = await readConsole(args, "books", ({ nowMs }) => listMonths(args.context.db, nowMs));
  return json({ frame, months: result });
}

export default function Books() {
  const { frame, months } = useLoaderData<typeof loader>();
  return (
    <ConsolePage {...frame} title={sectionTitles.books}>
      <p className="max-w-160 text-peat-60">
        The ledger by calendar month, in UTC and in dollars. Credits are positive.
      </p>
      <ConsoleTable
        label={sectionTitles.books}
        columns={[
          {
            label: "Month",
            cell: (month: string) => <RowLink href={`${sectionHref("books")}/${month}`}>{formatMonth(month)}</RowLink>,
          },
        ]}
        rows={months}
        keyOf={(month) => month}
      />
    </ConsolePage>
  );
}
