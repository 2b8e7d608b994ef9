import { bankAnswerTexts, payoutTexts as texts } from "~/content/console-payout-texts";
import { sectionHref } from "~/content/console-sections";
import { formatUsd } from "~/domain/money";
import type { PayoutRunPage } from "~/areas/payouts/payout-runs/read-run";
import type { RunFormErrors } from "~/areas/payouts/payout-runs/run-form";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { Instant } from "~/ui/console/instant";
import { DefinitionRows } from "~/ui/definition-rows";
import { ErrorSummary } from "~/ui/error-summary";
import { RiskNote } from "~/ui/risk-note";
import { CallBack } from "./call-back";
import { RunRows } from "./run-rows";

export type Refused = {
  errors: RunFormErrors;
  missed: { requests: number } | "not-called-back" | null;
  typed: Record<string, string>;
};

type Props = {
  frame: Omit<ConsolePageProps, "title" | "children">;
  run: PayoutRunPage;
  refused: Refused | null;
};

const link = "inline-flex min-h-11 items-center text-copper underline underline-offset-4";

export function RunScreen({ frame, run, refused }: Props) {
  const inTrouble = run.rows.filter(({ trouble }) => trouble !== null).length;
  const mayChange = frame.mayChange && run.atBank > 0;
  return (
    <ConsolePage {...frame} title={texts.runTitle(run.number)}>
      {refused && <Problem refused={refused} />}
      {inTrouble > 0 && <RiskNote>{texts.troubleLead(inTrouble)}</RiskNote>}
      <Facts run={run} />
      {mayChange && (
        <p className="text-peat-60">
          <a href={`/operator/payout-runs/${run.id}.csv`} download className={link}>
            {texts.file(run.number)}
          </a>
          <br />
          {texts.fileLead}
        </p>
      )}
      <RunRows rows={run.rows} mayChange={mayChange} refused={refused} />
      {mayChange && <CallBack refused={refused} />}
      <p className="flex flex-wrap gap-x-6">
        <a href="/operator/payout-runs" className={link}>
          {texts.all}
        </a>
        <a href="/operator/bank-answers" className={link}>
          {bankAnswerTexts.all}
        </a>
        <a href={`${sectionHref("log")}?of=payout-run:${run.id}`} className={link}>
          {texts.log}
        </a>
      </p>
    </ConsolePage>
  );
}

function Facts({ run }: { run: PayoutRunPage }) {
  const { facts } = texts;
  return (
    <div className="max-w-120">
      <DefinitionRows
        rows={[
          { label: facts.made, value: <Instant atMs={run.madeAtMs} /> },
          { label: facts.by, value: run.operatorId },
          { label: facts.requests, value: texts.requests(run.rowCount, run.atBank) },
          { label: facts.total, value: formatUsd(run.totalCents) },
          ...(run.calledBackAtMs === null
            ? []
            : [
                { label: facts.calledBack, value: <Instant atMs={run.calledBackAtMs} /> },
                { label: facts.by, value: run.calledBackBy ?? "" },
                { label: facts.reason, value: <bdi>{run.callBackReason}</bdi> },
              ]),
        ]}
      />
    </div>
  );
}

function Problem({ refused: { errors, missed } }: { refused: Refused }) {
  if (errors.reason) return <ErrorSummary errors={[{ name: "reason", message: texts.errors.reason }]} />;
  return <ErrorSummary message={messageOf(errors, missed)} />;
}

function messageOf({ repeated, long }: RunFormErrors, missed: Refused["missed"]): string {
  if (repeated?.length) return texts.errors.repeated;
  if (long?.length) return texts.errors.long;
  if (missed === null) return texts.errors.form;
  return missed === "not-called-back" ? texts.errors[missed] : texts.errors.decided(missed.requests);
}
