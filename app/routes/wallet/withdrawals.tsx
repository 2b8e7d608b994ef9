import { Badge, type BadgeTone } from "~/ui/badge";
import { LedgerList } from "./ledger-list";
import type { WithdrawalRow } from "./wallet-view";

const states: Record<WithdrawalRow["state"], { tone: BadgeTone; word: string }> = {
  progress: { tone: "attention", word: "in progress" },
  paid: { tone: "gain", word: "paid" },
  rejected: { tone: "error", word: "rejected" },
};

export function Withdrawals({ rows }: { rows: WithdrawalRow[] }) {
  return (
    <LedgerList
      entries={rows.map((row) => ({
        id: row.id,
        name: row.name,
        date: row.date,
        amount: { cents: row.amountCents, struck: row.state === "rejected" },
        badge: row.note && <p className="text-sm text-peat-60">{row.note}</p>,
        aside: <Badge tone={states[row.state].tone}>{states[row.state].word}</Badge>,
      }))}
    />
  );
}
