import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/areas/console/lists/list-page";
import { payoutRuns } from "~/areas/console/lists/payout-runs";
import { bankAnswerTexts } from "~/content/console-payout-texts";
import { described } from "~/content/page-meta";
import { readList } from "~/server/console-list";
import { MakeRun } from "~/ui/console/make-run";
import { consoleLink } from "~/ui/console/subject-link";
import { RiskNote } from "~/ui/risk-note";

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
        <a href="/operator/bank-answers" className={`inline-flex min-h-11 items-center ${consoleLink}`}>
          {bankAnswerTexts.all}
        </a>
      </p>
    </ListPage>
  );
}
