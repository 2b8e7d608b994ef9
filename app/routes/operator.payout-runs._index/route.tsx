import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readFilter } from "~/areas/console/lists/define-list";
import { ListPage } from "~/areas/console/lists/list-page";
import { payoutRuns } from "~/areas/console/lists/payout-runs";
import { type LeftOut, listRunsAndLeftOut } from "~/areas/payouts/payout-runs/list-left-out";
import { bankAnswerTexts, payoutTexts as texts } from "~/content/console-payout-texts";
import { sectionHref } from "~/content/console-sections";
import { described } from "~/content/page-titles";
import { formatUsd } from "~/domain/money";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { ConsoleTable } from "~/ui/console/console-table";
import { MakeRun } from "~/ui/console/make-run";
import { RowLink } from "~/ui/console/row-link";
import { consoleLink } from "~/ui/console/subject-link";
import { RiskNote } from "~/ui/risk-note";

/** Who is due and in no run of this operator's, and why. */
function LeftOutList({ rows }: { rows: readonly LeftOut[] }) {
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

export const handle: PageHandle = { console: true };

export const meta = () => described(payoutRuns.title);

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const { db, newId } = args.context;
  const after = payoutRuns.position(searchParams.get("after"));
  const { frame, result } = await readConsole(args, payoutRuns.section, (staff) =>
    listRunsAndLeftOut(db, staff, after),
  );
  const list = {
    frame: frameProps(frame),
    filter: readFilter(payoutRuns, searchParams),
    nowMs: frame.nowMs,
    counts: {},
    isFirst: after === null,
    ...result.page,
  };
  const madeNone = searchParams.get("made") === "none";
  return { list, leftOut: result.leftOut, madeNone, nextRunId: newId("run") };
}

export default function PayoutRuns() {
  const { list, leftOut, madeNone, nextRunId } = useLoaderData<typeof loader>();
  return (
    <ListPage list={payoutRuns} {...list}>
      {madeNone && <RiskNote>{texts.none}</RiskNote>}
      {list.frame.mayChange && list.isFirst && <MakeRun runId={nextRunId} />}
      {list.isFirst && leftOut.length > 0 && <LeftOutList rows={leftOut} />}
      <p>
        <a href="/operator/bank-answers" className={`inline-flex min-h-11 items-center ${consoleLink}`}>
          {bankAnswerTexts.all}
        </a>
      </p>
    </ListPage>
  );
}
