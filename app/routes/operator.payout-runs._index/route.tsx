import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { bankAnswerTexts, payoutTexts as texts } from "~/content/console-payout-texts";
import { described } from "~/content/page-titles";
import { ListPage } from "~/areas/console/lists/list-page";
import { payoutRuns } from "~/areas/console/lists/payout-runs";
import { listRunsAndLeftOut } from "~/areas/payouts/payout-runs/list-left-out";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { MakeRun } from "~/ui/console/make-run";
import { consoleLink } from "~/ui/console/subject-link";
import { RiskNote } from "~/ui/risk-note";
import { LeftOutList } from "./left-out-list";

export const handle: PageHandle = { console: true };

export const meta = () => described(payoutRuns.title);

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const { db, newId } = args.context;
  const after = payoutRuns.position(searchParams.get("after"));
  const { frame, result } = await readConsole(args, payoutRuns.section, (staff) =>
    listRunsAndLeftOut(db, staff, after),
  );
  const isFirst = after === null;
  const list = {
    frame: frameProps(frame),
    filter: {},
    nowMs: frame.nowMs,
    counts: {},
    isFirst,
    after: null,
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
