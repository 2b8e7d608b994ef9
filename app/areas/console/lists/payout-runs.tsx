import { payoutTexts as texts } from "~/content/console-payout-texts";
import { formatUsd } from "~/domain/money";
import { type ListedRun, listRuns } from "~/areas/payouts/payout-runs/read-run";
import { readAfterNumber } from "~/core/lists/keyset-page";
import { Badge } from "~/ui/badge";
import { Instant } from "~/ui/console/instant";
import { RowLink } from "~/ui/console/row-link";
import { defineList } from "./define-list";

const HREF = "/operator/payout-runs";

/** Latest first. */
export const payoutRuns = defineList({
  section: "withdrawals",
  href: HREF,
  title: texts.title,
  none: "No payout runs yet.",
  position: readAfterNumber,
  query: (db, { after }) => listRuns(db, after),
  columns: () => [
    {
      label: "Run",
      cell: (run: ListedRun) => <RowLink href={`${HREF}/${run.id}`}>{texts.runTitle(run.number)}</RowLink>,
    },
    { label: "Made", cell: (run) => <Instant atMs={run.madeAtMs} /> },
    { label: "Requests", right: true, cell: (run) => String(run.rowCount) },
    { label: "Total", right: "amount", cell: (run) => formatUsd(run.totalCents) },
    { label: "State", isState: true, cell: (run) => <State run={run} /> },
  ],
});

function State({ run }: { run: ListedRun }) {
  if (run.calledBackAtMs !== null) return <Badge>called back</Badge>;
  if (run.atBank > 0) return <Badge tone="attention">{`${run.atBank} with the bank`}</Badge>;
  return <Badge tone="gain">done</Badge>;
}
