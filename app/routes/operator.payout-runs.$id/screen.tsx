import { bankAnswerTexts, payoutTexts as texts } from "~/content/console-payout-texts";
import { sectionHref } from "~/content/console-sections";
import { formatUsd } from "~/domain/money";
import type { PayoutRunPage } from "~/areas/payouts/payout-runs/read-run";
import type { RunFormErrors } from "~/areas/payouts/payout-runs/run-form";
import { ConsolePage, type ConsoleFrame } from "~/ui/console/console-page";
import { Instant } from "~/ui/console/instant";
import { link, LinkRow } from "~/ui/console/page-links";
import { DefinitionRows } from "~/ui/definition-rows";
import { ErrorSummary } from "~/ui/error-summary";
import { RiskNote } from "~/ui/risk-note";
import { RunRows } from "./run-rows";
import { ConsoleForm } from "~/ui/console/form-parts";

export type Refused = {
  errors: RunFormErrors;
  missed: { requests: number } | "not-called-back" | null;
  typed: Record<string, string>;
};

type Props = {
  frame: ConsoleFrame;
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
            {`Download the file of run ${run.number}`}
          </a>
          <br />
          What the bank still has to pay from this run. The log records who downloaded it. Give it to the bank only
          once, and do not open it in a spreadsheet before: that changes long account numbers.
        </p>
      )}
      <RunRows rows={run.rows} mayChange={mayChange} refused={refused} />
      {mayChange && <CallBack refused={refused} />}
      <LinkRow
        links={[
          ["/operator/payout-runs", texts.all],
          ["/operator/bank-answers", bankAnswerTexts.all],
          [`${sectionHref("log")}?of=payout-run:${run.id}`, "History of this run"],
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
          { label: "Made", value: <Instant atMs={run.madeAtMs} /> },
          { label: facts.by, value: run.operatorId },
          { label: facts.requests, value: texts.requests(run.rowCount, run.atBank) },
          { label: "Total", value: formatUsd(run.totalCents) },
          ...(run.calledBackAtMs === null
            ? []
            : [
                { label: "Called back", value: <Instant atMs={run.calledBackAtMs} /> },
                { label: facts.by, value: run.calledBackBy ?? "" },
                { label: "Reason", value: <bdi>{run.callBackReason}</bdi> },
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
    <ConsoleForm
      ruled
      className="max-w-120"
      intent="call-back"
      lead={
        <p className="font-semibold">
          Do this only if the bank will not pay this file: otherwise people are paid twice.
        </p>
      }
      fields={[
        {
          ...{ name: "reason", label: "Why it is called back", most: 200 },
          hint: "For the log and this page. No personal data.",
        },
      ]}
      typed={refused?.typed}
      errors={refused?.errors.reason ? { reason: texts.errors.reason } : {}}
      button="Call back the whole run"
      look="danger"
    />
  );
}
