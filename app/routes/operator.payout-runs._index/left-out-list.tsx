import { payoutTexts as texts } from "~/content/console-payout-texts";
import { sectionHref } from "~/content/console-sections";
import { formatUsd } from "~/domain/money";
import type { LeftOut } from "~/areas/payouts/payout-runs/list-left-out";
import { ConsoleTable } from "~/ui/console/console-table";
import { RowLink } from "~/ui/console/row-link";

/** Who is due and in no run of this operator's, and why. */
export function LeftOutList({ rows }: { rows: readonly LeftOut[] }) {
  return (
    <section aria-label={texts.leftOut} className="flex flex-col gap-2">
      <h2 className="font-semibold">{texts.leftOut}</h2>
      <p className="max-w-160 text-peat-60">{texts.leftOutLead}</p>
      <ConsoleTable
        label={texts.leftOut}
        columns={[
          {
            label: texts.columns.person,
            cell: (row) => (
              <RowLink href={`${sectionHref("withdrawals")}/${row.id}`}>
                <bdi>{row.holderName}</bdi>
              </RowLink>
            ),
          },
          { label: texts.columns.amount, right: "amount", cell: (row) => <b>{formatUsd(row.amountCents)}</b> },
          { label: texts.columns.why, cell: (row) => texts.why[row.why] },
        ]}
        rows={rows}
        keyOf={(row) => row.id}
      />
    </section>
  );
}
