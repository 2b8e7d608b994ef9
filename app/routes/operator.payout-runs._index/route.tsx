import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/areas/console/lists/list-page";
import { bankAnswerTexts, payoutTexts as texts } from "~/content/console-payout-texts";
import { described } from "~/content/page-meta";
import { readList } from "~/server/console-list";
import { MakeRun } from "~/ui/console/make-run";
import { Instant, RowLink, TextLink } from "~/ui/console/cells";
import { RiskNote } from "~/ui/risk-note";
import { formatUsd } from "~/domain/money";
import { type ListedRun, listRuns } from "~/areas/payouts/read-run";
import { readAfterNumber } from "~/core/lists";
import { Badge } from "~/ui/badge";
import { defineList } from "~/areas/console/lists/define-list";

const HREF = "/operator/payout-runs";

const payoutRuns = defineList({
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

export const meta = () => described(payoutRuns.title);

export async function loader(args: LoaderFunctionArgs) {
  const madeNone = new URL(args.request.url).searchParams.get("made") === "none";
  return { list: await readList(args, payoutRuns), madeNone, nextRunId: args.context.newId("run") };
}

export default function PayoutRuns() {
  const { list, madeNone, nextRunId } = useLoaderData<typeof loader>();
  return (
    <ListPage list={payoutRuns} {...list}>
      {madeNone && (
        <RiskNote>
          There is nothing you may pay on your own right now, or you have reached what one operator may pay in a day. No
          run was made.
        </RiskNote>
      )}
      {list.frame.mayChange && list.isFirst && <MakeRun runId={nextRunId} />}
      <p>
        <TextLink href="/operator/bank-answers">{bankAnswerTexts.all}</TextLink>
      </p>
    </ListPage>
  );
}
