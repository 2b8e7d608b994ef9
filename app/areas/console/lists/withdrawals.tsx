import { type SQL, sql } from "drizzle-orm";
import { mapWork, rows } from "~/db/work";
import { payoutTexts } from "~/content/console-payout-texts";
import { sectionHref } from "~/content/console-sections";
import { withdrawalTexts as texts } from "~/content/console-texts";
import { type After, afterRow, cutPage, PAGE_ROWS, readAfter, utc, utcOrNothing } from "~/core/lists";
import { isBlocked, type Trouble, whyBlocked } from "~/areas/holdings/payout-rules";
import { formatUsd, plainDollars } from "~/domain/money";
import { percentOf } from "~/domain/returns";
import { Badge } from "~/ui/badge";
import { WithdrawalState } from "~/ui/console/badges";
import { Instant, RowLink, TextLink } from "~/ui/console/cells";
import { percentText } from "~/ui/percent-text";
import { defineList } from "./define-list";

type ListedWithdrawal = {
  id: string;
  holderName: string;
  caskName: string | null;
  cycleNumber: number | null;
  interestBasisPoints: number | null;
  amountCents: number;
  bankName: string;
  accountLast4: string;
  payableFromMs: number;
  createdAtMs: number;
  updatedAtMs: number;
  userId: string;
  bankReference: string | null;
  decidedAtMs: number | null;
  why: Trouble | null;
};

const STATES = {
  due: "To do",
  blocked: "Blocked",
  waiting: "Waiting",
  sending: "With the bank",
  paid: "Paid",
  rejected: "Rejected",
  cancelled: "Cancelled",
  returned: "Sent back",
};
type State = keyof typeof STATES;

const isOpen = (state: State): state is "due" | "blocked" | "waiting" =>
  state === "due" || state === "blocked" || state === "waiting";

export const withdrawals = defineList({
  section: "withdrawals",
  states: STATES,
  counts: { due: "withdrawals", waiting: "held", sending: "sending" },
  position: readAfter,
  query: (db, { state, after, nowMs, pageRows = PAGE_ROWS }) => {
    const query =
      db.all<ListedWithdrawal>(sql`SELECT withdrawals.id, withdrawals.holder_name AS holderName, casks.name AS caskName,
        withdrawals.cycle_number AS cycleNumber, withdrawals.interest_basis_points AS interestBasisPoints, withdrawals.amount_cents AS amountCents,
        withdrawals.bank_name AS bankName, withdrawals.account_last4 AS accountLast4, withdrawals.payable_from_ms AS payableFromMs,
        withdrawals.created_at_ms AS createdAtMs, withdrawals.updated_at_ms AS updatedAtMs, withdrawals.user_id AS userId, withdrawals.bank_reference AS bankReference,
        iif(withdrawals.state IN ('progress', 'sending'), NULL, withdrawals.updated_at_ms) AS decidedAtMs,
        ${state === "blocked" ? whyBlocked : sql`NULL`} AS why
      FROM withdrawals LEFT JOIN stakes ON stakes.id = withdrawals.stake_id LEFT JOIN casks ON casks.id = stakes.cask_id
      WHERE ${isOpen(state) ? ofOpen(state, after, nowMs) : ofDecided(state, after)} LIMIT ${pageRows + 1}`);
    return mapWork(rows(query), (found) =>
      cutPage(found, pageRows, (last) => afterRow(isOpen(state) ? last.payableFromMs : last.updatedAtMs, last.id)),
    );
  },
  columns: ({ state, nowMs }) => [
    {
      label: "Person",
      cell: (row) => (
        <RowLink href={`${sectionHref("withdrawals")}/${row.id}`}>
          <bdi>{row.holderName}</bdi>
        </RowLink>
      ),
    },
    { label: "Amount", right: "amount", cell: (row) => <b className="font-semibold">{formatUsd(row.amountCents)}</b> },
    {
      label: "State",
      isState: true,
      cell: (row) =>
        row.why ? (
          <Badge tone="attention">{payoutTexts.why[row.why]}</Badge>
        ) : (
          <WithdrawalState state={isOpen(state) ? "progress" : state} payableFromMs={row.payableFromMs} nowMs={nowMs} />
        ),
    },
    {
      label: "Cask, period",
      onPhone: "plain",
      cell: ({ caskName, cycleNumber }) =>
        caskName === null || cycleNumber === null ? texts.balance : `${caskName}, ${cycleNumber}`,
    },
    {
      label: "Return",
      right: true,
      onPhone: "plain",
      cell: (row) => (row.interestBasisPoints === null ? "–" : percentText(percentOf(row.interestBasisPoints))),
    },
    {
      label: "Bank",
      onPhone: "hidden",
      cell: (row) => <bdi>{`${row.bankName} ${texts.masked(row.accountLast4)}`}</bdi>,
    },
    { label: "Asked", cell: (row) => <Instant atMs={row.createdAtMs} /> },
  ],
  below: ({ rows: shown }) => (
    <>
      {shown.length > 0 && (
        <p className="figures text-peat-60">{`${shown.length} on this page · total ${formatUsd(sumOf(shown))}`}</p>
      )}
      <p>
        <TextLink href="/operator/payout-runs">{payoutTexts.all}</TextLink>
      </p>
    </>
  ),
  csv: {
    id: (row) => row.id,
    asked_at: (row) => utc(row.createdAtMs),
    payable_from: (row) => utc(row.payableFromMs),
    holder: (row) => row.holderName,
    cask: (row) => row.caskName,
    cycle: (row) => row.cycleNumber,
    amount_usd: (row) => plainDollars(row.amountCents),
    bank: (row) => row.bankName,
    account_last4: (row) => row.accountLast4,
    bank_reference: (row) => row.bankReference,
    decided_at: (row) => utcOrNothing(row.decidedAtMs),
    user: (row) => row.userId,
  },
});

const sumOf = (rows: readonly ListedWithdrawal[]) => rows.reduce((sum, { amountCents }) => sum + amountCents, 0);

function ofOpen(state: "due" | "blocked" | "waiting", after: After | null, nowMs: number): SQL {
  const isDue = sql`withdrawals.payable_from_ms <= ${nowMs} AND`;
  const which = {
    due: sql`${isDue} NOT ${isBlocked}`,
    blocked: sql`${isDue} ${isBlocked}`,
    waiting: sql`withdrawals.payable_from_ms > ${nowMs}`,
  }[state];
  const from = after ? sql`AND (withdrawals.payable_from_ms, withdrawals.id) > (${after.ms}, ${after.id})` : sql``;
  return sql`withdrawals.state = 'progress' AND ${which} ${from} ORDER BY withdrawals.payable_from_ms, withdrawals.id`;
}

function ofDecided(state: State, after: After | null): SQL {
  const from = after ? sql`AND (withdrawals.updated_at_ms, withdrawals.id) < (${after.ms}, ${after.id})` : sql``;
  // The condition stands twice, so that SQLite uses the partial index.
  return sql`withdrawals.state <> 'progress' AND withdrawals.state = ${state} ${from}
    ORDER BY withdrawals.updated_at_ms DESC, withdrawals.id DESC`;
}
