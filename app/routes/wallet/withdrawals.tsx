import { withdrawalStates } from "~/content/wallet-texts";
import { Badge, type BadgeTone } from "~/ui/badge";
import { LedgerList } from "./ledger-list";
import type { WithdrawalRow } from "./wallet-view";

const tones: Record<WithdrawalRow["state"], BadgeTone> = { progress: "attention", paid: "gain", rejected: "error" };

export function Withdrawals({ rows }: { rows: WithdrawalRow[] }) {
  return (
    <LedgerList
      entries={rows.map((row) => ({
        id: row.id,
        name: row.name,
        date: row.date,
        amount: { cents: row.amountCents, struck: row.state === "rejected" },
        badge: row.note && <p className="text-sm text-peat-60">{row.note}</p>,
        aside: <Badge tone={tones[row.state]}>{withdrawalStates[row.state]}</Badge>,
      }))}
    />
  );
}
