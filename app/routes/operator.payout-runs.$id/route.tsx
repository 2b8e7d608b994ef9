import { Instant, RowLink, SubjectLink, TextLink } from "~/ui/console/cells";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { bankAnswerTexts, payoutTexts as texts } from "~/content/console-payout-texts";
import { described } from "~/content/page-meta";
import { asTyped } from "~/areas/casks/typed-values";
import { callBackRun, markPaid, readRunForm, referenceField, type RunFormErrors } from "~/areas/payouts/payout-run";
import { type PayoutRunPage, type PayoutRunRow, readRun } from "~/areas/payouts/read-run";
import { mapWork, noWork, readThing, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { readId } from "~/server/read-id";
import { sectionHref } from "~/content/console-sections";
import { formatUsd } from "~/domain/money";
import { ConsolePage } from "~/ui/console/console-page";
import { LinkRow } from "~/ui/console/page-links";
import { DefinitionRows } from "~/ui/definition-rows";
import { ErrorSummary } from "~/ui/error-summary";
import { RiskNote } from "~/ui/risk-note";
import { ConsoleForm } from "~/ui/console/form-parts";
import { withdrawalTexts } from "~/content/console-texts";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ConsoleTable } from "~/ui/console/console-table";

export const meta = () => described(texts.title);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const runId = readId(params.id);
  const { frame, result } = await readThing(args, "withdrawals", () => readRun(context.db, runId));
  // Readers see operators by the number of their accounts only.
  return json({ frame, run: frame.mayChange ? result : { ...result, operatorName: null, callerName: null } });
}

type Outcome = { ok: true } | { ok: false; errors: RunFormErrors; missed?: { requests: number } | "not-called-back" };

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const runId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const form = readRunForm(fields);
  const { result } = await writeConsole(args, "withdrawals", (operator): Work<Outcome> => {
    if (!form.ok) return noWork(form);
    if (form.intent === "call-back")
      return mapWork(callBackRun(context.db, { runId, reason: form.reason, operator }), (done) =>
        done ? { ok: true } : { ok: false, errors: {}, missed: "not-called-back" },
      );
    return mapWork(markPaid(context.db, { runId, references: form.references, operator }), (missed) =>
      missed.length === 0 ? { ok: true } : { ok: false, errors: {}, missed: { requests: missed.length } },
    );
  });
  if (result.ok) return savedAt(args, `/operator/payout-runs/${runId}`);
  const { errors, missed = null } = result;
  return json({ errors, missed, typed: asTyped(fields, Object.keys(fields)) }, { status: form.ok ? 409 : 400 });
}

type Refused = {
  errors: RunFormErrors;
  missed: { requests: number } | "not-called-back" | null;
  typed: Record<string, string>;
};

export default function PayoutRun() {
  const { frame, run } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  const inTrouble = run.rows.filter(({ trouble }) => trouble !== null).length;
  const mayChange = frame.mayChange && run.atBank > 0;
  const isNew = frame.saved && run.atBank === run.rowCount;
  const saved = isNew ? texts.made(run.rowCount, formatUsd(run.totalCents)) : frame.saved;
  return (
    <ConsolePage {...frame} saved={saved} title={texts.runTitle(run.number)}>
      {refused && <ErrorSummary message={messageOf(refused)} />}
      {inTrouble > 0 && <RiskNote>{texts.troubleLead(inTrouble)}</RiskNote>}
      <Facts run={run} />
      {mayChange && (
        <p className="text-peat-60">
          <TextLink href={`/operator/payout-runs/${run.id}.csv`} download>
            {`Download the file of run ${run.number}`}
          </TextLink>
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
  return (
    <div className="max-w-120">
      <DefinitionRows
        rows={[
          { label: "Made", value: <Instant atMs={run.madeAtMs} /> },
          { label: "By", value: <SubjectLink subject={`user:${run.operatorId}`} name={run.operatorName} /> },
          { label: "Requests", value: texts.requests(run.rowCount, run.atBank) },
          { label: "Total", value: formatUsd(run.totalCents) },
          ...(run.calledBackAtMs === null
            ? []
            : [
                { label: "Called back", value: <Instant atMs={run.calledBackAtMs} /> },
                { label: "By", value: <SubjectLink subject={`user:${run.calledBackBy}`} name={run.callerName} /> },
                { label: "Reason", value: <bdi>{run.callBackReason}</bdi> },
              ]),
        ]}
      />
    </div>
  );
}

function messageOf({ errors: { reason, repeated, long }, missed }: Refused): string | null {
  if (reason) return null;
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
          name: "reason",
          label: "Why it is called back",
          most: 200,
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

type RowsProps = { rows: readonly PayoutRunRow[]; mayChange: boolean; refused: Refused | null };

function RunRows({ rows, mayChange, refused }: RowsProps) {
  const table = (
    <ConsoleTable
      label="Requests"
      columns={[
        { label: "No.", cell: (row) => String(row.place) },
        { label: "Person", cell: (row) => <Person row={row} /> },
        { label: "Amount", right: "amount", cell: (row) => <b>{formatUsd(row.amountCents)}</b> },
        { label: "Bank", cell: (row) => <bdi>{`${row.bankName} ${withdrawalTexts.masked(row.accountLast4)}`}</bdi> },
        { label: "State", isState: true, cell: (row) => <State row={row} /> },
        {
          label: "Bank reference",
          cell: (row) =>
            mayChange && row.state === "sending" ? (
              <Reference row={row} refused={refused} />
            ) : (
              <bdi>{row.bankReference ?? "–"}</bdi>
            ),
        },
      ]}
      rows={rows}
      keyOf={(row) => row.withdrawalId}
    />
  );
  if (!mayChange) return table;
  return (
    <form method="post" noValidate className="flex flex-col gap-4">
      <input type="hidden" name="intent" value="mark" />
      {table}
      <p className="max-w-120 text-peat-60">
        Enter the bank's reference of each transfer. Rows without one stay with the bank. What is marked paid cannot be
        undone, and the investors are told.
      </p>
      <div>
        <Button wide={false}>Mark these as paid</Button>
      </div>
    </form>
  );
}

function Person({ row }: { row: PayoutRunRow }) {
  return (
    <RowLink href={`${sectionHref("withdrawals")}/${row.withdrawalId}`}>
      <bdi>{row.holderName || row.withdrawalId}</bdi>
    </RowLink>
  );
}

const tones: Partial<Record<PayoutRunRow["state"], BadgeTone>> = {
  sending: "attention",
  paid: "gain",
  rejected: "error",
};

function State({ row }: { row: PayoutRunRow }) {
  return (
    <>
      <Badge tone={tones[row.state] ?? "neutral"}>{texts.states[row.state]}</Badge>
      {row.trouble && (
        <p className="mt-1 text-sm font-semibold text-brick">{`${texts.why[row.trouble]}: ask the bank to hold it back`}</p>
      )}
    </>
  );
}

function Reference({ row, refused }: { row: PayoutRunRow; refused: Refused | null }) {
  const name = referenceField(row.withdrawalId);
  const { repeated = [], long = [] } = refused?.errors ?? {};
  const isWrong = [...repeated, ...long].includes(row.withdrawalId);
  return (
    <input
      name={name}
      aria-label={`Bank reference of ${row.holderName}`}
      aria-invalid={isWrong || undefined}
      defaultValue={refused?.typed[name] ?? ""}
      maxLength={60}
      autoComplete="off"
      dir="auto"
      className={`min-h-11 w-full min-w-40 rounded-md border bg-paper px-2 text-base text-peat ${isWrong ? "border-brick" : "border-peat-45"}`}
    />
  );
}
