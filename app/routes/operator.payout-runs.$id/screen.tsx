import { bankAnswerTexts, payoutTexts as texts } from "~/content/console-payout-texts";
import { sectionHref } from "~/content/console-sections";
import { formatUsd } from "~/domain/money";
import type { PayoutRunPage } from "~/areas/payouts/payout-runs/read-run";
import type { RunFormErrors } from "~/areas/payouts/payout-runs/run-form";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { Instant } from "~/ui/console/instant";
import { link, LinkRow } from "~/ui/console/page-links";
import { DefinitionRows } from "~/ui/definition-rows";
import { ErrorSummary } from "~/ui/error-summary";
import { RiskNote } from "~/ui/risk-note";
import { RunRows } from "./run-rows";
import { Button } from "~/ui/button";
import { TypedField } from "~/ui/console/form-parts";

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
      <LinkRow
        links={[
          ["/operator/payout-runs", texts.all],
          ["/operator/bank-answers", bankAnswerTexts.all],
          [`${sectionHref("log")}?of=payout-run:${run.id}`, texts.log],
        ]}
      />
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

function CallBack({ refused }: { refused: Refused | null }) {
  return (
    <form method="post" noValidate className="flex max-w-120 flex-col gap-4 border-t border-peat-30 pt-5">
      <input type="hidden" name="intent" value="call-back" />
      <p className="font-semibold">{texts.callBackLead}</p>
      <TypedField
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        typed={refused?.typed.reason}
        error={refused?.errors.reason && texts.errors.reason}
      />
      <Button look="danger">{texts.callBack}</Button>
    </form>
  );
}
