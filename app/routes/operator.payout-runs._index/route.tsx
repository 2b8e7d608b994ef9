import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { payoutTexts as texts } from "~/content/console-payout-texts";
import { described } from "~/content/page-titles";
import { formatUsd } from "~/domain/money";
import { type ListedRun, listRuns } from "~/areas/payouts/payout-runs/list-runs";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { Badge } from "~/ui/badge";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { ConsolePage } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { Instant } from "~/ui/console/instant";
import { MakeRun } from "~/ui/console/make-run";
import { PageLinks } from "~/ui/console/page-links";
import { RiskNote } from "~/ui/risk-note";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(texts.title);

const BASE = "/operator/payout-runs";

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { searchParams } = new URL(request.url);
  const after = /^\d{1,9}$/.exec(searchParams.get("after") ?? "")?.[0];
  const before = after === undefined ? null : Number(after);
  const { frame, result } = await readConsole(args, "withdrawals", () => listRuns(context.db, before));
  const madeNone = searchParams.get("made") === "none";
  return json({
    frame: frameProps(frame),
    nextRunId: context.newId("run"),
    madeNone,
    isFirst: before === null,
    ...result,
  });
}

export default function PayoutRuns() {
  const { frame, rows, next, isFirst, madeNone, nextRunId } = useLoaderData<typeof loader>();
  return (
    <ConsolePage {...frame} title={texts.title}>
      {madeNone && <RiskNote>{texts.none}</RiskNote>}
      {frame.mayChange && isFirst && <MakeRun runId={nextRunId} />}
      <ConsoleTable
        label={texts.title}
        columns={[
          { label: texts.columns.number, cell: (run) => <RunLink run={run} /> },
          { label: texts.columns.made, cell: (run) => <Instant atMs={run.madeAtMs} /> },
          { label: texts.columns.rows, right: true, cell: (run) => String(run.rowCount) },
          { label: texts.columns.total, right: true, cell: (run) => formatUsd(run.totalCents) },
          { label: texts.columns.state, cell: (run) => <State run={run} /> },
        ]}
        rows={rows}
        keyOf={(run) => run.id}
      />
      <PageLinks base={BASE} next={next} isFirst={isFirst} />
    </ConsolePage>
  );
}

function RunLink({ run }: { run: ListedRun }) {
  return (
    <a
      href={`${BASE}/${run.id}`}
      className="inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4 lg:min-h-6"
    >
      {texts.runTitle(run.number)}
    </a>
  );
}

function State({ run }: { run: ListedRun }) {
  if (run.calledBackAtMs !== null) return <Badge>{texts.calledBack}</Badge>;
  if (run.atBank > 0) return <Badge tone="attention">{texts.atBank(run.atBank)}</Badge>;
  return <Badge tone="gain">{texts.done}</Badge>;
}
