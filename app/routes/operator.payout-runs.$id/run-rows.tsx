import { payoutTexts as texts } from "~/content/console-payout-texts";
import { withdrawalTexts } from "~/content/console-texts";
import { sectionHref } from "~/content/console-sections";
import { formatUsd } from "~/domain/money";
import type { PayoutRunRow } from "~/areas/payouts/payout-runs/read-run";
import { referenceField } from "~/areas/payouts/payout-runs/run-form";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ConsoleTable } from "~/ui/console/console-table";
import { RowLink } from "~/ui/console/row-link";
import type { Refused } from "./screen";

type Props = { rows: readonly PayoutRunRow[]; mayChange: boolean; refused: Refused | null };

/** The rows of the file, in its order, each with a field for its reference while the bank has it. */
export function RunRows({ rows, mayChange, refused }: Props) {
  const table = (
    <ConsoleTable
      label={texts.facts.requests}
      columns={[
        { label: "No.", cell: (row) => String(row.place) },
        { label: "Person", cell: (row) => <Person row={row} /> },
        { label: "Amount", right: "amount", cell: (row) => <b>{formatUsd(row.amountCents)}</b> },
        {
          label: "Bank",
          cell: (row) => <bdi>{`${row.bankName} ${withdrawalTexts.masked(row.accountLast4)}`}</bdi>,
        },
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
      {row.trouble && <p className="mt-1 text-sm font-semibold text-brick">{texts.trouble[row.trouble]}</p>}
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
