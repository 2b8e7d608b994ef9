import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { markAnswer, type MarkOutcome } from "~/areas/payouts/bank-answers/take-answer";
import { type AnswerLine, type BankAnswer, readBankAnswer } from "~/areas/payouts/bank-answers/read-bank-answer";
import { bankAnswerTexts as texts, bankProblems, requestCount } from "~/content/console-payout-texts";
import { sectionHref } from "~/content/console-sections";
import { described } from "~/content/page-meta";
import { formatUsd } from "~/domain/money";
import { noWork, readThing, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { readId } from "~/server/read-id";
import { savedAt } from "~/server/saved-at";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ConsolePage } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { Effects } from "~/ui/console/form-parts";
import { consoleLink, Instant } from "~/ui/console/cells";
import { LinkRow } from "~/ui/console/page-links";
import { DefinitionRows } from "~/ui/definition-rows";
import { ErrorSummary } from "~/ui/error-summary";
import { RiskNote } from "~/ui/risk-note";

type Answer = Omit<BankAnswer, "handedInByEmail" | "markedByEmail"> & { rows: AnswerLine[] };

export default function OneBankAnswer() {
  const { frame, answer, by, markedBy, isMine } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConsolePage {...frame} title={texts.one(answer.number)}>
      <ErrorSummary message={refused?.error} />
      {answer.open > 0 && (
        <RiskNote>
          {`${answer.open === 1 ? "One line waits" : `${answer.open} lines wait`} in Trouble: find out what the bank did, do what is needed, then drop the line there with the reason.`}{" "}
          <a href={sectionHref("trouble")} className={consoleLink}>
            Trouble
          </a>
        </RiskNote>
      )}
      <Facts answer={answer} by={by} markedBy={markedBy} />
      {frame.mayChange && <Mark answer={answer} isMine={isMine} />}
      <Lines rows={answer.rows} />
      <LinkRow
        links={[
          ["/operator/bank-answers", texts.all],
          [`${sectionHref("log")}?of=bank-answer:${answer.id}`, "History"],
        ]}
      />
    </ConsolePage>
  );
}

function Facts({ answer, by, markedBy }: { answer: Answer; by: string; markedBy: string | null }) {
  return (
    <div className="max-w-120">
      <DefinitionRows
        rows={[
          { label: "Handed in", value: <Instant atMs={answer.handedInAtMs} /> },
          { label: "By", value: <bdi>{by}</bdi> },
          { label: "Lines", value: String(answer.lines) },
          answer.otherLines > 0 && {
            label: "Other entries of the file",
            value: `${answer.otherLines} without a reference of ours: money that came in, or nothing done yet`,
          },
          ...(answer.markedAtMs === null
            ? []
            : [
                { label: "Marked", value: <Instant atMs={answer.markedAtMs} /> },
                { label: "By", value: <bdi>{markedBy}</bdi> },
              ]),
        ]}
      />
    </div>
  );
}

function Mark({ answer, isMine }: { answer: Answer; isMine: boolean }) {
  if (answer.markedAtMs !== null) return null;
  if (answer.payable === 0) return <p className="text-peat-60">There is nothing to mark.</p>;
  if (answer.needsTwo === 1 && isMine)
    return (
      <RiskNote>
        The sum is above what one operator may decide: someone other than the operator who uploaded the file has to mark
        it.
      </RiskNote>
    );
  const [count, sum] = [requestCount(answer.payable), formatUsd(answer.payableCents)];
  return (
    <form method="post" className="flex max-w-120 flex-col gap-4">
      <input type="hidden" name="intent" value="mark" />
      <Effects title="What this does" effects={texts.effects(count, sum)} />
      <p className="text-peat-60">
        Your own withdrawals are left out: another operator has to mark them on the page of their run.
      </p>
      <Button>{`Mark ${count} paid: ${sum}`}</Button>
    </form>
  );
}

function Lines({ rows }: { rows: readonly AnswerLine[] }) {
  return (
    <ConsoleTable
      label="Lines"
      columns={[
        { label: "Line", cell: (row) => String(row.line) },
        { label: "Reference", cell: (row) => <bdi>{row.reference || "–"}</bdi> },
        {
          label: "Amount",
          right: "amount",
          cell: (row) => <b>{row.amountCents === null ? "–" : formatUsd(row.amountCents)}</b>,
        },
        { label: "Payout", cell: (row) => <Payout row={row} /> },
        { label: "State", isState: true, cell: (row) => <State row={row} /> },
        { label: "Bank reference", cell: (row) => <bdi>{row.bankReference || "–"}</bdi> },
        { label: "Booked", cell: (row) => row.bookedOn ?? "–" },
      ]}
      rows={rows}
      keyOf={(row) => String(row.line)}
    />
  );
}

const cameBack = ({ problem, state, bankReference }: AnswerLine) =>
  problem === "returned" && state === "paid" ? `?return=${encodeURIComponent(bankReference)}` : "";

function Payout({ row }: { row: AnswerLine }) {
  if (row.withdrawalId === null) return <>–</>;
  return (
    <>
      <a href={`${sectionHref("withdrawals")}/${row.withdrawalId}${cameBack(row)}`} className={consoleLink}>
        <bdi>{row.holderName || row.withdrawalId}</bdi>
      </a>
      {row.problem === "amount-differs" && row.askedCents !== null && (
        <span className="block text-peat-60">{`asked for: ${formatUsd(row.askedCents)}`}</span>
      )}
    </>
  );
}

function State({ row }: { row: AnswerLine }) {
  if (row.problem === null)
    return row.state === "paid" ? <Badge tone="gain">paid</Badge> : <Badge tone="attention">matches</Badge>;
  const isOpen = row.isOpen === 1;
  return <span className={isOpen ? "font-semibold text-brick" : "text-peat-60"}>{bankProblems[row.problem]}</span>;
}

export const meta = () => described(texts.title);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const answerId = readId(params.id);
  const { frame, viewer, result } = await readThing(args, "withdrawals", () => readBankAnswer(context.db, answerId));
  const { handedInByEmail, markedByEmail, ...answer } = result;
  return json({
    frame,
    answer,
    // Readers see operators by the number of their accounts only.
    by: (frame.mayChange ? handedInByEmail : null) ?? answer.handedInBy,
    markedBy: (frame.mayChange ? markedByEmail : null) ?? answer.markedBy,
    isMine: answer.handedInBy === viewer.id,
  });
}

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const answerId = readId(params.id);
  const asked = (await readForm(args.request)).get("intent") === "mark";
  const { result } = await writeConsole(
    args,
    "withdrawals",
    (operator): Work<MarkOutcome | { ok: false; code: "form" }> =>
      asked ? markAnswer(context.db, { answerId, operator }) : noWork({ ok: false, code: "form" }),
  );
  if (result.ok) return savedAt(args, `/operator/bank-answers/${answerId}`);
  return json({ error: texts.errors[result.code] }, { status: asked ? 409 : 400 });
}
